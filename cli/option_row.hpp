#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// An option of the command line, or the inputs (whose name has no dashes), as help, man page and completions show it.
struct OptionRow {
    /// "--n" or "INPUT".
    std::string name;
    /// "-h", or empty.
    std::string short_name;
    /// "SIZE", "FILE.npy"; empty for a flag.
    std::string value_name;
    std::string help;
    /// The title above the option.
    std::string group;
    /// The default as it is shown; empty without a default.
    std::string shown_default;
    /// The values that the option accepts.
    std::vector<std::string> choices;
    /// Whether the option may accept values that are not in `choices`.
    bool only_suggested = false;
    /// Whether a choice makes the command declare more options, as --problem does.
    bool brings_options = false;
    /// The most times that the option may be given; for inputs, the most inputs.
    std::size_t most = 1;

    bool is_input() const { return !name.starts_with('-'); }
    bool is_flag() const { return value_name.empty(); }
    /// Returns whether the value names a file: "FILE", "FILE.csv", "NAME=FILE".
    bool takes_file() const {
        return is_input() ? value_name == "INPUT" : value_name.find("FILE") != std::string::npos;
    }
};

}  // namespace vkalgo::cli

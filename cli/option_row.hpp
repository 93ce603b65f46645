#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// One option of the command line as help, the man page and completions show it; or the inputs, whose name has no
/// dashes.
struct OptionRow {
    /// "--n"; "INPUT"
    std::string name;
    /// "-h", or empty
    std::string short_name;
    /// "SIZE", "FILE.npy"; empty for a flag
    std::string value_name;
    std::string help;
    /// the title above it
    std::string group;
    /// empty: none
    std::string shown_default;
    /// the values that it takes, or some of them
    std::vector<std::string> choices;
    /// whether a choice makes the command declare further options, as --problem does
    bool brings_options = false;
    /// how often it may be given; of inputs, how many
    std::size_t most = 1;

    bool is_input() const { return !name.starts_with('-'); }
    bool is_flag() const { return value_name.empty(); }
    /// whether the value names a file: "FILE", "FILE.csv", "NAME=FILE"
    bool takes_file() const {
        return is_input() ? value_name == "INPUT" : value_name.find("FILE") != std::string::npos;
    }
};

}  // namespace vkalgo::cli

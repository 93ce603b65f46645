#pragma once

#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::cli {

class Session;

/// What the inputs of a command can be.
struct InputKinds {
    bool letters = false;
    /// numbers of which a CSV may choose a column
    bool columns = false;
    /// not numbers, but meshes, or grids of heights, which devices get in parts, or volumes
    bool meshes = false;
    bool dems = false;
    bool volumes = false;
    /// what the lines of numbers in text are
    TextLines lines = TextLines::ignored;
    /// further names that --format takes
    std::vector<std::string> more_formats = {};
};

/// The options of every command that reads files: --format, --input-limit, and by `kinds` --record, --ignore-case,
/// --column, --volume.
class InputOptions {
public:
    void declare(Options& options, InputKinds kinds);

    /// Is any of them on the command line?
    bool given() const { return format_ || column_ || limit_ || volume_ || ignore_case_ || !records_.empty(); }

    /// --format; empty without
    std::string format() const { return format_.value_or(""); }

    /// Does it name a column?
    bool has_column() const { return column_.has_value(); }

    /// Their values, with the limits of the session (--memory) and its reporter for notices. The session must outlive
    /// what is read with them.
    InputSettings settings(Session& session) const;

    /// A reader for the inputs of one run. Call its check_used() once all are read, also where there is none.
    InputReader reader(Session& session) const { return InputReader(settings(session)); }

private:
    std::optional<std::string> format_, column_;
    std::vector<std::string> records_;
    std::optional<std::uint64_t> limit_, volume_;
    bool ignore_case_ = false;
    InputKinds kinds_;
};

}  // namespace vkalgo::cli

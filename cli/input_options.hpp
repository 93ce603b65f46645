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

/// The kinds of input that a command reads.
struct InputKinds {
    bool letters = false;
    /// Numbers. A column of a CSV file can be chosen.
    bool columns = false;
    /// Two columns of a table can be chosen too: the coordinates x and y of points.
    bool two_columns = false;
    /// Tables with any delimiter, with a header or without.
    bool tables = false;
    /// The words that may follow a column after a colon. If not empty, several columns may be given.
    std::vector<std::string> column_suffixes = {};
    /// Meshes, grids of heights (which the device gets in parts) or volumes, instead of numbers.
    bool meshes = false;
    bool dems = false;
    bool volumes = false;
    /// The meaning of the lines of numbers in a text file.
    TextLines lines = TextLines::ignored;
    /// More names that --format accepts.
    std::vector<std::string> more_formats = {};
};

/// The options of every command that reads files: --format and --input-limit; depending on `kinds` also --record,
/// --ignore-case, --column, --delimiter, --header, --no-header and --volume.
class InputOptions {
public:
    void declare(Options& options, InputKinds kinds);

    /// Returns whether any of these options is on the command line.
    bool given() const {
        return format_ || has_column() || limit_ || volume_ || ignore_case_ || !records_.empty() || delimiter_ ||
               header_ || no_header_;
    }

    /// Checks the options. Errors: invalid_argument: options that contradict each other.
    Result<void> check() const;

    /// Returns the value of --format; empty if it was not given.
    std::string format() const { return format_.value_or(""); }

    /// Returns whether --column was given.
    bool has_column() const { return !columns_.empty(); }
    /// Returns the values of --column, in their order.
    const std::vector<std::string>& columns() const { return columns_; }
    /// Returns whether --delimiter was given.
    bool has_delimiter() const { return delimiter_.has_value(); }

    /// Returns the values of the options, with the limits of the session (--memory) and its reporter for notices. The
    /// session must outlive everything that is read with these settings. If several columns are given, the settings
    /// have the first column.
    InputSettings settings(Session& session) const;

    /// Returns a reader for the inputs of one run. Call its check_used() after all inputs are read, even if the run has
    /// no inputs.
    InputReader reader(Session& session) const { return InputReader(settings(session)); }

private:
    void declare_tables(Options& options);

    std::optional<std::string> format_;
    std::vector<std::string> columns_, records_;
    std::optional<char> delimiter_;
    std::optional<std::uint64_t> limit_, volume_;
    bool ignore_case_ = false;
    bool header_ = false;
    bool no_header_ = false;
    InputKinds kinds_;
};

/// If an error says to choose another type, adds the option --type to it. For commands that have the option.
template <class T>
Result<T> with_advice_on_type(Result<T> read) {
    if (!read && read.error().message.ends_with("choose another type")) {
        read.error().message += " by --type";
    }
    return read;
}

}  // namespace vkalgo::cli

#pragma once

#include "cli/answer.hpp"
#include "cli/batch/formatter.hpp"
#include "cli/batch/solved.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formats that batches are written in. Each file cli/batch/writers/NAME.cpp defines `const BatchWriter&
/// batch_writer_NAME()`; CMake collects them into batch_writers(). The endings of output files are listed only there.
namespace vkalgo::cli {

/// The output of one batch, which becomes visible when it is complete.
class BatchOutput : public OutputSink {
public:
    /// Called before the first rows. `second`: the rows with which every row of the first file is paired; null if rows
    /// are not paired.
    virtual Result<void> begin(const Rows* /*second*/) { return {}; }
    Result<void> end_of_slot(std::uint64_t /*tag*/, std::uint64_t /*problems*/) override { return {}; }
    /// Called after the last rows. The output then waits for deliver().
    virtual Result<void> finish(std::uint64_t /*problems*/) { return {}; }
    virtual Result<void> deliver() = 0;
    /// Adds the rows to the JSON on standard output. Called only for the writer "json".
    virtual Result<void> describe(Json& /*result*/) { return {}; }
};

/// A format of a batch's output.
struct BatchWriter {
    /// The format's name: "tsv".
    const char* name = "";
    /// Endings of file names, in lower case, with their dot.
    std::vector<std::string_view> endings;
    /// Whether the output has tracebacks even without --solution.
    bool needs_solution = false;
    /// Whether the problems of a query are formatted together, since the output marks the best one.
    bool keeps_queries = false;
    /// Checks that the format can hold the output; null: it can hold every output. Errors: invalid_argument.
    Result<void> (*check)(const OutputFormat& output_format) = nullptr;
    /// Appends the text of problems [first, end). Several threads may call it at once. Errors: invalid_argument: a
    /// solution cannot be shown, or the format cannot hold a problem.
    Result<void> (*format)(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                           std::size_t end, FormattedRows& formatted) = nullptr;
    /// Opens an output to a file or to "-". An empty path is for the JSON on standard output. `output_format` must live
    /// until finish() and describe() have returned; deliver() must not use it.
    std::unique_ptr<BatchOutput> (*open)(const OutputFormat& output_format, const std::string& path) = nullptr;
};

/// Returns all writers, by name. CMake generates this function.
std::span<const BatchWriter* const> batch_writers();
/// Returns the writer for a path of --output. A path without an ending of a writer, such as "-", gets "tsv". Without a
/// path, returns "json" if `json` is true, else "tsv".
const BatchWriter& batch_writer_of(const std::optional<std::string>& path, bool json);
/// Returns the endings of all writers, for Session::check_output().
std::vector<std::string_view> batch_writer_endings();
/// Returns the endings for a help text: ".csv, .json or .tsv".
std::string batch_writers_help();

}  // namespace vkalgo::cli

#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/dp/job.hpp"
#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// What a command line says about the table: where it is written and how it lies, and which of its stages are run.
class TableOptions {
public:
    /// --table, --layout, --from-stage, --to-stage, --resume
    void declare(Options& options);

    /// One of them is given.
    bool given() const { return file_ || layout_ || from_ || to_ || resume_; }
    /// --table
    const std::optional<std::string>& file() const { return file_; }
    /// --resume
    const std::optional<std::string>& resume() const { return resume_; }
    /// --layout, or rows
    dp::Layout layout() const;
    /// The run may end before its last stage.
    bool cuts() const { return to_.has_value(); }

    /// Sets what of `options` is about the table, and reads the file of --resume, which this object then keeps. Errors:
    /// invalid_argument: options that want others, a file that holds no such table; unsupported: cells with fields.
    Result<void> apply(InputReader& reader, const dp::RecurrenceHeader& header, const dp::Shape& shape,
                       dp::SolveOptions& options);

private:
    Result<void> check() const;

    std::optional<std::string> file_, layout_, resume_;
    std::optional<std::int64_t> from_, to_;
    std::vector<std::byte> resume_table_;
};

}  // namespace vkalgo::cli

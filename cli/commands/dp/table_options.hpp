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

/// The options of the table: its file, its layout, and the stages that run.
class TableOptions {
public:
    /// Declares --table, --layout, --from-stage, --to-stage and --resume.
    void declare(Options& options);

    /// Returns whether one of these options is given.
    bool given() const { return file_ || layout_ || from_ || to_ || resume_; }
    /// Returns the names of the options that are given.
    std::vector<std::string> names() const;
    /// Returns --table.
    const std::optional<std::string>& file() const { return file_; }
    /// Returns --resume.
    const std::optional<std::string>& resume() const { return resume_; }
    /// Returns --layout; without it, ROWS.
    dp::Layout layout() const;
    /// Returns whether the run may end before its last stage.
    bool cuts() const { return to_.has_value(); }

    /// Sets the members of `options` about the table. Reads the file of --resume, and keeps it in this object. Errors:
    /// invalid_argument: options that need others, or a file of --resume that does not hold the recurrence's table;
    /// unsupported: --resume for cells with fields.
    Result<void> apply(InputReader& reader, const dp::RecurrenceHeader& header, const dp::Shape& shape,
                       dp::SolveOptions& options);

private:
    Result<void> check() const;

    std::optional<std::string> file_, layout_, resume_;
    std::optional<std::int64_t> from_, to_;
    std::vector<std::byte> resume_table_;
};

}  // namespace vkalgo::cli

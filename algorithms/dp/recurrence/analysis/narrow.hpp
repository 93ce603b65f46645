#pragma once

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether a run with a small enough bound may compute this recurrence with 32-bit cells instead of u64. It may
/// if a cell is one u64, the header has a bound but no `value` line and no outputs, and the text computes the same
/// values with 32-bit cells (narrow_text.hpp). Only parse_header() calls it.
bool may_narrow(const RecurrenceHeader& header, const SourceText& text);

/// Returns whether values up to `bound` fit 32-bit cells. The bound must be known and less than 2^32 - 1, which stands
/// for INFEASIBLE or UNBOUNDED.
bool fits_narrow(std::optional<std::int64_t> bound);

/// Returns the header of a run with 32-bit cells. may_narrow() must be true of `header`.
RecurrenceHeader narrowed(const RecurrenceHeader& header);

}  // namespace vkalgo::dp

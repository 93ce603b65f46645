#pragma once

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Returns whether a run with a small enough bound may compute this recurrence with 32-bit cells instead of u64. It may
/// if the recurrence declares a bound and its text computes the same values with 32-bit cells (narrow_text.hpp). Called
/// once, by parse_header.
bool may_narrow(const RecurrenceHeader& header, const SourceText& text);

/// Returns whether values up to `bound` fit 32-bit cells. The greatest number of 32 bits is not available for a value.
bool fits_narrow(std::optional<std::int64_t> bound);

/// Returns the recurrence with 32-bit cells.
RecurrenceHeader narrowed(const RecurrenceHeader& header);

}  // namespace vkalgo::dp

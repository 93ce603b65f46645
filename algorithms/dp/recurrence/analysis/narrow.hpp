#pragma once

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// Can a run whose bound is small enough compute this recurrence with 32-bit cells in place of u64: does it declare a
/// bound, and does its text compute the same with them (narrow_text.hpp)? Called once, by parse_header.
bool may_narrow(const RecurrenceHeader& header, const SourceText& text);

/// Do values up to `bound` fit 32-bit cells? The greatest number of 32 bits stands for no value.
bool fits_narrow(std::optional<std::int64_t> bound);

/// The recurrence with 32-bit cells.
RecurrenceHeader narrowed(const RecurrenceHeader& header);

}  // namespace vkalgo::dp

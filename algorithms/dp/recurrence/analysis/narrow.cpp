#include "algorithms/dp/recurrence/analysis/narrow.hpp"

#include "algorithms/dp/recurrence/analysis/narrow_text.hpp"
#include "algorithms/dp/recurrence/header.hpp"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

/// Returns false if a cell may stand for INFEASIBLE because it has neither a base value nor a term. Only a cell of a
/// `reduce` can have neither. It then holds the worst number of its type: for `max` this is 0, a number like any other;
/// for `min` it is the number that stands for INFEASIBLE.
bool every_cell_is_number(const RecurrenceHeader& header) {
    if (!header.reduce || !header.reduce->minimum) {
        return true;
    }
    if (!header.segments) {
        return false;
    }
    const auto is_base = [&](std::int64_t distance) {
        return std::any_of(header.base.begin(), header.base.end(),
                           [&](const BaseRegion& region) { return !region.border && region.amount == distance; });
    };
    std::int64_t distance = 0;
    while (distance < header.segments->first - header.segments->last && is_base(distance)) {
        ++distance;
    }
    return distance == header.segments->first - header.segments->last;
}

}  // namespace

bool may_narrow(const RecurrenceHeader& header, const SourceText& text) {
    return header.cell == ElementType::u64 && header.fields.empty() && !header.value && header.bound &&
           header.outputs.empty() && computes_alike(header, text, every_cell_is_number(header));
}

bool fits_narrow(std::optional<std::int64_t> bound) {
    return bound && *bound >= 0 && *bound < std::numeric_limits<std::uint32_t>::max();
}

RecurrenceHeader narrowed(const RecurrenceHeader& header) {
    RecurrenceHeader made = header;
    made.cell = ElementType::u32;
    made.is_narrow = true;
    return made;
}

}  // namespace vkalgo::dp

#include "algorithms/dp/recurrence/chain.hpp"

#include "algorithms/dp/recurrence/header.hpp"

namespace vkalgo::dp {

bool is_chain(const RecurrenceHeader& header) {
    const std::optional<Pattern> known = header.pattern();
    if (header.index_count() != 2 || header.sequential || header.domain != Domain::full || !known ||
        Frame::of(*known, {}).diagonal) {
        return false;
    }
    return (header.stage.coefficients[0] != 0 ? header.columns : header.rows).text() == "1";
}

}  // namespace vkalgo::dp

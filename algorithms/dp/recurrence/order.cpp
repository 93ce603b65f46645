#include "algorithms/dp/recurrence/order.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

namespace vkalgo::dp {
namespace {

/// floor_of() returns a / b rounded down, and ceiling_of() rounded up; b > 0.
std::int64_t floor_of(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}
std::int64_t ceiling_of(std::int64_t a, std::int64_t b) {
    return a / b + (a % b > 0 ? 1 : 0);
}

/// Returns the corners of the domain in i and j, where a linear function has its extremes.
std::vector<Cell> corners(TableSize size, Domain domain) {
    const std::int64_t i = size.rows - 1;
    const std::int64_t j = size.columns - 1;
    const std::int64_t both = std::min(i, j);
    switch (domain) {
        case Domain::upper:
            return {{0, 0}, {0, j}, {both, both}, {both, j}};
        case Domain::lower:
            return {{0, 0}, {i, 0}, {both, both}, {i, both}};
        case Domain::full:
            break;
    }
    return {{0, 0}, {0, j}, {i, 0}, {i, j}};
}

}  // namespace

StageFunction StageFunction::of(Pattern pattern) {
    switch (pattern) {
        case Pattern::RUD:
            return {{1, 0, 0, 0}};
        case Pattern::RDU:
            return {{-1, 0, 0, 0}};
        case Pattern::CLR:
            return {{0, 1, 0, 0}};
        case Pattern::CRL:
            return {{0, -1, 0, 0}};
        case Pattern::SENO:
            return {{-1, -1, 0, 0}};
        case Pattern::SONE:
            return {{-1, 1, 0, 0}};
        case Pattern::NESO:
            return {{1, -1, 0, 0}};
        case Pattern::NOSE:
            break;
    }
    return {{1, 1, 0, 0}};
}

std::optional<Pattern> StageFunction::pattern() const {
    for (std::size_t p = 0; p < kPatternNames.size(); ++p) {
        if (of(static_cast<Pattern>(p)) == *this) {
            return static_cast<Pattern>(p);
        }
    }
    return std::nullopt;
}

std::int64_t StageFunction::at(Cell cell) const {
    const auto indices = cell.indices();
    std::int64_t value = 0;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        value += coefficients[d] * indices[d];
    }
    return value;
}

Order Order::of(const StageFunction& function, TableSize size, Domain domain) {
    Order order{function, size};
    // A candidate is no cell if its solved index is not a whole number. There are fewest such candidates if the
    // coefficient of the solved index has the smallest absolute value other than 0. If several coefficients have it,
    // the index with the largest extent is solved, so that the box of candidates is small.
    const auto extents = size.extents();
    int smallest = std::numeric_limits<int>::max();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        const int step = std::abs(function.coefficients[d]);
        const bool better = step < smallest || (step == smallest && extents[d] > extents[order.solved]);
        if (step != 0 && better) {
            smallest = step;
            order.solved = d;
        }
    }
    if (size.empty()) {
        return order;
    }
    order.first = std::numeric_limits<std::int64_t>::max();
    order.last = std::numeric_limits<std::int64_t>::min();
    for (const Cell corner : corners(size, domain)) {
        const std::int64_t value = function.at(corner);
        order.first = std::min(order.first, value);
        order.last = std::max(order.last, value);
    }
    for (std::size_t d = 2; d < kMaxIndices; ++d) {
        const std::int64_t reach = function.coefficients[d] * (extents[d] - 1);
        (reach < 0 ? order.first : order.last) += reach;
    }
    return order;
}

std::int64_t Order::number_of(std::int64_t stage) const {
    switch (function.pattern().value_or(Pattern::RUD)) {
        case Pattern::RDU:
        case Pattern::CRL:
        case Pattern::SENO:
            return -stage;
        case Pattern::SONE:
            return stage + size.rows - 1;
        case Pattern::NESO:
            return -stage + size.rows - 1;
        default:
            return stage;
    }
}

std::int64_t Order::stage_called(std::int64_t number) const {
    const std::int64_t beginning = number_of(0);
    return number_of(1) > beginning ? number - beginning : beginning - number;
}

Order::Candidates Order::candidates(std::int64_t stage) const {
    Candidates box;
    const auto extents = size.extents();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        box.length[d] = d == solved ? 1 : extents[d];
        const std::int64_t step = function.coefficients[d];
        if (d == solved || step == 0) {
            continue;
        }
        // least .. most is the range of what the other indices add to the stage. So the product of `step` and index d
        // lies in stage - most .. stage - least.
        std::int64_t least = 0;
        std::int64_t most = 0;
        for (std::size_t other = 0; other < kMaxIndices; ++other) {
            const std::int64_t reach = function.coefficients[other] * (extents[other] - 1);
            if (other != d) {
                (reach < 0 ? least : most) += reach;
            }
        }
        const std::int64_t from = step > 0 ? ceiling_of(stage - most, step) : ceiling_of(least - stage, -step);
        const std::int64_t to = step > 0 ? floor_of(stage - least, step) : floor_of(most - stage, -step);
        box.first[d] = std::max<std::int64_t>(from, 0);
        box.length[d] = std::max<std::int64_t>(0, std::min(to, extents[d] - 1) - box.first[d] + 1);
    }
    return box;
}

std::int64_t Order::most_candidates() const {
    const auto extents = size.extents();
    std::int64_t count = 1;
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        count *= d == solved ? 1 : extents[d];
    }
    return count;
}

}  // namespace vkalgo::dp

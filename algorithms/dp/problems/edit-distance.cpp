#include "algorithms/dp/problem.hpp"
#include "algorithms/dp/problems/support.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

using Symbols = std::span<const std::uint8_t>;

struct Costs {
    std::uint32_t ins, del, rep;
};

Costs costs_of(const Instance& instance) {
    return {static_cast<std::uint32_t>(param_of(instance, "ins", 1)),
            static_cast<std::uint32_t>(param_of(instance, "del", 1)),
            static_cast<std::uint32_t>(param_of(instance, "rep", 1))};
}

/// The distance alone, by diagonals i + j = d: the cells of one do not depend on each other, so compilers put several
/// in one register. Three diagonals are kept, indexed by i; y is reversed so that both strings run upwards along a
/// diagonal.
std::uint32_t distance_of(Symbols x, Symbols y, const Costs& costs) {
    const std::size_t n = x.size();
    const std::size_t m = y.size();
    const std::vector<std::uint8_t> reversed(y.rbegin(), y.rend());
    std::vector<std::uint32_t> before_last(n + 1);
    std::vector<std::uint32_t> last(n + 1);
    std::vector<std::uint32_t> next(n + 1);
    for (std::size_t d = 1; d <= n + m; ++d) {  // diagonal 0 is the cell (0, 0), which costs nothing
        const std::size_t low = d > m ? d - m : 0;
        const std::size_t high = std::min(d, n);
        const std::size_t first = std::max<std::size_t>(low, 1);
        const std::size_t end = high == d ? high : high + 1;  // i = d is column 0
        const std::uint32_t* upper_left = before_last.data();
        const std::uint32_t* neighbours = last.data();
        std::uint32_t* here = next.data();
        const std::uint8_t* right = reversed.data() + (m + first - d);  // right[i - first] is y[d - i - 1]
        for (std::size_t i = first; i < end; ++i) {
            const std::uint32_t kept = upper_left[i - 1] + (x[i - 1] == right[i - first] ? 0 : costs.rep);
            here[i] = std::min(kept, std::min(neighbours[i - 1] + costs.del, neighbours[i] + costs.ins));
        }
        if (d <= m) {
            here[0] = static_cast<std::uint32_t>(d) * costs.ins;
        }
        if (d <= n) {
            here[d] = static_cast<std::uint32_t>(d) * costs.del;
        }
        std::swap(before_last, last);
        std::swap(last, next);
    }
    return last[n];
}

void fill_table(Symbols x, Symbols y, const Costs& costs, std::uint32_t* cells) {
    const std::size_t columns = y.size() + 1;
    for (std::size_t i = 0; i <= x.size(); ++i) {
        std::uint32_t* row = cells + i * columns;
        row[0] = static_cast<std::uint32_t>(i) * costs.del;
        for (std::size_t j = 1; j < columns; ++j) {
            if (i == 0) {
                row[j] = static_cast<std::uint32_t>(j) * costs.ins;
                continue;
            }
            const std::uint32_t* above = row - columns;
            const std::uint32_t kept = above[j - 1] + (x[i - 1] == y[j - 1] ? 0 : costs.rep);
            row[j] = std::min(kept, std::min(above[j] + costs.del, row[j - 1] + costs.ins));
        }
    }
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Symbols x = values_of<std::uint8_t>(instance, "x");
    const Symbols y = values_of<std::uint8_t>(instance, "y");
    const Costs costs = costs_of(instance);
    if (table != nullptr) {
        fill_table(x, y, costs, make_table<std::uint32_t>(*table, x.size() + 1, y.size() + 1));
    }
    return Number(std::uint64_t{distance_of(x, y, costs)});
}

/// Edits x by the decisions, border included, and adds up what that costs.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Symbols x = values_of<std::uint8_t>(instance, "x");
    const Symbols y = values_of<std::uint8_t>(instance, "y");
    const Costs costs = costs_of(instance);
    auto i = static_cast<std::int64_t>(x.size());
    auto j = static_cast<std::int64_t>(y.size());
    std::uint64_t cost = 0;
    for (const PathRecord& record : solution.path) {
        if (record.i != i || record.j != j || i == 0 || j == 0) {
            return not_a_solution("the walk is at " + cell_name(record.i, record.j) + " where " + cell_name(i, j) +
                                  " was due");
        }
        if (record.decision > 3) {
            return not_a_solution("unknown decision " + std::to_string(record.decision) + " at " + cell_name(i, j));
        }
        const bool equal = x[static_cast<std::size_t>(i - 1)] == y[static_cast<std::size_t>(j - 1)];
        if (record.decision == 0 && !equal) {
            return not_a_solution("different symbols are paired as equal at " + cell_name(i, j));
        }
        const std::uint64_t prices[] = {0, costs.rep, costs.ins, costs.del};
        cost += prices[record.decision];
        i -= record.decision != 2 ? 1 : 0;
        j -= record.decision != 3 ? 1 : 0;
    }
    if (solution.path_end != Cell{i, j} || (i != 0 && j != 0)) {
        return not_a_solution("the walk ends at " + cell_name(i, j) + ", not at the border");
    }
    return Number(cost + static_cast<std::uint64_t>(i) * costs.del + static_cast<std::uint64_t>(j) * costs.ins);
}

}  // namespace

const Problem& problem_edit_distance();
const Problem& problem_edit_distance() {
    static const Problem problem{"edit-distance",      kTwoStrings, true,  outline_two_strings,
                                 generate_two_strings, reference,   replay};
    return problem;
}

}  // namespace vkalgo::dp

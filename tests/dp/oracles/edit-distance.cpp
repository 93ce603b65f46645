#include "tests/dp/oracles/oracle.hpp"

namespace vkalgo::dp::test {
namespace {

struct Costs {
    explicit Costs(const Instance& instance)
        : ins(param_of(instance, "ins", 1)), del(param_of(instance, "del", 1)), rep(param_of(instance, "rep", 1)) {}
    std::uint64_t ins, del, rep;
};

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto x = values_of<std::uint8_t>(instance, "x");
    const auto y = values_of<std::uint8_t>(instance, "y");
    const Costs cost(instance);
    return filled<std::uint32_t>(x.size() + 1, y.size() + 1, table, [&](const auto& at, std::size_t i, std::size_t j) {
        std::uint64_t least = i * cost.del + j * cost.ins;
        if (i > 0 && j > 0) {
            least = std::min({at(i - 1, j - 1) + (x[i - 1] == y[j - 1] ? 0 : cost.rep), at(i - 1, j) + cost.del,
                              at(i, j - 1) + cost.ins});
        }
        return static_cast<std::uint32_t>(least);
    });
}

/// Edits x by the decisions, including the border, and adds up the cost.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto x = values_of<std::uint8_t>(instance, "x");
    const auto y = values_of<std::uint8_t>(instance, "y");
    const Costs cost(instance);
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (at.i == 0 || at.j == 0 || decision > 3) {
            return not_a_solution("no such step");
        }
        if (decision == 0 && x[static_cast<std::size_t>(at.i - 1)] != y[static_cast<std::size_t>(at.j - 1)]) {
            return not_a_solution("different symbols are paired as equal");
        }
        sum += std::array{std::uint64_t{0}, cost.rep, cost.ins, cost.del}.at(decision);
        return Cell{at.i - (decision != 2 ? 1 : 0), at.j - (decision != 3 ? 1 : 0)};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{std::ssize(x), std::ssize(y)}, take));
    if (end.i != 0 && end.j != 0) {
        return not_a_solution("the traceback ends before the border");
    }
    return Number(sum + static_cast<std::uint64_t>(end.i) * cost.del + static_cast<std::uint64_t>(end.j) * cost.ins);
}

}  // namespace

const Oracle& oracle_edit_distance();
const Oracle& oracle_edit_distance() {
    static const Oracle oracle{"edit-distance", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

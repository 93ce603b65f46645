#include "tests/dp/oracles/oracle.hpp"

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto x = values_of<std::uint8_t>(instance, "x");
    const auto y = values_of<std::uint8_t>(instance, "y");
    return filled<std::uint32_t>(
        x.size() + 1, y.size() + 1, table, [&](const auto& at, std::size_t i, std::size_t j) -> std::uint32_t {
            if (i == 0 || j == 0) {
                return 0;
            }
            return x[i - 1] == y[j - 1] ? at(i - 1, j - 1) + 1 : std::max(at(i - 1, j), at(i, j - 1));
        });
}

/// Returns the length of the common subsequence, in which each pair must have equal symbols.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto x = values_of<std::uint8_t>(instance, "x");
    const auto y = values_of<std::uint8_t>(instance, "y");
    std::uint64_t length = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (at.i == 0 || at.j == 0 || decision > 2) {
            return not_a_solution("no such step");
        }
        if (decision == 0 && x[static_cast<std::size_t>(at.i - 1)] != y[static_cast<std::size_t>(at.j - 1)]) {
            return not_a_solution("different symbols are paired");
        }
        length += decision == 0 ? 1 : 0;
        return Cell{at.i - (decision != 2 ? 1 : 0), at.j - (decision != 1 ? 1 : 0)};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{std::ssize(x), std::ssize(y)}, take));
    return end.i == 0 || end.j == 0 ? Result<Number>(length) : not_a_solution("the traceback ends before the border");
}

}  // namespace

const Oracle& oracle_lcs();
const Oracle& oracle_lcs() {
    static const Oracle oracle{"lcs", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

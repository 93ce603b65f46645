#include "tests/dp/oracles/oracle.hpp"

namespace vkalgo::dp::test {
namespace {

bool is_misere(const Instance& instance) {
    return param_of(instance, "misere", 0) != 0;
}

/// Fills the table: the player to move loses if the number of remaining matches is a multiple of 4, or in misere a
/// multiple of 4 plus 1.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto wins = [&](std::size_t heap) { return heap % 4 == (is_misere(instance) ? 1U : 0U) ? 0U : 1U; };
    const auto n = static_cast<std::size_t>(instance.n);
    Cells<std::uint32_t> cells(1, n + 1);
    for (std::size_t heap = 0; heap <= n; ++heap) {
        cells(0, heap) = wins(heap);
    }
    cells.copy_to(table);
    return Number(std::uint64_t{wins(n)});
}

/// Returns 1 if the first player wins the game: by taking the last match, or in misere by not taking it.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto take = [](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (decision < 1 || decision > 3 || std::int64_t{decision} > at.j) {
            return not_a_solution("no such move");
        }
        return Cell{0, at.j - std::int64_t{decision}};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{0, instance.n}, take));
    if (end.j != 0) {
        return not_a_solution("matches are left");
    }
    const bool first_takes_last = solution.path.size() % 2 != 0;
    return Number(std::uint64_t{first_takes_last != is_misere(instance) ? 1U : 0U});
}

}  // namespace

const Oracle& oracle_nim();
const Oracle& oracle_nim() {
    static const Oracle oracle{"nim", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

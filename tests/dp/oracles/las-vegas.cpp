#include "tests/dp/oracles/rows.hpp"

namespace vkalgo::dp::test {
namespace {

struct Game {
    explicit Game(const Instance& instance)
        : plays(instance.n),
          chips(static_cast<std::int64_t>(param_of(instance, "chips", 3))),
          goal(static_cast<std::int64_t>(param_of(instance, "goal", 5))),
          win(real_param_of(instance, "win", 0.6666666666666666)) {}
    std::int64_t plays, chips, goal;
    double win;
};

/// Fills the table. No stake exceeds the chips that are missing to the goal, since a larger stake wins no more and
/// loses more.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Game game(instance);
    return filled_upwards<double>(
        static_cast<std::size_t>(game.plays + 1), static_cast<std::size_t>(game.goal + 1),
        static_cast<std::size_t>(game.chips), table, [&](const auto& at, std::size_t i, std::size_t j) {
            const auto goal = static_cast<std::size_t>(game.goal);
            double best = j == goal ? 1 : 0;
            for (std::size_t stake = 0; static_cast<std::int64_t>(i) < game.plays && stake <= std::min(j, goal - j);
                 ++stake) {
                best = std::max(best, game.win * at(i + 1, j + stake) + (1 - game.win) * at(i + 1, j - stake));
            }
            return best;
        });
}

/// Follows the stakes of a game in which every play is won. The probability after a lost play is in the table.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Game game(instance);
    std::vector<std::byte> table;
    VKALGO_TRY(const Number unused, reference(instance, &table));
    static_cast<void>(unused);
    const auto lost = [&](const PathRecord& record) {
        return reinterpret_cast<const double*>(
            table.data())[(record.i + 1) * (game.goal + 1) + record.j - static_cast<std::int64_t>(record.decision)];
    };
    const auto take = [&](Cell at, std::uint32_t stake) -> Result<Cell> {
        if (at.i >= game.plays || stake > at.j) {
            return not_a_solution("more is staked than there is");
        }
        return Cell{at.i + 1, std::min(at.j + stake, game.goal)};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{0, game.chips}, take));
    if (end.i != game.plays) {
        return not_a_solution("some plays have no stake");
    }
    double chance = end.j == game.goal ? 1 : 0;
    for (auto record = solution.path.rbegin(); record != solution.path.rend(); ++record) {
        chance = game.win * chance + (1 - game.win) * lost(*record);
    }
    return Number(chance);
}

}  // namespace

const Oracle& oracle_las_vegas();
const Oracle& oracle_las_vegas() {
    static const Oracle oracle{"las-vegas", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

#include "tests/dp/oracles/rows.hpp"

namespace vkalgo::dp::test {
namespace {

/// Returns the probability that at least one of `parts` parts works; computed by squaring, rounded as in the
/// recurrence.
double some_works(double works, std::int64_t parts) {
    double fail = 1;
    for (double power = 1 - works; parts > 0; parts /= 2, power *= power) {
        fail *= parts % 2 != 0 ? power : 1;
    }
    return 1 - fail;
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto works = values_of<double>(instance, "works");
    const auto price = values_of<std::uint32_t>(instance, "price");
    Cells<double> cells(works.size() + 1, param_of(instance, "budget", 60) + 1);
    const std::size_t budget = param_of(instance, "budget", 60);
    for (std::size_t j = 0; j <= budget; ++j) {
        cells(0, j) = 1;
    }
    for (std::size_t i = 1; i <= works.size(); ++i) {
        for (std::size_t parts = 1; parts * price[i - 1] <= budget; ++parts) {
            const double some = some_works(works[i - 1], static_cast<std::int64_t>(parts));
            for (std::size_t left = 0; left + parts * price[i - 1] <= budget; ++left) {
                double& cell = cells(i, left + parts * price[i - 1]);
                cell = std::max(cell, some * cells(i - 1, left));
            }
        }
    }
    cells.copy_to(table);
    return Number(cells(works.size(), budget));
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto works = values_of<double>(instance, "works");
    const auto price = values_of<std::uint32_t>(instance, "price");
    const auto take = [&](Cell at, std::int64_t parts) -> Result<Cell> {
        const std::int64_t left = at.i == 0 ? -1 : at.j - parts * element(price, at.i - 1);
        return left < 0 ? Result<Cell>(not_a_solution("the parts cost too much")) : Cell{at.i - 1, left};
    };
    const auto budget = static_cast<std::int64_t>(param_of(instance, "budget", 60));
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{std::ssize(works), budget}, take));
    if (end.i != 0) {
        return not_a_solution("some stages were not decided on");
    }
    double all = 1;
    for (auto record = solution.path.rbegin(); record != solution.path.rend(); ++record) {
        all = some_works(element(works, record->i - 1), record->decision) * all;
    }
    return Number(all);
}

}  // namespace

const Oracle& oracle_reliability();
const Oracle& oracle_reliability() {
    static const Oracle oracle{"reliability", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

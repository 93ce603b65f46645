#include "tests/dp/oracles/rows.hpp"

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto gain = values_of<std::uint32_t>(instance, "gain");
    const auto n = static_cast<std::size_t>(instance.n);
    const std::size_t m = param_of(instance, "units", 10);
    return filled_upwards<std::uint64_t>(n + 1, m + 1, m, table, [&](const auto& at, std::size_t i, std::size_t j) {
        std::uint64_t most = 0;
        for (std::size_t left = 0; i < n && left <= j; ++left) {
            most = std::max(most, at(i + 1, left) + gain[i * (m + 1) + j - left]);
        }
        return most;
    });
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto gain = values_of<std::uint32_t>(instance, "gain");
    const auto all = static_cast<std::int64_t>(param_of(instance, "units", 10));
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::int64_t units) -> Result<Cell> {
        if (at.i >= instance.n || units > at.j) {
            return not_a_solution("more is allotted than there is");
        }
        sum += element(gain, at.i * (all + 1) + units);
        return Cell{at.i + 1, at.j - units};
    };
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{0, all}, take));
    return end.i == instance.n ? Result<Number>(sum) : not_a_solution("some activities were not decided on");
}

}  // namespace

const Oracle& oracle_allotment();
const Oracle& oracle_allotment() {
    static const Oracle oracle{"allotment", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

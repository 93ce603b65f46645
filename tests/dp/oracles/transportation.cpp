#include "tests/dp/oracles/limits.hpp"

namespace vkalgo::dp::test {
namespace {

struct Shipping {
    explicit Shipping(const Instance& instance) : demand(values_of<std::uint32_t>(instance, "demand")) {
        std::uint64_t sum = 0;
        for (const std::uint32_t each : demand) {
            sum += each;
        }
        supplies.all = {static_cast<std::int64_t>(param_of(instance, "s1", (sum + 1) / 2)),
                        static_cast<std::int64_t>(param_of(instance, "s2", sum / 2)),
                        static_cast<std::int64_t>(param_of(instance, "s3", 0))};
        cost = {values_of<std::uint32_t>(instance, "c1"), values_of<std::uint32_t>(instance, "c2"),
                values_of<std::uint32_t>(instance, "c3")};
    }
    std::span<const std::uint32_t> demand;
    std::array<std::span<const std::uint32_t>, 3> cost;
    Limits supplies;

    std::uint64_t price(std::int64_t i, const std::array<std::int64_t, 3>& sent) const {
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            sum += static_cast<std::uint64_t>(sent.at(k)) * element(cost.at(k), i);
        }
        return sum;
    }
};

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Shipping of(instance);
    const std::int64_t columns = of.supplies.columns();
    return filled_upwards<std::uint64_t>(
        of.demand.size() + 1, static_cast<std::size_t>(columns), static_cast<std::size_t>(columns - 1), table,
        [&](const auto& at, std::size_t i, std::size_t j) {
            std::uint64_t least = i == of.demand.size() ? 0 : kInfeasible<std::uint64_t>;
            const auto left = of.supplies.left(static_cast<std::int64_t>(j));
            const std::int64_t all = i == of.demand.size() ? -1 : std::int64_t{of.demand[i]};
            for (std::int64_t third = 0; third <= std::min(all, left[2]); ++third) {
                for (std::int64_t second = 0; second <= std::min(all - third, left[1]); ++second) {
                    const std::array<std::int64_t, 3> sent{all - third - second, second, third};
                    const auto rest = less(left, sent);
                    if (fits(rest)) {
                        least = std::min(least, plus(at(i + 1, static_cast<std::size_t>(of.supplies.number(rest))),
                                                     of.price(static_cast<std::int64_t>(i), sent)));
                    }
                }
            }
            return least;
        });
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Shipping of(instance);
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::int64_t decision) -> Result<Cell> {
        if (at.i >= std::ssize(of.demand)) {
            return not_a_solution("no such destination");
        }
        const std::int64_t all = element(of.demand, at.i);
        const std::int64_t first = decision / (all + 1);
        const std::int64_t second = decision % (all + 1);
        const std::array<std::int64_t, 3> sent{first, second, all - first - second};
        const auto rest = less(of.supplies.left(at.j), sent);
        if (sent[2] < 0 || !fits(rest)) {
            return not_a_solution("more is sent than there is, or more than is asked for");
        }
        sum += of.price(at.i, sent);
        return Cell{at.i + 1, of.supplies.number(rest)};
    };
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{0, of.supplies.columns() - 1}, take));
    return end.i == std::ssize(of.demand) ? Result<Number>(sum) : not_a_solution("some destinations get nothing");
}

}  // namespace

const Oracle& oracle_transportation();
const Oracle& oracle_transportation() {
    static const Oracle oracle{"transportation", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test

#pragma once

#include "tests/dp/oracles/rows.hpp"

/// The code that inventory and production share: goods come in, the demand goes out, the rest is held.
namespace vkalgo::dp::test {

struct Stock {
    explicit Stock(const Instance& instance)
        : demand(values_of<std::uint32_t>(instance, "demand")),
          store(static_cast<std::int64_t>(param_of(instance, "store", 10))),
          most(static_cast<std::int64_t>(param_of(instance, "most", 10))),
          holding(static_cast<std::int64_t>(param_of(instance, "holding", 1))),
          start(static_cast<std::int64_t>(param_of(instance, "start", 0))) {}
    std::span<const std::uint32_t> demand;
    std::int64_t store, most, holding, start;

    /// Returns the stock that is left after period i.
    std::int64_t left(std::int64_t i, std::int64_t stock, std::int64_t more) const {
        return stock + more - element(demand, i);
    }
    /// Returns whether the store can hold a stock.
    bool fits(std::int64_t left) const { return left >= 0 && left <= store; }

    /// Computes all cells; price(i, x) is the cost of x more in period i.
    template <class Price>
    Number reference(std::vector<std::byte>* table, const Price& price) const {
        return filled_upwards<std::uint64_t>(
            demand.size() + 1, static_cast<std::size_t>(store + 1), static_cast<std::size_t>(start), table,
            [&](const auto& at, std::size_t i, std::size_t j) {
                std::uint64_t least = i == demand.size() ? 0 : kInfeasible<std::uint64_t>;
                for (std::int64_t more = 0; i < demand.size() && more <= most; ++more) {
                    const std::int64_t rest = left(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j), more);
                    if (fits(rest)) {
                        least = std::min(least, plus(at(i + 1, static_cast<std::size_t>(rest)),
                                                     price(static_cast<std::int64_t>(i), more) +
                                                         static_cast<std::uint64_t>(holding * rest)));
                    }
                }
                return least;
            });
    }

    template <class Price>
    Result<Number> replay(const Solution& solution, const Price& price) const {
        std::uint64_t sum = 0;
        const auto take = [&](Cell at, std::int64_t more) -> Result<Cell> {
            if (at.i >= std::ssize(demand) || more > most || !fits(left(at.i, at.j, more))) {
                return not_a_solution("too much for a period or for the store, or too little for the demand");
            }
            const std::int64_t rest = left(at.i, at.j, more);
            sum += price(at.i, more) + static_cast<std::uint64_t>(holding * rest);
            return Cell{at.i + 1, rest};
        };
        VKALGO_TRY(const Cell end, follow_splits(solution, Cell{0, start}, take));
        return end.i == std::ssize(demand) ? Result<Number>(sum) : not_a_solution("some periods were not decided on");
    }
};

}  // namespace vkalgo::dp::test

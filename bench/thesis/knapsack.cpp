#include "bench/thesis/case_study.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/thesis/knapsack.hpp>
#include <vkalgo_spirv/thesis/knapsack_traceback.hpp>

#include <algorithm>

namespace vkalgo::bench::thesis {

namespace {

class Knapsack final : public CaseStudy {
public:
    Knapsack(dp::Instance instance, std::size_t side)
        : CaseStudy("knapsack", std::move(instance), side, 4), weights_(input("weight")), profits_(input("profit")) {}

    void fill(std::span<std::byte> table) const override {
        const auto m = cells<std::uint32_t>(table);
        const std::size_t n = side();
        for (std::size_t i = 1; i < n; ++i) {
            const std::uint32_t weight = weights_[i - 1];
            const std::uint32_t profit = profits_[i - 1];
            for (std::size_t j = 0; j < n; ++j) {
                const std::uint32_t without = m[(i - 1) * n + j];
                m[i * n + j] = weight <= j ? std::max(without, m[(i - 1) * n + j - weight] + profit) : without;
            }
        }
    }

    std::uint64_t answer(std::span<const std::byte> table) const override { return cells<std::uint32_t>(table).back(); }

    std::uint64_t traceback(std::span<const std::byte> table) const override {
        const auto m = cells<std::uint32_t>(table);
        const std::size_t n = side();
        std::vector<std::uint32_t> taken(n - 1);
        std::size_t j = n - 1;
        for (std::size_t i = n - 1; i > 0; --i) {
            if (m[i * n + j] != m[(i - 1) * n + j]) {
                taken[i - 1] = 1;
                j -= weights_[i - 1];
            }
        }
        return worth_of(taken);
    }

    std::uint64_t worth(const dp::Solution& solution) const override {
        std::vector<std::uint32_t> taken(side() - 1);
        for (const dp::PathRecord& record : solution.path) {
            taken[static_cast<std::size_t>(record.i) - 1] = record.decision;
        }
        return worth_of(taken);
    }

    Result<HandRun> by_hand(Runner& runner, bool tracebacks, int repeat) const override {
        Context& context = runner.context();
        VKALGO_TRY(const auto kernel,
                   context.kernel({.name = "knapsack_by_hand", .spirv = spirv::thesis_knapsack, .constants = {}}));
        VKALGO_TRY(const auto tracer, context.kernel({.name = "knapsack_traceback_by_hand",
                                                      .spirv = spirv::thesis_knapsack_traceback,
                                                      .constants = {}}));
        const std::uint64_t bytes = std::uint64_t{4} * side() * side();
        VKALGO_TRY(const Buffer table, Buffer::create(context, {.size = bytes, .name = "table"}));
        VKALGO_TRY(const Buffer weights, words_on_device(runner, weights_, "weights"));
        VKALGO_TRY(const Buffer profits, words_on_device(runner, profits_, "profits"));
        VKALGO_TRY(const Buffer taken, Buffer::create(context, {.size = 4 * side(), .name = "taken"}));
        VKALGO_TRY(HandRun run, timed_by_hand(runner, table, bytes, tracebacks, repeat, [&](Recorder& recorder) {
                       const auto columns = static_cast<std::uint32_t>(side());
                       for (std::uint32_t row = 0; row < columns; ++row) {
                           recorder.dispatch(*kernel, {table.view(), table.view(), weights.view(), profits.view()},
                                             Push{row, columns}, Groups{groups_of_256(columns)});
                       }
                       if (tracebacks) {
                           recorder.dispatch(*tracer, {table.view(), weights.view(), taken.view()}, columns, Groups{});
                       }
                       return recorder.status();
                   }));
        if (tracebacks) {
            VKALGO_TRY(const auto items, words_from_device(runner, taken, side() - 1));
            run.worth = worth_of(items);
        }
        return run;
    }

private:
    struct Push {
        std::uint32_t row, side;
    };

    /// Returns the value of the items taken; 0 if they weigh more than the capacity.
    std::uint64_t worth_of(const std::vector<std::uint32_t>& taken) const {
        std::uint64_t weight = 0, profit = 0;
        for (std::size_t k = 0; k < taken.size(); ++k) {
            weight += taken[k] != 0 ? weights_[k] : 0;
            profit += taken[k] != 0 ? profits_[k] : 0;
        }
        return weight < side() ? profit : 0;
    }

    std::vector<std::uint32_t> weights_, profits_;
};

}  // namespace

std::unique_ptr<CaseStudy> knapsack_study(dp::Instance instance, std::size_t side) {
    return std::make_unique<Knapsack>(std::move(instance), side);
}

}  // namespace vkalgo::bench::thesis

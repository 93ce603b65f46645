#include "bench/thesis/case_study.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/thesis/binomial.hpp>

namespace vkalgo::bench::thesis {

namespace {

class Binomial final : public CaseStudy {
public:
    Binomial(dp::Instance instance, std::size_t side) : CaseStudy("binomial", std::move(instance), side, 8) {}

    bool has_solution() const override { return false; }

    void fill(std::span<std::byte> table) const override {
        const auto m = cells<std::uint64_t>(table);
        const std::uint64_t modulo = this->modulo();
        const std::size_t n = side();
        m[0] = 1;
        for (std::size_t i = 1; i < n; ++i) {
            m[i * n] = 1;
            for (std::size_t j = 1; j < n; ++j) {
                const std::uint64_t sum = m[(i - 1) * n + j - 1] + m[(i - 1) * n + j];
                m[i * n + j] = sum >= modulo ? sum - modulo : sum;
            }
        }
    }

    std::uint64_t answer(std::span<const std::byte> table) const override { return cells<std::uint64_t>(table).back(); }
    std::uint64_t traceback(std::span<const std::byte> table) const override { return answer(table); }
    std::uint64_t worth(const dp::Solution& solution) const override {
        return solution.answer_as<std::uint64_t>().value_or(0);
    }

    Result<HandRun> by_hand(Runner& runner, bool tracebacks, int repeat) const override {
        Context& context = runner.context();
        VKALGO_TRY(const auto kernel,
                   context.kernel({.name = "binomial_by_hand", .spirv = spirv::thesis_binomial, .constants = {}}));
        const std::uint64_t bytes = std::uint64_t{8} * side() * side();
        VKALGO_TRY(const Buffer table, Buffer::create(context, {.size = bytes, .name = "table"}));
        VKALGO_TRY(
            HandRun run, timed_by_hand(runner, table, bytes, tracebacks, repeat, [&](Recorder& recorder) {
                for (std::size_t row = 0; row < side(); ++row) {
                    const Push push{static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(side()),
                                    static_cast<std::uint32_t>(modulo())};
                    recorder.dispatch(*kernel, {table.view(), table.view()}, push, Groups{groups_of_256(side())});
                }
                return recorder.status();
            }));
        if (tracebacks) {
            std::uint64_t last = 0;
            VKALGO_CHECK(
                runner.download(table.view().slice(bytes - 8, 8), std::as_writable_bytes(std::span(&last, 1))));
            run.worth = last;
        }
        return run;
    }

private:
    struct Push {
        std::uint32_t row, side, modulo;
    };
    std::uint64_t modulo() const { return std::get<std::uint64_t>(instance().params.find("modulo")->second); }
};

}  // namespace

std::unique_ptr<CaseStudy> binomial_study(dp::Instance instance, std::size_t side) {
    return std::make_unique<Binomial>(std::move(instance), side);
}

}  // namespace vkalgo::bench::thesis

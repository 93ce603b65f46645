#include "bench/thesis/case_study.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/thesis/matrix_chain.hpp>
#include <vkalgo_spirv/thesis/matrix_chain_traceback.hpp>

#include <array>
#include <limits>

namespace vkalgo::bench::thesis {

namespace {

class MatrixChain final : public CaseStudy {
public:
    MatrixChain(dp::Instance instance, std::size_t side)
        : CaseStudy("matrix-chain", std::move(instance), side, 8), d_(input("d")) {}

    void fill(std::span<std::byte> table) const override {
        const auto m = cells<std::uint64_t>(table);
        const std::size_t n = side();
        for (std::size_t length = 1; length < n; ++length) {
            for (std::size_t i = 0; i + length < n; ++i) {
                m[i * n + i + length] = best_split(m, i, i + length).cost;
            }
        }
    }

    std::uint64_t answer(std::span<const std::byte> table) const override {
        return cells<std::uint64_t>(table)[side() - 1];
    }

    std::uint64_t traceback(std::span<const std::byte> table) const override {
        const auto m = cells<std::uint64_t>(table);
        std::uint64_t cost = 0;
        std::vector<std::pair<std::size_t, std::size_t>> open{{0, side() - 1}};
        while (!open.empty()) {
            const auto [i, j] = open.back();
            open.pop_back();
            if (i < j) {
                const std::size_t k = best_split(m, i, j).k;
                cost += product(i, k, j);
                open.emplace_back(i, k);
                open.emplace_back(k + 1, j);
            }
        }
        return cost;
    }

    std::uint64_t worth(const dp::Solution& solution) const override {
        std::uint64_t cost = 0;
        for (const dp::PathRecord& record : solution.path) {
            cost += product(static_cast<std::size_t>(record.i), record.decision, static_cast<std::size_t>(record.j));
        }
        return cost;
    }

    Result<HandRun> by_hand(Runner& runner, bool tracebacks, int repeat) const override {
        Context& context = runner.context();
        VKALGO_TRY(
            const auto kernel,
            context.kernel({.name = "matrix_chain_by_hand", .spirv = spirv::thesis_matrix_chain, .constants = {}}));
        VKALGO_TRY(const auto tracer, context.kernel({.name = "matrix_chain_traceback_by_hand",
                                                      .spirv = spirv::thesis_matrix_chain_traceback,
                                                      .constants = {}}));
        const std::uint64_t bytes = std::uint64_t{8} * side() * side();
        VKALGO_TRY(const Buffer table, Buffer::create(context, {.size = bytes, .name = "table"}));
        VKALGO_TRY(const Buffer splits, Buffer::create(context, {.size = bytes / 2, .name = "splits"}));
        VKALGO_TRY(const Buffer dimensions, words_on_device(runner, d_, "dimensions"));
        VKALGO_TRY(const Buffer products, Buffer::create(context, {.size = 16 * side(), .name = "products"}));
        VKALGO_TRY(HandRun run, timed_by_hand(runner, table, bytes, tracebacks, repeat, [&](Recorder& recorder) {
                       recorder.fill(table.view(), 0);
                       const auto rows = static_cast<std::uint32_t>(side());
                       for (std::uint32_t diagonal = 1; diagonal < rows; ++diagonal) {
                           recorder.dispatch(*kernel, {table.view(), table.view(), splits.view(), dimensions.view()},
                                             std::array{diagonal, rows},
                                             Groups{groups_of_256(std::size_t{32} * (rows - diagonal))});
                       }
                       if (tracebacks) {
                           recorder.dispatch(*tracer, {splits.view(), products.view()}, rows, Groups{});
                       }
                       return recorder.status();
                   }));
        if (tracebacks) {
            VKALGO_TRY(const auto words, words_from_device(runner, products, 4 * (side() - 1)));
            for (std::size_t p = 0; p + 3 < words.size(); p += 4) {
                run.worth += product(words[p], words[p + 1], words[p + 2]);
            }
        }
        return run;
    }

    std::vector<std::byte> rows_of(std::vector<std::byte> table) const override {
        const auto m = cells<std::uint64_t>(std::span(table));
        for (std::size_t i = 1; i < side(); ++i) {
            std::fill_n(m.begin() + static_cast<std::ptrdiff_t>(i * side()), i, 0);
        }
        return table;
    }

private:
    struct Split {
        std::uint64_t cost = std::numeric_limits<std::uint64_t>::max();
        std::size_t k = 0;
    };

    std::uint64_t product(std::size_t i, std::size_t k, std::size_t j) const {
        return std::uint64_t{d_[i]} * d_[k + 1] * d_[j + 1];
    }

    Split best_split(std::span<const std::uint64_t> m, std::size_t i, std::size_t j) const {
        Split best;
        for (std::size_t k = i; k < j; ++k) {
            const std::uint64_t cost = m[i * side() + k] + m[(k + 1) * side() + j] + product(i, k, j);
            if (cost < best.cost) {
                best = {cost, k};
            }
        }
        return best;
    }

    std::vector<std::uint32_t> d_;
};

}  // namespace

std::unique_ptr<CaseStudy> matrix_chain_study(dp::Instance instance, std::size_t side) {
    return std::make_unique<MatrixChain>(std::move(instance), side);
}

}  // namespace vkalgo::bench::thesis

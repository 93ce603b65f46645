#include "bench/thesis/case_study.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/thesis/lcs.hpp>
#include <vkalgo_spirv/thesis/lcs_traceback.hpp>

#include <algorithm>
#include <cstring>

namespace vkalgo::bench::thesis {

namespace {

class Lcs final : public CaseStudy {
public:
    Lcs(dp::Instance instance, std::size_t side)
        : CaseStudy("lcs", std::move(instance), side, 4), x_(input("x")), y_(input("y")) {}

    void fill(std::span<std::byte> table) const override {
        const auto m = cells<std::uint32_t>(table);
        const std::size_t n = side();
        for (std::size_t i = 1; i < n; ++i) {
            for (std::size_t j = 1; j < n; ++j) {
                m[i * n + j] = x_[i - 1] == y_[j - 1] ? m[(i - 1) * n + j - 1] + 1
                                                      : std::max(m[(i - 1) * n + j], m[i * n + j - 1]);
            }
        }
    }

    std::uint64_t answer(std::span<const std::byte> table) const override { return cells<std::uint32_t>(table).back(); }

    std::uint64_t traceback(std::span<const std::byte> table) const override {
        return traceback_at(table, [n = side()](std::size_t i, std::size_t j) { return i * n + j; });
    }

    std::uint64_t worth(const dp::Solution& solution) const override {
        std::vector<std::uint32_t> symbols;
        for (const dp::PathRecord& record : solution.path) {
            if (record.decision == 0) {
                symbols.push_back(x_[static_cast<std::size_t>(record.i) - 1]);
            }
        }
        return worth_of(symbols);
    }

    Result<HandRun> by_hand(Runner& runner, bool tracebacks, int repeat) const override {
        Context& context = runner.context();
        VKALGO_TRY(const auto kernel,
                   context.kernel({.name = "lcs_by_hand", .spirv = spirv::thesis_lcs, .constants = {}}));
        VKALGO_TRY(
            const auto tracer,
            context.kernel({.name = "lcs_traceback_by_hand", .spirv = spirv::thesis_lcs_traceback, .constants = {}}));
        const std::uint64_t bytes = std::uint64_t{4} * (2 * side() - 1) * side();
        VKALGO_TRY(const Buffer table, Buffer::create(context, {.size = bytes, .name = "table"}));
        VKALGO_TRY(const Buffer x, words_on_device(runner, x_, "x"));
        VKALGO_TRY(const Buffer y, words_on_device(runner, y_, "y"));
        VKALGO_TRY(const Buffer found, Buffer::create(context, {.size = 4 * side(), .name = "found"}));
        VKALGO_TRY(HandRun run, timed_by_hand(runner, table, bytes, tracebacks, repeat, [&](Recorder& recorder) {
                       const auto rows = static_cast<std::uint32_t>(side());
                       for (std::uint32_t diagonal = 0; diagonal < 2 * rows - 1; ++diagonal) {
                           const std::uint32_t first = diagonal < rows ? 0 : diagonal - rows + 1;
                           const std::uint32_t count = std::min(diagonal, rows - 1) - first + 1;
                           recorder.dispatch(*kernel, {table.view(), table.view(), x.view(), y.view()},
                                             Push{diagonal, rows, first, count}, Groups{groups_of_256(count)});
                       }
                       if (tracebacks) {
                           recorder.dispatch(*tracer, {table.view(), x.view(), y.view(), found.view()}, rows, Groups{});
                       }
                       return recorder.status();
                   }));
        if (tracebacks) {
            VKALGO_TRY(auto symbols, words_from_device(runner, found, side()));
            symbols.resize(std::min<std::size_t>(symbols[0], side() - 1) + 1);
            symbols.erase(symbols.begin());
            run.worth = worth_of(symbols);
        }
        return run;
    }

    std::uint64_t traceback_by_hand(std::span<const std::byte> table) const override {
        return traceback_at(table, [n = side()](std::size_t i, std::size_t j) { return (i + j) * n + i; });
    }

    std::vector<std::byte> rows_of(std::vector<std::byte> table) const override {
        const std::size_t n = side();
        std::vector<std::byte> rows(4 * n * n);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                std::memcpy(rows.data() + 4 * (i * n + j), table.data() + 4 * ((i + j) * n + i), 4);
            }
        }
        return rows;
    }

private:
    struct Push {
        std::uint32_t diagonal, side, first, count;
    };

    template <class Index>
    std::uint64_t traceback_at(std::span<const std::byte> table, const Index& index) const {
        const auto m = cells<std::uint32_t>(table);
        std::vector<std::uint32_t> symbols;
        std::size_t i = side() - 1;
        std::size_t j = side() - 1;
        while (i > 0 && j > 0) {
            if (x_[i - 1] == y_[j - 1]) {
                symbols.push_back(x_[i - 1]);
                --i;
                --j;
            } else if (m[index(i - 1, j)] >= m[index(i, j - 1)]) {
                --i;
            } else {
                --j;
            }
        }
        return worth_of(symbols);
    }

    /// Returns the number of symbols if their reverse is a subsequence of both strings, otherwise 0.
    std::uint64_t worth_of(const std::vector<std::uint32_t>& symbols) const {
        for (const std::vector<std::uint32_t>* whole : {&x_, &y_}) {
            std::size_t found = 0;
            for (auto at = whole->rbegin(); at != whole->rend() && found < symbols.size(); ++at) {
                found += static_cast<std::size_t>(*at == symbols[found]);
            }
            if (found != symbols.size()) {
                return 0;
            }
        }
        return symbols.size();
    }

    std::vector<std::uint32_t> x_, y_;
};

}  // namespace

std::unique_ptr<CaseStudy> lcs_study(dp::Instance instance, std::size_t side) {
    return std::make_unique<Lcs>(std::move(instance), side);
}

}  // namespace vkalgo::bench::thesis

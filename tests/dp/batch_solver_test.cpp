// Compares a solver that is reused, and shared by several threads, with solve_batch() of each batch alone.
#include "algorithms/dp/batch.hpp"
#include "algorithms/split_mix.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

struct Texts {
    ArrayList x, y;
    std::size_t count = 0;

    Batch batch() const { return {count, {{"x", x.view()}, {"y", y.view()}}}; }
};

Texts drawn_texts(std::uint64_t seed, std::size_t count, std::size_t longest) {
    Texts texts;
    SplitMix64 random(seed);
    const auto text = [&] {
        std::string letters(random.below(longest + 1), ' ');
        std::generate(letters.begin(), letters.end(), [&] { return static_cast<char>('a' + random.below(3)); });
        return letters;
    };
    for (; texts.count < count; ++texts.count) {
        texts.x.add(text());
        texts.y.add(text());
    }
    return texts;
}

struct BatchCase {
    Texts texts;
    BatchOptions options;
    BatchSolution expected;
};

bool is_same(const BatchSolution& a, const BatchSolution& b) {
    bool same = a.answers == b.answers && a.statuses == b.statuses && a.cells == b.cells && a.method == b.method;
    for (std::size_t p = 0; same && p < a.statuses.size(); ++p) {
        same = a.paths.steps(p) == b.paths.steps(p) && a.paths.end(p) == b.paths.end(p) &&
               (a.paths.steps(p) == 0 || a.paths.path(p) == b.paths.path(p));
    }
    return same;
}

class BatchSolvers : public vkalgo::test::DeviceTest {
protected:
    static Recurrence edit() { return take(Recurrence::builtin("edit-distance")); }

    /// Returns large and small batches, of one chunk and of many, with and without tracebacks, and one for method
    /// `single`.
    static std::vector<BatchCase> cases() {
        std::vector<BatchCase> cases;
        for (std::uint64_t k = 0; k < 24; ++k) {
            BatchCase one;
            one.texts = drawn_texts(k, k % 5 == 0 ? 1 : 20 * k, k % 7 == 0 ? 200 : 30);
            one.options.solution = k % 2 == 1;
            one.options.method = k == 5 ? "single" : "";
            one.options.call.memory_limit = k % 3 == 2 ? 400'000 : 0;
            one.expected = take(solve_batch(runner(), edit(), one.texts.batch(), one.options));
            cases.push_back(std::move(one));
        }
        return cases;
    }
};

TEST_F(BatchSolvers, OneThatIsReusedSolvesEachBatchLikeANewSolver) {
    const Recurrence recurrence = edit();
    const std::vector<BatchCase> all = cases();
    BatchSolver solver(runner(), recurrence);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const BatchSolution solved = take(solver.solve(all[k].texts.batch(), all[k].options));
        EXPECT_TRUE(is_same(solved, all[k].expected)) << k;
        if (k == 9) {
            EXPECT_GT(solver.device_bytes(), 0U);
            solver.release();
            EXPECT_EQ(solver.device_bytes(), 0U);
        }
    }
}

TEST_F(BatchSolvers, BatchesOfEqualLengthsAndDifferentLettersHaveTheirOwnAnswers) {
    const Recurrence recurrence = edit();
    BatchSolver solver(runner(), recurrence);
    for (const char* method : {"bit-parallel", "team"}) {
        for (std::uint64_t round = 0; round < 6; ++round) {  // A solver has two slots for inputs
            SplitMix64 random(round);
            Texts texts;
            std::vector<std::uint32_t> expected;
            for (; texts.count < 40; ++texts.count) {
                const std::string left(30 + texts.count, 'a');
                std::string right = left;
                const std::size_t changed = random.below(right.size());
                std::fill_n(right.begin(), changed, 'b');
                texts.x.add(left);
                texts.y.add(right);
                expected.push_back(static_cast<std::uint32_t>(changed));
            }
            const BatchSolution solved = take(solver.solve(texts.batch(), {.method = method}));
            const auto answers = solved.answers_as<std::uint32_t>();
            EXPECT_EQ(std::vector<std::uint32_t>(answers.begin(), answers.end()), expected) << method << ' ' << round;
        }
    }
}

TEST_F(BatchSolvers, OneThatThreadsShareSolvesEachBatchLikeANewSolver) {
    const Recurrence recurrence = edit();
    const std::vector<BatchCase> all = cases();
    BatchSolver solver(runner(), recurrence);
    std::vector<char> same(all.size(), 0);
    std::vector<std::thread> threads;
    for (std::size_t first = 0; first < 3; ++first) {
        threads.emplace_back([&, first] {
            for (std::size_t k = first; k < all.size(); k += 3) {
                const auto solved = solver.solve(all[k].texts.batch(), all[k].options);
                same[k] = solved && is_same(*solved, all[k].expected) ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
        EXPECT_EQ(same[k], 1) << k;
    }
}

TEST_F(BatchSolvers, AnErrorOrACancellationInOneThreadDoesNotAffectTheOthers) {
    const Recurrence recurrence = edit();
    const Texts texts = drawn_texts(3, 300, 40);
    BatchOptions options;
    options.solution = true;
    options.call.memory_limit = 1'000'000;
    const BatchSolution expected = take(solve_batch(runner(), recurrence, texts.batch(), options));
    BatchSolver solver(runner(), recurrence);
    int solved = 0, refused = 0, stopped = 0;
    std::thread good([&] {
        for (int k = 0; k < 8; ++k) {
            const auto own = solver.solve(texts.batch(), options);
            solved += own && is_same(*own, expected) ? 1 : 0;
        }
    });
    std::thread bad([&] {
        Batch costly = texts.batch();
        costly.params.emplace("del", Number(std::uint64_t{4'000'000'000}));
        for (int k = 0; k < 8; ++k) {
            const auto own = solver.solve(costly, options);
            refused += !own && own.error().code == ErrorCode::overflow ? 1 : 0;
        }
    });
    std::thread ended([&] {
        for (int k = 0; k < 8; ++k) {
            std::stop_source stop;
            BatchOptions own = options;
            own.call.cancel = stop.get_token();
            own.call.progress = [&](double) { stop.request_stop(); };  // After its first chunk
            const auto done = solver.solve(texts.batch(), own);
            stopped += !done && done.error().code == ErrorCode::cancelled ? 1 : 0;
        }
    });
    good.join();
    bad.join();
    ended.join();
    EXPECT_EQ(solved, 8);
    EXPECT_EQ(refused, 8);
    EXPECT_EQ(stopped, 8);
}

TEST_F(BatchSolvers, ThereAreAsManyTimedRunsAsRequested) {
    const Recurrence recurrence = edit();
    const Texts texts = drawn_texts(3, 50, 40);
    BatchSolver solver(runner(), recurrence);
    BatchOptions options;
    options.call.repeat = 3;
    const BatchSolution solved = take(solver.solve(texts.batch(), options));
    EXPECT_EQ(solved.call.gpu_milliseconds.size(), 3U);
    EXPECT_TRUE(is_same(solved, take(solver.solve(texts.batch()))));
}

}  // namespace
}  // namespace vkalgo::dp::test

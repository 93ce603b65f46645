// Batches whose tables are cut into launches because the device stops long loops. With lower limits of loops, small
// tables are cut too; the results must be those of whole tables.
#include "algorithms/dp/batch.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/batches.hpp"
#include "tests/dp/local_texts.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// Pairs of texts with letters below `letters`, and a table of scores.
struct LetterPairs {
    ArrayList x, y, score{ElementType::i32};
    std::size_t count = 0;
    std::uint64_t letters = 3;
    SplitMix64 random;

    LetterPairs(std::uint64_t seed, std::uint64_t alphabet) : letters(alphabet), random(seed) {
        std::vector<std::int32_t> scores;
        for (std::uint64_t k = 0; k < letters * letters; ++k) {
            scores.push_back(k % (letters + 1) == 0 ? 3 : -static_cast<std::int32_t>(random.below(3)));
        }
        score.add(std::span<const std::int32_t>(scores));
    }
    Letters drawn(std::size_t length) {
        Letters made(length);
        std::generate(made.begin(), made.end(), [&] { return static_cast<std::uint8_t>(random.below(letters)); });
        return made;
    }
    void add(const Letters& a, const Letters& b) {
        x.add(std::span<const std::uint8_t>(a));
        y.add(std::span<const std::uint8_t>(b));
        ++count;
    }
    void add(std::size_t rows, std::size_t columns) {
        const Letters a = drawn(rows);
        Letters b = drawn(columns);
        // One text contains a part of the other, so that tracebacks are long.
        for (std::size_t k = 0; k < std::min(rows, columns) / 2; ++k) {
            b[columns / 3 + k] = a[rows / 3 + k];
        }
        add(a, b);
    }
    Batch batch(const std::string& left = "x", const std::string& right = "y") const {
        return {count, {{left, x.view()}, {right, y.view()}}};
    }
};

/// Returns pairs whose tables have one or two rows or columns, pairs whose tables end near the end of a group of
/// columns or of a strip, pairs of a short and a long text, and `others` random pairs.
LetterPairs ragged(std::uint64_t seed, std::uint64_t letters, std::size_t others) {
    LetterPairs pairs(seed, letters);
    for (const std::size_t length : {0U, 1U, 3U, 4U, 5U, 31U, 32U, 33U, 63U, 64U, 65U}) {
        pairs.add(length, 1);
        pairs.add(1, length);
        pairs.add(length, 150 + pairs.random.below(60));
        pairs.add(150 + pairs.random.below(60), length);
    }
    pairs.add(0, 900);
    pairs.add(900, 0);
    pairs.add(3, 1200);
    pairs.add(1200, 2);
    for (std::size_t k = 0; k < others; ++k) {
        pairs.add(pairs.random.below(140), pairs.random.below(140));
    }
    return pairs;
}

/// The tests' device with a profile by which an invocation may run at most `most` loop iterations.
class ShortLoops {
public:
    explicit ShortLoops(std::uint32_t most) : context_(options_of(most)) {
        runner_ = std::make_unique<Runner>(take(Runner::create(*context_)));
    }
    Runner& runner() { return *runner_; }

private:
    static ContextOptions options_of(std::uint32_t most) {
        ContextOptions options = vkalgo::test::test_options();
        options.narrow = [most](DeviceProfile& profile) { profile.max_loop_iterations = most; };
        return options;
    }
    vkalgo::test::ValidatedContext context_;
    std::unique_ptr<Runner> runner_;
};

class BatchCuts : public vkalgo::test::DeviceTest {
protected:
    static void expect_same(const BatchSolution& own, const BatchSolution& expected, const Batch& batch,
                            bool with_tracebacks) {
        ASSERT_EQ(own.statuses, expected.statuses);
        for (std::size_t p = 0; p < batch.count; ++p) {
            const auto text = [&] {
                return "problem " + std::to_string(p) + ": " + std::to_string(batch.inputs.at("x").length(p)) + " x " +
                       std::to_string(batch.inputs.at("y").length(p));
            };
            ASSERT_EQ(own.answer(p), expected.answer(p)) << text();
            ASSERT_EQ(own.cells[p], expected.cells[p]) << text();
            if (with_tracebacks) {
                ASSERT_EQ(own.paths.end(p), expected.paths.end(p)) << text();
                ASSERT_EQ(own.paths.path(p), expected.paths.path(p)) << text();
            }
        }
    }
    /// The loop limit of a device, the lanes and registers of the kernels, and whether tracebacks are wanted.
    struct Cut {
        std::uint32_t most, lanes, registers;
        bool solution;
    };
    /// Expects that batches whose tables are cut have the results of whole tables.
    static void expect_as_whole(const Recurrence& recurrence, const Batch& batch, bool with_tracebacks,
                                const std::vector<Cut>& cuts = {{300, 0, 0, false}, {1100, 4, 2, true}}) {
        TestKnobs knobs;
        knobs.registers = 4;
        BatchOptions options{.method = "team", .solution = with_tracebacks, .knobs = &knobs};
        const BatchSolution expected = take(solve_batch(runner(), recurrence, batch, options));
        ASSERT_EQ(expected.plan_summary.find("cut"), std::string::npos) << expected.plan_summary;
        for (const Cut& cut : cuts) {
            ShortLoops device(cut.most);
            knobs.lanes = cut.lanes;
            knobs.registers = cut.registers;
            options.solution = cut.solution && with_tracebacks;
            SCOPED_TRACE(std::to_string(cut.most) + (options.solution ? " with tracebacks, lanes " : ", lanes ") +
                         std::to_string(cut.lanes));
            const BatchSolution own = take(solve_batch(device.runner(), recurrence, batch, options));
            EXPECT_EQ(own.method, "team");
            EXPECT_NE(own.plan_summary.find("tables divided among up to "), std::string::npos) << own.plan_summary;
            expect_same(own, expected, batch, options.solution);
        }
    }
};

TEST_F(BatchCuts, OfDistancesGiveTheResultsOfWholeTables) {
    expect_as_whole(take(Recurrence::builtin("edit-distance")), ragged(1, 3, 20).batch(), true,
                    {{300, 0, 0, false}, {300, 0, 0, true}, {1100, 4, 2, false}, {1100, 4, 2, true}});
}

TEST_F(BatchCuts, OfLocalAlignmentsGiveTheResultsOfWholeTables) {
    const Recurrence local = take(Recurrence::builtin("align-local"));
    for (const std::uint64_t letters : {2U, 5U}) {  // With two letters many cells are equally good
        const LetterPairs pairs = ragged(letters, letters, 20);
        Batch batch = pairs.batch();
        batch.inputs.emplace("score", pairs.score.view());
        batch.params = {{"alphabet", Number(letters)}, {"open", Number(std::int64_t{2})}};
        expect_as_whole(local, batch, letters == 2);
    }
}

TEST_F(BatchCuts, OfGlobalAndSemiglobalAlignmentsGiveTheResultsOfWholeTables) {
    for (const char* problem : {"align-global", "align-semiglobal"}) {
        const LetterPairs pairs = ragged(3, 4, 6);
        Batch batch = pairs.batch();
        batch.inputs.emplace("score", pairs.score.view());
        batch.params = {{"alphabet", Number(std::uint64_t{4})}, {"open", Number(std::int64_t{2})}};
        expect_as_whole(take(Recurrence::builtin(problem)), batch, true);
    }
}

TEST_F(BatchCuts, RunInEveryDiagonalPatternWithEveryKindOfAnswer) {
    const std::vector<std::string> answers{"last", "max all", "max last-row", "max last-column or last-row"};
    for (std::size_t k = 0; k < 4; ++k) {
        const std::vector<std::string> patterns{"NOSE", "SENO", "SONE", "NESO"};
        SCOPED_TRACE(patterns[k] + ", " + answers[k]);
        const bool odd = k % 2 != 0;
        expect_as_whole(recurrence_of(mirrored(patterns[k], answers[k])), ragged(10 + k, 2, 4).batch(), true,
                        {{300, 0, 4, odd}, {1100, 4, 2, !odd}});
    }
    const std::string best_base =
        "//! problem  ends\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! input    x u8[]\n"
        "//! input    y u8[]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   min last-row or last-column\n"
        "cell_t base(int i, int j) { return i == 0 ? -((j * 37) % 101) : i; }\ncell_t cell(int i, int j) {\n"
        "    return min(at(i - 1, j - 1) + (x(i - 1) == y(j - 1) ? -1 : 1), min(at(i - 1, j), at(i, j - 1)) + 1);\n}\n";
    expect_as_whole(recurrence_of(best_base), ragged(20, 3, 8).batch(), false);
}

TEST_F(BatchCuts, OfBitParallelTablesGiveTheDistancesAndLengthsOfPlainCells) {
    const LetterPairs pairs = ragged(5, 3, 30);
    for (const char* problem : {"edit-distance", "lcs"}) {
        const Recurrence recurrence = take(Recurrence::builtin(problem));
        const BatchSolution expected = take(solve_batch(runner(), recurrence, pairs.batch(), {.method = "team"}));
        // A lane takes two hundred iterations to fill its table of matches.
        for (const auto& [most, lanes] : {std::pair{3000U, 0U}, {9000U, 16U}}) {
            ShortLoops device(most);
            TestKnobs knobs;
            knobs.lanes = lanes;
            knobs.words = lanes == 0 ? 0 : 1;
            const BatchSolution own = take(
                solve_batch(device.runner(), recurrence, pairs.batch(), {.method = "bit-parallel", .knobs = &knobs}));
            EXPECT_NE(own.plan_summary.find("tables divided among up to "), std::string::npos) << own.plan_summary;
            expect_same(own, expected, pairs.batch(), false);
        }
    }
}

TEST_F(BatchCuts, OfALongProblemAmongShortOnesGiveAllAnswers) {
    ShortLoops device(2000);
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    for (const std::size_t long_one : {0U, 7U, 14U}) {
        LetterPairs pairs(long_one, 4);
        for (std::size_t p = 0; p < 15; ++p) {
            pairs.add(p == long_one ? 90 : 5 + p, p == long_one ? 2100 : 9);
        }
        const BatchSolution expected =
            take(solve_batch(runner(), edit, pairs.batch(), {.method = "team", .solution = true}));
        const BatchSolution own =
            take(solve_batch(device.runner(), edit, pairs.batch(), {.method = "team", .solution = true}));
        expect_same(own, expected, pairs.batch(), true);
    }
}

TEST_F(BatchCuts, OfSeveralChunksGiveAllTracebacks) {
    ShortLoops device(700);
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    const LetterPairs pairs = ragged(8, 3, 60);
    const BatchSolution expected =
        take(solve_batch(runner(), edit, pairs.batch(), {.method = "team", .solution = true}));
    BatchOptions options{.method = "team", .solution = true};
    options.call.memory_limit = 600'000;
    expect_same(take(solve_batch(device.runner(), edit, pairs.batch(), options)), expected, pairs.batch(), true);
}

TEST_F(BatchCuts, AFaultInALaterLaunchNamesItsProblem) {
    ShortLoops device(600);
    const Recurrence recurrence = recurrence_of(
        "//! problem  beyond\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     3\n//! columns  len(x) + 1\n//! base     first-row 1\n//! base     first-column 1\n"
        "//! answer   last\ncell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) {\n"
        "    overflow_if(x(j - 1) > 7u);\n    return max(at(i - 1, j), at(i, j - 1)) + 1u;\n}\n");
    ArrayList x;
    for (std::size_t p = 0; p < 9; ++p) {
        Letters letters(2000, 1);
        letters[1990] = p == 5 ? 8 : 7;
        x.add(std::span<const std::uint8_t>(letters));
    }
    const auto solved = solve_batch(device.runner(), recurrence, {9, {{"x", x.view()}}}, {.method = "team"});
    ASSERT_ERROR(solved, ErrorCode::overflow);
    EXPECT_EQ(solved.error().where, "problem 5");
}

TEST_F(BatchCuts, ANamedMethodThatDoesNotRunTheBatchIsRefusedWithNumbers) {
    LetterPairs pairs(4, 4);
    pairs.add(20, 30);
    pairs.add(50, 4000);
    ShortLoops device(900);
    Batch batch = pairs.batch();
    batch.inputs.emplace("score", pairs.score.view());
    batch.params = {{"alphabet", Number(std::uint64_t{4})}};
    const Recurrence local = take(Recurrence::builtin("align-local"));
    const auto packed_f16 = solve_batch(device.runner(), local, batch, {.method = "packed-f16", .cells = false});
    ASSERT_ERROR(packed_f16, ErrorCode::unsupported);
    EXPECT_EQ(packed_f16.error().where, "method");
    EXPECT_EQ(packed_f16.error().message.find("problem 1: method packed-f16 of batches"), 0U)
        << packed_f16.error().message;
    EXPECT_NE(packed_f16.error().message.find("51 x 4001 cells"), std::string::npos) << packed_f16.error().message;
    BatchOptions options{.method = "team", .solution = true};
    options.call.memory_limit = 60'000;
    const auto team = solve_batch(runner(), local, batch, options);
    ASSERT_ERROR(team, ErrorCode::unsupported);
    EXPECT_EQ(team.error().where, "method");
    EXPECT_NE(team.error().message.find("method team of batches cannot run"), std::string::npos)
        << team.error().message;
    options.method = "";
    options.call.memory_limit = 0;
    const BatchSolution solved = take(solve_batch(device.runner(), local, batch, options));
    expect_same(solved, take(solve_batch(runner(), local, batch, options)), batch, true);
}

TEST_F(BatchCuts, AShortProblemDoesNotRunAloneBecauseALongOneDoes) {
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    LetterPairs pairs(17, 4);
    for (std::size_t p = 0; p < 9; ++p) {
        pairs.add(p == 4 ? 20'000 : 5 * p, p == 4 ? 20'000 : 40);
    }
    const BatchSolution solved = take(solve_batch(runner(), edit, pairs.batch()));
    EXPECT_EQ(solved.method, "bit-parallel") << solved.plan_summary;
    if (context().profile().type == DeviceType::software) {  // On other devices the long problem runs in the batch too
        EXPECT_NE(solved.plan_summary.find("8 problems, "), std::string::npos) << solved.plan_summary;
    }
    expect_same(solved, take(solve_batch(runner(), edit, pairs.batch(), {.method = "bit-parallel"})), pairs.batch(),
                false);
}

TEST_F(BatchCuts, AreChosenAutomaticallyIfSingleRunsAreSlower) {
    // Pairs of 10 and 60,000 letters, ten of them and then one. Where workgroups cannot wait for each other, a table
    // that is solved alone takes one dispatch per diagonal of tiles.
    LetterPairs pairs(6, 4);
    for (std::size_t p = 0; p < 10; ++p) {
        pairs.add(10, 60'000);
    }
    Batch batch = pairs.batch();
    batch.inputs.emplace("score", pairs.score.view());
    batch.params = {{"alphabet", Number(std::uint64_t{4})}};
    const Recurrence local = take(Recurrence::builtin("align-local"));
    for (const std::size_t count : {10U, 1U}) {
        batch.count = count;
        std::vector<std::uint32_t> first(count, 0);
        batch.inputs.at("x").chosen = batch.inputs.at("y").chosen = first;
        EXPECT_EQ(take(solve_batch(runner(), local, batch)).method, "team") << count;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test

// Compares method `packed-f16` of batches with a plain computation on the CPU, with solve() and with method team.
#include "algorithms/dp/batch.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/local_texts.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// Pairs of sequences with scores.
struct Problems {
    std::vector<std::vector<std::uint8_t>> left, right;
    ArrayList x, y, score{ElementType::i32};
    std::vector<std::int32_t> matrix;
    std::uint32_t letters = 0;
    std::int64_t open = 11, extend = 1;

    explicit Problems(std::vector<std::int32_t> scores) : matrix(std::move(scores)) {
        while (letters * letters < matrix.size()) {
            ++letters;
        }
        score.add(std::span<const std::int32_t>(matrix));
    }
    /// Draws scores: `greatest` on the diagonal, elsewhere from `least` to about halfway between the two.
    static Problems drawn(SplitMix64& random, std::uint32_t letters, std::int32_t least, std::int32_t greatest) {
        std::vector<std::int32_t> scores(std::size_t{letters} * letters);
        for (std::size_t k = 0; k < scores.size(); ++k) {
            const auto range = static_cast<std::uint64_t>(greatest - least) + 1;
            scores[k] =
                k % (letters + 1) == 0 ? greatest : least + static_cast<std::int32_t>(random.below(1 + range / 2));
        }
        scores[letters - 1] = least;
        return Problems(std::move(scores));
    }

    void add(std::vector<std::uint8_t> a, std::vector<std::uint8_t> b) {
        x.add(std::span<const std::uint8_t>(a));
        y.add(std::span<const std::uint8_t>(b));
        left.push_back(std::move(a));
        right.push_back(std::move(b));
    }
    std::vector<std::uint8_t> text(SplitMix64& random, std::size_t length) const {
        std::vector<std::uint8_t> made(length);
        std::generate(made.begin(), made.end(), [&] { return static_cast<std::uint8_t>(random.below(letters)); });
        return made;
    }
    /// Adds a pair whose second sequence contains a part of the first, with changes.
    void add_drawn(SplitMix64& random, std::size_t rows, std::size_t columns) {
        std::vector<std::uint8_t> a = text(random, rows);
        std::vector<std::uint8_t> b = text(random, columns);
        const std::size_t common = std::min(rows, columns) / 2;
        const std::size_t from = random.below(rows - common + 1);
        const std::size_t to = random.below(columns - common + 1);
        for (std::size_t k = 0; k < common; ++k) {
            b[to + k] = random.below(8) == 0 ? b[to + k] : a[from + k];
        }
        add(std::move(a), std::move(b));
    }
    Batch batch() const {
        return {left.size(),
                {{"x", x.view()}, {"y", y.view()}, {"score", score.view()}},
                {{"alphabet", Number(std::uint64_t{letters})}, {"open", Number(open)}, {"extend", Number(extend)}}};
    }
    std::int32_t expected(std::size_t p) const { return expected(left[p], right[p]); }
    std::int32_t expected(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) const {
        const auto first = static_cast<std::int32_t>(open + extend);
        const auto more = static_cast<std::int32_t>(extend);
        std::vector<std::int32_t> h(b.size() + 1), f(b.size() + 1, -first);
        std::int32_t best = 0;
        for (const std::uint8_t letter : a) {
            std::int32_t diagonal = 0, west = 0, e = -first;
            for (std::size_t j = 1; j <= b.size(); ++j) {
                e = std::max(west - first, e - more);
                f[j] = std::max(h[j] - first, f[j] - more);
                west = std::max({diagonal + matrix[letter * letters + b[j - 1]], 0, e, f[j]});
                diagonal = h[j];
                h[j] = west;
                best = std::max(best, west);
            }
        }
        return best;
    }
};

class PackedF16 : public vkalgo::test::DeviceTest {
protected:
    static const Recurrence& local() {
        static const Recurrence recurrence = take(Recurrence::builtin("align-local"));
        return recurrence;
    }
    static BatchSolution solved_by(const char* method, const Batch& batch, const TestKnobs* knobs = nullptr) {
        return take(solve_batch(runner(), local(), batch, {.method = method, .cells = false, .knobs = knobs}));
    }
    static void expect_scores(const Problems& problems, const TestKnobs* knobs = nullptr) {
        const BatchSolution solved = solved_by("packed-f16", problems.batch(), knobs);
        EXPECT_EQ(solved.method, "packed-f16");
        const auto answers = solved.answers_as<std::int32_t>();
        ASSERT_EQ(answers.size(), problems.left.size());
        for (std::size_t p = 0; p < answers.size(); ++p) {
            ASSERT_EQ(answers[p], problems.expected(p))
                << "problem " << p << ": " << problems.left[p].size() << " x " << problems.right[p].size();
            EXPECT_EQ(solved.statuses[p], AnswerStatus::ok);
        }
    }
    static Error refusal(const Batch& batch, const BatchOptions& options) {
        const auto solved = solve_batch(runner(), local(), batch, options);
        return solved ? Error{} : solved.error();
    }
};

TEST_F(PackedF16, ScoresOfLengthsAroundLanesAndStripsAreRight) {
    SplitMix64 random(1);
    Problems problems = Problems::drawn(random, 24, -4, 11);
    for (const std::size_t rows : {0U, 1U, 7U, 8U, 9U, 63U, 64U, 65U, 127U, 128U, 129U, 200U}) {
        for (const std::size_t columns : {0U, 1U, 3U, 4U, 5U, 31U, 32U, 33U, 97U}) {
            problems.add_drawn(random, rows, columns);
        }
    }
    problems.add_drawn(random, 3, 700);
    problems.add_drawn(random, 700, 3);
    ASSERT_EQ(problems.left.size() % 2, 0U);
    expect_scores(problems);
    problems.add_drawn(random, 100, 100);
    expect_scores(problems);
}

TEST_F(PackedF16, RunsIfAllProblemsShareBothInputs) {
    SplitMix64 random(12);
    Problems problems = Problems::drawn(random, 4, -4, 5);
    problems.add_drawn(random, 50, 60);
    Batch batch = problems.batch();
    batch.count = 5;
    const BatchSolution solved = solved_by("packed-f16", batch);
    EXPECT_EQ(solved.method, "packed-f16");
    EXPECT_EQ(solved.answers_as<std::int32_t>()[4], problems.expected(0));
}

TEST_F(PackedF16, AnyNumberOfProblemsRuns) {
    SplitMix64 random(2);
    Problems problems = Problems::drawn(random, 4, -4, 5);
    problems.open = 5;
    problems.extend = 2;
    for (std::size_t count = 1; count <= 35; ++count) {
        problems.add_drawn(random, random.below(40), random.below(40));
        if (count < 4 || count > 13) {
            expect_scores(problems);
        }
    }
}

TEST_F(PackedF16, EveryShapeOfKernelGivesTheSame) {
    SplitMix64 random(3);
    Problems problems = Problems::drawn(random, 21, -6, 9);
    for (std::size_t p = 0; p < 61; ++p) {
        problems.add_drawn(random, random.below(150), random.below(150));
    }
    struct Shape {
        std::uint32_t registers, lanes, workgroup, workgroups;
    };
    // The driver takes seconds to compile each of these.
    for (const Shape shape : {Shape{1, 1, 64, 1}, Shape{3, 2, 32, 2}, Shape{5, 4, 128, 1}, Shape{8, 8, 64, 3}}) {
        TestKnobs knobs;
        knobs.registers = shape.registers;
        knobs.lanes = shape.lanes;
        knobs.workgroup = shape.workgroup;
        knobs.groups_per_dispatch = shape.workgroups;
        expect_scores(problems, &knobs);
    }
}

TEST_F(PackedF16, TeamComputesScoresThatDoNotFitPackedF16) {
    SplitMix64 random(4);
    Problems problems = Problems::drawn(random, 24, -4, 11);
    // Lengths whose scores are around the greatest exact number, and then far above it.
    for (std::size_t length = 272; length < 284; ++length) {
        const auto text = problems.text(random, length);
        problems.add(text, text);
    }
    const auto text = problems.text(random, 600);
    problems.add(text, text);
    const auto longest = problems.text(random, 1500);
    problems.add(longest, longest);
    problems.add_drawn(random, 50, 60);
    expect_scores(problems);
    const BatchSolution solved = solved_by("packed-f16", problems.batch());
    EXPECT_NE(solved.plan_summary.find(", 8 problems computed again by team"), std::string::npos)
        << solved.plan_summary;
    BatchOptions little{.method = "packed-f16", .cells = false};
    little.call.memory_limit = 2'000'000;
    const BatchSolution again = take(solve_batch(runner(), local(), problems.batch(), little));
    EXPECT_EQ(again.answers, solved.answers);
}

TEST_F(PackedF16, CellsOfProblemsThatOnlyTeamComputesAreCounted) {
    // On a GPU, method packed-f16 runs and leaves the long problem to team. A software device uses only team.
    SplitMix64 random(14);
    Problems problems = Problems::drawn(random, 5, -4, 11);
    double cells = 0;
    for (const std::size_t length : {20U, 12'000U, 25U, 40U}) {
        problems.add_drawn(random, length, length + 10);
        cells += static_cast<double>((length + 1) * (length + 11));
    }
    const BatchSolution solved = take(solve_batch(runner(), local(), problems.batch(), {.cells = false}));
    EXPECT_EQ(solved.table_cells, cells) << solved.plan_summary;
}

TEST_F(PackedF16, RangesOfScoresUpToSixteenValuesRun) {
    SplitMix64 random(5);
    struct Range {
        std::int32_t least, greatest;
    };
    for (const Range range : {Range{0, 15}, Range{-15, 0}, Range{-7, 8}, Range{-7, 7}, Range{2, 9}, Range{-12, -1},
                              Range{-1, -1}, Range{0, 0}, Range{-4, 11}}) {
        SCOPED_TRACE(range.least);
        Problems problems = Problems::drawn(random, 5, range.least, range.greatest);
        for (const std::int64_t open : {0, 1, 999}) {
            problems.open = open;
            problems.extend = 1;
            problems.add_drawn(random, 90, 77);
            problems.add_drawn(random, 70, 70);
            expect_scores(problems);
        }
    }
}

TEST_F(PackedF16, ASharedQueryAndChosenPairsRun) {
    SplitMix64 random(6);
    Problems problems = Problems::drawn(random, 24, -4, 11);
    for (std::size_t p = 0; p < 13; ++p) {
        problems.add_drawn(random, 20 + 11 * p, random.below(200));
    }
    const PairNumbers pairs = PairNumbers::of(2, 9, 13);
    Batch batch = problems.batch();
    batch.count = pairs.rows.size();
    batch.inputs.at("x").chosen = pairs.rows;
    batch.inputs.at("y").chosen = pairs.columns;
    const BatchSolution all = solved_by("packed-f16", batch);
    const auto answers = all.answers_as<std::int32_t>();
    for (std::size_t p = 0; p < answers.size(); ++p) {
        ASSERT_EQ(answers[p], problems.expected(problems.left[pairs.rows[p]], problems.right[pairs.columns[p]]));
    }
    ArrayList query;
    query.add(std::span<const std::uint8_t>(problems.left[7]));
    batch = problems.batch();
    batch.inputs.at("x") = query.view();
    const BatchSolution shared = solved_by("packed-f16", batch);
    for (std::size_t p = 0; p < batch.count; ++p) {
        ASSERT_EQ(shared.answers_as<std::int32_t>()[p], problems.expected(problems.left[7], problems.right[p]));
    }
}

TEST_F(PackedF16, RandomBatchesHaveTheScoresOfTeamAndOfSolve) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        SplitMix64 random(100 + seed);
        const auto letters = static_cast<std::uint32_t>(1 + random.below(64));
        const auto least = -static_cast<std::int32_t>(random.below(16));
        const auto greatest = least + static_cast<std::int32_t>(random.below(16));
        Problems problems = Problems::drawn(random, letters, least, greatest);
        problems.open = static_cast<std::int64_t>(random.below(15));
        problems.extend = static_cast<std::int64_t>(random.below(4));
        const std::uint64_t longest = 1 + random.below(300);
        const std::uint64_t count = 1 + random.below(60);
        for (std::uint64_t p = 0; p < count; ++p) {
            problems.add_drawn(random, random.below(longest), random.below(longest));
        }
        expect_scores(problems);
        const Batch batch = problems.batch();
        const BatchSolution team = solved_by("team", batch);
        const BatchSolution chosen = solved_by("", batch);
        EXPECT_EQ(chosen.answers, team.answers) << seed;
        EXPECT_EQ(take(solve(runner(), local(), batch.instance(0))).answer, team.answer(0));
    }
}

TEST_F(PackedF16, ChunksAreTakenInOrder) {
    SplitMix64 random(7);
    Problems problems = Problems::drawn(random, 24, -4, 11);
    for (std::size_t p = 0; p < 60; ++p) {
        problems.add_drawn(random, random.below(120), random.below(120));
    }
    BatchOptions options{.method = "packed-f16", .cells = false};
    options.call.memory_limit = 100'000;
    options.call.repeat = 2;
    std::vector<double> seen;
    options.call.progress = [&](double part) { seen.push_back(part); };
    const BatchSolution solved = take(solve_batch(runner(), local(), problems.batch(), options));
    for (std::size_t p = 0; p < 60; ++p) {
        ASSERT_EQ(solved.answers_as<std::int32_t>()[p], problems.expected(p));
    }
    EXPECT_GT(seen.size(), 5U);
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(solved.call.gpu_milliseconds.size(), 2U);
}

TEST_F(PackedF16, OtherTextsOfLocalAlignmentsRun) {
    SplitMix64 random(8);
    const CompileModule compile = compile_module;
    for (const bool is_linear : {false, true}) {
        const Recurrence own = Recurrence::of(
            take(compiler::read_recurrence((is_linear ? linear() : LocalText()).source(), "own.glsl")), compile);
        Problems problems = Problems::drawn(random, 7, -3, 6);
        problems.open = is_linear ? 0 : 3;
        problems.extend = is_linear ? 4 : 1;
        for (std::size_t p = 0; p < 21; ++p) {
            problems.add_drawn(random, random.below(130), random.below(130));
        }
        Batch batch = problems.batch();
        batch.inputs = {{"a", problems.x.view()}, {"b", problems.y.view()}, {"w", problems.score.view()}};
        batch.params = {{"letters", Number(std::uint64_t{7})}};
        const BatchSolution solved = take(solve_batch(runner(), own, batch, {.method = "packed-f16", .cells = false}));
        const BatchSolution team = take(solve_batch(runner(), own, batch, {.method = "team"}));
        EXPECT_EQ(solved.answers, team.answers);
        for (std::size_t p = 0; p < batch.count; ++p) {
            ASSERT_EQ(solved.answers_as<std::int32_t>()[p], problems.expected(p)) << p;
        }
    }
}

TEST_F(PackedF16, CostsOfGapsThatDifferBetweenRowsAndColumnsAreLeftToTeam) {
    SplitMix64 random(13);
    const CompileModule compile = compile_module;
    // The cost of the first symbol of a gap, and of each other symbol, in rows and in columns.
    for (const char* cost : {"(more + first)", "north.Down - more", "west.Best - first", "west.Right"}) {
        LocalText text;
        text.more = "//! param    skew i32 0\n";
        const std::string old = cost;
        const std::size_t at = text.cell.find(old);
        ASSERT_NE(at, std::string::npos) << cost;
        text.cell.replace(at, old.size(), old == "(more + first)" ? "(more + first + skew)" : old + " - skew");
        const Recurrence own = Recurrence::of(take(compiler::read_recurrence(text.source(), "own.glsl")), compile);
        Problems problems = Problems::drawn(random, 4, -3, 6);
        for (std::size_t p = 0; p < 12; ++p) {
            problems.add_drawn(random, 30 + random.below(60), 30 + random.below(60));
        }
        Batch batch = problems.batch();
        batch.inputs = {{"a", problems.x.view()}, {"b", problems.y.view()}, {"w", problems.score.view()}};
        for (const std::int64_t skew : {0, 1}) {
            batch.params = {{"letters", Number(std::uint64_t{4})}, {"skew", Number(skew)}};
            const auto packed_f16 = solve_batch(runner(), own, batch, {.method = "packed-f16", .cells = false});
            const BatchSolution team = take(solve_batch(runner(), own, batch, {.method = "team", .cells = false}));
            const BatchSolution chosen = take(solve_batch(runner(), own, batch, {.cells = false}));
            EXPECT_EQ(chosen.answers, team.answers) << cost << ", " << skew;
            if (skew == 0) {
                EXPECT_EQ(take(packed_f16).answers, team.answers) << cost;
                continue;
            }
            ASSERT_ERROR(packed_f16, ErrorCode::unsupported);
            EXPECT_NE(packed_f16.error().message.find("cost the same in rows and in columns"), std::string::npos)
                << cost << ": " << packed_f16.error().message;
            EXPECT_EQ(chosen.method, "team");
        }
    }
}

TEST_F(PackedF16, BatchesThatItCannotRunAreRefusedWithTheReasonAndTeamRunsThem) {
    SplitMix64 random(9);
    const auto expect_refused = [&](const Problems& problems, const char* why) {
        const Error error = refusal(problems.batch(), {.method = "packed-f16", .cells = false});
        EXPECT_EQ(error.code, ErrorCode::unsupported);
        EXPECT_EQ(error.where, "method");
        EXPECT_NE(error.message.find(why), std::string::npos) << error.message;
        EXPECT_EQ(solved_by("", problems.batch()).method, "team");
    };
    Problems wide = Problems::drawn(random, 5, -4, 12);
    wide.add_drawn(random, 20, 20);
    wide.add_drawn(random, 20, 20);
    expect_refused(wide, "the greatest is 12 and the least -4");
    Problems far = Problems::drawn(random, 5, 16, 17);
    far.add_drawn(random, 20, 20);
    far.add_drawn(random, 20, 20);
    expect_refused(far, "the greatest is 17 and the least 16");
    Problems many = Problems::drawn(random, 65, -4, 11);
    many.add_drawn(random, 20, 20);
    many.add_drawn(random, 20, 20);
    expect_refused(many, "from 0 to 63 in columns, but 'y' may hold 64");
    Problems dear = Problems::drawn(random, 5, -4, 11);
    dear.open = 1000;
    dear.add_drawn(random, 20, 20);
    dear.add_drawn(random, 20, 20);
    expect_refused(dear, "gaps cost 0 to 1000, but here the first symbol of a gap costs 1001 and each further one 1");
    Problems good = Problems::drawn(random, 5, -4, 11);
    good.add_drawn(random, 20, 20);
    good.add_drawn(random, 20, 20);
    EXPECT_NE(refusal(good.batch(), {.method = "packed-f16"}).message.find("no cells of answers"), std::string::npos);
    EXPECT_EQ(take(solve_batch(runner(), local(), good.batch())).method, "team");
    EXPECT_EQ(refusal(good.batch(), {.method = "packed-f16", .solution = true, .cells = false}).code,
              ErrorCode::unsupported);
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    ArrayList word;
    word.add("abc");
    const auto other = solve_batch(runner(), edit, {1, {{"x", word.view()}, {"y", word.view()}}},
                                   {.method = "packed-f16", .cells = false});
    ASSERT_ERROR(other, ErrorCode::unsupported);
    EXPECT_NE(other.error().message.find("local alignments"), std::string::npos) << other.error().message;
}

TEST_F(PackedF16, TablesThatCannotHoldAllScoresAreRefusedWithTheReason) {
    SplitMix64 random(15);
    LocalText text;
    const std::string old = "letters * a";
    const std::size_t at = text.cell.find(old);
    ASSERT_NE(at, std::string::npos);
    text.cell.replace(at, old.size(), "natural * a");
    const Recurrence own = Recurrence::of(take(compiler::read_recurrence(text.source(), "own.glsl")), compile_module);
    Problems problems = Problems::drawn(random, 4, -3, 6);
    problems.add_drawn(random, 20, 20);
    problems.add_drawn(random, 20, 20);
    Batch batch = problems.batch();
    batch.inputs = {{"a", problems.x.view()}, {"b", problems.y.view()}, {"w", problems.score.view()}};
    for (const auto& [scores, why] : {std::pair{300U, "but 'natural' is 300"}, {10U, "but 'w' has only 16 scores"}}) {
        batch.params = {{"letters", Number(std::uint64_t{4})}, {"natural", Number(std::uint64_t{scores})}};
        const auto solved = solve_batch(runner(), own, batch, {.method = "packed-f16", .cells = false});
        ASSERT_ERROR(solved, ErrorCode::unsupported);
        EXPECT_NE(solved.error().message.find(why), std::string::npos) << solved.error().message;
    }
}

TEST_F(PackedF16, ADeviceWithout16BitNumbersRunsTeam) {
    SplitMix64 random(10);
    Problems problems = Problems::drawn(random, 5, -4, 11);
    problems.add_drawn(random, 30, 20);
    problems.add_drawn(random, 20, 30);
    const auto run_on = [&](const Narrow& narrow, const char* method) {
        ContextOptions options = vkalgo::test::test_options();
        options.narrow = narrow;
        vkalgo::test::ValidatedContext context(options);
        Runner own = take(Runner::create(*context));
        return solve_batch(own, local(), problems.batch(), {.method = method, .cells = false});
    };
    const Narrow no_packed_f16 = [](DeviceProfile& profile) { profile.float16 = false; };
    const BatchSolution solved = take(run_on(no_packed_f16, ""));
    EXPECT_EQ(solved.method, "team");
    EXPECT_EQ(solved.answers_as<std::int32_t>()[0], problems.expected(0));
    EXPECT_ERROR(run_on(no_packed_f16, "packed-f16"), ErrorCode::unsupported);
    EXPECT_ERROR(run_on([](DeviceProfile& profile) { profile.subgroup_shuffle_relative = false; }, "packed-f16"),
                 ErrorCode::unsupported);
}

}  // namespace
}  // namespace vkalgo::dp::test

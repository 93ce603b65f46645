// Compares batches with solve() and with a plain computation on the CPU: every method, sizes around strips and lanes,
// every orientation, fields, searches, tracebacks, and inputs that are shared or chosen.
#include "algorithms/dp/batch.hpp"

#include "algorithms/dp/method/testing.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/batches.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

std::uint32_t distance(std::string_view x, std::string_view y, std::uint32_t replace = 1) {
    std::vector<std::uint32_t> row(y.size() + 1);
    for (std::size_t j = 0; j <= y.size(); ++j) {
        row[j] = static_cast<std::uint32_t>(j);
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::uint32_t diagonal = row[0];
        row[0] = static_cast<std::uint32_t>(i);
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const std::uint32_t up = row[j];
            row[j] = std::min({diagonal + (x[i - 1] == y[j - 1] ? 0U : replace), up + 1, row[j - 1] + 1});
            diagonal = up;
        }
    }
    return row.back();
}

std::string drawn_text(SplitMix64& random, std::size_t length, std::uint64_t letters = 3) {
    std::string text(length, ' ');
    std::generate(text.begin(), text.end(), [&] { return static_cast<char>('a' + random.below(letters)); });
    return text;
}

/// Pairs of texts, and a batch of them.
struct Pairs {
    std::vector<std::string> left, right;
    ArrayList x, y;

    void add(std::string a, std::string b) {
        x.add(a);
        y.add(b);
        left.push_back(std::move(a));
        right.push_back(std::move(b));
    }
    Batch batch() const { return {left.size(), {{"x", x.view()}, {"y", y.view()}}}; }
};

/// Returns pairs in which the first or the second text ends near the end of a word, of a lane's rows or of a strip, and
/// pairs of random lengths.
Pairs ragged_pairs(std::size_t longest, std::size_t random_pairs, std::uint64_t letters = 3) {
    Pairs pairs;
    SplitMix64 random(longest);
    for (const std::size_t length : {0U, 1U, 2U, 7U, 8U, 9U, 31U, 32U, 33U, 63U, 64U, 65U, 127U, 128U, 129U}) {
        if (length <= longest) {
            pairs.add(drawn_text(random, length, letters), drawn_text(random, random.below(longest + 1), letters));
            pairs.add(drawn_text(random, random.below(longest + 1), letters), drawn_text(random, length, letters));
        }
    }
    for (std::size_t k = 0; k < random_pairs; ++k) {
        pairs.add(drawn_text(random, random.below(longest + 1), letters),
                  drawn_text(random, random.below(longest + 1), letters));
    }
    return pairs;
}

/// A local alignment with affine gaps. Its cells have three fields, its problems share a matrix, its answer is the best
/// of the whole table, and its tracebacks have states but no base.
const std::string kLocalAffine =
    "//! problem  local-affine\n//! pattern  NOSE\n//! class    local\n//! cell     i32 H, i32 E, i32 F\n"
    "//! input    x u8[] in 0 .. 3\n//! input    y u8[] in 0 .. 3\n//! input    score i32[16]\n"
    "//! param    open i32 3\n//! param    extend i32 1\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n"
    "//! answer   max all\n//! value    c.H\n"
    "cell_t cell(int i, int j) {\n"
    "    if (i == 0 || j == 0) return cell_t(0, -1000000, -1000000);\n"
    "    const cell_t up = at(i - 1, j), left = at(i, j - 1), corner = at(i - 1, j - 1);\n"
    "    const int e = max(left.E, left.H - open) - extend, f = max(up.F, up.H - open) - extend;\n"
    "    const int m = corner.H + score(4 * x(i - 1) + y(j - 1));\n"
    "    return cell_t(max(max(m, 0), max(e, f)), e, f);\n"
    "}\n"
    "step_t step(int i, int j, uint state) {\n"
    "    const cell_t here = at(i, j);\n"
    "    if (state == 1u) return step_t(i, j - 1, 2u, at(i, j - 1).H - open >= at(i, j - 1).E ? 0u : 1u);\n"
    "    if (state == 2u) return step_t(i - 1, j, 3u, at(i - 1, j).H - open >= at(i - 1, j).F ? 0u : 2u);\n"
    "    if (here.H == 0) return step_t(-1, -1, 4u, 0u);\n"
    "    if (here.H == at(i - 1, j - 1).H + score(4 * x(i - 1) + y(j - 1)))\n"
    "        return step_t(i - 1, j - 1, x(i - 1) == y(j - 1) ? 0u : 1u, 0u);\n"
    "    if (here.H == here.E) return step_t(i, j - 1, 2u, at(i, j - 1).H - open >= at(i, j - 1).E ? 0u : 1u);\n"
    "    return step_t(i - 1, j, 3u, at(i - 1, j).H - open >= at(i - 1, j).F ? 0u : 2u);\n"
    "}\n";

class Batches : public vkalgo::test::DeviceTest {
protected:
    /// Expects that answers, cells and tracebacks of each problem are those of solve().
    static void expect_as_solved_alone(const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                                       std::size_t stride = 1) {
        const BatchSolution solved = take(solve_batch(runner(), recurrence, batch, options));
        if (!options.method.empty()) {
            EXPECT_EQ(solved.method, options.method);
        }
        for (std::size_t p = 0; p < batch.count; p += stride) {
            SolveOptions alone;
            alone.keep.solution = options.solution;
            const Solution expected = take(solve(runner(), recurrence, batch.instance(p), alone));
            const Solution own = take(solved.solution(recurrence.header(), batch, p));
            ASSERT_EQ(own.answer, expected.answer) << "problem " << p;
            ASSERT_EQ(own.status, expected.status) << "problem " << p;
            ASSERT_EQ(own.shape.answer, expected.shape.answer) << "problem " << p;
            ASSERT_EQ(own.path, expected.path) << "problem " << p;
            ASSERT_EQ(own.path_end, expected.path_end) << "problem " << p;
        }
    }
    static void expect_distances(const Pairs& pairs, const BatchOptions& options, std::uint32_t replace = 1) {
        const Recurrence edit = take(Recurrence::builtin("edit-distance"));
        Batch batch = pairs.batch();
        batch.params.emplace("rep", Number(std::uint64_t{replace}));
        const BatchSolution solved = take(solve_batch(runner(), edit, batch, options));
        EXPECT_EQ(solved.method, options.method);
        const auto answers = solved.answers_as<std::uint32_t>();
        ASSERT_EQ(answers.size(), pairs.left.size());
        for (std::size_t p = 0; p < answers.size(); ++p) {
            ASSERT_EQ(answers[p], distance(pairs.left[p], pairs.right[p], replace))
                << "problem " << p << ": " << pairs.left[p].size() << " x " << pairs.right[p].size();
        }
    }
};

TEST_F(Batches, BitParallelGivesEachDistance) {
    expect_distances(ragged_pairs(400, 60), {.method = "bit-parallel"});
}

TEST_F(Batches, BitParallelContinuesFromStripToStrip) {
    TestKnobs knobs;
    for (const std::uint32_t lanes : {0U, 16U, 32U}) {  // Strips of 256 rows and more
        for (const std::uint32_t words : {1U, 2U}) {
            knobs.lanes = lanes;
            knobs.words = words;
            expect_distances(ragged_pairs(700, 6), {.method = "bit-parallel", .knobs = &knobs});
        }
    }
}

TEST_F(Batches, TeamGivesEachDistance) {
    expect_distances(ragged_pairs(300, 60), {.method = "team"}, 2);
}

TEST_F(Batches, TeamContinuesFromStripToStrip) {
    TestKnobs knobs;
    for (const std::uint32_t lanes : {0U, 1U, 3U, 8U, 32U}) {
        for (const std::uint32_t registers : {1U, 3U}) {
            knobs.lanes = lanes;
            knobs.registers = registers;
            expect_distances(ragged_pairs(150, 6), {.method = "team", .knobs = &knobs}, 2);
        }
    }
}

TEST_F(Batches, SingleRunsGiveTheSame) {
    expect_distances(ragged_pairs(40, 4), {.method = "single"});
}

TEST_F(Batches, TracebacksEqualThoseOfSingleRuns) {
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    const Pairs pairs = ragged_pairs(140, 4);
    expect_as_solved_alone(edit, pairs.batch(), {.method = "team", .solution = true});
    TestKnobs knobs;
    knobs.lanes = 4;
    knobs.registers = 2;
    expect_as_solved_alone(edit, pairs.batch(), {.method = "team", .solution = true, .knobs = &knobs}, 3);
}

TEST_F(Batches, EveryDiagonalPatternRuns) {
    const Pairs pairs = ragged_pairs(60, 3);
    for (const char* pattern : {"NOSE", "SENO", "SONE", "NESO"}) {
        SCOPED_TRACE(pattern);
        expect_as_solved_alone(recurrence_of(mirrored(pattern)), pairs.batch(), {.method = "team", .solution = true},
                               2);
    }
}

TEST_F(Batches, FieldsStatesAndSearchesRun) {
    SplitMix64 random(5);
    ArrayList x, y, score(ElementType::i32);
    std::vector<std::int32_t> matrix(16, -2);
    for (std::size_t k = 0; k < 4; ++k) {
        matrix[5 * k] = 3;
    }
    score.add(std::span<const std::int32_t>(matrix));
    const auto letters = [&](std::size_t length) {
        std::vector<std::uint8_t> made(length);
        std::generate(made.begin(), made.end(), [&] { return static_cast<std::uint8_t>(random.below(4)); });
        return made;
    };
    constexpr std::size_t kCount = 24;
    for (std::size_t p = 0; p < kCount; ++p) {
        x.add(std::span<const std::uint8_t>(letters(random.below(120))));
        y.add(std::span<const std::uint8_t>(letters(random.below(120))));
    }
    const Batch batch{kCount, {{"x", x.view()}, {"y", y.view()}, {"score", score.view()}}};
    const Recurrence local = recurrence_of(kLocalAffine);
    expect_as_solved_alone(local, batch, {.method = "team"});
    expect_as_solved_alone(local, batch, {.method = "team", .solution = true});
    TestKnobs knobs;
    knobs.lanes = 4;
    knobs.registers = 3;
    expect_as_solved_alone(local, batch, {.method = "team", .solution = true, .knobs = &knobs}, 3);
}

TEST_F(Batches, TheBestOfBordersIsFound) {
    const std::string text =
        "//! problem  ends\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! input    x u8[]\n"
        "//! input    y u8[]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   min last-row or last-column\n"
        "cell_t base(int i, int j) { return i == 0 ? 0 : i; }\ncell_t cell(int i, int j) {\n"
        "    return min(at(i - 1, j - 1) + (x(i - 1) == y(j - 1) ? -1 : 1), min(at(i - 1, j), at(i, j - 1)) + 1);\n}\n";
    expect_as_solved_alone(recurrence_of(text), ragged_pairs(70, 8).batch(), {.method = "team"});
}

TEST_F(Batches, BasesOnADiagonalAndTriangularDomainsRun) {
    const std::string text =
        "//! problem  triangle\n//! pattern  SONE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     len(x) + 1\n//! columns  len(x) + 1\n//! domain   upper\n//! base     diagonal 0\n"
        "//! answer   at(0, len(x))\n"
        "cell_t base(int i, int j) { return uint(i); }\ncell_t cell(int i, int j) {\n"
        "    return max(at(i, j - 1), at(i + 1, j)) + (x(i) == x(j - 1) ? 2u : 1u);\n}\n";
    Batch batch = ragged_pairs(60, 4).batch();
    const Pairs pairs = ragged_pairs(60, 4);
    batch = {pairs.left.size(), {{"x", pairs.x.view()}}};
    expect_as_solved_alone(recurrence_of(text), batch, {.method = "team"});
}

TEST_F(Batches, ArraysAreSharedAndChosen) {
    SplitMix64 random(11);
    ArrayList x, y;
    std::vector<std::string> left, right;
    for (std::size_t k = 0; k < 5; ++k) {
        left.push_back(drawn_text(random, 20 + 7 * k));
        x.add(left.back());
    }
    for (std::size_t k = 0; k < 3; ++k) {
        right.push_back(drawn_text(random, 30 - 9 * k));
        y.add(right.back());
    }
    const PairNumbers pairs = PairNumbers::of(1, 4, 3);
    BatchInput rows = x.view();
    BatchInput columns = y.view();
    rows.chosen = pairs.rows;
    columns.chosen = pairs.columns;
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    for (const char* method : {"bit-parallel", "team", "single"}) {
        const BatchSolution solved =
            take(solve_batch(runner(), edit, {9, {{"x", rows}, {"y", columns}}}, {.method = method}));
        const auto answers = solved.answers_as<std::uint32_t>();
        for (std::size_t p = 0; p < 9; ++p) {
            EXPECT_EQ(answers[p], distance(left[1 + p / 3], right[p % 3])) << method << ", problem " << p;
        }
    }
}

TEST_F(Batches, ChunksAreTakenInOrder) {
    // The memory is so small that few problems run at once.
    const Pairs pairs = ragged_pairs(120, 40);
    BatchOptions options;
    for (const bool solution : {false, true}) {
        options.call.memory_limit = solution ? 300'000 : 20'000;
        options.method = "team";
        options.solution = solution;
        std::vector<double> seen;
        options.call.progress = [&](double part) { seen.push_back(part); };
        expect_as_solved_alone(take(Recurrence::builtin("edit-distance")), pairs.batch(), options, 5);
        EXPECT_GT(seen.size(), std::size_t{3});
        EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
        EXPECT_EQ(seen.back(), 1.0);
    }
}

TEST_F(Batches, ABatchWithoutProblemsHasNoAnswers) {
    ArrayList none;
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    const Batch batch{0, {{"x", none.view()}, {"y", none.view()}}};
    EXPECT_TRUE(take(solve_batch(runner(), edit, batch)).answers.empty());
    for (const std::string_view method : batch_methods()) {
        EXPECT_TRUE(take(solve_batch(runner(), edit, batch, {.method = std::string(method)})).answers.empty());
    }
    EXPECT_ERROR(solve_batch(runner(), edit, {0, {{"x", none.view()}}}), ErrorCode::invalid_argument);
}

TEST_F(Batches, ABatchWithoutSolutionsHasNoTracebacks) {
    ArrayList x;
    x.add("abc");
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    const BatchPaths paths = take(solve_batch(runner(), edit, {1, {{"x", x.view()}, {"y", x.view()}}})).paths;
    EXPECT_TRUE(paths.path(0).empty());
    EXPECT_FALSE(paths.moves(0));
    EXPECT_FALSE(paths.end(0));
    EXPECT_EQ(paths.steps(0), 0U);
}

TEST_F(Batches, RecurrencesThatNoBatchMethodTakesRunOneByOne) {
    ArrayList weight(ElementType::u32), profit(ElementType::u32);
    for (std::uint32_t p = 0; p < 3; ++p) {
        const std::vector<std::uint32_t> weights{2 + p, 3, 4};
        const std::vector<std::uint32_t> profits{3, 4 + p, 5};
        weight.add(std::span<const std::uint32_t>(weights));
        profit.add(std::span<const std::uint32_t>(profits));
    }
    Batch batch{3, {{"weight", weight.view()}, {"profit", profit.view()}}};
    batch.params.emplace("capacity", Number(std::uint64_t{6}));
    expect_as_solved_alone(take(Recurrence::builtin("knapsack")), batch, {.solution = true});
}

TEST_F(Batches, InvalidArgumentsAreNamed) {
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    ArrayList two, three;
    for (const char* text : {"ab", "c"}) {
        two.add(text);
        three.add(text);
    }
    three.add("d");
    const auto error_of = [&](const Batch& batch, const BatchOptions& options = {}) {
        const auto solved = solve_batch(runner(), edit, batch, options);
        return solved ? Error{} : solved.error();
    };
    EXPECT_EQ(error_of({3, {{"x", three.view()}, {"y", two.view()}}}).message,
              "input 'y' has 2 arrays for 3 problems; give one array per problem, or one array for all problems");
    EXPECT_EQ(error_of({2, {{"x", two.view()}}}).message, "input 'y' (u8) is missing");
    EXPECT_EQ(error_of({2, {{"x", two.view()}, {"z", two.view()}}}).message, "the recurrence has no input 'z'");
    BatchInput broken = two.view();
    const std::vector<std::uint64_t> offsets{0, 3, 2};
    broken.offsets = offsets;
    EXPECT_EQ(error_of({2, {{"x", broken}, {"y", two.view()}}}).where, "input x");
    const std::vector<std::uint32_t> chosen{0, 7};
    BatchInput far = two.view();
    far.chosen = chosen;
    const Error beyond = error_of({2, {{"x", far}, {"y", two.view()}}});
    EXPECT_EQ(beyond.where, "input x");
    EXPECT_NE(beyond.message.find("'x' has no array 7"), std::string::npos) << beyond.message;
    EXPECT_EQ(error_of({2, {{"x", two.view()}, {"y", two.view()}}}, {.method = "tile"}).where, "method");
    EXPECT_EQ(error_of({2, {{"x", two.view()}, {"y", two.view()}}}, {.method = "bit-parallel", .solution = true}).code,
              ErrorCode::unsupported);
    Batch costly{2, {{"x", two.view()}, {"y", two.view()}}};
    costly.params.emplace("del", Number(std::uint64_t{4'000'000'000}));
    EXPECT_EQ(error_of(costly).where, "problem 0");
    EXPECT_EQ(error_of(costly).code, ErrorCode::overflow);
}

TEST_F(Batches, AValueOutOfItsRangeIsFound) {
    const Recurrence local = recurrence_of(kLocalAffine);
    ArrayList x, score(ElementType::i32);
    const std::vector<std::int32_t> matrix(16, 1);
    score.add(std::span<const std::int32_t>(matrix));
    const std::vector<std::uint8_t> good{0, 3, 2};
    const std::vector<std::uint8_t> bad{1, 4};
    x.add(std::span<const std::uint8_t>(good));
    x.add(std::span<const std::uint8_t>(bad));
    const auto solved = solve_batch(runner(), local, {2, {{"x", x.view()}, {"y", x.view()}, {"score", score.view()}}});
    ASSERT_ERROR(solved, ErrorCode::invalid_argument);
    EXPECT_NE(solved.error().message.find("input 'x' has 4 at index 1 of array 1"), std::string::npos);
    const Recurrence real = recurrence_of(
        "//! problem  real\n//! pattern  NOSE\n//! class    local\n//! cell     f32\n//! input    x f32[] in 0 .. "
        "1e-7\n"
        "//! rows     len(x)\n//! columns  1\n//! base     first-row 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return x(0); }\ncell_t cell(int i, int j) { return at(i - 1, j) + x(i); }\n");
    ArrayList numbers(ElementType::f32);
    const std::vector<float> tiny{1e-8F, 2e-7F};
    numbers.add(std::span<const float>(tiny));
    const auto refused = solve_batch(runner(), real, {1, {{"x", numbers.view()}}});
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("2e-07 at index 1 of array 0, but its range is 0 .. 1e-7"),
              std::string::npos);
}

TEST_F(Batches, ReadsThatBreakARuleNameTheProblem) {
    const std::string text =
        "//! problem  beyond\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! input    limit u32[]\n//! rows     len(x) + 1\n//! columns  len(x) + 1\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) {\n"
        "    overflow_if(uint(x(i - 1)) > limit(0));\n    return max(at(i - 1, j), at(i, j - 1)) + 1u;\n}\n";
    ArrayList x, limit(ElementType::u32);
    for (const char* each : {"aa", "ab", "az", "aa"}) {
        x.add(each);
    }
    const std::vector<std::uint32_t> most{'c'};
    limit.add(std::span<const std::uint32_t>(most));
    const auto solved =
        solve_batch(runner(), recurrence_of(text), {4, {{"x", x.view()}, {"limit", limit.view()}}}, {.method = "team"});
    ASSERT_ERROR(solved, ErrorCode::overflow);
    EXPECT_EQ(solved.error().where, "problem 2");
}

}  // namespace
}  // namespace vkalgo::dp::test

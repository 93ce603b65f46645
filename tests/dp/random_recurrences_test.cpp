// Draws recurrences at random, runs them by every method that takes them, and compares the results with values that the
// test computes itself. VKALGO_RECURRENCES=N runs N recurrences, from VKALGO_RECURRENCE_SEED on.
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/random/evaluation.hpp"
#include "tests/dp/random/numbers.hpp"
#include "tests/dp/random/text.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Numbers of recurrences. It takes kUsual recurrences to show all features, but a usual run takes only half as many.
/// A deep run takes kDeep recurrences in each of its two tests.
constexpr std::uint64_t kUsual = 100, kDeep = 250;

/// A drawn recurrence and the results that are expected of it.
struct Drawn {
    explicit Drawn(std::uint64_t with_seed) : seed(with_seed), says(draw_description(with_seed)), values(says) {}

    /// Returns the steps or splits from a cell on; nullopt if no solution can be asked for.
    std::optional<Evaluation::Steps> solution(const Indices& from) const {
        if (says.mode == Description::Mode::reduction) {
            return values.splits(from, static_cast<std::size_t>(std::max(says.size.rows, says.size.columns)));
        }
        return says.traceback == Description::Traceback::none ? std::nullopt : values.traceback(from);
    }

    std::uint64_t seed;
    Description says;
    Evaluation values;
};

/// Compares cells. Cells outside the domain and gaps between fields hold nothing to compare.
void expect_same_cells(const Drawn& drawn, const RecurrenceHeader& header, std::span<const std::byte> table) {
    const std::size_t bytes = header.cell_bytes();
    ASSERT_EQ(table.size(), static_cast<std::size_t>(*drawn.says.size.cells()) * bytes);
    for (const Indices& at : drawn.values.cells()) {
        const std::byte* cell = table.data() + drawn.values.index_of(at) * bytes;
        const auto expected = drawn.values.cell(at);
        for (std::size_t f = 0; f < expected.size(); ++f) {
            const ElementType type = drawn.says.fields[f];
            const auto single = static_cast<float>(is_float(type) ? real_of(expected[f]) : 0);
            const void* value = type == ElementType::f32 ? static_cast<const void*>(&single) : &expected[f];
            const std::uint32_t offset = header.fields.empty() ? 0 : header.fields[f].offset;
            ASSERT_EQ(std::memcmp(cell + offset, value, size_of(type)), 0)
                << "cell " << cell_text(Cell::of(at), drawn.says.indices) << ", field " << f;
        }
    }
}

void expect_same_path(const Evaluation::Steps& expected, const std::vector<PathRecord>& path) {
    ASSERT_EQ(path.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const PathRecord& record = path[k];
        ASSERT_EQ((Indices{record.i, record.j, record.k, record.l}), expected[k].first) << "step " << k;
        ASSERT_EQ(record.decision, expected[k].second) << "step " << k;
    }
}

/// A context keeps its kernels, so each context serves only this many recurrences.
constexpr std::uint64_t kRecurrencesPerContext = 40;
/// The validation layer takes three times as long as everything else, and its findings do not depend on values, so only
/// one recurrence in this many runs under it.
constexpr std::uint64_t kValidated = 25;

ContextOptions without_validation() {
    ContextOptions options = vkalgo::test::test_options();
    options.validate = false;
    return options;
}

struct Device {
    explicit Device(const ContextOptions& options)
        : context(options), runner(take(Runner::create(*context), "Runner::create")) {}

    vkalgo::test::ValidatedContext context;
    Runner runner;
};

class RandomRecurrences : public ::testing::Test {
protected:
    /// Chooses the device for the recurrence of that seed, and opens it if necessary.
    void choose_device(std::uint64_t seed) {
        if (seed / kRecurrencesPerContext != batch) {
            batch = seed / kRecurrencesPerContext;
            plain.reset();
            validated.reset();
        }
        const bool validates = seed % kValidated == 0;
        std::unique_ptr<Device>& chosen = validates ? validated : plain;
        if (chosen == nullptr) {
            chosen = std::make_unique<Device>(validates ? vkalgo::test::test_options() : without_validation());
        }
        device = chosen.get();
    }
    Runner& runner() const { return device->runner; }

    /// Counts what was run and drawn.
    void count(const std::string& what) { ++counts[what]; }

    /// Compares the interpreter's table, answer and traceback.
    static void expect_interpreted(const Drawn& drawn, const Recurrence& recurrence) {
        const std::string module(kInterpretModule);
        const auto compiled = take(recurrence.with_modules(std::span(&module, 1)));
        Instance instance = instance_of(drawn.says);
        const StageFunction stage = recurrence.header().stage;
        const Shape shape = take(check_instance(recurrence.header(), instance, stage));
        const Interpreter interpreter = take(Interpreter::create(*compiled));
        Interpretation run = take(interpreter.start(instance, shape, stage));
        ASSERT_OK(run.fill());
        const Indices answer = drawn.values.answer_cell(stage);
        EXPECT_EQ(run.answer_cell().indices(), answer);
        EXPECT_EQ(run.answer(), drawn.values.answer(answer));
        expect_same_cells(drawn, recurrence.header(), run.table());
        if (const auto expected = drawn.solution(answer)) {
            const auto traced = run.traceback(1 << 20);
            ASSERT_OK(traced);
            expect_same_path(*expected, traced->path);
        }
    }

    /// Expects that a run gives the evaluated values, or that methods that take only some recurrences refuse it as
    /// unsupported.
    void expect_solved(const Drawn& drawn, const Recurrence& recurrence, const SolveOptions& options,
                       const std::string& what) {
        SCOPED_TRACE(what);
        const StageFunction stage = options.pattern ? StageFunction::of(*options.pattern) : drawn.says.stage;
        const Indices answer = drawn.values.answer_cell(stage);
        const auto expected = drawn.solution(answer);
        SolveOptions asked = options;
        asked.keep.solution = options.keep.solution && expected;
        const auto solution = solve(runner(), recurrence, instance_of(drawn.says), asked);
        const bool may_refuse = !options.method.empty() && !find_method(options.method)->runs_everything;
        if (!solution && may_refuse && solution.error().code == ErrorCode::unsupported) {
            return;
        }
        ASSERT_OK(solution);
        count(what);
        EXPECT_EQ(solution->shape.answer.indices(), answer);
        EXPECT_EQ(solution->answer, drawn.values.answer(answer));
        if (!solution->answer) {
            count("infeasible answers");
        }
        if (asked.keep.table) {
            expect_same_cells(drawn, recurrence.header(), solution->table);
        }
        if (asked.keep.solution) {
            expect_same_path(*expected, solution->path);
            count(drawn.says.mode == Description::Mode::reduction ? "splits" : "traces back by " + what);
            if (solution->plan_summary.find("cells that are computed again") != std::string::npos) {
                count("tracebacks over regions");
            }
        }
    }

    void expect_refused(const Drawn& drawn, const Recurrence& recurrence, const SolveOptions& options) {
        const auto solution = solve(runner(), recurrence, instance_of(drawn.says), options);
        ASSERT_FALSE(solution) << "by " << options.method;
        const Error& error = solution.error();
        const bool may_refuse = !find_method(options.method)->runs_everything;
        if (may_refuse && error.code == ErrorCode::unsupported) {
            return;
        }
        const auto expected = [&]() -> std::pair<ErrorCode, std::string> {
            switch (drawn.says.refusal) {
                case Refusal::bound_too_large:
                    return {ErrorCode::overflow, "bound"};
                case Refusal::overflow:
                    return {ErrorCode::overflow, "cell"};
                case Refusal::range:
                    return {ErrorCode::invalid_argument, "x"};
                default:
                    return {ErrorCode::invalid_argument, "recurrence"};
            }
        }();
        EXPECT_EQ(error.code, expected.first) << error.message;
        EXPECT_EQ(error.where, expected.second) << error.message;
        count("refused");
    }

    /// Returns true for the 4 of 16 seeds that run by method `tile` if there are many: one for a table and a solution,
    /// one for a table only, one for no table, and one that is drawn for regions.
    static bool runs_by_tiles(std::uint64_t seed) {
        constexpr std::uint64_t kTurns[] = {8, 2, 11, 13};
        return std::find(std::begin(kTurns), std::end(kTurns), seed % 16) != std::end(kTurns);
    }

    void run(const Drawn& drawn) {
        auto read = compiler::read_recurrence(text_of(drawn.says), "random.glsl");
        ASSERT_OK(read);
        const Recurrence recurrence = Recurrence::of(std::move(*read), compile_module);
        const bool refused = drawn.says.refusal != Refusal::none;
        if (!refused) {
            expect_interpreted(drawn, recurrence);
        }
        for (const Method* method : single_methods()) {
            if (refused) {
                expect_refused(drawn, recurrence, {.method = method->name, .keep = {.table = true}});
                continue;
            }
            // The driver compiles kernels of tiles slowly. Methods other than `stage` keep a table for every second
            // seed only.
            const bool takes_turns = !method->runs_everything;
            if (std::string_view(method->name) == "tile" && many && !runs_by_tiles(drawn.seed)) {
                continue;
            }
            if (!takes_turns || drawn.seed % 2 == 0) {
                expect_solved(drawn, recurrence,
                              {.method = method->name, .keep = {.table = true, .solution = drawn.seed % 4 == 0}},
                              method->name);
            }
            if (!takes_turns || drawn.seed % 2 != 0) {
                run_without_table(drawn, recurrence, method->name);
            }
        }
        if (!refused) {
            run_in_another_pattern(drawn, recurrence);
        }
    }

    /// Solves without a table, so that a traceback computes tiles again. For some seeds the regions are small.
    void run_without_table(const Drawn& drawn, const Recurrence& recurrence, const std::string& method) {
        constexpr std::uint32_t kLanes[] = {0, 0, 4, 0, 16};
        const TestKnobs knobs{.lanes = kLanes[drawn.seed % 5],
                              .region_blocks = static_cast<std::uint32_t>(drawn.seed / 2 % 3),
                              .window_blocks = static_cast<std::uint32_t>(drawn.seed / 8 % 2)};
        expect_solved(drawn, recurrence, {.method = method, .keep = {.solution = true}, .knobs = &knobs},
                      method + " without the table");
    }

    void run_in_another_pattern(const Drawn& drawn, const Recurrence& recurrence) {
        for (std::uint64_t turn = 0; turn < kPatternNames.size(); ++turn) {
            const auto pattern = static_cast<Pattern>((drawn.seed + turn) % kPatternNames.size());
            const StageFunction stage = StageFunction::of(pattern);
            if (drawn.says.fits(stage) && drawn.values.exists(drawn.values.answer_cell(stage))) {
                SolveOptions options;
                options.pattern = pattern;
                options.keep.table = true;
                expect_solved(drawn, recurrence, options, "another pattern");
                return;
            }
        }
    }

    /// Runs the recurrences of `wanted` seeds from `first` on. Returns the number of recurrences that must be refused.
    std::uint64_t run_all(std::uint64_t first, std::uint64_t wanted) {
        std::uint64_t refused = 0;
        many = wanted > kUsual;
        for (std::uint64_t seed = first; seed < first + wanted && !HasFailure(); ++seed) {
            const Drawn drawn(seed);
            SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text_of(drawn.says));
            choose_device(seed);
            run(drawn);
            refused += drawn.says.refusal == Refusal::none ? 0 : 1;
            for (const std::string& feature : features_of(drawn.says)) {
                count(feature);
            }
            if (const std::uint64_t done = seed - first + 1; done % 1000 == 0) {
                std::cerr << done << " of " << wanted << " recurrences" << std::endl;
            }
        }
        return refused;
    }

    std::unique_ptr<Device> plain, validated;
    Device* device = nullptr;
    std::uint64_t batch = 0;
    bool many = false;
    std::map<std::string, std::uint64_t> counts;
};

TEST_F(RandomRecurrences, HaveTheValuesThatTheirTextSays) {
    const std::uint64_t wanted = setting("VKALGO_RECURRENCES", vkalgo::test::deep() ? kDeep : kUsual / 2);
    const std::uint64_t first = setting("VKALGO_RECURRENCE_SEED", 1);
    const std::uint64_t refused = run_all(first, wanted);
    if (HasFailure()) {
        return;
    }
    for (const auto& [what, times] : counts) {
        RecordProperty(what, std::to_string(times));
    }
    EXPECT_EQ(counts["stage"], wanted - refused);
    if (wanted < (first == 1 ? kUsual : 2 * kDeep)) {
        return;  // Too few to show all features
    }
    EXPECT_GE(counts["tile"] + counts["tile without the table"], wanted / (many ? 16 : 4));
    for (const char* run :
         {"rows", "rows without the table", "another pattern", "splits", "traces back by stage", "traces back by tile",
          "traces back by tile without the table", "tracebacks over regions", "infeasible answers"}) {
        EXPECT_NE(counts[run], 0U) << run;
    }
    for (const std::string& feature : all_features()) {
        EXPECT_NE(counts[feature], 0U) << feature << " was never drawn";
    }
}

/// The other half of the deep check, in a process of its own.
class MoreRandomRecurrences : public RandomRecurrences {};

TEST_F(MoreRandomRecurrences, HaveTheValuesThatTheirTextSays) {
    if (!vkalgo::test::deep() || std::getenv("VKALGO_RECURRENCES") != nullptr) {
        GTEST_SKIP() << "the deep check's";
    }
    run_all(kDeep + 1, kDeep);
}

}  // namespace
}  // namespace vkalgo::dp::test

// PreparedRecurrence: prepared once and recorded often, with different lengths, params and buffers each time.
#include "algorithms/dp/prepared_recurrence.hpp"
#include "algorithms/dp/run/recording.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/recurrence.hpp"
#include "engine/descriptors.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/foreign_device.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// An instance's inputs on the device.
struct Inputs {
    std::vector<Buffer> buffers;
    std::vector<BufferView> views;
    Lengths lengths;

    Inputs(Runner& runner, const RecurrenceHeader& header, const Instance& instance) {
        for (const InputDeclaration& input : header.inputs) {
            const InputArray& array = instance.inputs.at(input.name);
            std::vector<std::byte> words = array.data;
            words.resize(Buffer::rounded(words.size()), std::byte{0xA5});
            buffers.push_back(vkalgo::test::take(runner.upload_new(words)));
            views.push_back(buffers.back().view());
            lengths[input.name] = static_cast<std::int64_t>(array.count);
        }
        for (const auto& [name, size] : {std::pair("n", instance.n), std::pair("m", instance.m)}) {
            if (size != 0) {
                lengths[name] = size;
            }
        }
    }
};

class Prepared : public vkalgo::test::DeviceTest {
protected:
    static Recurrence builtin(const char* name) { return vkalgo::test::take(Recurrence::builtin(name)); }

    static Buffer answer_buffer() { return vkalgo::test::take(Buffer::create(context(), {.size = 16})); }

    /// Records and runs the recurrence, and compares the results with those of solve().
    static void expect_as_solved(const Recurrence& recurrence, const PreparedRecurrence& prepared, const Keep& keep,
                                 const Instance& instance) {
        const Inputs inputs(runner(), recurrence.header(), instance);
        const Buffer out = answer_buffer();
        const RecurrenceArguments arguments{
            .inputs = inputs.views, .answer = out.view(), .lengths = inputs.lengths, .params = instance.params};
        ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared.record(recorder, arguments); }));
        const auto read = prepared.read(runner(), arguments);
        ASSERT_OK(read);
        SolveOptions options;
        options.keep = keep;
        const auto expected = dp::solve(runner(), recurrence, instance, options);
        ASSERT_OK(expected);
        EXPECT_EQ(read->answer, expected->answer);
        EXPECT_EQ(read->path, expected->path);
        EXPECT_EQ(read->path_end, expected->path_end);
        EXPECT_EQ(read->table, expected->table);
        std::array<std::byte, 8> value{};
        ASSERT_OK(runner().download(out.view().slice(0, 8), value));
        const ElementType type = recurrence.header().value_type();
        EXPECT_EQ(read_number(type, value.data()), expected->answer.value_or(read_number(type, value.data())));
    }
};

constexpr std::array kEdges{0, 1, 7, 8, 9, 31, 33, 255, 256, 257};

TEST_F(Prepared, RunsAnyShorterTextsByAnyMethod) {
    const Recurrence lcs = builtin("lcs");
    for (const char* method : {"stage", "tile"}) {
        for (const Keep keep : {Keep{}, Keep{.solution = true}, Keep{.table = true, .solution = true}}) {
            const auto prepared =
                lcs.prepare(context(), {.lengths = {{"x", 257}, {"y", 301}}, .method = method, .keep = keep});
            ASSERT_OK(prepared);
            EXPECT_STREQ(prepared->method().name, method);
            for (std::size_t k = 0; k < kEdges.size(); ++k) {
                const std::int64_t n = kEdges[k];
                const std::int64_t m = kEdges[(k * 7 + 3) % kEdges.size()];
                SCOPED_TRACE(std::string(method) + ", " + std::to_string(n) + " x " + std::to_string(m));
                expect_as_solved(lcs, *prepared, keep, generated("lcs", {n, m, k + 1, {}}));
            }
        }
    }
}

TEST_F(Prepared, PlansOfShorterTextsFitThePreparedBuffers) {
    const Recurrence edit = builtin("edit-distance");
    SplitMix64 random(5);
    for (const std::int64_t n : {1000, 5003, 20011}) {
        const std::int64_t m = 2 * n + 77;
        for (const Keep keep : {Keep{}, Keep{.solution = true}}) {
            const auto prepared =
                edit.prepare(context(), {.lengths = {{"x", n}, {"y", m}}, .method = "tile", .keep = keep});
            ASSERT_OK(prepared);
            for (int turn = 0; turn < 60; ++turn) {
                const auto x = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n + 1)));
                const auto y = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(m + 1)));
                EXPECT_OK(prepared->plan({.lengths = {{"x", x}, {"y", y}}})) << x << " x " << y;
            }
        }
    }
}

TEST_F(Prepared, HasRoomForThePlansOfShorterTextsAlsoOnLargeDevices) {
    const Recurrence edit = builtin("edit-distance");
    const RecurrenceHeader& header = edit.header();
    SplitMix64 random(6);
    DeviceProfile profile = context().profile();
    profile.type = DeviceType::discrete;
    profile.subgroup_size = 32;
    profile.shared_memory = 48 << 10;
    profile.max_storage_range = profile.max_allocation = std::uint64_t{1} << 40;
    profile.device_memory = 0;
    profile.larger_allocations = false;
    for (const bool waits : {false, true}) {
        profile.cross_workgroup_progress = waits;
        profile.memory_model_device_scope = waits;
        profile.processors = waits ? 132 : 0;
        for (const std::uint64_t n : {3000U, 140'000U, 300'000U, 1'200'000U}) {
            for (const Keep keep : {Keep{}, Keep{.solution = true}}) {
                std::uint64_t aim = 0;
                const auto plan_of = [&](std::uint64_t x, std::uint64_t y) {
                    Instance outline;
                    outline.inputs["x"] = InputArray{ElementType::u8, x, {}};
                    outline.inputs["y"] = InputArray{ElementType::u8, y, {}};
                    const Shape shape = vkalgo::test::take(shape_of(header, outline, header.stage));
                    const PlanRequest request{&header, header.stage, shape, keep};
                    auto frugal = make_plan(request, profile, "tile", aim);
                    auto made = frugal ? std::move(*frugal) : vkalgo::test::take(make_plan(request, profile, "tile"));
                    aim = aim != 0 ? aim : device_bytes(*made, shape);
                    return made;
                };
                const auto largest = plan_of(n, n);
                std::uint64_t sampled = 0;
                for (std::uint64_t part = 1; part <= 16; ++part) {
                    sampled = std::max(
                        {sampled, plan_of(n * part / 16, n)->scratch_bytes, plan_of(n, n * part / 16)->scratch_bytes});
                }
                for (int turn = 0; turn < 200; ++turn) {
                    const std::uint64_t x = turn % 4 == 0 ? n - random.below(100) : random.below(n + 1);
                    const std::uint64_t y = turn % 2 == 0 ? n : random.below(n + 1);
                    const auto plan = plan_of(x, y);
                    EXPECT_LE(plan->scratch_bytes, room_for_shorter(sampled))
                        << x << " x " << y << " of " << n << ", " << largest->summary;
                    EXPECT_LE(plan->path_bytes, largest->path_bytes);
                }
            }
        }
    }
}

TEST_F(Prepared, FollowsDeclaredLengthsWithEachRecording) {
    const std::string text =
        "//! problem  tolls\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! input    toll u32[n * m]\n//! rows     n\n//! columns  m\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return toll(i * columns() + j); }\n"
        "cell_t cell(int i, int j) { return min(at(i - 1, j), at(i, j - 1)) + toll(i * columns() + j); }\n";
    const Recurrence tolls = vkalgo::test::take(compiler::recurrence(text, "tolls.glsl"));
    const auto prepared = tolls.prepare(context(), {.lengths = {{"n", 30}, {"m", 20}}});
    ASSERT_OK(prepared);
    for (const std::int64_t n : {1, 7, 30}) {
        std::vector<std::uint32_t> toll(static_cast<std::size_t>(n * 9));
        for (std::size_t k = 0; k < toll.size(); ++k) {
            toll[k] = static_cast<std::uint32_t>(k * 7919 % 13);
        }
        expect_as_solved(tolls, *prepared, {}, {{"toll", toll}, {"n", n}, {"m", 9}});
    }
}

TEST_F(Prepared, TakesParamsWithEachRecording) {
    const Recurrence knapsack = builtin("knapsack");
    const auto prepared = knapsack.prepare(context(), {.lengths = {{"weight", 40}, {"profit", 40}},
                                                       .params = {{"capacity", Number(std::uint64_t{90})}},
                                                       .keep = {.solution = true}});
    ASSERT_OK(prepared);
    for (const std::uint64_t capacity : {0U, 1U, 45U, 90U}) {
        const Instance instance = generated("knapsack", {30, 0, capacity + 1, {{"capacity", Number(capacity)}}});
        expect_as_solved(knapsack, *prepared, {.solution = true}, instance);
    }
    const Recurrence edit = builtin("edit-distance");
    const auto costs = edit.prepare(context(), {.lengths = {{"x", 64}, {"y", 64}}});
    ASSERT_OK(costs);
    for (const std::uint64_t replace : {1U, 2U, 5U}) {
        Instance instance = generated("edit-distance", {50, 60, replace, {}});
        instance.params["rep"] = replace;
        expect_as_solved(edit, *costs, {}, instance);
    }
}

// The tables have one size, but different answer cells, inputs or outputs.
TEST_F(Prepared, KeepsPlansOfTablesOfOneSizeApart) {
    const std::string text =
        "//! problem  apart\n//! pattern  RUD\n//! cell     u32\n//! input    x u32[]\n//! param    last u32\n"
        "//! param    spot u32 0\n//! param    marks u32\n//! output   mark u32[marks]\n//! rows     n\n//! columns  "
        "m\n"
        "//! answer   at(n - 1, spot)\n"
        "cell_t cell(int i, int j) {\n    mark(int(marks) - 1, x(int(last)));\n"
        "    return i > 0 ? at(i - 1, j) + x(int(last)) : uint(j);\n}\n";
    const Recurrence apart = vkalgo::test::take(compiler::recurrence(text, "apart.glsl"));
    const auto params = [](std::uint64_t last, std::uint64_t spot, std::uint64_t marks) {
        return Params{{"last", Number(last)}, {"spot", Number(spot)}, {"marks", Number(marks)}};
    };
    const auto prepared =
        apart.prepare(context(), {.lengths = {{"x", 9}, {"n", 4}, {"m", 7}}, .params = params(8, 6, 5)});
    ASSERT_OK(prepared);
    struct Turn {
        std::uint64_t count, spot, marks;
    };
    for (const Turn& turn : {Turn{9, 6, 5}, {9, 2, 5}, {3, 2, 5}, {9, 2, 5}, {9, 2, 1}, {9, 2, 4}, {9, 6, 5}}) {
        SCOPED_TRACE(std::to_string(turn.count) + ", " + std::to_string(turn.spot) + ", " + std::to_string(turn.marks));
        const std::vector<std::uint32_t> x(turn.count, static_cast<std::uint32_t>(10 * turn.count));
        Instance instance{{"x", x}, {"n", 4}, {"m", 7}};
        const Inputs inputs(runner(), apart.header(), instance);
        const RecurrenceArguments arguments{
            .inputs = inputs.views, .lengths = inputs.lengths, .params = params(turn.count - 1, turn.spot, turn.marks)};
        ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared->record(recorder, arguments); }));
        const auto read = prepared->read(runner(), arguments);
        ASSERT_OK(read);
        EXPECT_EQ(read->answer, Number(turn.spot + 30 * turn.count));
        const InputArray& mark = read->outputs.at("mark");
        std::vector<std::uint32_t> expected(turn.marks, 0);
        expected.back() = static_cast<std::uint32_t>(10 * turn.count);
        EXPECT_EQ(cells_of<std::uint32_t>(mark.data), expected);
    }
}

// Tables of one size whose cells read at different distances keep different numbers of stages.
TEST_F(Prepared, KeepsPlansOfDifferentReachApart) {
    const Recurrence strides = vkalgo::test::take(compiler::recurrence(
        "//! problem  strides\n//! pattern  CLR\n//! class    chain\n//! cell     u32\n//! param    stride i32\n"
        "//! rows     1\n//! columns  n\n//! reach    j stride\n//! answer   last\n"
        "cell_t cell(int i, int j) { return j < stride ? 1u : at(i, j - stride) + 1u; }\n",
        "strides.glsl"));
    const auto params = [](std::int64_t stride) { return Params{{"stride", Number(stride)}}; };
    const auto prepared =
        strides.prepare(context(), {.lengths = {{"n", 30'000}}, .params = params(2), .method = "stage"});
    ASSERT_OK(prepared);
    for (const std::int64_t stride : {2, 40, 7}) {
        SCOPED_TRACE(stride);
        expect_as_solved(strides, *prepared, {}, {{"n", 300}, {"stride", stride}});
    }
    // 20,001 kept stages exceed the prepared memory: the three stages of stride 2 and the reserve.
    EXPECT_OK(prepared->plan({}));
    EXPECT_ERROR(prepared->plan({.params = params(20'000)}), ErrorCode::too_large);
}

TEST_F(Prepared, AllocatesNoReserveBeyondTheMemoryLimit) {
    const Recurrence lcs = builtin("lcs");
    const Instance instance = generated("lcs", {1000, 1000, 1, {}});
    SolveOptions options;
    options.method = "stage";
    options.keep.solution = true;
    const std::uint64_t needed =
        vkalgo::test::take(plan_solve(lcs.header(), instance, options, context().profile())).device_bytes;
    const auto prepare = [&](std::uint64_t limit) {
        return vkalgo::test::take(lcs.prepare(
            context(),
            {.lengths = {{"x", 1000}, {"y", 1000}}, .method = "stage", .keep = options.keep, .memory_limit = limit}));
    };
    EXPECT_GT(prepare(0).device_bytes(), needed);
    EXPECT_GT(prepare(2 * needed).device_bytes(), needed);
    const PreparedRecurrence limited = prepare(needed);
    EXPECT_LE(limited.device_bytes(), needed);
    EXPECT_OK(limited.plan({}));
    expect_as_solved(lcs, limited, options.keep, generated("lcs", {70, 1000, 2, {}}));
}

TEST_F(Prepared, RunsReductionsAndRecurrencesWithoutInputs) {
    const Recurrence chain = builtin("matrix-chain");
    const auto prepared = chain.prepare(context(), {.lengths = {{"d", 61}}, .keep = {.table = true, .solution = true}});
    ASSERT_OK(prepared);
    for (const std::int64_t n : {1, 2, 7, 60}) {
        expect_as_solved(chain, *prepared, {.table = true, .solution = true}, generated("matrix-chain", {n, 0, 3, {}}));
    }
    const Recurrence binomial = builtin("binomial");
    const auto coefficients = binomial.prepare(context(), {.lengths = {{"n", 50}, {"m", 40}}});
    ASSERT_OK(coefficients);
    expect_as_solved(binomial, *coefficients, {}, coefficient(30, 12));
    expect_as_solved(binomial, *coefficients, {}, coefficient(50, 20, 97));
}

TEST_F(Prepared, TracesFromAnAnswerOnABorder) {
    const std::string text =
        "//! problem  best\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! input    s u8[]\n//! rows     len(s)\n//! columns  len(s)\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   max last-row\n"
        "cell_t base(int i, int j) { return s(max(i, j)); }\n"
        "cell_t cell(int i, int j) { return max(at(i - 1, j), at(i, j - 1)) + s(j) % 3u; }\n"
        "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";
    const Recurrence best = vkalgo::test::take(compiler::recurrence(text, "best.glsl"));
    const auto prepared = best.prepare(context(), {.lengths = {{"s", 100}}, .keep = {.solution = true}});
    ASSERT_OK(prepared);
    for (const char* s : {"a", "agcgtagaccagtg", "zzzzyyyyxxxx"}) {
        expect_as_solved(best, *prepared, {.solution = true}, {{"s", s}});
    }
    const auto refused =
        best.prepare(context(), {.lengths = {{"s", 100}}, .method = "tile", .keep = {.solution = true}});
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_EQ(refused.error().where, "solution");
}

TEST_F(Prepared, RecordsTwiceInOneCommandBufferOfAHost) {
    vkalgo::test::ForeignDevice host;
    const auto adopted = vkalgo::test::take(Context::adopt(host.host()));
    Runner runner = vkalgo::test::take(Runner::create(*adopted));
    DescriptorArena arena(*adopted);
    const Recurrence lcs = builtin("lcs");
    const auto prepared = lcs.prepare(*adopted, {.lengths = {{"x", 90}, {"y", 80}}, .keep = {.solution = true}});
    ASSERT_OK(prepared);
    const std::array instances{generated("lcs", {70, 80, 1, {}}), generated("lcs", {90, 33, 2, {}})};
    const std::array inputs{Inputs(runner, lcs.header(), instances[0]), Inputs(runner, lcs.header(), instances[1])};
    const Buffer out = vkalgo::test::take(Buffer::create(*adopted, {.size = 16}));
    HazardTracker queue;
    for (HazardTracker* tracker : {static_cast<HazardTracker*>(nullptr), &queue}) {
        host.run([&](VkCommandBuffer commands) {
            for (std::size_t k = 0; k < 2; ++k) {
                Recorder recorder(*adopted, commands, arena, {.hazards = tracker});
                EXPECT_OK(prepared->record(
                    recorder,
                    {.inputs = inputs[k].views, .answer = out.view().slice(4 * k, 4), .lengths = inputs[k].lengths}));
            }
        });
        std::array<std::uint32_t, 2> answers{};
        ASSERT_OK(runner.download(out.view().slice(0, 8), std::as_writable_bytes(std::span(answers))));
        EXPECT_EQ(answers[0], reference_answer("lcs", instances[0]));
        EXPECT_EQ(answers[1], reference_answer("lcs", instances[1]));
        // The results of the last recording remain.
        const auto read = prepared->read(runner, {.lengths = inputs[1].lengths});
        ASSERT_OK(read);
        EXPECT_EQ(read->answer, Number(std::uint64_t{answers[1]}));
        EXPECT_OK(arena.reset());
    }
    EXPECT_EQ(host.messages().taken(), std::vector<std::string>{});
}

TEST_F(Prepared, ReportsTheFaultsOfTheKernels) {
    const std::string text =
        "//! problem  sums\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! input    s u32[]\n//! rows     len(s)\n//! columns  1\n//! base     first-row 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return s(0); }\n"
        "cell_t cell(int i, int j) {\n    cell_t sum = at(i - 1, j) + s(i);\n    overflow_if(sum < s(i));\n"
        "    return sum;\n}\n";
    const Recurrence sums = vkalgo::test::take(compiler::recurrence(text, "sums.glsl"));
    const auto prepared = sums.prepare(context(), {.lengths = {{"s", 10}}});
    ASSERT_OK(prepared);
    for (const std::uint32_t last : {5U, 0xFFFFFFFFU, 6U}) {
        const Inputs inputs(runner(), sums.header(), {{"s", std::vector<std::uint32_t>{1, 2, last}}});
        const RecurrenceArguments arguments{.inputs = inputs.views, .lengths = inputs.lengths};
        ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared->record(recorder, arguments); }));
        const auto read = prepared->read(runner(), arguments);
        std::array<std::byte, sizeof(Status)> status{};
        ASSERT_OK(runner().download(prepared->status(), status));
        if (last == 0xFFFFFFFFU) {
            ASSERT_ERROR(read, ErrorCode::overflow);
            EXPECT_NE(read.error().message.find("sums.glsl: cell (2, 0) overflows"), std::string::npos);
            EXPECT_ERROR(prepared->explain(status), ErrorCode::overflow);
        } else {
            ASSERT_OK(read);
            EXPECT_EQ(read->answer_as<std::uint32_t>(), 3 + last);
            EXPECT_OK(prepared->explain(status));
        }
        EXPECT_ERROR(prepared->explain(std::span(status).first(4)), ErrorCode::invalid_argument);
    }
}

TEST_F(Prepared, ReportsHowItAccessesItsArguments) {
    const Recurrence lcs = builtin("lcs");
    const auto prepared = lcs.prepare(context(), {.lengths = {{"x", 20}, {"y", 20}}});
    ASSERT_OK(prepared);
    const Inputs inputs(runner(), lcs.header(), generated("lcs", {20, 20, 1, {}}));
    const Buffer out = answer_buffer();
    const auto access = prepared->access({.inputs = inputs.views, .answer = out.view()});
    ASSERT_OK(access);
    ASSERT_EQ(access->inputs.size(), 2U);
    EXPECT_EQ(access->inputs[0].first.folded().access, VkAccessFlags{VK_ACCESS_SHADER_READ_BIT});
    EXPECT_EQ(access->answer.last.folded().access, VkAccessFlags{VK_ACCESS_TRANSFER_WRITE_BIT});
}

TEST_F(Prepared, ZeroesTheOutputsOfAnEmptyTable) {
    const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(
        "//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! input    x u32[]\n//! output   used u32[5]\n"
        "//! rows     len(x)\n//! columns  1\n//! answer   last\n"
        "cell_t cell(int i, int j) {\n    used(x(i), 9u);\n    return 1u;\n}\n",
        "a.glsl"));
    const auto prepared = recurrence.prepare(context(), {.lengths = {{"x", 4}}});
    ASSERT_OK(prepared);
    const Inputs inputs(runner(), recurrence.header(), {{"x", std::vector<std::uint32_t>{0, 1, 2, 4}}});
    const auto used = [&](std::int64_t length) {
        const RecurrenceArguments arguments{.inputs = inputs.views, .lengths = {{"x", length}}};
        EXPECT_OK(runner().run([&](Recorder& recorder) { return prepared->record(recorder, arguments); }));
        std::array<std::uint32_t, 5> values{};
        EXPECT_OK(runner().download(prepared->output("used").slice(0, sizeof values),
                                    std::as_writable_bytes(std::span(values))));
        return values;
    };
    EXPECT_EQ(used(4), (std::array<std::uint32_t, 5>{9, 9, 9, 0, 9}));
    EXPECT_EQ(used(0), (std::array<std::uint32_t, 5>{}));
}

TEST_F(Prepared, RefusesABoundThatDividesByZero) {
    const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(
        "//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! param    c u32 5\n//! rows     n\n//! columns  1\n"
        "//! bound    100 / c\n//! answer   last\ncell_t cell(int i, int j) { return 1u; }\n",
        "a.glsl"));
    const auto prepared = recurrence.prepare(context(), {.lengths = {{"n", 4}}});
    ASSERT_OK(prepared);
    const Params zero{{"c", Number(std::uint64_t{0})}};
    const auto refused = prepared->plan({.params = zero});
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("'100 / c' divides by zero"), std::string::npos) << refused.error().message;
    EXPECT_ERROR(recurrence.prepare(context(), {.lengths = {{"n", 4}}, .params = zero}), ErrorCode::invalid_argument);
}

TEST_F(Prepared, RefusesWhatDoesNotFit) {
    const Recurrence lcs = builtin("lcs");
    const auto expect = [](const auto& result, const std::string& where, const std::string& part) {
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, where) << result.error().message;
        EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
    };
    expect(lcs.prepare(context(), {.lengths = {{"x", 20}}}), "lengths", "input 'y' has no length");
    expect(lcs.prepare(context(), {.lengths = {{"x", 20}, {"y", 1}, {"z", 1}}}), "lengths",
           "a length is given for 'z'");
    expect(lcs.prepare(context(), {.lengths = {{"x", -1}, {"y", 1}}}), "lengths", "-1");
    expect(lcs.prepare(context(), {.lengths = {{"x", 1}, {"y", 1}}, .method = "quick"}), "method", "quick");
    EXPECT_ERROR(lcs.prepare(context(), {.lengths = {{"x", 100000}, {"y", 100000}}, .memory_limit = 1000}),
                 ErrorCode::too_large);

    const auto prepared = lcs.prepare(context(), {.lengths = {{"x", 20}, {"y", 20}}});
    ASSERT_OK(prepared);
    const Inputs inputs(runner(), lcs.header(), generated("lcs", {20, 20, 1, {}}));
    const Buffer out = answer_buffer();
    const auto record = [&](const RecurrenceArguments& arguments) {
        return runner().run([&](Recorder& recorder) { return prepared->record(recorder, arguments); });
    };
    expect(record({.inputs = inputs.views, .lengths = {{"x", 21}}}), "lengths", "prepared for at most 20");
    expect(record({.inputs = {inputs.views[0]}}), "inputs", "the arguments have 1");
    expect(record({.inputs = {inputs.views[0], inputs.views[1].slice(0, 8)}}), "y", "");
    expect(record({.inputs = inputs.views, .answer = out.view().slice(0, 2)}), "answer", "");
    expect(record({.inputs = inputs.views, .answer = inputs.views[0]}), "x", "overlap");
    expect(record({.inputs = inputs.views, .params = {{"speed", Number(1.0)}}}), "speed", "no param");

    const Recurrence edit = builtin("edit-distance");
    const auto costs = edit.prepare(context(), {.lengths = {{"x", 20}, {"y", 20}}});
    ASSERT_OK(costs);
    const Params dear{{"ins", Number(std::uint64_t{4'000'000'000})}};
    EXPECT_ERROR(costs->plan({.params = dear}), ErrorCode::overflow);
    EXPECT_ERROR(edit.prepare(context(), {.lengths = {{"x", 20}, {"y", 20}}, .params = dear}), ErrorCode::overflow);

    vkalgo::test::ValidatedContext other(vkalgo::test::test_options());
    Runner elsewhere = vkalgo::test::take(Runner::create(*other));
    expect(elsewhere.run([&](Recorder& recorder) { return prepared->record(recorder, {.inputs = inputs.views}); }),
           "recorder", "another context");
}

TEST_F(Prepared, ChecksAUsersFileOnceAndRefusesAWrongOne) {
    const std::string text =
        "//! problem  ways\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! rows     n\n//! columns  m\n//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return 1u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) + at(i, j - 1); }\n";
    const Recurrence ways = vkalgo::test::take(compiler::recurrence(text, "ways.glsl"));
    ASSERT_OK(ways.prepare(context(), {.lengths = {{"n", 9}, {"m", 9}}}));
    ASSERT_OK(ways.prepare(context(), {.lengths = {{"n", 7}, {"m", 9}}}));
    EXPECT_EQ(ways.work().checks, 1U);
    std::string far = text;
    far.replace(far.find("at(i - 1, j)"), 12, "at(i - 3, j)");
    const Recurrence wrong = vkalgo::test::take(compiler::recurrence(far, "far.glsl"));
    const auto refused = wrong.prepare(context(), {.lengths = {{"n", 9}, {"m", 9}}});
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().where, "recurrence");
}

}  // namespace
}  // namespace vkalgo::dp::test

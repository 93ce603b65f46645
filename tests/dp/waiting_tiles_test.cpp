// The tile kernel whose workgroups wait for one another, on every machine: the planner takes it only where the profile
// says that workgroups make progress beside each other, as NVIDIA's do. The software driver runs workgroups in threads,
// in order, so it may wait there too; but it makes execution barriers of the memory model's visibility, so the module
// is compiled without that model here. A GPU that the profile trusts runs the built-in module as it is.
#include "algorithms/dp/testing.hpp"
#include "compiler/assemble.hpp"
#include "compiler/generate.hpp"
#include "engine/kernel.hpp"
#include "shaders/dp/dp.h"
#include "tests/dp/placed_run.hpp"
#include "tests/dp/problem_support.hpp"

#include <string>

namespace vkalgo::dp::test {
namespace {

constexpr const char* kModule = "tile-persistent";

/// As assemble_module makes it, but for one line of the prelude. The loop in cell() does nothing: it makes the kernel
/// report when the driver stopped a loop, which a long wait may be.
CompiledRecurrence without_memory_model() {
    const std::string text =
        "//! problem  sample\n//! about    edit distance\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! input    x u8[]\n//! input    y u8[]\n//! rows     len(x) + 1\n//! columns  len(y) + 1\n"
        "//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return uint(i + j); }\n"
        "cell_t cell(int i, int j) {\n"
        "    for (int k = 1; k < 1; ++k) { }\n"
        "    uint kept = at(i - 1, j - 1) + (x(i - 1) == y(j - 1) ? 0u : 1u);\n"
        "    return min(kept, min(at(i - 1, j), at(i, j - 1)) + 1u);\n}\n";
    CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "sample.glsl"));
    const auto kinds = vkalgo::test::take(compiler::module_kinds(recurrence.header));
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [](const auto& each) { return each.name == kModule; });
    const std::string name = kind->template_name;
    const std::string body = compiler::embedded_source()(name).value();
    const std::string mark = "// inputs from binding ";
    compiler::NamedText prelude =
        compiler::make_prelude(recurrence.header, *kind, std::stoi(body.substr(body.find(mark) + mark.size())));
    const std::string pragma = "#pragma use_vulkan_memory_model\n";
    const std::size_t at = prelude.text.find(pragma);
    EXPECT_NE(at, std::string::npos);
    prelude.text.erase(at, pragma.size());
    const compiler::NamedText pieces[] = {prelude,
                                          compiler::make_generated(recurrence.header, text, *kind),
                                          {name, body + "\n"},
                                          {"sample.glsl", blank_comments(text)}};
    recurrence.modules[kModule] = vkalgo::test::take(compiler::compile_glsl(pieces, compiler::embedded_source()));
    vkalgo::test::take(compiler::assemble_module(recurrence, "answer"));
    return recurrence;
}

class WaitingTiles : public vkalgo::test::DeviceTest {
protected:
    struct Size {
        std::int64_t n, m;
        std::uint32_t lanes;
    };

    /// False if the driver stopped a wait: then the run says nothing.
    static bool runs(const CompiledRecurrence& recurrence, const Size& size, std::uint64_t seed, Keep keep) {
        const Instance instance = generated("edit-distance", {size.n, size.m, seed, {}});
        DeviceProfile trusted = context().profile();
        trusted.cross_workgroup_progress = trusted.memory_model_device_scope = true;
        const TestKnobs knobs{.lanes = size.lanes, .schedule = TestKnobs::Schedule::waiting};
        const Shape shape = vkalgo::test::take(shape_of(recurrence.header, instance, Pattern::NOSE));
        const Question question{&recurrence.header, Pattern::NOSE, shape, keep, &knobs};
        const auto plan = vkalgo::test::take(make_plan(question, trusted, "tile"));
        EXPECT_EQ(plan->modules.front(), kModule);
        EXPECT_EQ(plan->steps, 1U);
        const auto run = vkalgo::test::take(plan->method->create(context(), recurrence, *plan));
        PlacedRun placed(runner(), recurrence, instance, *plan);
        EXPECT_OK(runner().run([&](Recorder& recorder) { return placed.record(recorder, *run); }));
        const Solution solution = placed.read(shape);
        if ((placed.status_flags() & VKALGO_STATUS_LOOPS) != 0) {
            return false;
        }
        EXPECT_EQ(placed.status_flags(), 0U);
        const std::string what = std::to_string(size.n) + " x " + std::to_string(size.m) + ", " +
                                 std::to_string(size.lanes) + " lanes, seed " + std::to_string(seed);
        std::vector<std::byte> table;
        EXPECT_EQ(*solution.answer, Number(reference_answer("edit-distance", instance, &table))) << what;
        if (keep.table) {
            EXPECT_EQ(placed.table(shape), table) << what;
        }
        return true;
    }
};

// 16 rows a lane on a software device, 2 to 4 strips a workgroup elsewhere: these tables have 2 to 9 groups of strips.
TEST_F(WaitingTiles, AnswerAsTheReferenceDoesInSharedLanes) {
    const DeviceProfile& profile = context().profile();
    if (!profile.int64 || !profile.int64_atomics) {
        GTEST_SKIP() << "this device has no 64-bit atomics";
    }
    if (profile.type != DeviceType::software && !profile.cross_workgroup_progress) {
        GTEST_SKIP() << "this device's workgroups are not known to make progress beside each other";
    }
    const CompiledRecurrence recurrence = without_memory_model();
    int told = 0;
    for (const Size& size : {Size{300, 200, 16}, {520, 300, 16}, {1200, 150, 16}, {1100, 400, 32}, {2300, 200, 64}}) {
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            for (const Keep keep : {Keep{}, Keep{.table = true}}) {
                told += runs(recurrence, size, seed, keep) ? 1 : 0;
            }
        }
    }
    // Where threads are few and busy, a wait may outlast the iterations that the driver allows.
    EXPECT_GT(told, 0) << "the driver stopped every wait";
}

TEST_F(WaitingTiles, AnswerAsTheReferenceDoesOnADeviceThatIsTrusted) {
    if (!context().profile().cross_workgroup_progress) {
        GTEST_SKIP() << "this device's workgroups are not known to make progress beside each other";
    }
    for (const char* name : {"lcs", "edit-distance"}) {
        const auto all = builtin_recurrences();
        const CompiledRecurrence& recurrence =
            **std::find_if(all.begin(), all.end(), [&](const auto* each) { return each->header.problem == name; });
        for (const std::uint32_t lanes : {0u, 16u, 64u}) {
            for (const Keep keep : {Keep{}, Keep{.table = true}, Keep{.solution = true}}) {
                const Instance instance = generated(name, {3000, 5000, lanes + 1, {}});
                const TestKnobs knobs{.lanes = lanes, .schedule = TestKnobs::Schedule::waiting};
                SolveOptions options;
                options.method = "tile";
                options.keep = keep;
                options.knobs = &knobs;
                const auto solution = solve(runner(), recurrence, instance, options);
                ASSERT_OK(solution) << name << ", " << lanes << " lanes";
                EXPECT_EQ(*solution->answer, Number(reference_answer(name, instance))) << name << ", " << lanes;
            }
        }
    }
}

TEST_F(WaitingTiles, AreRefusedWhereTheProfileDoesNotTrustThem) {
    DeviceProfile profile = context().profile();
    profile.cross_workgroup_progress = false;
    const auto all = builtin_recurrences();
    const CompiledRecurrence& lcs =
        **std::find_if(all.begin(), all.end(), [](const auto* each) { return each->header.problem == "lcs"; });
    const TestKnobs knobs{.lanes = 0, .schedule = TestKnobs::Schedule::waiting};
    const Question question{&lcs.header,
                            Pattern::NOSE,
                            vkalgo::test::take(shape_of(lcs.header, strings("abc", "abd"), Pattern::NOSE)),
                            {},
                            &knobs};
    EXPECT_ERROR(make_plan(question, profile, "tile"), ErrorCode::unsupported);
}

}  // namespace
}  // namespace vkalgo::dp::test

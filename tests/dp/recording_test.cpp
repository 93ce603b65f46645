// Every method as a host records it: on a device whose bindings begin at multiples of 256 bytes, twice in one command
// buffer, and in a command buffer of a device that vkalgo did not create.
#include "engine/descriptors.hpp"
#include "tests/dp/placed_run.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/foreign_device.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace vkalgo::dp::test {
namespace {

struct RecordedCase {
    const char* problem;
    Keep keep;
};
/// The cases. Every method that can run a case runs it.
const RecordedCase kCases[] = {
    {"lcs", {}},
    {"lcs", {.solution = true}},
    {"edit-distance", {.table = true, .solution = true}},
    {"knapsack", {.solution = true}},
    {"integer-knapsack", {.solution = true}},
    {"matrix-chain", {.solution = true}},
    {"binomial", {.table = true}},
    {"min-max", {.solution = true}},
    {"nim", {.table = true}},
    {"replacement", {.solution = true}},
};

ContextOptions aligned() {
    ContextOptions options = vkalgo::test::test_options();
    options.narrow = [](DeviceProfile& profile) { profile.storage_offset_alignment = 256; };
    return options;
}

GeneratorOptions draw(const std::string& name, std::uint64_t seed) {
    GeneratorOptions options{70, 90, seed, {}};
    if (name == "knapsack") {
        options.params["capacity"] = std::uint64_t{90};
    }
    if (name == "binomial") {
        options.params["modulo"] = std::uint64_t{1'000'007};
    }
    return options;
}

struct Planned {
    std::vector<Instance> instances;
    Shape shape;
    std::unique_ptr<MethodPlan> plan;
    std::unique_ptr<MethodRun> run;
};

/// Plans `count` instances of one shape. The plan is empty if the method does not run this case.
Planned planned(Context& context, const Method& method, const RecordedCase& each, std::size_t count) {
    const CompiledRecurrence& recurrence = builtin(each.problem);
    Planned made;
    for (std::size_t k = 0; k < count; ++k) {
        made.instances.push_back(generated(each.problem, draw(each.problem, k + 1)));
        made.shape =
            vkalgo::test::take(check_instance(recurrence.header, made.instances.back(), recurrence.header.stage));
    }
    const PlanRequest request{&recurrence.header, recurrence.header.stage, made.shape, each.keep};
    auto plan = make_plan(request, context.profile(), method.name);
    if (!plan) {
        EXPECT_EQ(plan.error().code, ErrorCode::unsupported) << plan.error().message;
        return made;
    }
    made.plan = std::move(*plan);
    made.run = vkalgo::test::take(method.create(context, recurrence, *made.plan));
    return made;
}

void expect_reference(const RecordedCase& each, const Instance& instance, PlacedRun& placed, const Shape& shape,
                      const std::string& what) {
    std::vector<std::byte> table;
    const auto answer = oracle(each.problem).reference(instance, &table);
    ASSERT_OK(answer) << what;
    const Solution solution = placed.read(shape);
    EXPECT_EQ(placed.status_flags(), 0U) << what;
    EXPECT_EQ(solution.answer, *answer) << what;
    if (each.keep.table) {
        EXPECT_EQ(placed.table(shape), table) << what;
    }
    if (each.keep.solution) {
        const auto worth = oracle(each.problem).replay(instance, solution);
        ASSERT_OK(worth) << what;
        EXPECT_EQ(*worth, *answer) << what;
    }
}

class Recording : public ::testing::TestWithParam<const Method*> {};

TEST_P(Recording, TwiceInOneCommandBufferWithBindingsAtMultiplesOf256Bytes) {
    vkalgo::test::ValidatedContext context(aligned());
    Runner runner = vkalgo::test::take(Runner::create(*context));
    int runs = 0;
    for (const RecordedCase& each : kCases) {
        const Planned planned = test::planned(*context, *GetParam(), each, 2);
        if (planned.plan == nullptr) {
            continue;
        }
        const CompiledRecurrence& recurrence = builtin(each.problem);
        PlacedRun first(runner, recurrence, planned.instances[0], *planned.plan);
        PlacedRun second(runner, recurrence, planned.instances[1], *planned.plan);
        const auto report = runner.run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(first.record(recorder, *planned.run));
            return second.record(recorder, *planned.run);
        });
        ASSERT_OK(report) << each.problem;
        expect_reference(each, planned.instances[0], first, planned.shape, std::string(each.problem) + ", first");
        expect_reference(each, planned.instances[1], second, planned.shape, std::string(each.problem) + ", second");
        ++runs;
    }
    if (runs == 0) {
        GTEST_SKIP() << GetParam()->name << " runs none of the cases";
    }
}

TEST_P(Recording, BySolveWithBindingsAtMultiplesOf256Bytes) {
    vkalgo::test::ValidatedContext context(aligned());
    Runner runner = vkalgo::test::take(Runner::create(*context));
    for (const RecordedCase& each : kCases) {
        const Instance instance = generated(each.problem, draw(each.problem, 3));
        SolveOptions options;
        options.method = GetParam()->name;
        options.keep = each.keep;
        const auto solution = solve(runner, builtin(each.problem), instance, options);
        if (!solution && solution.error().code == ErrorCode::unsupported) {
            continue;
        }
        ASSERT_OK(solution) << each.problem;
        const auto answer = oracle(each.problem).reference(instance, nullptr);
        ASSERT_OK(answer) << each.problem;
        EXPECT_EQ(solution->answer, *answer) << each.problem;
    }
}

TEST_P(Recording, InACommandBufferOfAHost) {
    vkalgo::test::ForeignDevice host;
    const auto context = vkalgo::test::take(Context::adopt(host.host()));
    Runner runner = vkalgo::test::take(Runner::create(*context));
    DescriptorArena arena(*context);
    for (const RecordedCase& each : kCases) {
        const CompiledRecurrence& recurrence = builtin(each.problem);
        // A host that enables nothing has no 64-bit integers, so problems that need them have no plan.
        const Planned planned = test::planned(*context, *GetParam(), each, 1);
        if (planned.plan == nullptr) {
            continue;
        }
        PlacedRun placed(runner, recurrence, planned.instances[0], *planned.plan);
        host.run([&](VkCommandBuffer commands) {
            Recorder recorder(*context, commands, arena);
            EXPECT_OK(placed.record(recorder, *planned.run));
        });
        expect_reference(each, planned.instances[0], placed, planned.shape, each.problem);
    }
    EXPECT_EQ(host.messages().taken(), std::vector<std::string>{});
}

std::string method_name(const ::testing::TestParamInfo<const Method*>& tested) {
    std::string name = tested.param->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// Returns the methods whose run follows from the plan alone.
std::vector<const Method*> methods_of_plans() {
    std::vector<const Method*> found = single_methods();
    std::erase_if(found, [](const Method* method) { return method->analyze != nullptr; });
    return found;
}
const std::vector<const Method*> kMethods = methods_of_plans();
INSTANTIATE_TEST_SUITE_P(Of, Recording, ::testing::ValuesIn(kMethods), method_name);

}  // namespace
}  // namespace vkalgo::dp::test

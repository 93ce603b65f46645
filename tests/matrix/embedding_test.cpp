// Tests products as parts of other recordings, on a device that a host application created, on devices with fewer
// features, and with Vulkan calls that fail.
#include "algorithms/matrix/elementwise.hpp"
#include "algorithms/matrix/matrix_multiply_call.hpp"
#include "engine/descriptors.hpp"
#include "tests/matrix/multiplying.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/fault_injector.hpp"
#include "tests/support/foreign_device.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

MatrixMultiplyParams sizes(std::uint64_t rows, std::uint64_t columns, std::uint64_t inner, const char* method,
                           ElementType type = ElementType::f32) {
    return {.options = {.type = type, .method = method}, .rows = rows, .columns = columns, .inner = inner};
}

/// Computes two products of different sizes in one command buffer by each method except cooperative, and checks both.
void multiply_on(const Narrow& narrow, ElementType type = ElementType::f32) {
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const std::string_view method : matrix_method_names()) {
        const std::string name(method);
        if (name == "cooperative") {
            continue;  // cooperative needs f16 and other sizes
        }
        const MatrixMultiply large = take(MatrixMultiply::create(*context, sizes(33, 67, 40, name.c_str(), type)));
        const MatrixMultiply small = take(MatrixMultiply::create(*context, sizes(5, 4, 300, name.c_str(), type)));
        const MatrixRun first(runner, large, 1, 2, 1), second(runner, small, 2);
        ASSERT_OK(runner.run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(large.record(recorder, first.arguments()));
            return small.record(recorder, second.arguments());
        }));
        first.expect();
        second.expect();
    }
}

}  // namespace

TEST(MatrixEmbedding, MultipliesTwiceInOneCommandBuffer) {
    multiply_on({});
}

TEST(MatrixEmbedding, MultipliesOnADeviceThatAlignsTo256Bytes) {
    multiply_on([](DeviceProfile& profile) { profile.storage_offset_alignment = 256; });
}

TEST(MatrixEmbedding, MultipliesOnTheLeastDevice) {
    const Narrow least = [](DeviceProfile& profile) {
        profile.push_descriptors = profile.float64 = profile.float16 = profile.storage_16bit = false;
        profile.int16 = profile.int8 = profile.storage_8bit = profile.int64 = false;
        profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = false;
        profile.subgroup_shuffle = profile.subgroup_shuffle_relative = false;
        profile.shared_memory = 16384;
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
    };
    multiply_on(least);
    multiply_on(least, ElementType::f16);
}

TEST(MatrixEmbedding, MultipliesAProductByAnotherInsideAForeignCommandBuffer) {
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        auto context = take(Context::adopt(foreign.host()));
        Runner runner = take(Runner::create(*context));
        DescriptorArena arena(*context);
        // (A * B) * D, and the sum of this product and itself. Integers are exact in any order.
        const std::vector<std::int32_t> a(9 * 17, 2), b(17 * 21, 3), d(21 * 6, -1);
        const GuardedBuffer on_a(runner, a), on_b(runner, b), on_d(runner, d);
        const GuardedBuffer between(runner, 9 * 21 * 4), product(runner, 9 * 6 * 4), sum(runner, 9 * 6 * 4);
        for (const std::string_view method : matrix_method_names()) {
            const std::string name(method);
            if (name == "cooperative") {
                continue;
            }
            const MatrixMultiply one =
                take(MatrixMultiply::create(*context, sizes(9, 21, 17, name.c_str(), ElementType::i32)));
            const MatrixMultiply two =
                take(MatrixMultiply::create(*context, sizes(9, 6, 21, name.c_str(), ElementType::i32)));
            const Elementwise add = take(Elementwise::create(*context, {.type = ElementType::i32}));
            const GuardedBuffer scratch(runner, std::max(one.plan().scratch_bytes, two.plan().scratch_bytes));
            foreign.run([&](VkCommandBuffer commands) {
                Recorder recorder(*context, commands, arena);
                EXPECT_OK(one.record(
                    recorder, {.a = on_a.view(), .b = on_b.view(), .c = between.view(), .scratch = scratch.view()}));
                EXPECT_OK(two.record(
                    recorder, {.a = between.view(), .b = on_d.view(), .c = product.view(), .scratch = scratch.view()}));
                EXPECT_OK(add.record(recorder,
                                     {.a = product.view(), .b = product.view(), .results = sum.view(), .count = 54}));
            });
            EXPECT_OK(arena.reset());
            EXPECT_EQ(product.values<std::int32_t>(54), std::vector<std::int32_t>(54, -6 * 17 * 21));
            EXPECT_EQ(sum.values<std::int32_t>(54), std::vector<std::int32_t>(54, -12 * 17 * 21));
            for (const GuardedBuffer* buffer : {&on_a, &on_b, &on_d, &between, &product, &sum, &scratch}) {
                buffer->expect_intact(name.c_str());
            }
        }
    }
}

TEST(MatrixEmbedding, ReturnsAnErrorForEveryCallThatFailsAndLeavesNothingBehind) {
    FaultInjector faults;
    ContextOptions options;
    options.device = test_options().device;
    options.get_instance_proc_addr = faults.entry();
    const std::vector<float> a(20 * 30, 1), b(30 * 10, 2);
    const auto multiply_all = [&]() -> Result<void> {
        VKALGO_TRY(const auto context, Context::create(options));
        VKALGO_TRY(Runner runner, Runner::create(*context));
        VKALGO_TRY(const auto product, multiply(runner, std::span(a), std::span(b), sizes(20, 10, 30, "auto")));
        EXPECT_EQ(product.values, std::vector<float>(200, 60));
        return {};
    };
    faults.fail_call(0, VK_SUCCESS);
    ASSERT_OK(multiply_all());
    const std::uint64_t calls = faults.calls();
    EXPECT_GT(calls, 20U);
    const std::uint64_t step = deep() ? 1 : 5;
    for (std::uint64_t call = 1; call <= calls; call += step) {
        faults.fail_call(call, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        const auto result = multiply_all();
        if (result) {
            // The library can work around some failures.
            continue;
        }
        EXPECT_FALSE(result.error().message.empty()) << faults.failed();
        EXPECT_TRUE(faults.live().empty()) << faults.failed() << " leaves " << faults.live_words();
    }
}

}  // namespace vkalgo::test

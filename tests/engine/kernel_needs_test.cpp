// Tests what Kernel::create refuses before the driver sees it.
#include "engine/spirv_limits.hpp"
#include "tests/engine/kernels.hpp"
#include <vkalgo_spirv/tests_engine/workgroup_sizes.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kHeaderWords = 5;
constexpr std::uint32_t kOpCapability = 17;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kOpDecorate = 71;
constexpr std::uint32_t kOpTypeArray = 28;
constexpr std::uint32_t kOpSpecConstantOp = 52;
constexpr std::uint32_t kBuiltIn = 11;
constexpr std::uint32_t kWorkgroupSize = 25;

/// Returns write_numbers.comp, which declares only the capability Shader, with one more capability.
std::vector<std::uint32_t> with_capability(std::uint32_t capability) {
    const auto& module = spirv::tests_engine_write_numbers;
    std::vector<std::uint32_t> words(std::begin(module), std::end(module));
    words.insert(words.begin() + kHeaderWords, {2U << 16U | kOpCapability, capability});
    return words;
}

/// Returns write_numbers.comp with another workgroup size.
std::vector<std::uint32_t> with_workgroup(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const auto& module = spirv::tests_engine_write_numbers;
    std::vector<std::uint32_t> words(std::begin(module), std::end(module));
    for (std::size_t at = kHeaderWords; at < words.size();) {
        const std::uint32_t length = words[at] >> 16U;
        const std::uint32_t opcode = words[at] & 0xFFFFU;
        if (opcode == kOpDecorate && length == 4 && words[at + 2] == kBuiltIn && words[at + 3] == kWorkgroupSize) {
            // glslang declares the size twice. This constant would take precedence over the execution mode below, so it
            // loses its decoration.
            const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
            words.erase(first, first + 4);
            continue;
        }
        if (opcode == kOpExecutionMode && length == 6) {
            words[at + 3] = x;
            words[at + 4] = y;
            words[at + 5] = z;
        }
        at += length;
    }
    return words;
}

Result<Kernel> make(Context& context, std::span<const std::uint32_t> words,
                    std::vector<SpecializationConstant> constants = {}, std::uint32_t subgroup = 0) {
    return Kernel::create(context, {"tried", words, std::move(constants), subgroup});
}

class KernelNeeds : public DeviceTest {};

TEST_F(KernelNeeds, RefusesACapabilityThatItDoesNotKnowByItsNumber) {
    EXPECT_OK(make(context(), with_capability(61)));
    for (const std::uint32_t unknown : {5U, 27U, 4441U, 5297U, 6033U, 0xFFFFU}) {
        const auto kernel = make(context(), with_capability(unknown));
        ASSERT_ERROR(kernel, ErrorCode::unsupported);
        EXPECT_NE(kernel.error().message.find("capability " + std::to_string(unknown)), std::string::npos)
            << kernel.error().message;
    }
}

TEST_F(KernelNeeds, RefusesAWorkgroupBeyondTheDevicesLimits) {
    const DeviceProfile& profile = context().profile();
    const auto& most = profile.max_workgroup_size;
    EXPECT_OK(make(context(), with_workgroup(most[0], 1, 1)));
    EXPECT_ERROR(make(context(), with_workgroup(most[0] + 1, 1, 1)), ErrorCode::unsupported);
    EXPECT_ERROR(make(context(), with_workgroup(1, most[1] + 1, 1)), ErrorCode::unsupported);
    EXPECT_ERROR(make(context(), with_workgroup(1, 1, most[2] + 1)), ErrorCode::unsupported);
    EXPECT_ERROR(make(context(), with_workgroup(profile.max_workgroup_invocations, 2, 1)), ErrorCode::unsupported);
    EXPECT_ERROR(make(context(), with_workgroup(0, 1, 1)), ErrorCode::unsupported);
}

TEST_F(KernelNeeds, RefusesAWorkgroupThatAConstantMakesTooLarge) {
    const std::span<const std::uint32_t> add = spirv::tests_engine_add_constant;
    EXPECT_OK(make(context(), add, {{kAddConstantThreads, 128}}));
    const auto kernel = make(context(), add, {{kAddConstantThreads, 100'000}});
    ASSERT_ERROR(kernel, ErrorCode::unsupported);
    EXPECT_NE(kernel.error().message.find("100000"), std::string::npos) << kernel.error().message;
    EXPECT_ERROR(make(context(), add, {{kAddConstantThreads, 0}}), ErrorCode::unsupported);
}

TEST_F(KernelNeeds, RefusesMoreSharedMemoryThanTheDeviceHas) {
    const std::span<const std::uint32_t> sizes = spirv::tests_engine_workgroup_sizes;
    const std::uint32_t words = context().profile().shared_memory / 4;
    EXPECT_OK(make(context(), sizes, {{0, 8}, {1, 1}, {2, 100}}));
    const auto kernel = make(context(), sizes, {{0, 8}, {1, 1}, {2, words}, {3, 1}});
    ASSERT_ERROR(kernel, ErrorCode::unsupported);
    EXPECT_NE(kernel.error().message.find("shared memory"), std::string::npos) << kernel.error().message;
}

TEST(KernelSubgroups, RefusesMoreSubgroupsOfARequiredSizeThanAWorkgroupMayHave) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_workgroup_subgroups = 4; };
    ValidatedContext context(options);
    const DeviceProfile& profile = context->profile();
    if (!profile.subgroup_size_control || profile.max_workgroup_subgroups == 0) {
        GTEST_SKIP() << "the device lets no kernel require a subgroup size";
    }
    const std::span<const std::uint32_t> add = spirv::tests_engine_add_constant;
    const std::uint32_t size = profile.subgroup_size;
    EXPECT_OK(make(*context, add, {{kAddConstantThreads, size * 4}}, size));
    EXPECT_OK(make(*context, add, {{kAddConstantThreads, size * 5}}, 0));
    EXPECT_ERROR(make(*context, add, {{kAddConstantThreads, size * 5}}, size), ErrorCode::unsupported);
    EXPECT_ERROR(make(*context, add, {{kAddConstantThreads, size * 2 + 1}}, size), ErrorCode::unsupported);
}

TEST(WorkgroupNeed, ComputesSizesThatDependOnConstants) {
    const std::span<const std::uint32_t> sizes = spirv::tests_engine_workgroup_sizes;
    const auto shared = [](std::uint64_t words, std::uint64_t invocations) {
        return (words + 1) * 4 + 2 * 16 + invocations * 4;
    };
    struct Case {
        std::vector<SpecializationConstant> constants;
        std::array<std::uint32_t, 3> size;
        std::uint64_t words;
    };
    for (const Case& one : {Case{{}, {1, 1, 1}, 6 / 2 - 6 % 4}, Case{{{0, 32}, {1, 4}}, {32, 4, 1}, 6 / 2 - 6 % 4},
                            Case{{{3, 1}}, {1, 1, 1}, 6 * 3 + 1}, Case{{{3, 1}, {2, 1000}}, {1, 1, 1}, 3001},
                            Case{{{2, 1001}, {0, 7}}, {7, 1, 1}, 500 - 1},
                            // 3 * 0x55555556 + 1 is 3 in 32 bits.
                            Case{{{3, 1}, {2, 0x55555556U}}, {1, 1, 1}, 3}}) {
        const WorkgroupNeed need = take(read_workgroup_need(sizes, one.constants));
        ASSERT_TRUE(need.size && need.shared_bytes);
        EXPECT_EQ(*need.size, one.size);
        EXPECT_EQ(*need.shared_bytes, shared(one.words, std::uint64_t{one.size[0]} * one.size[1]));
    }
}

/// Returns an instruction with its opcode and operands.
std::vector<std::uint32_t> instruction(std::uint32_t code, std::vector<std::uint32_t> operands) {
    operands.insert(operands.begin(), (static_cast<std::uint32_t>(operands.size()) + 1) << 16U | code);
    return operands;
}

/// Returns a module of SPIR-V 1.6 with these instructions. All ids in them must be less than 16.
std::vector<std::uint32_t> module_of(const std::vector<std::vector<std::uint32_t>>& instructions) {
    std::vector<std::uint32_t> words{0x07230203, 0x00010600, 0, 16, 0};
    for (const auto& one : instructions) {
        words.insert(words.end(), one.begin(), one.end());
    }
    return words;
}

TEST(WorkgroupNeed, CountsSharedMemoryBeyond32BitsAndSaturatesBeyond64) {
    const std::span<const std::uint32_t> sizes = spirv::tests_engine_workgroup_sizes;
    // The array with one word per invocation takes 17 GB, which exceeds 32 bits and any shared memory.
    const WorkgroupNeed need =
        take(read_workgroup_need(sizes, std::vector<SpecializationConstant>{{0, 0xFFFFU}, {1, 0xFFFFU}}));
    ASSERT_TRUE(need.shared_bytes);
    EXPECT_GE(*need.shared_bytes, std::uint64_t{0xFFFFU} * 0xFFFFU * 4);
    // Two shared variables: an array of nearly 2^66 bytes, and a word.
    const std::vector<std::uint32_t> words = module_of({
        instruction(15, {5, 1, 0x6e69616d, 0, 8, 10}),  // OpEntryPoint GLCompute %1 "main" %8 %10
        instruction(21, {3, 32, 0}),                    // %3 = OpTypeInt 32 0
        instruction(43, {3, 4, 0xFFFFFFFFU}),           // %4 = OpConstant %3 0xFFFFFFFF
        instruction(28, {5, 3, 4}),                     // %5 = OpTypeArray %3 %4
        instruction(28, {6, 5, 4}),                     // %6 = OpTypeArray %5 %4
        instruction(32, {7, 4, 6}),                     // %7 = OpTypePointer Workgroup %6
        instruction(59, {7, 8, 4}),                     // %8 = OpVariable %7 Workgroup
        instruction(32, {9, 4, 3}),                     // %9 = OpTypePointer Workgroup %3
        instruction(59, {9, 10, 4}),                    // %10 = OpVariable %9 Workgroup
    });
    EXPECT_EQ(take(read_workgroup_need(words, {})).shared_bytes, std::numeric_limits<std::uint64_t>::max());
}

TEST(WorkgroupNeed, RefusesDamagedModulesWithoutReadingPastTheirEnd) {
    const std::span<const std::uint32_t> sizes = spirv::tests_engine_workgroup_sizes;
    for (std::size_t length = 0; length < sizes.size(); ++length) {
        (void)read_workgroup_need(sizes.first(length), {});
    }
    std::vector<std::uint32_t> words(sizes.begin(), sizes.end());
    SplitMix64 random(1);
    for (int round = 0; round < 20'000; ++round) {
        const std::size_t at = kHeaderWords + random.next() % (words.size() - kHeaderWords);
        const std::uint32_t before = std::exchange(words[at], static_cast<std::uint32_t>(random.next()) & 0xFFU);
        (void)read_workgroup_need(words, {});
        words[at] = before;
    }
    EXPECT_ERROR(read_workgroup_need({}, {}), ErrorCode::invalid_argument);
}

/// Returns the number of array lengths that a module computes (OpSpecConstantOp).
std::size_t computed_lengths(std::span<const std::uint32_t> words) {
    std::set<std::uint32_t> computed;
    std::size_t count = 0;
    for (std::size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16U) {
        const std::uint32_t opcode = words[at] & 0xFFFFU;
        if (opcode == kOpSpecConstantOp) {
            computed.insert(words[at + 2]);
        }
        count += opcode == kOpTypeArray && computed.contains(words[at + 3]) ? 1U : 0U;
    }
    return count;
}

TEST(PlainLengths, ReplaceTheLengthsThatAModuleComputes) {
    const std::span<const std::uint32_t> sizes = spirv::tests_engine_workgroup_sizes;
    EXPECT_EQ(computed_lengths(sizes), 2U);
    for (const std::vector<SpecializationConstant>& constants :
         {std::vector<SpecializationConstant>{}, {{0, 32}, {1, 4}}, {{3, 1}, {2, 1000}}}) {
        const std::vector<std::uint32_t> plain = take(with_plain_lengths(sizes, constants));
        EXPECT_EQ(computed_lengths(plain), 0U);
        const WorkgroupNeed before = take(read_workgroup_need(sizes, constants));
        const WorkgroupNeed after = take(read_workgroup_need(plain, constants));
        EXPECT_EQ(before.size, after.size);
        EXPECT_EQ(before.shared_bytes, after.shared_bytes);
    }
    EXPECT_ERROR(with_plain_lengths(sizes.first(kHeaderWords + 1), {}), ErrorCode::invalid_argument);
}

TEST(PlainLengths, AreAcceptedByTheDriver) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.computed_lengths_fail = true; };
    ValidatedContext context(options);
    ASSERT_TRUE(context->profile().computed_lengths_fail);
    EXPECT_OK(make(*context, spirv::tests_engine_workgroup_sizes, {{0, 32}, {1, 2}, {3, 1}}));
}

/// Tests a hand-written module: `main` with LocalSizeId, which glslang emits only for newer targets.
TEST(WorkgroupNeed, ReadsAWorkgroupSizeGivenByIds) {
    const std::vector<std::uint32_t> words = module_of({
        instruction(15, {5, 1, 0x6e69616d, 0}),  // OpEntryPoint GLCompute %1 "main"
        instruction(331, {1, 38, 4, 5, 5}),      // OpExecutionModeId %1 LocalSizeId %4 %5 %5
        instruction(71, {4, 1, 9}),              // OpDecorate %4 SpecId 9
        instruction(21, {3, 32, 0}),             // %3 = OpTypeInt 32 0
        instruction(50, {3, 4, 16}),             // %4 = OpSpecConstant %3 16
        instruction(43, {3, 5, 2}),              // %5 = OpConstant %3 2
        instruction(21, {6, 64, 0}),             // %6 = OpTypeInt 64 0
        instruction(71, {7, 1, 10}),             // OpDecorate %7 SpecId 10
        instruction(50, {6, 7, 1, 0}),           // %7 = OpSpecConstant %6 1
    });
    EXPECT_EQ(take(read_workgroup_need(words, {})).size, (std::array<std::uint32_t, 3>{16, 2, 2}));
    const std::vector<SpecializationConstant> given{{9, 64}};
    EXPECT_EQ(take(read_workgroup_need(words, given)).size, (std::array<std::uint32_t, 3>{64, 2, 2}));
    const std::vector<SpecializationConstant> wide{{10, 64}};
    EXPECT_ERROR(read_workgroup_need(words, wide), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test

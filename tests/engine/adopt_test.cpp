#include "engine/descriptors.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/foreign_device.hpp"

#include <array>

namespace vkalgo::test {
namespace {

std::vector<std::uint32_t> run_in_foreign_commands(ForeignDevice& host, Context& context,
                                                   const std::vector<std::uint32_t>& values, std::uint32_t addend) {
    const auto count = static_cast<std::uint32_t>(values.size());
    const Kernel add = make_add(context);
    Runner runner = take(Runner::create(context));
    const Buffer source = upload(runner, values);
    const Buffer target = take(Buffer::create(context, {.size = values.size() * 4}));
    DescriptorArena arena(context);
    // Runs the kernel twice in one command buffer, the second time on the first result.
    host.run([&](VkCommandBuffer commands) {
        Recorder recorder(context, commands, arena);
        recorder.assume(source.view(), {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
        record_add(recorder, add, source.view(), target.view(), count, addend);
        record_add(recorder, add, target.view(), source.view(), count, addend);
        take(recorder.status());
        EXPECT_EQ(recorder.barriers(), 2U) << "one after what the host said, one between the two";
    });
    return read_back<std::uint32_t>(runner, source.view().slice(0, values.size() * 4));
}

void expect_added(const std::vector<std::uint32_t>& got, const std::vector<std::uint32_t>& from, std::uint32_t sum) {
    ASSERT_EQ(got.size(), from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        ASSERT_EQ(got[i], from[i] + sum) << "at " << i;
    }
}

TEST(Adopt, RunsInsideAHostsCommandBufferWithEverythingEnabled) {
    ForeignOptions options;
    options.everything = true;
    ForeignDevice host(options);
    const auto context = take(Context::adopt(host.host()), "adopt");
    const auto values = random_words(3000, 5);
    expect_added(run_in_foreign_commands(host, *context, values, 4), values, 8);
}

TEST(Adopt, RunsOnAHostThatEnabledNothing) {
    ForeignDevice host;
    const auto context = take(Context::adopt(host.host()), "adopt");
    const auto values = random_words(3000, 6);
    expect_added(run_in_foreign_commands(host, *context, values, 9), values, 18);
}

TEST(Adopt, ReportsNoOptionalFeaturesForAHostThatEnabledNone) {
    ForeignDevice host;
    const auto context = take(Context::adopt(host.host()), "adopt");
    const DeviceProfile& profile = context->profile();
    EXPECT_EQ(profile.api_version, VK_API_VERSION_1_2);
    for (const bool feature :
         {profile.int8, profile.int16, profile.int64, profile.float16, profile.float64, profile.storage_8bit,
          profile.storage_16bit, profile.int64_atomics, profile.buffer_device_address,
          profile.memory_model_device_scope, profile.push_descriptors, profile.subgroup_size_control}) {
        EXPECT_FALSE(feature);
    }
    EXPECT_EQ(profile.min_subgroup_size, profile.subgroup_size);
}

TEST(Adopt, ReportsAllFeaturesThatItsOwnRequestEnabled) {
    ForeignOptions options;
    options.everything = true;
    ForeignDevice host(options);
    const auto adopted = take(Context::adopt(host.host()), "adopt");
    ValidatedContext own;
    const DeviceProfile& a = adopted->profile();
    const DeviceProfile& b = own->profile();
    EXPECT_EQ(a.int8, b.int8);
    EXPECT_EQ(a.int16, b.int16);
    EXPECT_EQ(a.int64, b.int64);
    EXPECT_EQ(a.float16, b.float16);
    EXPECT_EQ(a.float64, b.float64);
    EXPECT_EQ(a.storage_8bit, b.storage_8bit);
    EXPECT_EQ(a.storage_16bit, b.storage_16bit);
    EXPECT_EQ(a.int64_atomics, b.int64_atomics);
    EXPECT_EQ(a.buffer_device_address, b.buffer_device_address);
    EXPECT_EQ(a.memory_model_device_scope, b.memory_model_device_scope);
    EXPECT_EQ(a.push_descriptors, b.push_descriptors);
    EXPECT_EQ(a.subgroup_size_control, b.subgroup_size_control);
    EXPECT_EQ(a.max_subgroup_size, b.max_subgroup_size);
}

TEST(Adopt, ReadsFeaturesFromSeparateStructures) {
    ValidatedContext own;
    const DeviceProfile& can = own->profile();
    VkPhysicalDevice16BitStorageFeatures storage16{};
    storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
    storage16.storageBuffer16BitAccess = can.storage_16bit;
    VkPhysicalDevice8BitStorageFeatures storage8{};
    storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
    storage8.storageBuffer8BitAccess = can.storage_8bit;
    storage8.pNext = &storage16;
    VkPhysicalDeviceBufferDeviceAddressFeatures address{};
    address.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
    address.bufferDeviceAddress = can.buffer_device_address;
    address.pNext = &storage8;
    VkPhysicalDeviceShaderFloat16Int8Features small{};
    small.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
    small.shaderInt8 = can.int8;
    small.pNext = &address;
    VkPhysicalDeviceShaderAtomicInt64Features atomics{};
    atomics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES;
    atomics.shaderBufferInt64Atomics = can.int64_atomics;
    atomics.pNext = &small;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.features.shaderInt64 = can.int64;
    features.pNext = &atomics;
    ForeignOptions options;
    options.features = &features;
    ForeignDevice host(options);
    const auto context = take(Context::adopt(host.host()), "adopt");
    const DeviceProfile& profile = context->profile();
    EXPECT_EQ(profile.storage_16bit, can.storage_16bit);
    EXPECT_EQ(profile.storage_8bit, can.storage_8bit);
    EXPECT_EQ(profile.buffer_device_address, can.buffer_device_address);
    EXPECT_EQ(profile.int8, can.int8);
    EXPECT_EQ(profile.int64_atomics, can.int64_atomics);
    EXPECT_EQ(profile.int64, can.int64);
    EXPECT_FALSE(profile.float16);
    EXPECT_FALSE(profile.int16);
}

TEST(Adopt, ReadsSubgroupSizeControlFromTheVulkan13Features) {
    ValidatedContext own;
    if (own->profile().api_version < VK_API_VERSION_1_3 || !own->profile().subgroup_size_control) {
        GTEST_SKIP() << "the device has no subgroup size control in core";
    }
    VkPhysicalDeviceVulkan13Features features13{};
    features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features13.subgroupSizeControl = VK_TRUE;
    features13.computeFullSubgroups = VK_TRUE;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &features13;
    ForeignOptions options;
    options.features = &features;
    options.api_version = VK_API_VERSION_1_3;
    ForeignDevice host(options);
    EXPECT_TRUE(take(Context::adopt(host.host()))->profile().subgroup_size_control);
}

TEST(Adopt, RefusesAHostThatLeavesSomethingOut) {
    ForeignDevice host;
    const HostDevice full = host.host();
    HostDevice part = full;
    part.get_instance_proc_addr = nullptr;
    EXPECT_ERROR(Context::adopt(part), ErrorCode::invalid_argument);
    part = full;
    part.device = VK_NULL_HANDLE;
    ASSERT_ERROR(Context::adopt(part), ErrorCode::invalid_argument);
    EXPECT_EQ(Context::adopt(part).error().message, "the host gave no device");
    part.physical_device = VK_NULL_HANDLE;
    ASSERT_ERROR(Context::adopt(part), ErrorCode::invalid_argument);
    EXPECT_EQ(Context::adopt(part).error().message, "the host gave no physical device");
    part.instance = VK_NULL_HANDLE;
    ASSERT_ERROR(Context::adopt(part), ErrorCode::invalid_argument);
    EXPECT_EQ(Context::adopt(part).error().message, "the host gave no instance");
    part = full;
    part.queue_family = 99;
    EXPECT_ERROR(Context::adopt(part), ErrorCode::invalid_argument);
    part = full;
    part.api_version = VK_API_VERSION_1_1;
    EXPECT_ERROR(Context::adopt(part), ErrorCode::unsupported);
    part = full;
    const std::array<const char*, 1> not_enabled{VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
    part.enabled_extensions = not_enabled;
    ValidatedContext own;
    if (own->profile().push_descriptors) {
        EXPECT_ERROR(Context::adopt(part), ErrorCode::invalid_argument);
    }
}

TEST(Adopt, NeedsTheQueueForARunnerOnly) {
    ForeignDevice host;
    HostDevice part = host.host();
    part.queue = VK_NULL_HANDLE;
    const auto context = take(Context::adopt(part), "adopt");
    EXPECT_ERROR(Runner::create(*context), ErrorCode::invalid_argument);
    EXPECT_NE(make_add(*context).pipeline(), VkPipeline{VK_NULL_HANDLE});
}

TEST(Adopt, MakesItsResultAvailableToTheHostsOwnCommands) {
    ForeignDevice host;
    const auto context = take(Context::adopt(host.host()), "adopt");
    const Kernel add = make_add(*context);
    Runner runner = take(Runner::create(*context));
    const auto values = random_words(640, 8);
    const Buffer source = upload(runner, values);
    const Buffer target = take(Buffer::create(*context, {.size = 2560}));
    const Buffer copy = take(Buffer::create(*context, {.size = 2560}));
    DescriptorArena arena(*context);
    host.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        record_add(recorder, add, source.view(), target.view(), 640, 1);
        recorder.hand_over(target.view(), {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
        take(recorder.status());
        const VkBufferCopy region{0, 0, 2560};
        host.table().device.vkCmdCopyBuffer(commands, target.view().buffer, copy.view().buffer, 1, &region);
    });
    expect_added(read_back<std::uint32_t>(runner, copy.view()), values, 1);
}

}  // namespace
}  // namespace vkalgo::test

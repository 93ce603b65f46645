#include "engine/device_facts.hpp"
#include "tests/engine/kernels.hpp"

#include <cstring>

namespace vkalgo::test {
namespace {

/// The features that the last vkCreateDevice enabled.
struct Captured {
    VkPhysicalDeviceFeatures core{};
    VkPhysicalDeviceVulkan11Features features11{};
    VkPhysicalDeviceVulkan12Features features12{};
    bool subgroup_size_control = false;
    std::vector<std::string> extensions;
};
Captured captured;
PFN_vkGetInstanceProcAddr real_get_for_narrow = nullptr;
PFN_vkCreateDevice real_create_device = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* device) {
    captured = {};
    for (auto block = static_cast<const VkBaseInStructure*>(info->pNext); block != nullptr; block = block->pNext) {
        if (block->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) {
            captured.core = reinterpret_cast<const VkPhysicalDeviceFeatures2*>(block)->features;
        } else if (block->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES) {
            captured.features11 = *reinterpret_cast<const VkPhysicalDeviceVulkan11Features*>(block);
        } else if (block->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
            captured.features12 = *reinterpret_cast<const VkPhysicalDeviceVulkan12Features*>(block);
        } else if (block->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) {
            captured.subgroup_size_control =
                reinterpret_cast<const VkPhysicalDeviceSubgroupSizeControlFeatures*>(block)->subgroupSizeControl != 0;
        }
    }
    for (std::uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
        captured.extensions.emplace_back(info->ppEnabledExtensionNames[i]);
    }
    return real_create_device(physical, info, allocator, device);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL capturing(VkInstance instance, const char* name) {
    const PFN_vkVoidFunction found = real_get_for_narrow(instance, name);
    if (std::strcmp(name, "vkCreateDevice") == 0) {
        real_create_device = reinterpret_cast<PFN_vkCreateDevice>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&create_device);
    }
    return found;
}

ContextOptions capturing_options(const Narrow& narrow) {
    ContextOptions options = test_options();
    options.narrow = narrow;
    options.get_instance_proc_addr = capturing;
    return options;
}

/// Removes everything that is optional.
void reduce_to_minimum(DeviceProfile& profile) {
    DeviceProfile least;
    least.api_version = VK_API_VERSION_1_2;
    least.device_memory = profile.device_memory;
    profile = least;
}

class Narrowing : public ::testing::Test {
protected:
    void SetUp() override {
        outer = std::make_unique<ValidatedContext>();
        real_get_for_narrow = (*outer)->table().vkGetInstanceProcAddr;
    }
    std::unique_ptr<ValidatedContext> outer;  // Keeps the loader loaded, since capturing() calls it
};

TEST_F(Narrowing, EnablesWhatTheProfileListsWhenNothingIsTakenAway) {
    ValidatedContext context(capturing_options(nullptr));
    const DeviceProfile& profile = context->profile();
    EXPECT_EQ(profile.int64, captured.core.shaderInt64 != 0);
    EXPECT_EQ(profile.int16, captured.core.shaderInt16 != 0);
    EXPECT_EQ(profile.float64, captured.core.shaderFloat64 != 0);
    EXPECT_EQ(profile.storage_16bit, captured.features11.storageBuffer16BitAccess != 0);
    EXPECT_EQ(profile.storage_8bit, captured.features12.storageBuffer8BitAccess != 0);
    EXPECT_EQ(profile.int8, captured.features12.shaderInt8 != 0);
    EXPECT_EQ(profile.float16, captured.features12.shaderFloat16 != 0);
    EXPECT_EQ(profile.int64_atomics, captured.features12.shaderBufferInt64Atomics != 0);
    EXPECT_EQ(profile.buffer_device_address, captured.features12.bufferDeviceAddress != 0);
    EXPECT_EQ(profile.timeline_semaphores, captured.features12.timelineSemaphore != 0);
    EXPECT_EQ(profile.memory_model_device_scope, captured.features12.vulkanMemoryModelDeviceScope != 0);
    EXPECT_EQ(profile.subgroup_size_control, captured.subgroup_size_control);
}

TEST_F(Narrowing, EnablesNothingWhenEverythingOptionalIsTakenAway) {
    ValidatedContext context(capturing_options(reduce_to_minimum));
    const VkPhysicalDeviceFeatures none{};
    EXPECT_EQ(std::memcmp(&captured.core, &none, sizeof(none)), 0);
    EXPECT_FALSE(captured.features11.storageBuffer16BitAccess);
    EXPECT_FALSE(captured.features12.storageBuffer8BitAccess);
    EXPECT_FALSE(captured.features12.shaderInt8);
    EXPECT_FALSE(captured.features12.shaderFloat16);
    EXPECT_FALSE(captured.features12.shaderBufferInt64Atomics);
    EXPECT_FALSE(captured.features12.bufferDeviceAddress);
    EXPECT_FALSE(captured.features12.timelineSemaphore);
    EXPECT_FALSE(captured.features12.vulkanMemoryModel);
    EXPECT_FALSE(captured.subgroup_size_control);
    EXPECT_TRUE(captured.extensions.empty());
}

TEST(LargestBuffer, IsTheLargestAllocationUnlessTheDriverIsKnownToAllocateMore) {
    DeviceProfile device;
    device.max_allocation = 1000;
    device.device_memory = 5000;
    EXPECT_EQ(device.largest_buffer(), 1000U);
    device.larger_allocations = true;
    EXPECT_EQ(device.largest_buffer(), 5000U);
    device.max_buffer = 700;
    EXPECT_EQ(device.largest_buffer(), 700U);
    // A caller that reduces max_allocation expects it to limit buffers, although the driver allocates more.
    device.max_buffer = 7000;
    DeviceProfile wanted = device;
    EXPECT_EQ(ProfileReader::clamp(wanted, device).largest_buffer(), 5000U);
    wanted.max_allocation = 900;
    EXPECT_EQ(ProfileReader::clamp(wanted, device).largest_buffer(), 900U);
    wanted = device;
    wanted.max_buffer = 800;
    EXPECT_EQ(ProfileReader::clamp(wanted, device).largest_buffer(), 800U);
}

TEST_F(Narrowing, NeverAddsWhatTheDeviceLacks) {
    DeviceProfile full;
    ContextOptions options = test_options();
    options.narrow = [&](DeviceProfile& profile) {
        full = profile;
        profile.max_storage_range *= 2;
        profile.shared_memory *= 2;
        profile.max_storage_buffers += 1000;
        profile.max_workgroup_invocations *= 2;
        profile.max_allocation *= 2;
        profile.max_buffer = ~std::uint64_t{0};
        profile.larger_allocations = true;
        profile.device_memory *= 2;
        profile.storage_offset_alignment = 1;
        profile.uniform_offset_alignment = 1;
        profile.max_workgroup_subgroups = 0;
        profile.max_subgroup_size = 1024;
        profile.min_subgroup_size = 1;
        profile.max_loop_iterations = 0;
        profile.cross_workgroup_progress = true;
        profile.memory_model_device_scope = true;
        profile.api_version = VK_MAKE_API_VERSION(0, 9, 0, 0);
    };
    ValidatedContext context(options);
    const DeviceProfile& profile = context->profile();
    EXPECT_EQ(profile.max_storage_range, full.max_storage_range);
    EXPECT_EQ(profile.shared_memory, full.shared_memory);
    EXPECT_EQ(profile.max_storage_buffers, full.max_storage_buffers);
    EXPECT_EQ(profile.max_workgroup_invocations, full.max_workgroup_invocations);
    EXPECT_EQ(profile.max_allocation, full.max_allocation);
    EXPECT_EQ(profile.max_buffer, full.max_buffer);
    EXPECT_EQ(profile.largest_buffer(), full.largest_buffer());
    EXPECT_EQ(profile.device_memory, full.device_memory);
    EXPECT_EQ(profile.storage_offset_alignment, full.storage_offset_alignment);
    EXPECT_EQ(profile.uniform_offset_alignment, full.uniform_offset_alignment);
    EXPECT_EQ(profile.max_subgroup_size, full.max_subgroup_size);
    EXPECT_EQ(profile.min_subgroup_size, full.min_subgroup_size);
    EXPECT_EQ(profile.max_loop_iterations, full.max_loop_iterations);
    EXPECT_EQ(profile.cross_workgroup_progress, full.cross_workgroup_progress);
    EXPECT_EQ(profile.memory_model_device_scope, full.memory_model_device_scope);
    EXPECT_EQ(profile.api_version, full.api_version);
}

void add_extension(DeviceFacts& facts, const char* name) {
    VkExtensionProperties extension{};
    std::strcpy(extension.extensionName, name);
    facts.extensions.push_back(extension);
}

TEST(Profile, HasAtMostAsManyStorageBuffersAsCanBePushed) {
    DeviceFacts facts;
    facts.properties.apiVersion = VK_API_VERSION_1_2;
    facts.properties.limits.maxPerStageDescriptorStorageBuffers = 1000;
    facts.properties.limits.maxDescriptorSetStorageBuffers = 2000;
    facts.push_descriptor.maxPushDescriptors = 40;
    EXPECT_EQ(ProfileReader::supported(facts, 0).max_storage_buffers, 1000U);
    add_extension(facts, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    EXPECT_EQ(ProfileReader::supported(facts, 0).max_storage_buffers, 40U);
}

TEST(Profile, HasUsableLimitsIfADriverReportsZero) {
    DeviceFacts facts;
    facts.properties.apiVersion = VK_API_VERSION_1_2;
    facts.device_memory = 7000;
    facts.properties11.subgroupSize = 0;
    facts.properties11.subgroupSupportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
    facts.properties11.subgroupSupportedOperations = VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
    facts.subgroup_size_features.subgroupSizeControl = facts.subgroup_size_features.computeFullSubgroups = VK_TRUE;
    facts.subgroup_size.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    const DeviceProfile profile = ProfileReader::supported(facts, 0);
    EXPECT_EQ(profile.max_allocation, 7000U);
    EXPECT_EQ(profile.max_buffer, 7000U);
    EXPECT_EQ(profile.subgroup_size, 1U);
    EXPECT_EQ(profile.min_subgroup_size, 1U);
    EXPECT_EQ(profile.max_subgroup_size, 1U);
    EXPECT_FALSE(profile.subgroup_arithmetic);
    EXPECT_FALSE(profile.subgroup_size_control);
}

DeviceFacts facts_with_subgroups(std::uint32_t size, std::uint32_t least, std::uint32_t most) {
    DeviceFacts facts;
    facts.properties.apiVersion = VK_API_VERSION_1_2;
    facts.properties11.subgroupSize = size;
    facts.properties11.subgroupSupportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
    facts.properties11.subgroupSupportedOperations =
        VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
        VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
    facts.subgroup_size_features.subgroupSizeControl = facts.subgroup_size_features.computeFullSubgroups = VK_TRUE;
    facts.subgroup_size.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    facts.subgroup_size.minSubgroupSize = least;
    facts.subgroup_size.maxSubgroupSize = most;
    return facts;
}

TEST(Profile, RequiresASubgroupSizeOnlyIfItIsAmongTheSizesThatTheDriverReports) {
    EXPECT_TRUE(ProfileReader::supported(facts_with_subgroups(32, 8, 32), 0).subgroup_size_control);
    EXPECT_FALSE(ProfileReader::supported(facts_with_subgroups(32, 0, 0), 0).subgroup_size_control);
    EXPECT_FALSE(ProfileReader::supported(facts_with_subgroups(32, 64, 128), 0).subgroup_size_control);
    DeviceFacts no_stage = facts_with_subgroups(32, 32, 32);
    no_stage.subgroup_size.requiredSubgroupSizeStages = 0;  // MoltenVK
    EXPECT_FALSE(ProfileReader::supported(no_stage, 0).subgroup_size_control);
    EXPECT_FALSE(ProfileReader::supported(no_stage, 0).full_subgroups(64));
}

TEST(Profile, HasNoSubgroupsIfMoltenVkRunsOnAnAmdGpu) {
    for (const std::uint32_t vendor : {0x1002U, 0x106bU}) {
        for (const VkDriverId driver : {VK_DRIVER_ID_MOLTENVK, VK_DRIVER_ID_MESA_RADV}) {
            DeviceFacts facts = facts_with_subgroups(64, 64, 64);
            facts.properties.vendorID = vendor;
            facts.properties12.driverID = driver;
            const DeviceProfile profile = ProfileReader::supported(facts, 0);
            const bool expected = vendor != 0x1002U || driver != VK_DRIVER_ID_MOLTENVK;
            for (const auto member :
                 {&DeviceProfile::subgroup_vote, &DeviceProfile::subgroup_ballot, &DeviceProfile::subgroup_arithmetic,
                  &DeviceProfile::subgroup_shuffle, &DeviceProfile::subgroup_shuffle_relative,
                  &DeviceProfile::subgroup_size_control}) {
                EXPECT_EQ(profile.*member, expected) << vendor << " " << driver;
            }
            EXPECT_EQ(profile.subgroup_size, expected ? 64U : 1U);
        }
    }
}

TEST(Profile, ComputesLengthsItselfForQualcommsDriver) {
    DeviceFacts facts;
    facts.properties.apiVersion = VK_API_VERSION_1_2;
    EXPECT_FALSE(ProfileReader::supported(facts, 0).computed_lengths_fail);
    facts.properties12.driverID = VK_DRIVER_ID_QUALCOMM_PROPRIETARY;
    const DeviceProfile device = ProfileReader::supported(facts, 0);
    EXPECT_TRUE(device.computed_lengths_fail);
    DeviceProfile wanted = device;
    wanted.computed_lengths_fail = false;
    EXPECT_TRUE(ProfileReader::clamp(wanted, device).computed_lengths_fail);
}

TEST(Profile, AllocatesAtMostTheLargestHeapWhateverTheDriverReports) {
    DeviceFacts facts;
    facts.properties.apiVersion = VK_API_VERSION_1_2;
    facts.properties11.maxMemoryAllocationSize = 9000;
    facts.maintenance4.maxBufferSize = 9000;
    facts.device_memory = 7000;
    EXPECT_EQ(ProfileReader::supported(facts, 0).max_allocation, 7000U);
    EXPECT_EQ(ProfileReader::supported(facts, 0).largest_buffer(), 7000U);
    facts.device_memory = 0;  // Unknown
    EXPECT_EQ(ProfileReader::supported(facts, 0).max_allocation, 9000U);
    // A caller that reduces the memory of the device expects it to limit buffers too.
    facts.device_memory = 20'000;
    const DeviceProfile device = ProfileReader::supported(facts, 0);
    DeviceProfile wanted = device;
    wanted.device_memory = 5000;
    EXPECT_EQ(ProfileReader::clamp(wanted, device).largest_buffer(), 5000U);
}

TEST(Profile, RequestsThePortabilitySubsetIfTheDeviceHasIt) {
    DeviceFacts facts;
    EXPECT_TRUE(ProfileReader::request(DeviceProfile{}, facts).extensions().empty());
    add_extension(facts, "VK_KHR_portability_subset");
    const FeatureRequest request = ProfileReader::request(DeviceProfile{}, facts);
    ASSERT_EQ(request.extensions().size(), 1U);
    EXPECT_STREQ(request.extensions().front(), "VK_KHR_portability_subset");
}

TEST(FullSubgroups, AreKnownIfTheirSizeCanBeRequiredAndOnSoftwareDevices) {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.subgroup_size = 32;
    EXPECT_FALSE(profile.full_subgroups(64));
    EXPECT_EQ(profile.required_subgroup_size(), 0U);
    profile.subgroup_size_control = true;
    EXPECT_TRUE(profile.full_subgroups(64));
    EXPECT_FALSE(profile.full_subgroups(48));
    EXPECT_EQ(profile.required_subgroup_size(), 32U);
    profile.max_workgroup_subgroups = 2;
    EXPECT_TRUE(profile.full_subgroups(64));
    EXPECT_FALSE(profile.full_subgroups(128));
    profile.subgroup_size = 0;
    EXPECT_FALSE(profile.full_subgroups(64));
    profile.subgroup_size = 8;
    profile.type = DeviceType::software;
    profile.subgroup_size_control = false;
    EXPECT_TRUE(profile.full_subgroups(64));
    EXPECT_EQ(profile.required_subgroup_size(), 0U);
}

TEST_F(Narrowing, MakesAlignmentsStricter) {
    ContextOptions options = test_options();
    std::uint64_t uniform = 0;
    options.narrow = [&](DeviceProfile& profile) {
        profile.storage_offset_alignment = 256;
        uniform = profile.uniform_offset_alignment *= 2;
    };
    ValidatedContext context(options);
    ASSERT_EQ(context->profile().storage_offset_alignment, 256U);
    EXPECT_EQ(context->profile().uniform_offset_alignment, uniform);
    const Kernel add = make_add(*context);
    Runner runner = take(Runner::create(*context));
    const Buffer source = upload(runner, random_words(256, 3));
    const Buffer target = take(Buffer::create(*context, {.size = 1024}));
    for (const std::uint64_t offset : {std::uint64_t{16}, std::uint64_t{128}, std::uint64_t{256}}) {
        const auto run = runner.run([&](Recorder& recorder) -> Result<void> {
            record_add(recorder, add, source.view().slice(offset, 256), target.view(), 64, 1);
            return {};
        });
        if (offset == 256) {
            EXPECT_OK(run);
        } else {
            EXPECT_ERROR(run, ErrorCode::invalid_argument);
        }
    }
}

TEST_F(Narrowing, RunsKernelsOnTheLeastThatVulkanPromises) {
    ContextOptions options = test_options();
    options.narrow = reduce_to_minimum;
    ValidatedContext context(options);
    ASSERT_FALSE(context->profile().push_descriptors);
    const Kernel add = make_add(*context);
    Runner runner = take(Runner::create(*context));
    const auto values = random_words(5000, 2);
    const Buffer source = upload(runner, values);
    const Buffer target = take(Buffer::create(*context, {.size = 20000}));
    take(runner.run([&](Recorder& recorder) -> Result<void> {
        record_add(recorder, add, source.view(), target.view(), 5000, 11);
        return {};
    }));
    const auto result = read_back<std::uint32_t>(runner, target.view().slice(0, 20000));
    for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(result[i], values[i] + 11);
    }
}

TEST_F(Narrowing, RefusesAKernelThatNeedsWhatWasTakenAway) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.buffer_device_address = false; };
    ValidatedContext context(options);
    KernelInfo info;
    info.name = "add_by_address";
    info.spirv = spirv::tests_engine_add_by_address;
    const auto kernel = Kernel::create(*context, info);
    EXPECT_ERROR(kernel, ErrorCode::unsupported);
    ASSERT_FALSE(kernel);
    EXPECT_NE(kernel.error().message.find("add_by_address"), std::string::npos) << kernel.error().message;
    EXPECT_ERROR(Buffer::create(*context, {.size = 16, .device_address = true}), ErrorCode::unsupported);
}

TEST_F(Narrowing, TurnsTimestampsOffCompletely) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.timestamp_bits = 0; };
    ValidatedContext context(options);
    EXPECT_EQ(context->profile().timestamp_period, 0);
    Runner runner = take(Runner::create(*context));
    const Buffer buffer = take(Buffer::create(*context, {.size = 1 << 20}));
    const RunReport report = take(runner.run([&](Recorder& recorder) -> Result<void> {
        const SpanScope span(recorder, "fill");
        recorder.fill(buffer.view(), 1);
        return {};
    }));
    EXPECT_GT(report.gpu_milliseconds, 0) << "the host's clock stands in";
    ASSERT_EQ(report.spans.size(), 1U);
    EXPECT_EQ(report.spans[0].name, "fill");
    EXPECT_EQ(report.spans[0].milliseconds, 0);
}

}  // namespace
}  // namespace vkalgo::test

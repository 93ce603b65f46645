// Tests a host application that enables features of its own and merges vkalgo's features into its chain.
#include "tests/engine/kernels.hpp"
#include "tests/support/foreign_device.hpp"

#include <algorithm>
#include <set>

namespace vkalgo::test {
namespace {

FeatureRequest request_of(Context& context) {
    return take(FeatureRequest::supported(context.table().vkGetInstanceProcAddr, context.instance(),
                                          context.physical_device()));
}

/// Returns the structure types of a chain; expects each only once.
std::set<VkStructureType> types_of(const VkPhysicalDeviceFeatures2& features) {
    std::set<VkStructureType> types;
    for (auto* block = reinterpret_cast<const VkBaseInStructure*>(&features); block != nullptr; block = block->pNext) {
        EXPECT_TRUE(types.insert(block->sType).second) << "structure type " << block->sType << " stands twice";
    }
    return types;
}

/// Creates a device with the merged chain under validation, lends it to vkalgo and expects all features that vkalgo can
/// use. Returns the structure types of the merged chain; the structures added to it are destroyed on return.
std::set<VkStructureType> expect_everything(VkPhysicalDeviceFeatures2& features,
                                            std::uint32_t api_version = VK_API_VERSION_1_2) {
    ValidatedContext own;
    FeatureRequest request = request_of(*own);
    request.merge_into(features);
    auto types = types_of(features);
    ForeignOptions options;
    options.features = &features;
    options.extensions = request.merged_extensions({});
    options.api_version = api_version;
    ForeignDevice host(options);
    const auto adopted = take(Context::adopt(host.host()));
    const DeviceProfile& a = adopted->profile();
    const DeviceProfile& b = own->profile();
    for (const auto member :
         {&DeviceProfile::int8, &DeviceProfile::int16, &DeviceProfile::int64, &DeviceProfile::float16,
          &DeviceProfile::float64, &DeviceProfile::storage_8bit, &DeviceProfile::storage_16bit,
          &DeviceProfile::int64_atomics, &DeviceProfile::buffer_device_address, &DeviceProfile::timeline_semaphores,
          &DeviceProfile::memory_model_device_scope, &DeviceProfile::push_descriptors,
          &DeviceProfile::subgroup_size_control}) {
        EXPECT_EQ(a.*member, b.*member);
    }
    return types;
}

VkPhysicalDeviceFeatures2 features_with(void* chain) {
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = chain;
    return features;
}

TEST(FeatureMerge, FillsAHostsFeaturesWithoutAChain) {
    auto features = features_with(nullptr);
    features.features.robustBufferAccess = VK_TRUE;
    expect_everything(features);
    EXPECT_TRUE(features.features.robustBufferAccess);
}

TEST(FeatureMerge, SetsItsFeaturesInTheStructuresOfVulkanVersions) {
    VkPhysicalDeviceVulkan12Features features12{};
    features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features12.hostQueryReset = VK_TRUE;
    VkPhysicalDeviceVulkan11Features features11{};
    features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features11.pNext = &features12;
    auto features = features_with(&features11);
    const auto types = expect_everything(features);
    EXPECT_TRUE(features12.hostQueryReset) << "nothing of the host's is switched off";
    for (const VkStructureType excluded : {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES,
                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES,
                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES,
                                           VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES}) {
        EXPECT_FALSE(types.contains(excluded)) << excluded;
    }
}

TEST(FeatureMerge, SetsItsFeaturesInTheStructuresOfSingleFeatures) {
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline{};
    timeline.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
    VkPhysicalDevice16BitStorageFeatures storage16{};
    storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
    storage16.pNext = &timeline;
    // This feature is not vkalgo's. Its structure stays in the chain, which must then not contain Vulkan11Features.
    VkPhysicalDeviceMultiviewFeatures multiview{};
    multiview.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES;
    multiview.pNext = &storage16;
    auto features = features_with(&multiview);
    const auto types = expect_everything(features);
    EXPECT_FALSE(types.contains(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES));
    EXPECT_FALSE(types.contains(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES));
    ValidatedContext own;
    EXPECT_EQ(timeline.timelineSemaphore != 0, own->profile().timeline_semaphores);
    EXPECT_EQ(storage16.storageBuffer16BitAccess != 0, own->profile().storage_16bit);
}

TEST(FeatureMerge, SetsTheSubgroupSizeInTheVulkan13Features) {
    {
        ValidatedContext own;
        if (own->profile().api_version < VK_API_VERSION_1_3) {
            GTEST_SKIP() << "the device has no Vulkan 1.3";
        }
    }
    VkPhysicalDeviceVulkan13Features features13{};
    features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    auto features = features_with(&features13);
    const auto types = expect_everything(features, VK_API_VERSION_1_3);
    EXPECT_FALSE(types.contains(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES));
}

TEST(FeatureMerge, AddsNothingTheSecondTime) {
    ValidatedContext own;
    FeatureRequest request = request_of(*own);
    auto features = features_with(nullptr);
    request.merge_into(features);
    const auto once = types_of(features);
    request.merge_into(features);
    EXPECT_EQ(types_of(features), once);
}

TEST(FeatureMerge, NamesEachExtensionOnce) {
    ValidatedContext own;
    const FeatureRequest request = request_of(*own);
    ASSERT_FALSE(request.extensions().empty());
    const std::string same = request.extensions().front();  // The same letters at another address
    const std::vector<const char*> host{"VK_KHR_swapchain", same.c_str()};
    const auto merged = request.merged_extensions(host);
    EXPECT_EQ(merged.size(), request.extensions().size() + 1);
    EXPECT_EQ(std::count_if(merged.begin(), merged.end(), [&](const char* name) { return same == name; }), 1);
}

TEST(FeatureMerge, SaysWhyNothingCanBeRequested) {
    ValidatedContext own;
    EXPECT_ERROR(FeatureRequest::supported(nullptr, own->instance(), own->physical_device()),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(FeatureRequest::supported(own->table().vkGetInstanceProcAddr, own->instance(), VK_NULL_HANDLE),
                 ErrorCode::invalid_argument);
    const PFN_vkGetInstanceProcAddr nothing = [](VkInstance, const char*) -> PFN_vkVoidFunction { return nullptr; };
    EXPECT_ERROR(FeatureRequest::supported(nothing, own->instance(), own->physical_device()), ErrorCode::no_device);
}

}  // namespace
}  // namespace vkalgo::test

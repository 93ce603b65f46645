// A host that enables features of its own. It passes its own chain, and vkalgo's request is merged into that chain.
#include "../histogram.hpp"
#include "../host_device.hpp"
#include "../lcs.hpp"

#include <algorithm>
#include <cstring>

int main() {
    HostInstance host;

    // The host's own features: one structure of a Vulkan version, one of a single feature.
    VkPhysicalDeviceShaderDrawParametersFeatures parameters{};
    parameters.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES;
    VkPhysicalDeviceVulkan12Features features12{};
    features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features12.pNext = &parameters;
    features12.hostQueryReset = VK_TRUE;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &features12;
    features.features.robustBufferAccess = VK_TRUE;

    auto request =
        value_of(vkalgo::FeatureRequest::supported(vkGetInstanceProcAddr, host.instance, host.physical), "features");
    request.merge_into(features);
    expect(features12.hostQueryReset && features.features.robustBufferAccess && features12.pNext == &parameters,
           "what the host enabled stays");
    const auto extensions = request.merged_extensions({});
    host.make_device(&features, extensions);
    {
        vkalgo::HostDevice lent = host.lend();
        lent.enabled_features = &features;
        lent.enabled_extensions = extensions;
        const auto context = value_of(vkalgo::Context::adopt(lent), "adopt");
        const auto alone = value_of(vkalgo::Context::create(), "a context of vkalgo's own");
        expect(context->profile().int64 == alone->profile().int64 &&
                   context->profile().storage_16bit == alone->profile().storage_16bit &&
                   context->profile().timeline_semaphores == alone->profile().timeline_semaphores &&
                   context->profile().subgroup_size_control == alone->profile().subgroup_size_control &&
                   context->profile().push_descriptors == alone->profile().push_descriptors,
               "vkalgo finds enabled what it asked for");
        histogram(*context);
        lcs(*context);
    }
    std::puts("ok");
}

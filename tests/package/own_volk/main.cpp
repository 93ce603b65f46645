// A host that brings a volk of its own, compiled into this program, beside the one inside a static vkalgo.
#include "../lcs.hpp"
#include <vkalgo/engine/device_profile.hpp>

#include <volk.h>

int main() {
    expect(volkInitialize() == VK_SUCCESS, "the host's volk finds the loader");
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo instance_info{};
    instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    instance_info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    expect(vkCreateInstance(&instance_info, nullptr, &instance) == VK_SUCCESS, "the host makes an instance");
    volkLoadInstance(instance);

    // vkalgo makes a context of its own meanwhile: two loaders' worth of pointers that must not meet.
    const auto context = value_of(vkalgo::Context::create(), "context");
    const auto pointer = vkCreateDevice;
    round_trip(*context);
    lcs(*context);
    expect(vkCreateDevice == pointer && volkGetLoadedInstance() == instance, "the host's volk is as the host left it");

    std::uint32_t count = 0;
    expect(vkEnumeratePhysicalDevices(instance, &count, nullptr) == VK_SUCCESS && count > 0,
           "the host's own pointers still work");
    vkDestroyInstance(instance, nullptr);
    std::puts("ok");
}

// The number of processors of a device that run workgroups concurrently.
#include "engine/device_facts.hpp"

#include <algorithm>
#include <string_view>
#include <thread>

namespace vkalgo {
namespace {

struct KnownDevice {
    /// A part of the device's name.
    std::string_view name;
    std::uint32_t processors;
};

/// NVIDIA's devices before Turing, whose drivers lack VK_NV_shader_sm_builtins. A name that contains another name comes
/// before that other name.
constexpr KnownDevice kKnownDevices[] = {
    {"TITAN V", 80},   {"Tesla V100", 80}, {"Tesla P100", 56},  {"TITAN Xp", 30}, {"TITAN X", 28},
    {"Tesla P40", 30}, {"Tesla P4", 20},   {"GTX 1080 Ti", 28}, {"GTX 1080", 20}, {"GTX 1070 Ti", 19},
    {"GTX 1070", 15},  {"GTX 1060", 10},   {"GTX 1050 Ti", 6},  {"GTX 1050", 5},  {"GTX 980 Ti", 22},
    {"GTX 980", 16},   {"GTX 970", 13},    {"GTX 960", 8},      {"GTX 950", 6},   {"Tesla M40", 24},
    {"Tesla M60", 16},
};

}  // namespace

std::uint32_t DeviceFacts::processors() const {
    if (sm_builtins.shaderSMCount != 0) {
        return sm_builtins.shaderSMCount;
    }
    if (shader_core.computeUnitsPerShaderArray != 0) {
        return shader_core.shaderEngineCount * shader_core.shaderArraysPerEngineCount *
               shader_core.computeUnitsPerShaderArray;
    }
    if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
        return std::thread::hardware_concurrency();
    }
    const std::string_view name = properties.deviceName;
    const auto* const known =
        std::find_if(std::begin(kKnownDevices), std::end(kKnownDevices),
                     [&](const KnownDevice& device) { return name.find(device.name) != std::string_view::npos; });
    return known == std::end(kKnownDevices) ? 0 : known->processors;
}

}  // namespace vkalgo

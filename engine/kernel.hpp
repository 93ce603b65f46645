#pragma once

#include "result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

enum class Access : std::uint8_t { none = 0, read = 1, write = 2, read_write = 3 };

/// What a SPIR-V compute module says about itself: read from the module, so that nothing is declared twice.
struct ModuleInterface {
    /// storage buffers of set 0, by binding number; readonly/writeonly decide; none: a number not used
    std::vector<Access> bindings;
    /// bytes, up to the end of the last member
    std::uint32_t push_constants = 0;
    /// as SPIR-V numbers them: what the device must have enabled
    std::vector<std::uint32_t> capabilities;
};
/// Errors: invalid_argument if this is no SPIR-V compute module that uses only storage buffers of set 0.
Result<ModuleInterface> read_interface(std::span<const std::uint32_t> spirv);

struct KernelInfo {
    /// for error messages and profiles
    const char* name = "";
    /// entry point "main"; read during create only
    std::span<const std::uint32_t> spirv;
    /// specialization constants 0, 1, 2, ... as 32-bit words
    std::vector<std::uint32_t> constants;
    /// 0: the driver's; else needs profile().subgroup_size_control
    std::uint32_t required_subgroup_size = 0;
};

/// A compute pipeline made once and kept. Immutable and thread-safe.
class Kernel {
public:
    /// Errors: invalid_argument (a module this engine cannot bind), unsupported (more bindings or push constants than the device has), out_of_memory.
    static Result<Kernel> create(Context& context, const KernelInfo& info);
    Kernel() = default;
    Kernel(Kernel&& other) noexcept { swap(other); }
    Kernel& operator=(Kernel&& other) noexcept {
        Kernel dead(static_cast<Kernel&&>(other));
        swap(dead);
        return *this;
    }
    ~Kernel();

    const std::string& name() const { return name_; }
    const ModuleInterface& interface() const { return interface_; }
    VkPipeline pipeline() const { return pipeline_; }
    VkPipelineLayout layout() const { return layout_; }
    VkDescriptorSetLayout set_layout() const { return set_layout_; }

private:
    void swap(Kernel& other) noexcept;

    Context* context_ = nullptr;
    std::string name_;
    ModuleInterface interface_;
    VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace vkalgo

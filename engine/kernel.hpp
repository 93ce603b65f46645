#pragma once

#include "handle.hpp"
#include "result.hpp"
#include "spirv_interface.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// A specialization constant: the id of its `layout(constant_id = ...)`, which has a name in the family's shared
/// header, and the 32 bits of its value.
struct SpecializationConstant {
    std::uint32_t id = 0;
    std::uint32_t word = 0;
    bool operator==(const SpecializationConstant&) const = default;
};

/// The parameters of Kernel::create.
struct KernelInfo {
    /// The name in error messages, profiles and debuggers (VK_EXT_debug_utils).
    const char* name = "";
    /// The module, with entry point "main". Read only during create.
    std::span<const std::uint32_t> spirv;
    /// The constants in any order, each id once. Constants that the module does not declare are ignored. A constant
    /// that is missing here keeps the default of the module.
    std::vector<SpecializationConstant> constants;
    /// 0 means the driver's choice. Other values need profile().subgroup_size_control.
    std::uint32_t required_subgroup_size = 0;
};

/// A compute pipeline. Immutable and thread-safe. Algorithms get their kernels from Context::kernel, which compiles
/// each kernel once.
class Kernel {
public:
    /// Creates a kernel that belongs to the caller and is not in the context's cache. Errors: invalid_argument (a
    /// module that this engine cannot bind, a constant given twice), unsupported (the module needs what the device
    /// lacks or what is not enabled: capabilities, bindings, push constants, workgroup size, shared memory, subgroup
    /// size), out_of_memory.
    static Result<Kernel> create(Context& context, const KernelInfo& info);
    Kernel() = default;

    /// Returns the context of the kernel, or null if the kernel was not created by create().
    const Context* context() const { return handles_->context; }
    /// Returns the name for messages, labels and profiles.
    const std::string& name() const { return name_; }
    /// Returns the bindings, push constants and capabilities, read from the module.
    const ModuleInterface& module() const { return module_; }
    /// Returns the compute pipeline.
    VkPipeline pipeline() const { return handles_->pipeline; }
    /// Returns the pipeline's layout.
    VkPipelineLayout layout() const { return handles_->layout; }
    /// Returns the layout of set 0.
    VkDescriptorSetLayout set_layout() const { return handles_->set_layout; }

private:
    struct Handles {
        Context* context = nullptr;
        VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        VkPipeline pipeline = VK_NULL_HANDLE;
        void destroy() noexcept;
    };

    std::string name_;
    ModuleInterface module_;
    Handle<Handles> handles_;
};

}  // namespace vkalgo

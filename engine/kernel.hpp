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

/// One specialization constant: the id of its `layout(constant_id = ...)`, which has a name in the family's shared
/// header, and its value's 32 bits.
struct SpecializationConstant {
    std::uint32_t id = 0;
    std::uint32_t word = 0;
    bool operator==(const SpecializationConstant&) const = default;
};

/// What a kernel is made from.
struct KernelInfo {
    /// for error messages, profiles and debuggers (VK_EXT_debug_utils)
    const char* name = "";
    /// entry point "main"; read during create only
    std::span<const std::uint32_t> spirv;
    /// in any order, each id once; what the module does not declare is ignored, what is not given keeps the module's
    /// default
    std::vector<SpecializationConstant> constants;
    /// 0: the driver's; else needs profile().subgroup_size_control
    std::uint32_t required_subgroup_size = 0;
};

/// A compute pipeline. Immutable and thread-safe. Algorithms take theirs from Context::kernel, which makes each once.
class Kernel {
public:
    /// A kernel of the caller's own, beside the context's cache.
    /// Errors: invalid_argument (a module this engine cannot bind, a constant given twice), unsupported (the module
    /// needs what the device lacks or what is not enabled: capabilities, bindings, push constants, workgroup size,
    /// shared memory, subgroup size), out_of_memory.
    static Result<Kernel> create(Context& context, const KernelInfo& info);
    Kernel() = default;

    /// null if it was never created
    const Context* context() const { return handles_->context; }
    /// For messages, labels and profiles.
    const std::string& name() const { return name_; }
    /// Bindings, push constants and workgroup size, as reflected.
    const ModuleInterface& module() const { return module_; }
    /// The compute pipeline.
    VkPipeline pipeline() const { return handles_->pipeline; }
    /// Its layout.
    VkPipelineLayout layout() const { return handles_->layout; }
    /// The layout of set 0.
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

#include "engine/stage_access.hpp"

#include <cstdint>
#include <iterator>

namespace vkalgo {
namespace {

/// A bit that represents several other bits.
struct Composite {
    std::uint64_t whole;
    std::uint64_t parts;
};

constexpr VkPipelineStageFlags2 kTop = VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT;
constexpr VkPipelineStageFlags2 kBottom = VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT;

constexpr VkPipelineStageFlags2 kPreRasterization =
    VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_TESSELLATION_CONTROL_SHADER_BIT |
    VK_PIPELINE_STAGE_2_TESSELLATION_EVALUATION_SHADER_BIT | VK_PIPELINE_STAGE_2_GEOMETRY_SHADER_BIT |
    VK_PIPELINE_STAGE_2_TASK_SHADER_BIT_NV | VK_PIPELINE_STAGE_2_MESH_SHADER_BIT_NV;
constexpr VkPipelineStageFlags2 kVertexInput =
    VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT;
constexpr VkPipelineStageFlags2 kAllGraphics =
    VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT | kVertexInput |
    VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT | kPreRasterization | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT |
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT |
    VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_2_CONDITIONAL_RENDERING_BIT_EXT |
    VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADING_RATE_ATTACHMENT_BIT_KHR |
    VK_PIPELINE_STAGE_2_FRAGMENT_DENSITY_PROCESS_BIT_EXT;
constexpr VkPipelineStageFlags2 kTransfer = VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_RESOLVE_BIT |
                                            VK_PIPELINE_STAGE_2_BLIT_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT;

/// The larger composites come first, since expand() adds parts in this order: a part of ALL_COMMANDS may be a composite
/// itself.
constexpr Composite kStages[] = {
    {VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, ~(VK_PIPELINE_STAGE_2_HOST_BIT | kTop | kBottom)},
    {VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT, kAllGraphics},
    {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, kTransfer},
    {VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT, kVertexInput},
    {VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT, kPreRasterization},
};

constexpr VkAccessFlags2 kShaderReads = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT |
                                        VK_ACCESS_2_SHADER_BINDING_TABLE_READ_BIT_KHR;
/// The accesses known to be reads. Any other bit counts as a write, including bits of future extensions.
constexpr VkAccessFlags2 kReads =
    VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_2_INDEX_READ_BIT | VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT |
    VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_INPUT_ATTACHMENT_READ_BIT | VK_ACCESS_2_SHADER_READ_BIT | kShaderReads |
    VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
    VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_HOST_READ_BIT | VK_ACCESS_2_MEMORY_READ_BIT |
    VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_READ_BIT_EXT | VK_ACCESS_2_CONDITIONAL_RENDERING_READ_BIT_EXT |
    VK_ACCESS_2_COMMAND_PREPROCESS_READ_BIT_NV | VK_ACCESS_2_FRAGMENT_SHADING_RATE_ATTACHMENT_READ_BIT_KHR |
    VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR | VK_ACCESS_2_FRAGMENT_DENSITY_MAP_READ_BIT_EXT |
    VK_ACCESS_2_COLOR_ATTACHMENT_READ_NONCOHERENT_BIT_EXT;

constexpr Composite kAccesses[] = {
    {VK_ACCESS_2_MEMORY_READ_BIT, kReads},
    {VK_ACCESS_2_MEMORY_WRITE_BIT, ~kReads},
    {VK_ACCESS_2_SHADER_READ_BIT, kShaderReads},
    {VK_ACCESS_2_SHADER_WRITE_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
};

template <std::size_t count>
std::uint64_t with_parts(std::uint64_t mask, const Composite (&composites)[count]) {
    for (const Composite& composite : composites) {
        mask |= (mask & composite.whole) != 0 ? composite.parts : 0;
    }
    return mask;
}

template <std::size_t count>
std::uint64_t without_parts(std::uint64_t mask, const Composite (&composites)[count]) {
    for (const Composite& composite : composites) {
        mask &= (mask & composite.whole) != 0 ? composite.whole | ~composite.parts : ~std::uint64_t{0};
    }
    return mask;
}

/// Returns `mask` with every bit above the low 32 replaced by a composite that contains it.
template <std::size_t count>
std::uint64_t with_wholes(std::uint64_t mask, const Composite (&composites)[count]) {
    constexpr std::uint64_t kHigh = ~std::uint64_t{UINT32_MAX};
    for (std::size_t i = count; i-- > 0;) {  // The smallest suitable composite wins
        const Composite& composite = composites[i];
        if ((mask & kHigh & composite.parts) != 0) {
            mask = (mask & ~(kHigh & composite.parts)) | composite.whole;
        }
    }
    return mask;
}

}  // namespace

VkAccessFlags2 writes_of(VkAccessFlags2 access) {
    return access & ~kReads;
}

StageAccess expand(StageAccess by) {
    // Nothing runs at the top or the bottom of the pipe. A caller that names them means everything before or after.
    if ((by.stages & (kTop | kBottom)) != 0) {
        by.stages |= VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    }
    return {with_parts(by.stages, kStages), with_parts(by.access, kAccesses)};
}

StageAccess reduce(StageAccess by) {
    if ((by.stages & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT) != 0) {
        by.stages &= ~(kTop | kBottom);
    }
    return {without_parts(by.stages, kStages), without_parts(by.access, kAccesses)};
}

FoldedAccess StageAccess::folded() const {
    // A reduced mask has a high bit only if the composite that contains it is absent.
    StageAccess low = reduce(*this);
    // This stage stands for all shaders before rasterization. Of the bits of Vulkan 1.0 only ALL_GRAPHICS contains them
    // all.
    if ((low.stages & VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT) != 0) {
        low.stages &= ~VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT;
        low.stages |= VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT;
    }
    low = reduce({with_wholes(low.stages, kStages), with_wholes(low.access, kAccesses)});
    return {static_cast<VkPipelineStageFlags>(low.stages), static_cast<VkAccessFlags>(low.access)};
}

}  // namespace vkalgo

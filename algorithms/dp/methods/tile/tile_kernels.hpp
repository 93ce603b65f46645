#pragma once

// Internal to the tile method: makes its kernels with the constants of a plan.
#include "../../../../engine/context.hpp"
#include "../../method/kernels.hpp"
#include "tile_plan.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo::dp {

/// Invocations of a workgroup that fills the base region.
inline constexpr std::uint32_t kFillWorkgroup = 128;

/// Makes the kernel of a task of shaders/dp/tile.glsl (VKALGO_TILE_TASK_...).
Result<std::shared_ptr<const Kernel>> make_tile_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                       const TilePlan& plan, const TileFill& fill, std::uint32_t task);

/// Makes the kernel of a task of the traceback. `registers`: rows per invocation, or 0 for a single invocation.
Result<std::shared_ptr<const Kernel>> make_tile_traceback_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                                 const TilePlan& plan, std::uint32_t task,
                                                                 std::uint32_t registers);

}  // namespace vkalgo::dp

// Internal to algorithms/volume/: what a file of thinning_methods/ defines.
#pragma once

#include "engine/kernel.hpp"
#include "engine/recorder.hpp"
#include "shaders/volume/thinning.h"
#include "thinning.hpp"
#include "thinning_plan.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo {

/// The kernels that every method has, in this order; its own follow.
enum ThinningKernel : std::size_t { kBeginThinning, kListBricks, kFirstOwnKernel };

/// One recording of some rounds.
struct ThinningRecording {
    Recorder& recorder;
    const ThinningPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const ThinningArguments& arguments;

    BufferView part(const ScratchLayout::Part& part) const { return ScratchLayout::view(arguments.scratch, part); }
    BufferView skeleton() const { return arguments.skeleton.slice(0, plan.bytes); }
    BufferView done() const { return part(plan.status).slice(4 * VKALGO_THINNING_DONE, 4); }
    /// What every kernel is pushed.
    shader::ThinningPush push() const;
    /// The grid of list_bricks.
    Groups list_groups() const;
};

/// One of the six sides from which voxels are deleted, in the order of a method.
struct ThinningSide {
    std::int32_t x, y, z;
};

/// How voxels are chosen. A file thinning_methods/<name>.cpp defines `const ThinningMethod& thinning_method_<name>()`;
/// nothing else knows it.
struct ThinningMethod {
    const char* name;
    /// Words about it, for lists.
    const char* summary;
    /// Whether it makes surfaces too.
    bool surfaces;
    /// Rounds that the easy calls submit together: too few and the host waits often, too many and most find nothing to
    /// do, which is not free.
    std::uint32_t chunk;
    /// Adds what it needs to the scratch, and says how many rounds no volume passes.
    void (*plan)(ThinningPlan& plan, ScratchLayout& layout);
    std::vector<KernelInfo> (*kernels)();
    void (*record)(const ThinningRecording& recording);
};

/// All methods in order of name (made by CMake).
std::span<const ThinningMethod* const> thinning_methods();

/// Errors: invalid_argument (no such name; a kind that it does not make).
Result<const ThinningMethod*> find_thinning_method(const ThinningOptions& options);

}  // namespace vkalgo

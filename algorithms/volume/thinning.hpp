#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "thinning_plan.hpp"
#include "volume_bits.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// Which rounds are recorded. The device itself finds out when thinning is done: what was recorded beyond that
/// dispatches nothing. How many rounds that takes follows from the objects' thickness (a round of `palagyi` takes a
/// layer off all sides; one of `lee` is a step of some thirty for that), so record some, look at the first word of the
/// scratch, and record more if it is still 0: they go on where the others ended.
struct ThinningRounds {
    /// 0: the work begins anew; else the number of rounds recorded before, with the same skeleton and scratch
    std::uint32_t first = 0;
    /// at most; no more than the plan has are recorded
    std::uint32_t count = 64;
};

/// Views that share no byte, at multiples of storage_offset_alignment.
struct ThinningArguments {
    /// A bit volume, ThinningPlan::bytes bytes: bits behind the end of a row are 0.
    BufferView volume;
    /// The same for what is left of it. After any rounds it has the topology of the volume.
    BufferView skeleton;
    /// as many bytes as Thinning::scratch says
    BufferView scratch;
    ThinningRounds rounds = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct ThinningAccess {
    ArgumentAccess volume;
    ArgumentAccess skeleton;
    ArgumentAccess scratch;
};

/// The skeleton of the objects in a volume: voxels are taken off the border, layer by layer, as long as the topology
/// stays the same, and ends of lines (of surfaces, if these are asked for) stay. Objects are 26-connected, the
/// background is 6-connected, and what lies outside of the volume is background. The number of objects, of cavities
/// and of tunnels stays; a second run changes nothing. The result is the same at every run and on every device.
///
///     auto thinning = Thinning::create(context, {});
///     thinning->record(recorder, shape, {.volume = bits, .skeleton = thin, .scratch = scratch});
///
/// Methods: `palagyi` works in six directions in turn and deletes at once all voxels on that side that match one of
/// the templates of Palagyi and Kuba (Pattern Recognition Letters 19, 1998); a surface is kept where a voxel lies
/// between two opposite neighbours that are not set. `lee` collects the simple voxels of a side that are no ends of
/// lines, and looks at them again one by one, each with those before it gone (Lee, Kashyap and Chu, CVGIP: Graphical
/// Models and Image Processing 56, 1994). In images (z = 1) both work in four directions; as a surface an image is its
/// own skeleton.
///
/// vkalgo does: record dispatches, a fill and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class Thinning {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_thinning about options; those of
    /// Context::kernel.
    static Result<Thinning> create(Context& context, const ThinningOptions& options);

    /// Bytes needed besides the arguments. Errors: those of plan_thinning.
    static Result<ScratchNeed> scratch(const VolumeShape& shape, const ThinningOptions& options,
                                       const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// The word of the scratch that is not 0 once thinning is done, and the one that counts its iterations.
    static constexpr std::uint64_t kDoneWord = 0, kIterationsWord = 1;

    /// As given to create().
    const ThinningOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<ThinningAccess> access(const VolumeShape& shape, const ThinningArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of plan_thinning; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const ThinningArguments& arguments) const;

private:
    Context* context_ = nullptr;
    ThinningOptions options_;
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace vkalgo

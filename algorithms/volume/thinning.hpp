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

/// Which rounds are recorded. The device itself detects when thinning is done: any later rounds in the recording do
/// nothing. The number of rounds depends on the thickness of the objects. A round of `palagyi` removes a layer from all
/// sides. A round of `lee` is one step, and some tens of steps together remove a layer. So record some rounds, read the
/// first word of the scratch, and record more rounds if the word is still 0. The later rounds continue where the
/// earlier rounds ended.
struct ThinningRounds {
    /// 0: the work begins anew. Otherwise the number of rounds recorded before, with the same skeleton and scratch.
    std::uint32_t first = 0;
    /// The largest number of rounds to record. No more rounds are recorded than the plan has.
    std::uint32_t count = 64;
};

/// The buffers and rounds of one recording. Views must not overlap, and begin at multiples of storage_offset_alignment.
struct ThinningArguments {
    /// A bit volume, ThinningPlan::bytes bytes. The bits after the end of a row must be 0.
    BufferView volume;
    /// The skeleton, a bit volume of the size of `volume`. After any number of rounds it has the topology of the
    /// volume.
    BufferView skeleton;
    /// At least the bytes that Thinning::scratch returns.
    BufferView scratch;
    ThinningRounds rounds = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct ThinningAccess {
    ArgumentAccess volume;
    ArgumentAccess skeleton;
    ArgumentAccess scratch;
};

/// The skeleton of the objects in a volume. Voxels are removed from the border, layer by layer, as long as the topology
/// stays the same; ends of lines (and of surfaces, if these are asked for) stay. Objects are 26-connected, the
/// background is 6-connected, and everything outside the volume is background. The number of objects, of cavities and
/// of tunnels stays the same; a second run changes nothing. The result is the same at every run and on every device.
///
///     auto thinning = Thinning::create(context, {});
///     thinning->record(recorder, shape, {.volume = bits, .skeleton = thin, .scratch = scratch});
///
/// Methods: `palagyi` works in six directions in turn and deletes at the same time all voxels on the side of one
/// direction that match one of the templates of Palagyi and Kuba (Pattern Recognition Letters 19, 1998). With surfaces,
/// a voxel between two opposite neighbours that are not set is kept. `lee` collects the simple voxels of a side that
/// are not ends of lines. It checks them again one by one; each check sees the volume without the voxels deleted before
/// (Lee, Kashyap and Chu, CVGIP: Graphical Models and Image Processing 56, 1994). In images (z = 1) both methods work
/// in four directions. With surfaces, an image is its own skeleton.
///
/// vkalgo records dispatches, fills and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class Thinning {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_thinning about options; those of
    /// Context::kernel.
    static Result<Thinning> create(Context& context, const ThinningOptions& options);

    /// Returns the scratch that `record` needs. Errors: those of plan_thinning.
    static Result<ScratchNeed> scratch(const VolumeShape& shape, const ThinningOptions& options,
                                       const DeviceProfile& profile);

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// The indices of two words of the scratch. The first word is nonzero once thinning is done. The second counts the
    /// iterations that have begun; once thinning is done, the last of these has deleted nothing.
    static constexpr std::uint64_t kDoneWord = 0, kIterationsWord = 1;

    /// Returns the options given to create().
    const ThinningOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<ThinningAccess> access(const VolumeShape& shape, const ThinningArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// plan_thinning; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, and
    /// for a recorder of another context; those of the recorder.
    Result<void> record(Recorder& recorder, const VolumeShape& shape, const ThinningArguments& arguments) const;

private:
    Context* context_ = nullptr;
    ThinningOptions options_;
    std::vector<std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace vkalgo

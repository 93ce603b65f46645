#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "thinning_plan.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// What the easy calls are asked for, beyond the volume.
struct ThinningCallOptions {
    ThinningOptions thinning = {};
    /// Whether the radius is measured along the skeleton, and with what distances between neighbours along x, y, z:
    /// finite and above 0.
    bool radius = false;
    std::array<float, 3> spacing{1, 1, 1};
    CallOptions call = {};
};

/// What the easy calls give back.
struct ThinningResult {
    /// a bit volume; of thin_labels: voxels that are left, whatever their label
    std::vector<std::uint32_t> skeleton;
    /// With ThinningCallOptions::radius: of each voxel of the skeleton, in the order of the voxels, the distance to the
    /// nearest voxel that is not set (VoxelDistances), or has another label.
    std::vector<float> radius;
    /// set before, and after
    std::uint64_t voxels = 0, kept = 0;
    /// in which something was deleted
    std::uint32_t iterations = 0;
    /// thin_labels: different labels, and volumes that they were laid out in
    std::uint64_t labels = 0;
    std::uint32_t layers = 1;
    ThinningPlan plan;
    CallReport report;
};

/// Voxels in host memory as a bit volume, on the CPU: shape.voxels() elements of `type`, x fastest. VolumeBits does the
/// same on the device. Errors: invalid_argument (another number of bytes).
Result<std::vector<std::uint32_t>> pack_voxels(const VolumeShape& shape, ElementType type,
                                               std::span<const std::byte> voxels, const VoxelSelection& selection = {});

/// The plan of a call, to ask before there are bits. A pure function of its arguments. Of options.call it looks at
/// memory_limit. Errors: those of plan_thinning; too_large (for the memory).
Result<ThinningPlan> plan_thinning_call(const VolumeShape& shape, const ThinningCallOptions& options,
                                        const DeviceProfile& profile);

/// The skeleton of a bit volume of shape.words() words: see Thinning.
///
///     auto bits = vkalgo::pack_voxels(shape, vkalgo::ElementType::u8, std::as_bytes(std::span(mask)));
///     auto thinned = vkalgo::thin(runner, shape, *bits, {});
///
/// Errors: those of plan_thinning; invalid_argument (other words; bits behind the end of a row); too_large (for the
/// memory); cancelled; the runner's.
Result<ThinningResult> thin(Runner& runner, const VolumeShape& shape, std::span<const std::uint32_t> bits,
                            const ThinningCallOptions& options);
/// The same by a plan of plan_thinning_call, which is run as it is: options.thinning and memory_limit have no effect
/// here. Errors: those of thin but for plan_thinning and the memory.
Result<ThinningResult> thin(Runner& runner, std::span<const std::uint32_t> bits, const ThinningCallOptions& options,
                            const ThinningPlan& plan);

/// The skeletons of all labels of a label map (shape.voxels() of them, 0 is background), each as if the others were
/// background, in one run: labels that touch each other are laid out in different layers, one behind the other, each of
/// which has labels that do not, and so do not know of each other. The label of a voxel that is left is what it was.
/// Errors: those of thin, also for all layers together.
Result<ThinningResult> thin_labels(Runner& runner, const VolumeShape& shape, std::span<const std::uint32_t> labels,
                                   const ThinningCallOptions& options);

}  // namespace vkalgo

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

/// Options of thin() and thin_labels().
struct ThinningCallOptions {
    ThinningOptions thinning = {};
    /// Whether the radius is measured along the skeleton. `spacing` is the distance between neighbours along x, y, z:
    /// finite and above 0.
    bool radius = false;
    std::array<float, 3> spacing{1, 1, 1};
    CallOptions call = {};
};

/// The results of thin() and thin_labels().
struct ThinningResult {
    /// A bit volume. After thin_labels: the voxels that are left, whatever their label.
    std::vector<std::uint32_t> skeleton;
    /// With ThinningCallOptions::radius: for each voxel of the skeleton, in the order of the voxels, the distance to
    /// the nearest voxel that is not set or has another label (VoxelDistances).
    std::vector<float> radius;
    /// The number of voxels that were set before thinning, and after it.
    std::uint64_t voxels = 0, kept = 0;
    /// Iterations in which something was deleted.
    std::uint32_t iterations = 0;
    /// After thin_labels: the number of different labels, and of layers in which they were arranged.
    std::uint64_t labels = 0;
    std::uint32_t layers = 1;
    ThinningPlan plan;
    CallReport report;
};

/// Converts voxels in host memory to a bit volume, on the CPU. `voxels` has shape.voxels() elements of `type`, x
/// fastest. VolumeBits converts voxels on the device. Errors: invalid_argument (another number of bytes).
Result<std::vector<std::uint32_t>> pack_voxels(const VolumeShape& shape, ElementType type,
                                               std::span<const std::byte> voxels, const VoxelSelection& selection = {});

/// Plans a call, so that it can be checked before there are bits. A pure function of its arguments. Of options.call it
/// uses memory_limit. With options.radius, the memory for measuring the radius of every voxel must fit too. Errors:
/// those of plan_thinning; too_large (for the memory).
Result<ThinningPlan> plan_thinning_call(const VolumeShape& shape, const ThinningCallOptions& options,
                                        const DeviceProfile& profile);

/// Computes the skeleton of a bit volume of shape.words() words: see Thinning.
///
///     auto bits = vkalgo::pack_voxels(shape, vkalgo::ElementType::u8, std::as_bytes(std::span(mask)));
///     auto thinned = vkalgo::thin(runner, shape, *bits, {});
///
/// Errors: those of plan_thinning; invalid_argument (another number of words; bits set after the end of a row);
/// too_large (for the memory); cancelled; those of the runner.
Result<ThinningResult> thin(Runner& runner, const VolumeShape& shape, std::span<const std::uint32_t> bits,
                            const ThinningCallOptions& options);
/// Computes the skeleton by a plan of plan_thinning_call. The plan is run unchanged: options.thinning and memory_limit
/// have no effect here. Errors: those of thin, except those of plan_thinning and about the memory.
Result<ThinningResult> thin(Runner& runner, std::span<const std::uint32_t> bits, const ThinningCallOptions& options,
                            const ThinningPlan& plan);

/// Computes the skeletons of all labels of a label map in one run; each label is thinned as if the others were
/// background. The map has shape.voxels() labels, and 0 is background. Labels that touch each other are arranged in
/// different layers, one after another, so that no two labels of a layer touch. The voxels that are left keep their
/// label. Errors: those of thin, also about the volume in which the layers are placed one after another;
/// invalid_argument (another number of labels); too_large (a side of that volume exceeds 32 bits).
Result<ThinningResult> thin_labels(Runner& runner, const VolumeShape& shape, std::span<const std::uint32_t> labels,
                                   const ThinningCallOptions& options);

}  // namespace vkalgo

#include "algorithms/volume/voxel_distances.hpp"

#include "algorithms/recorded.hpp"
#include "engine/context.hpp"
#include "shaders/volume/thinning.h"
#include <vkalgo_spirv/volume/measure_distances.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace vkalgo {

namespace {

std::vector<Argument> arguments_of(const VolumeShape& shape, const VoxelDistanceArguments& arguments) {
    return {{.name = "volume", .view = arguments.volume, .bytes = shape.bit_bytes()},
            {.name = "voxels", .view = arguments.voxels, .bytes = sizeof(VoxelPosition) * arguments.count},
            {.name = "distances",
             .view = arguments.distances,
             .bytes = sizeof(float) * arguments.count,
             .access = Access::write}};
}

Result<void> check(const VolumeShape& shape, const VoxelDistanceArguments& arguments, const DeviceProfile& profile) {
    for (const float step : arguments.spacing) {
        if (!std::isfinite(step) || !(step > 0)) {
            return Error{ErrorCode::invalid_argument, "a spacing must be a finite number above 0", "spacing"};
        }
    }
    const auto& most = profile.max_workgroup_count;
    if (shape.bit_bytes() > profile.max_storage_range ||
        sizeof(VoxelPosition) * arguments.count > profile.max_storage_range ||
        arguments.count > std::uint64_t{most[0]} * most[1]) {
        return Error{ErrorCode::too_large,
                     "the volume, or the list of its " + std::to_string(arguments.count) +
                         " voxels to measure, is too large for a storage buffer or a dispatch of this device",
                     "count"};
    }
    return check_arguments(arguments_of(shape, arguments), profile);
}

}  // namespace

Result<VoxelDistances> VoxelDistances::create(Context& context) {
    VoxelDistances made;
    made.context_ = &context;
    VKALGO_TRY(made.kernel_,
               context.kernel(
                   {.name = "volume/measure_distances", .spirv = spirv::volume_measure_distances, .constants = {}}));
    return made;
}

Result<VoxelDistanceAccess> VoxelDistances::access(const VolumeShape& shape,
                                                   const VoxelDistanceArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "measuring of distances"));
    return accesses_of<VoxelDistanceAccess>(*context_, arguments_of(shape, arguments),
                                            [&](Recorder& recorder) { return record(recorder, shape, arguments); });
}

Result<void> VoxelDistances::record(Recorder& recorder, const VolumeShape& shape,
                                    const VoxelDistanceArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "measuring of distances"));
    VKALGO_CHECK(check(shape, arguments, context_->profile()));
    if (arguments.count == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "distances");
    const shader::DistancePush push{shape.row_words(),
                                    shape.y,
                                    shape.z,
                                    static_cast<std::uint32_t>(arguments.count),
                                    arguments.spacing[0],
                                    arguments.spacing[1],
                                    arguments.spacing[2]};
    recorder.dispatch(*kernel_,
                      {arguments.volume.slice(0, shape.bit_bytes()),
                       arguments.voxels.slice(0, sizeof(VoxelPosition) * arguments.count),
                       arguments.distances.slice(0, sizeof(float) * arguments.count)},
                      push, Groups::linear(arguments.count, recorder.context()));
    return recorder.status();
}

}  // namespace vkalgo

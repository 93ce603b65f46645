#include "algorithms/mesh/mesh_tuning.hpp"

namespace vkalgo {

MeshTuning mesh_tuning(const DeviceProfile& profile) {
    MeshTuning tuning;
    tuning.wide_leaves = profile.type == DeviceType::software;
    tuning.hilbert = profile.type == DeviceType::software;
    tuning.coarse_keys = 1U << 16;
    return tuning;
}

}  // namespace vkalgo

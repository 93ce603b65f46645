#include "algorithms/mesh/mesh_tuning.hpp"

namespace vkalgo {

MeshTuning mesh_tuning(const DeviceProfile& profile) {
    MeshTuning tuning;
    if (profile.type == DeviceType::software) {
        tuning.wide_leaves = tuning.hilbert = tuning.filter_runs = true;
        tuning.coarse_keys = tuning.narrow_pairs = 1U << 16;
    }
    return tuning;
}

}  // namespace vkalgo

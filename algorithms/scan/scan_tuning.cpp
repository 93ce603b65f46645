#include "algorithms/scan/scan_tuning.hpp"

#include <algorithm>
#include <bit>

namespace vkalgo {

ScanTuning scan_tuning(const ScanOptions& /*options*/, const DeviceProfile& profile) {
    ScanTuning tuning;
    const bool shuffles =
        profile.subgroup_shuffle && profile.subgroup_size >= 4 && std::has_single_bit(profile.subgroup_size);
    tuning.lanes = shuffles ? profile.subgroup_size : 32;
    tuning.shared_lanes = !shuffles;
    // An H200 scans 2^28 u32 in 0.74 ms by tiles of 8,192 elements, in 0.99 ms by tiles of half as many.
    tuning.vectors = 8;
    if (profile.type == DeviceType::software) {
        tuning.chunks = 64;
        tuning.threads = 128;
        tuning.vectors = 4;
    }
    // Without progress a tile that is missed may never come by itself.
    tuning.patience = profile.cross_workgroup_progress ? 4096 : 16;
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    while (tuning.threads > most) {
        tuning.threads /= 2;
    }
    tuning.lanes = std::min(tuning.lanes, tuning.threads);
    return tuning;
}

}  // namespace vkalgo

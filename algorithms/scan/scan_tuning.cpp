#include "algorithms/scan/scan_tuning.hpp"

#include "algorithms/scan/scan_method.hpp"

#include <algorithm>

namespace vkalgo {

std::uint64_t scan_one_pass_from(const ScanOptions& options) {
    // Times on an H200 in ms, with one pass and with two passes. u32: 64 MiB take 0.0688 and 0.0644, 128 MiB 0.109 and
    // 0.114. u64: 128 MiB take 0.134 and 0.121, 256 MiB 0.227 and 0.224. Segmented u32: 4 MiB take 0.0181 and 0.0164, 8
    // MiB 0.0183 and 0.0188. (When these times were measured, one pass of 1 GiB of u32 took 0.586; it takes 0.555 now.)
    if (options.segmented) {
        return std::uint64_t{1} << 23;
    }
    return std::uint64_t{1} << (size_of(options.type) == 8 ? 28 : 27);
}

std::uint64_t scan_part_bytes(const DeviceProfile& profile) {
    return profile.type == DeviceType::software ? std::uint64_t{32} << 20 : std::uint64_t{8} << 30;
}

void scan_tune_one_pass(ScanTuning& tuning, const ScanOptions& options, const DeviceProfile& profile) {
    // Large tiles are few, which suits look-back, as long as the registers of a multiprocessor hold them. In the
    // following, 512 x 24 means 512 invocations with 24 vectors each, and times are those of an H200. 2^28 u32 take
    // 0.549 ms with 512 x 24 and with 512 x 23, and 0.555 ms with 256 x 24; 2^27 u64 take 0.662 ms with 256 x 24. Large
    // tiles do not suit segments: 2^28 u32 take 0.65 ms with 256 x 8, 0.70 with 256 x 12, and 0.75 with 256 x 16. Nor
    // do they suit two passes: 2^20 u32 take 0.0127 ms with 256 x 8, and 0.0172 with 128 x 20.
    if (!options.segmented && profile.cross_workgroup_progress) {
        tuning.threads = size_of(options.type) == 8 ? 256 : 512;
        tuning.vectors = 24;
    }
    // Without progress guarantees, a sum that is not ready may not become ready while this workgroup waits.
    tuning.patience = profile.cross_workgroup_progress ? 4096 : 16;
}

ScanTuning scan_tuning(const ScanMethod& method, const ScanOptions& options, const DeviceProfile& profile) {
    ScanTuning tuning;
    tuning.vectors = 8;
    if (profile.type == DeviceType::software) {
        tuning.chunks = 64;
        tuning.threads = 128;
        tuning.vectors = 4;
    }
    method.tune(tuning, options, profile);
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    while (tuning.threads > most) {
        tuning.threads /= 2;
    }
    const bool shuffles =
        profile.subgroup_shuffle && profile.subgroup_size >= 4 && profile.full_subgroups(tuning.threads);
    tuning.lanes = std::min(shuffles ? profile.subgroup_size : 32U, tuning.threads);
    tuning.shared_lanes = !shuffles;
    return tuning;
}

ScanTuning scan_tuning(const ScanOptions& options, const DeviceProfile& profile) {
    const auto methods = scan_methods_for(options, profile);
    return methods ? scan_tuning(*methods->back(), options, profile) : ScanTuning{};
}

}  // namespace vkalgo

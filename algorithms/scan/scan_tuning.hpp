// Internal to algorithms/scan/, its tests and its benchmark: numbers that were tuned on devices, apart from the plan.
#pragma once

#include "scan.hpp"
#include "scan_plan.hpp"

#include <cstdint>

namespace vkalgo {

/// How the work is cut. scan_tuning() chooses it for a device, and the method has its say.
struct ScanTuning {
    /// invocations that exchange values: the subgroup's, or any power of two where they do so over shared memory
    std::uint32_t lanes = 32;
    bool shared_lanes = false;
    /// invocations of a workgroup, a multiple of lanes
    std::uint32_t threads = 256;
    /// 16-byte vectors per invocation and tile
    std::uint32_t vectors = 4;
    /// look-back: which workgroup gets which tile (reversed is the worst order there is, for tests)
    enum class Order : std::uint8_t { workgroup, ticket, reversed } order = Order::ticket;
    /// look-back: polls of a tile in vain before its sum is computed where it is missed
    std::uint32_t patience = 4096;
    /// reduce-then-scan: workgroups
    std::uint32_t chunks = 1024;
};

/// Bytes of elements from which on `auto` scans them in one pass. Two passes cost a third transfer per element; one
/// pass costs links to clear and to look at.
std::uint64_t scan_one_pass_from(const ScanOptions& options);

/// The easy call scans at most so many bytes of elements at a time, so that progress is seen to move and a cancelled
/// call ends soon.
std::uint64_t scan_part_bytes(const DeviceProfile& profile);

/// What a method that passes once over the elements makes of a tuning: ScanMethod::tune.
void scan_tune_one_pass(ScanTuning& tuning, const ScanOptions& options, const DeviceProfile& profile);

/// The tuning of a device for the method that `options` name; for `auto`, of the one that it takes for many elements.
/// Options that plan_tuned_scan refuses get one as well. docs/benchmarks.md says where the numbers come from.
ScanTuning scan_tuning(const ScanOptions& options, const DeviceProfile& profile);
/// The same for this method.
ScanTuning scan_tuning(const ScanMethod& method, const ScanOptions& options, const DeviceProfile& profile);

/// plan_scan and Scan::create with numbers of the caller's own.
Result<ScanPlan> plan_tuned_scan(const ScanParams& params, const DeviceProfile& profile, const ScanTuning& tuning);
Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning);

}  // namespace vkalgo

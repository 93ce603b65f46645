// Internal to algorithms/scan/, its tests and its benchmark: numbers that were tuned on devices, apart from the plan.
#pragma once

#include "scan.hpp"
#include "scan_plan.hpp"

namespace vkalgo {

/// Bytes of elements from which on `auto` scans them in one pass. Two passes cost a third transfer per element; one
/// pass costs links to clear and to look at.
std::uint64_t scan_one_pass_from(const ScanOptions& options);

/// The tuning of a device for the method that `options` name; for `auto`, of the one that it takes for many elements.
/// docs/benchmarks.md says where the numbers come from.
ScanTuning scan_tuning(const ScanOptions& options, const DeviceProfile& profile);

/// plan_scan and Scan::create with numbers of the caller's own.
Result<ScanPlan> plan_tuned_scan(const ScanParams& params, const DeviceProfile& profile, const ScanTuning& tuning);
Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning);

}  // namespace vkalgo

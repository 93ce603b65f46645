// Internal to algorithms/scan/, its tests and its benchmark: numbers that were tuned on devices, apart from the plan.
#pragma once

#include "scan.hpp"
#include "scan_plan.hpp"

namespace vkalgo {

/// The tuning of a device. docs/benchmarks.md says where the numbers come from.
ScanTuning scan_tuning(const ScanOptions& options, const DeviceProfile& profile);

/// plan_scan and Scan::create with numbers of the caller's own.
Result<ScanPlan> plan_tuned_scan(const ScanParams& params, const DeviceProfile& profile, const ScanTuning& tuning);
Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning);

}  // namespace vkalgo

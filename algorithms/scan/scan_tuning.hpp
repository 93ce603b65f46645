// Internal to algorithms/scan/, its tests and its benchmark: numbers that were tuned on devices, separate from the
// plan.
#pragma once

#include "scan.hpp"
#include "scan_plan.hpp"

#include <cstdint>

namespace vkalgo {

/// How the work is split. scan_tuning() chooses it for a device, and the method may adjust it.
struct ScanTuning {
    /// Invocations of a team, which exchange values; a power of two. With subgroup operations at most the size of a
    /// subgroup.
    std::uint32_t lanes = 32;
    /// Teams exchange values through shared memory instead of subgroup operations.
    bool shared_lanes = false;
    /// Invocations of a workgroup, a multiple of `lanes`.
    std::uint32_t threads = 256;
    /// Vectors of 16 bytes per invocation and tile.
    std::uint32_t vectors = 4;
    /// For look-back: which workgroup gets which tile. `reversed` is the worst possible order, for tests.
    enum class Order : std::uint8_t { workgroup, ticket, reversed } order = Order::ticket;
    /// For look-back: the number of further polls of an empty link before the waiting workgroup computes the sum of the
    /// link's tile itself.
    std::uint32_t patience = 4096;
    /// For reduce-then-scan: the wanted number of chunks. There may be fewer if there are few tiles, and more if the
    /// device limits loop iterations.
    std::uint32_t chunks = 1024;
};

/// Returns the number of bytes of elements from which `auto` scans in one pass. Two passes transfer each element a
/// third time; one pass must clear and poll links.
std::uint64_t scan_one_pass_from(const ScanOptions& options);

/// Returns the most bytes of elements that the easy call scans at a time. The limit makes progress visible and lets a
/// cancelled call end soon.
std::uint64_t scan_part_bytes(const DeviceProfile& profile);

/// Adjusts the tuning for a method that passes over the elements once. Used as ScanMethod::tune.
void scan_tune_one_pass(ScanTuning& tuning, const ScanOptions& options, const DeviceProfile& profile);

/// Returns a device's tuning for the method that `options` names. For `auto`, this is the method that `auto` chooses
/// for many elements. Options that plan_tuned_scan refuses get a tuning too. docs/benchmarks.md says where the numbers
/// come from.
ScanTuning scan_tuning(const ScanOptions& options, const DeviceProfile& profile);
/// Returns a device's tuning for this method.
ScanTuning scan_tuning(const ScanMethod& method, const ScanOptions& options, const DeviceProfile& profile);

/// Do what plan_scan and Scan::create do, with a tuning that the caller chooses.
Result<ScanPlan> plan_tuned_scan(const ScanParams& params, const DeviceProfile& profile, const ScanTuning& tuning);
Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning);

}  // namespace vkalgo

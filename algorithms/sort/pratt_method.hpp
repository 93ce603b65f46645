// Internal to algorithms/sort/: the methods pratt and pratt-pure, which differ only in their passes.
#pragma once

#include "pratt_plan.hpp"
#include "sort_method.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace vkalgo {

enum class PrattKind {
    merging,
    /// The passes of plan_pure_pratt.
    pure
};

Result<void> plan_pratt_sort(SortPlan& plan, PrattKind kind, const DeviceProfile& profile);
double predict_pratt(const SortPlan& plan, const DeviceProfile& profile);
std::vector<KernelInfo> pratt_kernels(const SortPlan& plan, PrattKind kind, const DeviceProfile& profile);
Result<void> record_pratt(const SortRecording& recording, PrattKind kind);
/// Returns the phases. A pass reads and writes every key of its tiles once.
Result<std::vector<SortPhase>> pratt_phases(const SortPlan& plan, PrattKind kind, std::span<const std::byte> keys,
                                            const SortStateVisitor& visit);

/// Returns the method with this name.
template <PrattKind kKind>
SortMethod pratt_method(const char* name, const char* summary) {
    return {.name = name,
            .summary = summary,
            .scans = false,
            .stable = false,
            .parts = kKind == PrattKind::merging,
            .predict = kKind == PrattKind::merging ? predict_pratt : nullptr,
            .plan = [](SortPlan& plan, const DeviceProfile& profile) { return plan_pratt_sort(plan, kKind, profile); },
            .kernels = [](const SortPlan& plan,
                          const DeviceProfile& profile) { return pratt_kernels(plan, kKind, profile); },
            .record = [](const SortRecording& recording) { return record_pratt(recording, kKind); },
            .phases = [](const SortPlan& plan, const DeviceProfile&, std::span<const std::byte> keys,
                         const SortStateVisitor& visit) { return pratt_phases(plan, kKind, keys, visit); }};
}

}  // namespace vkalgo

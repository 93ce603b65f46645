// Internal to algorithms/sort/: the methods shell-0, shell-a, ...; each is a variant of Shellsort by runs.
#pragma once

#include "shell_plan.hpp"
#include "sort_method.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

Result<void> plan_shell(SortPlan& plan, ShellVariant variant, const DeviceProfile& profile);
std::vector<KernelInfo> shell_kernels(const SortPlan& plan, ShellVariant variant);
Result<void> record_shell(const SortRecording& recording, ShellVariant variant);
/// Sorts plan.count keys as the variant does, on the processor. `values`, one per key or empty, are moved with the
/// keys.
Result<void> shell_result(const SortPlan& plan, ShellVariant variant, std::span<std::byte> keys,
                          std::span<std::uint32_t> values);

Result<std::vector<SortPhase>> shell_phases(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile,
                                            std::span<const std::byte> keys, const SortStateVisitor& visit);
/// Returns the name of an increment's span and phase.
std::string shell_span(std::uint64_t increment);

/// Returns the method with this name; `auto` never takes it.
template <ShellVariant kVariant>
SortMethod shell_method(const char* name, const char* summary) {
    return {.name = name,
            .summary = summary,
            .scans = false,
            .stable = false,
            .sorts = sorts(kVariant),
            .takes_increments = true,
            .takes_runs = kVariant != ShellVariant::zero && kVariant != ShellVariant::a,
            .plan = [](SortPlan& plan, const DeviceProfile& profile) { return plan_shell(plan, kVariant, profile); },
            .kernels = [](const SortPlan& plan, const DeviceProfile&) { return shell_kernels(plan, kVariant); },
            .record = [](const SortRecording& recording) { return record_shell(recording, kVariant); },
            .reference = [](const SortPlan& plan, std::span<std::byte> keys,
                            std::span<std::uint32_t> values) { return shell_result(plan, kVariant, keys, values); },
            .phases = [](const SortPlan& plan, const DeviceProfile& profile, std::span<const std::byte> keys,
                         const SortStateVisitor& visit) { return shell_phases(plan, kVariant, profile, keys, visit); }};
}

}  // namespace vkalgo

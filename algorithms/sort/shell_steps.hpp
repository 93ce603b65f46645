// Internal to algorithms/sort/ and its tests: the dispatches of a Shellsort, from which it is planned and recorded.
#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "shaders/sort/sort.h"
#include "shell_plan.hpp"
#include "sort_plan.hpp"

#include <cstdint>
#include <functional>

namespace vkalgo {

/// The kernels, shaders/sort/shell_....comp.
enum class ShellKernel : std::uint8_t { runs, exchange, classes, extremes };

struct ShellStep {
    ShellKernel kernel = ShellKernel::runs;
    shader::ShellPush push{};
    std::uint64_t groups = 0;
    /// Loop iterations of an invocation, at most.
    std::uint64_t iterations = 0;
    /// extremes: in which half of their memory they are written; the other half is read
    bool upper_half = false;
};

/// What all steps need together.
struct ShellTotals {
    std::uint64_t dispatches = 0;
    /// as SortPlan has it
    std::uint64_t loop_iterations = 0;
    /// words; each is 0 in the beginning
    std::uint64_t flags = 0;
    /// items of one half of the extremes
    std::uint64_t extremes = 0;
};

/// A sort that takes more dispatches is refused.
inline constexpr std::uint64_t kMaxShellDispatches = 1'000'000;

/// Calls `visit` for each dispatch in its order. What is needed of `plan` are options, tuning and count.
/// Errors: those of plan_shell_cuts; too_large (a run that the device's loops do not sort, that shared memory does not
/// hold, too many dispatches).
Result<ShellTotals> for_each_shell_step(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile,
                                        const std::function<void(const ShellStep&)>& visit);

}  // namespace vkalgo

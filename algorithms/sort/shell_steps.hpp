// Internal to algorithms/sort/ and its tests: the dispatches of a Shellsort, for its plan and its recording.
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
    /// Upper limit of the loop iterations of an invocation.
    std::uint64_t iterations = 0;
    /// `extremes`: true if the step reads the lower half of the extremes and writes the upper half, false if it does
    /// the opposite.
    bool upper_half = false;
};

/// What all steps need together.
struct ShellTotals {
    std::uint64_t dispatches = 0;
    /// As in SortPlan.
    std::uint64_t loop_iterations = 0;
    /// The number of words that are flags; each must be 0 at the beginning.
    std::uint64_t flags = 0;
    /// Items of one half of the extremes.
    std::uint64_t extremes = 0;
};

/// The largest number of dispatches; sorts that take more are refused.
inline constexpr std::uint64_t kMaxShellDispatches = 1'000'000;

/// Calls `visit` for each dispatch, in order. Reads only options, tuning and count of `plan`.
/// Errors: those of plan_shell_cuts; too_large (a run that exceeds the device's loop iterations or the shared memory,
/// too many dispatches).
Result<ShellTotals> for_each_shell_step(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile,
                                        const std::function<void(const ShellStep&)>& visit);

}  // namespace vkalgo

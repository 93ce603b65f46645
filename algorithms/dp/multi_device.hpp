#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "instance/instance.hpp"
#include "recurrence.hpp"
#include "solve.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// What solve_multi_device() is asked for.
struct MultiDeviceOptions {
    /// none: the recurrence's own. Another one is checked before the run (see check.hpp).
    std::optional<Pattern> pattern;
    /// one of sharing_methods(), by name; empty: the planner's choice
    std::string method;
    /// Progress, cancellation, memory limit (of each device), timed runs. Progress is told in the caller's thread.
    CallOptions call;
    /// what the tests force; null everywhere else
    const TestKnobs* knobs = nullptr;
};

/// What one of the devices did in the last timed run, all of it on the host's clock where not said otherwise.
struct DeviceWork {
    /// bands of rows that it computed, and the submissions in which it did
    std::int64_t bands = 0;
    std::uint64_t submissions = 0;
    /// on the device's clock, its submissions together; those that are under way at once may count double
    double busy_milliseconds = 0;
    /// With nothing under way, until a border row had come from another device: from the run's begin to the first
    /// submission, and later.
    double first_wait_milliseconds = 0;
    double wait_milliseconds = 0;
    /// copying border rows from one device's memory to the other's
    double copy_milliseconds = 0;
    /// from the run's begin until its last submission had finished
    double end_milliseconds = 0;
    /// of its memory, held at most
    std::uint64_t device_bytes = 0;
};

/// What solve_multi_device() gives back.
struct MultiDeviceSolution {
    /// As solve() gives it, without path and table. Its call's gpu_milliseconds are on the host's clock: from the first
    /// submission until the last device had ended.
    Solution solution;
    /// in the order of the runners
    std::vector<DeviceWork> devices;
};

/// What solve_multi_device() would do.
struct MultiDevicePlan {
    /// Of each device its part, by one method; one plan where nothing is shared, since one device was given or the
    /// table has base cells only, which are the first device's.
    std::vector<SolvePlan> devices;
};

/// The names of the methods that share a table.
std::vector<std::string> sharing_methods();

/// The answer of one large table whose rows several devices compute: bands of them in turn, each band's bottom row
/// handed on to the next device through host memory, piece by piece, while the bands are computed (bands.hpp). For
/// local recurrences in the diagonal patterns, by method "tile", and for those that "bit-parallel" runs. Each runner is
/// used by a thread of its own; two of them may have one context, or two contexts on one device.
///
///     std::array runners{&first, &second};
///     VKALGO_TRY(auto lcs, dp::Recurrence::builtin("lcs"));
///     VKALGO_TRY(auto s, dp::solve_multi_device(runners, lcs, {{"x", xs}, {"y", ys}}));
///
/// With one runner, or base cells only, it is solve(). Errors, with the field that they are about in `where`:
///   "runners"      invalid_argument: there is none, or one twice; unsupported: the devices cut the table in different
///                  ways, since they are not alike
///   "method"       unsupported: no method that shares a table can run this; says why
/// and those of solve(); where one device of several is meant, the message begins with "device K (NAME): ", counted
/// from 0 in the order of the runners. The first error ends the work of all.
Result<MultiDeviceSolution> solve_multi_device(std::span<Runner* const> runners, const Recurrence& recurrence,
                                               const Instance& instance, const MultiDeviceOptions& options = {});

/// The same by a plan that is there, made for these devices: see solve() by a plan. Where it shares nothing, the first
/// runner runs it. Errors: those of solve_multi_device() and of solve() by a plan; invalid_argument ("plan"): it is for
/// another number of devices.
Result<MultiDeviceSolution> solve_multi_device(std::span<Runner* const> runners, const Recurrence& recurrence,
                                               const Instance& instance, MultiDevicePlan& plan,
                                               const CallOptions& call = {});

/// What solve_multi_device() would do on devices of these profiles; needs no device. Errors: as above.
Result<MultiDevicePlan> plan_multi_device(const RecurrenceHeader& header, const Instance& outline,
                                          const MultiDeviceOptions& options, std::span<const DeviceProfile> profiles);

}  // namespace vkalgo::dp

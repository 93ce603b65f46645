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

/// The options of solve_multi_device().
struct MultiDeviceOptions {
    /// The order of the stages. If not set, the order that the recurrence declares. Another order is checked before the
    /// run (see check.hpp).
    std::optional<Pattern> pattern;
    /// The name of one of sharing_methods(). Empty: the planner chooses.
    std::string method;
    /// Progress, cancellation, memory limit (of each device), timed runs. Progress is reported in the caller's thread.
    CallOptions call;
    /// Settings that the tests force. Null everywhere else.
    const TestKnobs* knobs = nullptr;
};

/// The work of one device in the last timed run. Times are on the host's clock unless stated otherwise.
struct DeviceWork {
    /// Number of bands of rows that the device computed, and number of the submissions that computed these bands.
    std::int64_t bands = 0;
    std::uint64_t submissions = 0;
    /// Total time of the device's submissions on its own clock. The time in which submissions overlap may count twice.
    double busy_milliseconds = 0;
    /// Times in which the device had no submission under way and waited for border tiles of another device. The first
    /// time is from the start of the run until the tiles for its first band's first submission had arrived. The second
    /// time is the sum of all later waits.
    double first_wait_milliseconds = 0;
    double wait_milliseconds = 0;
    /// Time in which the host copied border tiles from the host-visible memory of other devices to that of this device.
    /// Copies by the devices are not included.
    double copy_milliseconds = 0;
    /// Time from the start of the run until the device's last submission finished.
    double end_milliseconds = 0;
    /// The most bytes that the run held in the memory of the device.
    std::uint64_t device_bytes = 0;
};

/// The result of solve_multi_device().
struct MultiDeviceSolution {
    /// The result as solve() returns it, without path and table. If several devices ran, its call.gpu_milliseconds are
    /// on the host's clock, from the start of a run until the last device ended, and its call.device_bytes is the sum
    /// over the devices.
    Solution solution;
    /// One entry per runner, in the order of the runners. If nothing is shared (see MultiDevicePlan), only one entry,
    /// of the first runner.
    std::vector<DeviceWork> devices;
};

/// A plan of solve_multi_device().
struct MultiDevicePlan {
    /// The plan of each device's part, all by one method. If one device was given, or if the table has base cells only,
    /// nothing is shared: there is one plan, and the first device computes the whole table.
    std::vector<SolvePlan> devices;
};

/// Returns the names of the methods that share a table.
std::vector<std::string> sharing_methods();

/// Computes the answer of one large table on several devices. The devices take bands of rows in turn. Each band's
/// bottom row is passed to the next device through host memory, piece by piece, while the bands are computed
/// (bands.hpp). Method "tile" does this for local recurrences in the diagonal patterns, and method "bit-parallel" for
/// the recurrences that it runs. Each runner is used by its own thread. Two runners may share a context, or have two
/// contexts on one device.
///
///     std::array runners{&first, &second};
///     VKALGO_TRY(auto lcs, dp::Recurrence::builtin("lcs"));
///     VKALGO_TRY(auto s, dp::solve_multi_device(runners, lcs, {{"x", xs}, {"y", ys}}));
///
/// With one runner, or if the table has base cells only, the first runner solves the instance as solve() does. Errors,
/// with the field in `where`:
///   "runners"      invalid_argument: no runner, a null runner, or the same runner twice; unsupported: the devices are
///                  not alike, so that they cut the table in different ways
///   "method"       unsupported: no method that shares a table can run this; the message says why
/// and those of solve(). An error of one of several devices begins with "device K (NAME): ", with K counted from 0 in
/// the order of the runners. The first error stops all devices.
Result<MultiDeviceSolution> solve_multi_device(std::span<Runner* const> runners, const Recurrence& recurrence,
                                               const Instance& instance, const MultiDeviceOptions& options = {});

/// Solves an instance by an existing plan for these devices, as the solve() that takes a plan does on one device. If
/// the plan shares nothing, the first runner runs it. Errors: those of the solve_multi_device() above and of the
/// solve() that takes a plan; invalid_argument ("plan"): the plan is for another number of devices.
Result<MultiDeviceSolution> solve_multi_device(std::span<Runner* const> runners, const Recurrence& recurrence,
                                               const Instance& instance, MultiDevicePlan& plan,
                                               const CallOptions& call = {});

/// Plans solve_multi_device() for devices of these profiles. Needs no device. Errors: those of solve_multi_device()
/// that come before a run.
Result<MultiDevicePlan> plan_multi_device(const RecurrenceHeader& header, const Instance& outline,
                                          const MultiDeviceOptions& options, std::span<const DeviceProfile> profiles);

}  // namespace vkalgo::dp

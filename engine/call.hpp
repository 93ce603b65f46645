#pragma once

#include "profiler.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace vkalgo {

/// The options of every easy call, that is, of every function that takes data in host memory and runs an algorithm with
/// a Runner. The options of a family derive from these options or hold them.
struct CallOptions {
    /// Called in the caller's thread with a fraction from 0 to 1, which never decreases.
    std::function<void(double fraction)> progress;
    /// Checked between submissions. If a stop was requested, the call returns ErrorCode::cancelled.
    std::stop_token cancel;
    /// Bytes of device memory that the call may use. 0 means no limit besides those of the device and of the context.
    std::uint64_t memory_limit = 0;
    /// The number of timed runs.
    int repeat = 1;
    /// Whether untimed runs come first. They last at least Runner::warm_up_milliseconds(), and there is at least one.
    bool warm_up = false;
};

/// Returns the smaller of two limits in bytes. A limit of 0 means no limit.
constexpr std::uint64_t tighter_limit(std::uint64_t a, std::uint64_t b) {
    return a == 0 ? b : b == 0 || a < b ? a : b;
}

/// What every easy call reports in addition to its result.
struct CallReport {
    /// One value per timed run, measured by the device's timestamps, or by the host's clock if none exist.
    std::vector<double> gpu_milliseconds;
    /// The times of the uploads and of the downloads, by the host's clock.
    double upload_milliseconds = 0;
    double download_milliseconds = 0;
    /// The spans of the last timed run.
    std::vector<SpanTime> spans;
    /// Peak bytes of device memory.
    std::uint64_t device_bytes = 0;
    /// The bytes among device_bytes that are scratch.
    std::uint64_t scratch_bytes = 0;
};

}  // namespace vkalgo

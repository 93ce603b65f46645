#pragma once

#include "profiler.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace vkalgo {

/// What every easy call takes: the options of a family derive from it or hold it.
struct CallOptions {
    /// Called in the caller's thread with 0 to 1; never falls.
    std::function<void(double fraction)> progress;
    /// Looked at between submissions; the call then returns ErrorCode::cancelled.
    std::stop_token cancel;
    /// Bytes of device memory that the call may take; 0: as many as the device and the context's own limit allow.
    std::uint64_t memory_limit = 0;
    /// timed runs
    int repeat = 1;
    /// untimed runs first, for Runner::warm_up_milliseconds (one at least)
    bool warm_up = false;
};

/// The smaller of two limits in bytes, of which 0 is none.
constexpr std::uint64_t tighter_limit(std::uint64_t a, std::uint64_t b) {
    return a == 0 ? b : b == 0 || a < b ? a : b;
}

/// What every easy call reports beside its result.
struct CallReport {
    /// one value per timed run, on the device's clock
    std::vector<double> gpu_milliseconds;
    /// on the host's clock
    double upload_milliseconds = 0;
    double download_milliseconds = 0;
    /// of the last timed run
    std::vector<SpanTime> spans;
    /// of device memory, held at most
    std::uint64_t device_bytes = 0;
    /// of them, scratch
    std::uint64_t scratch_bytes = 0;
};

}  // namespace vkalgo

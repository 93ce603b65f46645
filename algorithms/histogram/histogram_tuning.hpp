#pragma once

#include "../../engine/device_profile.hpp"

#include <cstdint>
#include <limits>

namespace vkalgo {

/// Numbers tuned by measurement, with bench/histogram.cpp --sweep on an H200 and on llvmpipe. They are kept apart from
/// the plan that uses them. No result depends on them.
struct HistogramTuning {
    /// Invocations of a workgroup with private counters: 1024 are 1.5 to 3 times as fast as 512 on an H200.
    std::uint32_t private_threads = 1024;
    /// Invocations of a workgroup without private counters.
    std::uint32_t global_threads = 256;
    /// Upper limits of the chunks by method: enough to keep a device busy, and few enough that the cost of private
    /// counters stays small. For `copies`: two chunks per multiprocessor of an H200, which runs them all at once.
    std::uint64_t copies_chunks = 264;
    /// One chunk per multiprocessor of an H200, since a chunk fills the shared memory. Twice as many chunks take 10%
    /// longer on it. Vulkan does not report the number of multiprocessors: a device with fewer runs the chunks in
    /// turns, a device with more leaves some idle. HistogramOptions::blocks sets another number.
    std::uint64_t packed_chunks = 132;
    std::uint64_t ranges_chunks = 176;
    std::uint64_t global_chunks = 4096;
    /// The fewest 16-byte vectors per invocation with which another workgroup pays off.
    std::uint64_t least_vectors = 4;
    /// The same number for `copies`.
    std::uint64_t copies_least_vectors = 4;
    /// The number of values per chunk, as a multiple of the number of bins, from which a chunk pays for adding up all
    /// its counters.
    std::uint64_t copies_values_per_bin = 8;
    std::uint64_t packed_values_per_bin = 1;
    std::uint64_t ranges_values_per_bin = 1;
    /// `packed`: tables that one invocation adds up.
    std::uint32_t packed_tables_per_row = 16;
    /// The most counters per word with which "auto" takes `packed`.
    std::uint32_t most_fields = 6;
    /// Upper limit of the counters per bin of `copies`: the number of banks of shared memory on an H200.
    std::uint32_t most_copies = 32;
    /// The most ranges with which "auto" takes `ranges`. Each range reads the input once more from the cache; with more
    /// ranges than this, global atomics are faster. On a CPU (llvmpipe) shared memory is not nearer than other memory,
    /// so `ranges` never pays off.
    std::uint64_t most_ranges = 8;
    /// The number of values, as a multiple of the number of bins, from which private counters are faster than global
    /// counters.
    std::uint64_t copies_pay = 2;
    std::uint64_t ranges_pay = 16;
    /// For `general`: copies of each counter, upper limit of workgroups, and lower limit of values per invocation.
    std::uint32_t general_copies = 8;
    std::uint64_t general_chunks = 1056;
    std::uint64_t general_values = 16;
    /// Upper limit of the segments whose counters `general` keeps in shared memory together.
    std::uint64_t general_segments = 64;
    /// Sections of `two-kernel`. The student report does not give a number.
    std::uint32_t report_blocks = 128;
    /// Invocations of a workgroup, counters per bin and upper limit of workgroups of the kernel that counts images.
    std::uint32_t image_threads = 256;
    std::uint32_t image_copies = 8;
    std::uint64_t image_groups = 1024;
    /// Upper limit of the bytes of values that the easy call counts in one submission, so that progress moves and a
    /// cancelled call ends soon. The second number is the limit if the number of values is unknown.
    std::uint64_t part_bytes = std::uint64_t{8} << 30;
    std::uint64_t stream_part_bytes = std::uint64_t{64} << 20;
    /// Upper limit of the bytes that invocations read in one submission, for a method that reads each value many times:
    /// about a second of work.
    std::uint64_t part_reads = std::numeric_limits<std::uint64_t>::max();
};

inline HistogramTuning histogram_tuning(const DeviceProfile& profile) {
    HistogramTuning tuning;
    if (profile.type == DeviceType::software) {
        tuning.copies_chunks = 64;
        // On llvmpipe an invocation costs as much as counting several 16-byte vectors.
        tuning.copies_least_vectors = 16;
        tuning.most_ranges = 0;
        tuning.most_fields = 0;
        tuning.part_bytes = std::uint64_t{32} << 20;
        tuning.part_reads = std::uint64_t{512} << 20;
    }
    return tuning;
}

}  // namespace vkalgo

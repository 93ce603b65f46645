#include "algorithms/histogram/histogram_plan.hpp"

#include "shaders/histogram/histogram.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

/// Vulkan promises no device a storage buffer of 4 GiB; windows stay below it by the largest offset alignment.
constexpr std::uint64_t kLargestWindow = (std::uint64_t{1} << 32) - 256;
/// More chunks than fill any device of today, so few that the private counters' own cost stays small.
constexpr std::uint64_t kCopiesChunks = 2048;
constexpr std::uint64_t kRangesChunks = 176;
constexpr std::uint64_t kGlobalChunks = 4096;
/// Vectors an invocation should read at least before another workgroup pays.
constexpr std::uint64_t kLeastVectors = 4;
/// More banks than this no device has.
constexpr std::uint32_t kMostCopies = 32;
/// Each range reads the input once more from the cache; beyond so many, global atomics win.
constexpr std::uint64_t kMostRanges = 8;
constexpr std::uint32_t kReportBlocks = 128;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

/// Shared memory for counters: all but what the kernels keep for themselves.
std::uint32_t counter_words(const DeviceProfile& profile) {
    return profile.shared_memory / 4 - 8;
}

std::uint64_t loop_budget(const DeviceProfile& profile) {
    return profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
}

std::uint32_t most_threads(const DeviceProfile& profile) {
    return std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
}

std::uint64_t ranges_for(std::uint64_t bins, const DeviceProfile& profile) {
    return divide_up(bins, 2 * std::uint64_t{counter_words(profile)});
}

/// On a processor all memory is equally near, so reading the input several times only costs.
bool ranges_pay(std::uint64_t bins, const DeviceProfile& profile) {
    return profile.type != DeviceType::software && ranges_for(bins, profile) <= kMostRanges;
}

HistogramMethod choose_method(const HistogramPlan& plan, const DeviceProfile& profile) {
    const std::uint64_t bins = plan.rule.bins;
    // Clearing and adding up private counters costs about as much as counting so many values.
    if (plan.count < 2 * bins) {
        return HistogramMethod::global;
    }
    if (bins <= counter_words(profile)) {
        return HistogramMethod::copies;
    }
    const bool ranges = plan.count >= 16 * bins && ranges_pay(bins, profile);
    return ranges ? HistogramMethod::ranges : HistogramMethod::global;
}

std::uint32_t default_threads(HistogramMethod method) {
    switch (method) {
        case HistogramMethod::two_kernel:
        case HistogramMethod::ranges:
        case HistogramMethod::copies:
            return 1024;  // 1.5 to 3 times faster than 512 on an H200
        default:
            return 256;
    }
}

Result<void> check_options(const HistogramParams& params, const DeviceProfile& profile) {
    const HistogramOptions& options = params.options;
    if (params.count > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(params.count) +
                         " values are too many for 32-bit counters; count at most 4,294,967,295 at a time",
                     "count"};
    }
    if (options.blocks > 65535) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.blocks) + " blocks are too many; give --blocks 1 to 65535", "blocks"};
    }
    if (options.threads > most_threads(profile)) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.threads) +
                         " threads are too many; a workgroup of this device has at most " +
                         std::to_string(most_threads(profile)),
                     "threads"};
    }
    return {};
}

Result<void> plan_shared(HistogramPlan& plan, const DeviceProfile& profile) {
    const std::uint32_t words = counter_words(profile);
    if (plan.method == HistogramMethod::copies) {
        if (plan.rule.bins > words) {
            return Error{ErrorCode::too_large,
                         std::to_string(plan.rule.bins) + " bins do not fit this device's shared memory of " +
                             std::to_string(profile.shared_memory) + " bytes; at most " + std::to_string(words) + " do",
                         "bins"};
        }
        plan.copies = std::min(kMostCopies, std::bit_floor(words / plan.rule.bins));
        plan.shared_words = plan.copies * plan.rule.bins;
        plan.merge = plan.copies < kMostCopies;
        return {};
    }
    plan.merge = true;
    const std::uint64_t ranges = ranges_for(plan.rule.bins, profile);
    plan.ranges = static_cast<std::uint32_t>(ranges);
    plan.shared_words = static_cast<std::uint32_t>(divide_up(divide_up(plan.rule.bins, ranges), 2));
    const std::uint64_t safe = 65535 - VKALGO_RANGES_MOVED;
    const std::uint64_t per_vector = std::uint64_t{plan.threads} * (16 / size_of(plan.rule.type));
    plan.interval = static_cast<std::uint32_t>(safe / per_vector);
    if (plan.interval == 0) {
        return Error{
            ErrorCode::invalid_argument,
            std::to_string(plan.threads) + " threads are too many for 16-bit counters; give --threads 1024 or fewer",
            "threads"};
    }
    return {};
}

/// Iterations of the private counters' loops: clearing, adding up.
std::uint64_t counter_iterations(const HistogramPlan& plan) {
    const std::uint64_t passes = divide_up(plan.shared_words, plan.threads) + 1;
    if (plan.method == HistogramMethod::copies) {
        return passes + divide_up(plan.rule.bins, plan.threads) * (plan.copies + 2) + 1;
    }
    return plan.method == HistogramMethod::ranges ? passes : 0;
}

/// Iterations of an invocation that reads `vectors` vectors.
std::uint64_t reading_iterations(const HistogramPlan& plan, std::uint64_t vectors) {
    if (plan.method != HistogramMethod::ranges) {
        return vectors + 1;
    }
    const std::uint64_t looks = divide_up(vectors, plan.interval);
    const std::uint64_t look = divide_up(plan.shared_words, plan.threads) + 1;
    // One more look after the tail.
    return vectors + looks + (looks + 1) * look + looks + 1;
}

Result<void> plan_chunks(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const std::uint64_t per_vector = 16 / size_of(plan.rule.type);
    const std::uint64_t values = std::min(plan.count, plan.window_values);
    const std::uint64_t vectors = values / per_vector;
    std::uint64_t chunks = options.blocks;
    if (chunks == 0) {
        chunks = vectors / (plan.threads * kLeastVectors);
        if (plan.method == HistogramMethod::copies) {
            // A chunk should be worth adding up all its counters.
            chunks = std::min({chunks, values / (8 * std::uint64_t{plan.rule.bins}), kCopiesChunks});
        } else if (plan.method == HistogramMethod::ranges) {
            chunks = std::min({chunks, values / plan.rule.bins, kRangesChunks});
        } else {
            chunks = std::min(chunks, kGlobalChunks);
        }
    }
    chunks = std::max<std::uint64_t>(chunks, 1);
    // Short enough for the device's loops.
    const std::uint64_t budget = loop_budget(profile);
    const std::uint64_t own = counter_iterations(plan) + 2 * (divide_up(plan.shared_words, plan.threads) + 4);
    std::uint64_t most = budget > own ? budget - own : 0;
    if (plan.method == HistogramMethod::ranges) {
        // Each interval of vectors brings a look at the counters.
        const std::uint64_t look = divide_up(plan.shared_words, plan.threads) + 3;
        most = most / (plan.interval + look) * plan.interval;
    }
    if (most == 0) {
        return Error{ErrorCode::too_large,
                     std::to_string(plan.threads) + " threads cannot keep " + std::to_string(plan.shared_words) +
                         " counters within this device's " + std::to_string(budget) +
                         " loop iterations; give more --threads",
                     "threads"};
    }
    chunks = std::max(chunks, divide_up(vectors, most * plan.threads));
    plan.vectors_per_chunk = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(vectors, chunks), 1));
    plan.chunks = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(vectors, plan.vectors_per_chunk), 1));
    plan.loop_iterations =
        counter_iterations(plan) +
        reading_iterations(plan, divide_up(std::min<std::uint64_t>(vectors, plan.vectors_per_chunk), plan.threads));
    plan.dispatches = plan.windows;
    return {};
}

Result<void> plan_two_kernel(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    plan.blocks = options.blocks == 0 ? kReportBlocks : options.blocks;
    // Tables beyond the first; the first is the result itself.
    const std::uint64_t wanted_room = options.max_scratch == 0 ? profile.device_memory / 2 : options.max_scratch;
    const std::uint64_t room = std::min({wanted_room, profile.max_storage_range, profile.max_allocation});
    const std::uint64_t tables = std::min<std::uint64_t>(room / plan.counts_bytes, plan.blocks - 1);
    plan.blocks_at_once = static_cast<std::uint32_t>(tables + 1);
    plan.scratch_bytes = tables * plan.counts_bytes;
    const std::uint64_t words = divide_up(std::min(plan.count, plan.window_values) * size_of(plan.rule.type), 4);
    const std::uint64_t section = std::max<std::uint64_t>(divide_up(words, plan.blocks), 1);
    // A driver may stop a dispatch that takes seconds, so a long section is cut even where loops may be long.
    plan.words_per_dispatch =
        static_cast<std::uint32_t>(std::min({section, loop_budget(profile) - 1, std::uint64_t{1} << 20}));
    plan.loop_iterations = plan.words_per_dispatch + std::uint64_t{1};
    const std::uint64_t batches = divide_up(plan.blocks, plan.blocks_at_once);
    if (plan.count != 0) {
        plan.dispatches =
            batches * plan.windows * divide_up(section, plan.words_per_dispatch) + (plan.blocks - batches);
    }
    return {};
}

}  // namespace

const char* to_string(HistogramMethod method) {
    switch (method) {
        case HistogramMethod::automatic:
            return "auto";
        case HistogramMethod::two_kernel:
            return "two-kernel";
        case HistogramMethod::atomic:
            return "atomic";
        case HistogramMethod::copies:
            return "copies";
        case HistogramMethod::ranges:
            return "ranges";
        case HistogramMethod::global:
            break;
    }
    return "global";
}

std::vector<HistogramMethod> histogram_methods(const HistogramOptions& options, const DeviceProfile& profile) {
    if (options.method != HistogramMethod::automatic) {
        return {options.method};
    }
    const std::uint32_t bins = options.bins == 0 ? default_bins(options.type) : options.bins;
    if (bins <= counter_words(profile)) {
        return {HistogramMethod::global, HistogramMethod::copies};
    }
    if (ranges_pay(bins, profile)) {
        return {HistogramMethod::global, HistogramMethod::ranges};
    }
    return {HistogramMethod::global};
}

std::uint64_t histogram_values_bytes(ElementType type, std::uint64_t count) {
    return (count * size_of(type) + 3) / 4 * 4;
}

Result<HistogramPlan> plan_histogram(const HistogramParams& params, const DeviceProfile& profile) {
    const HistogramOptions& options = params.options;
    HistogramPlan plan;
    VKALGO_TRY(plan.rule, make_bin_rule(options.type, options.bins == 0 ? default_bins(options.type) : options.bins,
                                        options.range));
    VKALGO_CHECK(check_options(params, profile));
    plan.count = params.count;
    plan.counts_bytes = (std::uint64_t{plan.rule.bins} + 1) * 4;
    if (plan.counts_bytes > std::min(profile.max_storage_range, profile.max_allocation)) {
        return Error{ErrorCode::too_large,
                     "the counters take " + std::to_string(plan.counts_bytes) +
                         " bytes, and one buffer of this device has at most " +
                         std::to_string(std::min(profile.max_storage_range, profile.max_allocation)) +
                         "; take fewer --bins",
                     "bins"};
    }
    const std::uint64_t alignment = std::max<std::uint64_t>(profile.storage_offset_alignment, 16);
    const std::uint64_t window = std::min(profile.max_storage_range, kLargestWindow) / alignment * alignment;
    plan.window_values = window / size_of(options.type);
    plan.windows = divide_up(plan.count, plan.window_values);
    plan.method = options.method == HistogramMethod::automatic ? choose_method(plan, profile) : options.method;
    plan.threads =
        options.threads == 0 ? std::min(default_threads(plan.method), most_threads(profile)) : options.threads;
    if (plan.method == HistogramMethod::two_kernel) {
        VKALGO_CHECK(plan_two_kernel(plan, options, profile));
    } else {
        plan.merge = plan.method == HistogramMethod::global;
        if (plan.method == HistogramMethod::copies || plan.method == HistogramMethod::ranges) {
            VKALGO_CHECK(plan_shared(plan, profile));
        }
        VKALGO_CHECK(plan_chunks(plan, options, profile));
    }
    return plan;
}

}  // namespace vkalgo

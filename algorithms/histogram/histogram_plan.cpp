#include "algorithms/histogram/histogram_plan.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "shaders/histogram/histogram.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

using namespace histogram_detail;

constexpr const char* kAutomatic = "auto";
/// The most bytes of a window. A storage-buffer binding has less than 4 GiB, since maxStorageBufferRange has 32 bits.
/// This number is a multiple of 256, the largest offset alignment that Vulkan allows.
constexpr std::uint64_t kLargestWindow = (std::uint64_t{1} << 32) - 256;
constexpr std::uint64_t kMaxValues = std::numeric_limits<std::uint32_t>::max();

std::uint32_t bins_of(const HistogramOptions& options) {
    return options.bins == 0 ? default_bins(options.type) : options.bins;
}

Error bad_option(const std::string& message, const char* where) {
    return Error{ErrorCode::invalid_argument, message, where};
}

std::uint32_t all_channels(const HistogramOptions& options) {
    return (1u << options.channels) - 1;
}

/// Checks that the channels, rows and segments can be combined.
Result<void> check_layout(const HistogramOptions& options) {
    if (options.channels < 1 || options.channels > 4) {
        return bad_option("pixels have 1 to 4 channels, not " + std::to_string(options.channels), "channels");
    }
    if ((options.counted_channels & ~all_channels(options)) != 0) {
        return bad_option(
            "counted_channels has a bit of a channel that pixels do not have; the number of channels is " +
                std::to_string(options.channels),
            "counted_channels");
    }
    if (options.segments != 0 && (options.channels != 1 || options.rows)) {
        return bad_option("segments need one channel and no rows", "segments");
    }
    return {};
}

/// Returns the rows with the stride filled in.
Result<HistogramRows> checked_rows(const HistogramOptions& options, HistogramRows rows) {
    const std::uint64_t value = size_of(options.type);
    const std::uint64_t used = (std::uint64_t{rows.x} + rows.width) * options.channels * value;
    rows.stride = rows.stride == 0 ? used : rows.stride;
    if (rows.stride % value != 0 || rows.stride < used) {
        return bad_option("the stride is " + std::to_string(rows.stride) + " bytes; it must be a multiple of " +
                              std::to_string(value) + ", the size of a value, and at least " + std::to_string(used) +
                              ", the bytes from the start of a row to the end of the region",
                          "rows");
    }
    return rows;
}

Result<void> check_options(const HistogramOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    VKALGO_CHECK(check_layout(options));
    if (count > kMaxValues) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(count) + (options.channels == 1 ? " values" : " pixels") +
                         " are too many for one recording; count at most " + std::to_string(kMaxValues) + " at a time",
                     "count"};
    }
    if (options.counters != 32 && options.counters != 64) {
        return bad_option("counters must have 32 or 64 bits, not " + std::to_string(options.counters), "counters");
    }
    if (options.blocks > 65535) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.blocks) + " blocks are too many; at most 65535 are possible", "blocks"};
    }
    if (options.threads > most_threads(profile)) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.threads) +
                         " threads are too many; a workgroup of this device has at most " +
                         std::to_string(most_threads(profile)),
                     "threads"};
    }
    if (options.type == ElementType::f64 && options.edges.empty() && !profile.float64) {
        return Error{
            ErrorCode::unsupported,
            "f64 values need 64-bit floating point (shaderFloat64), which this device lacks or the program has not "
            "enabled; choose another type, or give the edges of the bins",
            "type"};
    }
    return {};
}

const HistogramMethod* general_method() {
    const auto methods = histogram_methods();
    return *std::find_if(methods.begin(), methods.end(), [](const HistogramMethod* each) { return each->general; });
}

const HistogramMethod* highest_ranked(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile) {
    const auto methods = histogram_methods();
    return *std::max_element(methods.begin(), methods.end(), [&](const auto* a, const auto* b) {
        return a->rank(bins, count, profile) < b->rank(bins, count, profile);
    });
}

Result<const HistogramMethod*> method_of(const HistogramOptions& options, std::uint64_t count,
                                         const DeviceProfile& profile) {
    if (options.method == kAutomatic) {
        return !is_plain(options) ? general_method() : highest_ranked(bins_of(options), count, profile);
    }
    if (const HistogramMethod* method = find_histogram_method(options.method); method != nullptr) {
        if (!method->general && !is_plain(options)) {
            return Error{ErrorCode::invalid_argument,
                         "the method '" + options.method +
                             "' counts only values of one channel in bins of one width, without rows, segments and "
                             "weights; 'auto' and '" +
                             general_method()->name + "' count anything",
                         "method"};
        }
        return method;
    }
    std::string names = kAutomatic;
    for (const HistogramMethod* method : histogram_methods()) {
        names += std::string(", ") + method->name;
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no method '" + options.method + "' of histogram; methods: " + names, "method"};
}

/// Returns the bytes of a counter of the kernels.
std::uint32_t kernel_counter_bytes(const HistogramOptions& options) {
    switch (options.weights) {
        case HistogramWeights::none:
            return 4;
        case HistogramWeights::u32:
            return 8;
        case HistogramWeights::f32:
            return 4 * VKALGO_SUM_WORDS;
    }
    return 0;
}

/// Plans the size of a window, which one binding holds, and the number of windows.
Result<void> plan_windows(HistogramPlan& plan, const HistogramOptions& options, const HistogramRows& rows,
                          const DeviceProfile& profile) {
    const std::uint64_t alignment = profile.vector_offset_alignment();
    const std::uint64_t window = std::min(profile.max_storage_range, kLargestWindow) / alignment * alignment;
    const std::uint64_t pixel_bytes = std::uint64_t{size_of(plan.rule.type)} * options.channels;
    const std::uint64_t weight_bytes = options.weights == HistogramWeights::none ? 0 : 4;
    if (options.rows) {
        VKALGO_TRY(plan.rows, checked_rows(options, rows));
        // A binding may begin up to one alignment before its first row.
        const std::uint64_t row_bytes = std::max(plan.rows.stride, rows.width * weight_bytes);
        const std::uint64_t room = (window - alignment) / std::max<std::uint64_t>(row_bytes, 1);
        if (room == 0 && plan.count != 0) {
            return Error{
                ErrorCode::too_large,
                "a row takes " + std::to_string(row_bytes) +
                    " bytes (its stride or its weights), but one binding of this device holds rows of at most " +
                    std::to_string(window - alignment) + " bytes; give narrower rows",
                "rows"};
        }
        plan.window_values = std::min<std::uint64_t>(room, rows.height) * rows.width;
        const std::uint64_t last = (std::uint64_t{rows.y} + rows.height - 1) * plan.rows.stride;
        plan.values_bytes =
            plan.count == 0 ? 0 : (last + (std::uint64_t{rows.x} + rows.width) * pixel_bytes + 3) / 4 * 4;
    } else {
        // A multiple of the alignment, so that the values and the weights of each window begin at a multiple of it for
        // any pixel size.
        plan.window_values = window / std::max(pixel_bytes, weight_bytes) / alignment * alignment;
        plan.values_bytes = histogram_values_bytes(plan.rule.type, plan.count * options.channels);
    }
    plan.windows = plan.count == 0 ? 0 : divide_up(plan.count, plan.window_values);
    return {};
}

/// Plans the table and the room for the method's own scratch. A table for the conversion of counters lies after that
/// scratch and reduces its room.
Result<void> plan_scratch(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const bool converts =
        options.weights == HistogramWeights::f32 || (options.counters == 64 && plan.counter_bytes == 4);
    plan.table_bytes = converts ? plan.counts_bytes : 0;
    if (options.max_scratch != 0 && plan.table_bytes > options.max_scratch) {
        return Error{ErrorCode::too_large,
                     "the counters take " + std::to_string(plan.table_bytes) +
                         " bytes of scratch until they are converted to 64 bits, but max_scratch is only " +
                         std::to_string(options.max_scratch) + "; raise max_scratch",
                     "max_scratch"};
    }
    const std::uint64_t wanted = options.max_scratch == 0 ? profile.device_memory / 2 : options.max_scratch;
    const std::uint64_t room = std::min(wanted, profile.max_allocation);
    const std::uint64_t left = room - std::min(room, plan.table_bytes);
    plan.scratch_room =
        std::min(converts ? left / profile.vector_offset_alignment() * profile.vector_offset_alignment() : left,
                 profile.max_storage_range);
    return {};
}

Error counters_too_large(const HistogramPlan& plan, std::uint64_t largest) {
    const std::string many = plan.histograms == 1 ? "" : std::to_string(plan.histograms) + " histograms of ";
    return Error{ErrorCode::too_large,
                 "the counters of " + many + std::to_string(plan.rule.bins) + (plan.rule.bins == 1 ? " bin" : " bins") +
                     " take " + std::to_string(plan.counts_bytes) +
                     " bytes, but one buffer of this device has at most " + std::to_string(largest),
                 "bins"};
}

/// Plans the conversion to 64-bit counters, which follows a method that counts with other counters.
Result<void> convert_counters(HistogramPlan& plan, const DeviceProfile& profile) {
    plan.counts_bytes = plan.counts_bytes / plan.counter_bytes * 8;
    plan.counter_bytes = 8;
    const std::uint64_t largest = std::min(profile.max_storage_range, profile.max_allocation);
    if (plan.counts_bytes > largest) {
        return counters_too_large(plan, largest);
    }
    const std::uint64_t alignment = profile.vector_offset_alignment();
    plan.scratch_bytes = divide_up(plan.scratch_bytes, alignment) * alignment + plan.table_bytes;
    plan.dispatches += plan.count != 0 ? 1 : 0;
    return {};
}

}  // namespace

std::vector<const HistogramMethod*> histogram_candidates(const HistogramOptions& options,
                                                         const DeviceProfile& profile) {
    std::vector<const HistogramMethod*> candidates;
    const std::uint64_t bins = bins_of(options);
    if (options.method != kAutomatic) {
        if (const HistogramMethod* method = find_histogram_method(options.method); method != nullptr) {
            candidates.push_back(method);
        }
        return candidates;
    }
    if (!is_plain(options)) {
        candidates.push_back(general_method());
        return candidates;
    }
    // A rank does not fall as the count grows. So a method with rank 0 for the largest count has rank 0 for all counts.
    for (const HistogramMethod* method : histogram_methods()) {
        if (method->rank(bins, kMaxValues, profile) > 0) {
            candidates.push_back(method);
        }
    }
    return candidates;
}

Result<BinRule> rule_of(const HistogramOptions& options) {
    if (options.edges.empty()) {
        return make_bin_rule(options.type, bins_of(options), options.range);
    }
    if (options.range) {
        return Error{ErrorCode::invalid_argument, "edges are given, so leave out the range", "range"};
    }
    VKALGO_TRY(BinRule rule, make_bin_rule(options.type, options.edges));
    if (options.bins != 0 && options.bins != rule.bins) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.edges.size()) + " edges make " + std::to_string(rule.bins) +
                         (rule.bins == 1 ? " bin" : " bins") + "; leave out the number of bins",
                     "bins"};
    }
    return rule;
}

std::uint64_t histogram_values_bytes(ElementType type, std::uint64_t count) {
    return (count * size_of(type) + 3) / 4 * 4;
}

std::uint32_t histograms_of(const HistogramOptions& options) {
    if (options.segments != 0) {
        return options.segments;
    }
    const std::uint32_t counted = options.counted_channels == 0 ? all_channels(options) : options.counted_channels;
    return static_cast<std::uint32_t>(std::popcount(counted));
}

bool is_plain(const HistogramOptions& options) {
    return options.edges.empty() && options.channels == 1 && !options.rows && options.segments == 0 &&
           options.weights == HistogramWeights::none;
}

Result<HistogramPlan> plan_histogram(const HistogramParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const BinRule rule, rule_of(params.options));
    return plan_histogram(params.options, params.count, params.rows, rule, profile);
}

Result<HistogramPlan> plan_histogram(const HistogramOptions& options, std::uint64_t count, const HistogramRows& rows,
                                     const BinRule& rule, const DeviceProfile& profile) {
    HistogramPlan plan;
    plan.rule = rule;
    plan.count = options.rows ? std::uint64_t{rows.width} * rows.height : count;
    VKALGO_CHECK(check_options(options, plan.count, profile));
    plan.histograms = histograms_of(options);
    plan.counters = rule.bins + (is_float(rule.type) ? 2 : 1);
    plan.counter_bytes = kernel_counter_bytes(options);
    plan.counts_bytes = std::uint64_t{plan.histograms} * plan.counters * plan.counter_bytes;
    plan.edges_bytes = rule.edges ? (std::uint64_t{rule.bins} + 1) * edge_bytes(rule.type) : 0;
    const std::uint64_t largest = std::min(profile.max_storage_range, profile.max_allocation);
    if (plan.counts_bytes > largest) {
        return counters_too_large(plan, largest);
    }
    VKALGO_CHECK(plan_windows(plan, options, rows, profile));
    VKALGO_TRY(plan.method, method_of(options, plan.count, profile));
    VKALGO_CHECK(plan_scratch(plan, options, profile));
    VKALGO_CHECK(plan.method->plan(plan, options, profile));
    if (plan.table_bytes != 0) {
        VKALGO_CHECK(convert_counters(plan, profile));
    }
    return plan;
}

}  // namespace vkalgo

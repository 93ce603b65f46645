#include "algorithms/histogram/histogram_plan.hpp"

#include "algorithms/histogram/histogram_method.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

using namespace histogram_detail;

constexpr const char* kAutomatic = "auto";
/// Vulkan promises no device a storage buffer of 4 GiB; windows stay below it by the largest offset alignment.
constexpr std::uint64_t kLargestWindow = (std::uint64_t{1} << 32) - 256;
constexpr std::uint64_t kMostValues = std::numeric_limits<std::uint32_t>::max();

std::uint32_t bins_of(const HistogramOptions& options) {
    return options.bins == 0 ? default_bins(options.type) : options.bins;
}

/// Whether all methods count this.
bool is_plain(const HistogramOptions& options) {
    return options.edges.empty();
}

Result<void> check_options(const HistogramOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    if (count > kMostValues) {
        return Error{
            ErrorCode::invalid_argument,
            std::to_string(count) + " values are too many for 32-bit counters; count at most 4,294,967,295 at a time",
            "count"};
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
            "f64 values need 64-bit floating point (shaderFloat64), which this device lacks or has not enabled",
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
                         "the method '" + options.method + "' knows no edges; '" + general_method()->name + "' does",
                         "method"};
        }
        return method;
    }
    std::string names = kAutomatic;
    for (const HistogramMethod* method : histogram_methods()) {
        names += std::string(", ") + method->name;
    }
    return Error{ErrorCode::invalid_argument, "no method is called '" + options.method + "'; there are " + names,
                 "method"};
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
    // A rank does not fall as the count grows.
    for (const HistogramMethod* method : histogram_methods()) {
        if (method->rank(bins, kMostValues, profile) > 0) {
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
        return Error{ErrorCode::invalid_argument, "there are edges; leave out the range", "range"};
    }
    VKALGO_TRY(BinRule rule, make_bin_rule(options.type, options.edges));
    if (options.bins != 0 && options.bins != rule.bins) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.edges.size()) + " edges make " + std::to_string(rule.bins) +
                         " bins; leave out their number",
                     "bins"};
    }
    return rule;
}

std::uint64_t histogram_values_bytes(ElementType type, std::uint64_t count) {
    return (count * size_of(type) + 3) / 4 * 4;
}

Result<HistogramPlan> plan_histogram(const HistogramParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const BinRule rule, rule_of(params.options));
    return plan_histogram(params.options, params.count, rule, profile);
}

Result<HistogramPlan> plan_histogram(const HistogramOptions& options, std::uint64_t count, const BinRule& rule,
                                     const DeviceProfile& profile) {
    VKALGO_CHECK(check_options(options, count, profile));
    HistogramPlan plan;
    plan.rule = rule;
    plan.count = count;
    plan.counters = rule.bins + (is_float(rule.type) ? 2 : 1);
    plan.counts_bytes = std::uint64_t{plan.counters} * 4;
    plan.edges_bytes = rule.edges ? (std::uint64_t{rule.bins} + 1) * edge_bytes(rule.type) : 0;
    const std::uint64_t largest = std::min(profile.max_storage_range, profile.max_allocation);
    if (plan.counts_bytes > largest) {
        return Error{ErrorCode::too_large,
                     "the counters of " + std::to_string(rule.bins) + " bins take " +
                         std::to_string(plan.counts_bytes) + " bytes, and one buffer of this device has at most " +
                         std::to_string(largest),
                     "bins"};
    }
    const std::uint64_t alignment = std::max<std::uint64_t>(profile.storage_offset_alignment, 16);
    const std::uint64_t window = std::min(profile.max_storage_range, kLargestWindow) / alignment * alignment;
    plan.window_values = window / size_of(rule.type);
    plan.windows = divide_up(count, plan.window_values);
    VKALGO_TRY(plan.method, method_of(options, count, profile));
    VKALGO_CHECK(plan.method->plan(plan, options, profile));
    return plan;
}

}  // namespace vkalgo

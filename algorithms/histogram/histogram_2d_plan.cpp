#include "algorithms/histogram/histogram_2d_plan.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/histogram/histogram_2d_parts.hpp"
#include "algorithms/histogram/histogram_method.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace vkalgo {

namespace {

using namespace histogram_detail;

constexpr std::uint32_t kFindThreads = 256;
/// Points per invocation: so many that a workgroup uses each edge often after it has loaded the edges to shared memory.
constexpr std::uint64_t kFindEach = 16;
/// Windows begin at offsets at which every device allows a binding to begin, and are smaller than 4 GiB.
constexpr std::uint64_t kFindAlignment = 256;
constexpr std::uint64_t kFindWindow = (std::uint64_t{1} << 32) - kFindAlignment;

std::uint64_t padded(std::uint64_t bytes) {
    return divide_up(bytes, kFindAlignment) * kFindAlignment;
}

std::uint64_t axis_edges_bytes(const HistogramAxis& axis, std::uint32_t bins) {
    return (std::uint64_t{bins} + 1) * edge_bytes(axis.type);
}

/// Plans the workgroups of the kernel that finds bins.
void plan_search(Histogram2dPlan& plan, const Histogram2dOptions& options, const DeviceProfile& profile) {
    plan.threads = std::min(kFindThreads, most_threads(profile));
    const std::uint64_t budget = loop_budget(profile);
    const auto is_shared = [&](const HistogramAxis& axis, std::uint32_t bins) {
        // Edges are in shared memory only if loading them takes at most a quarter of the loop iterations.
        return axis_edges_bytes(axis, bins) / 4 <= counter_words(profile) &&
               divide_up(bins + std::uint64_t{1}, plan.threads) <= budget / 4;
    };
    plan.shared_x = is_shared(options.x, plan.x_bins);
    plan.shared_y = is_shared(options.y, plan.y_bins);
    const std::uint64_t loaded = std::max(plan.shared_x ? plan.x_bins + std::uint64_t{1} : 0,
                                          plan.shared_y ? plan.y_bins + std::uint64_t{1} : 0);
    const std::uint64_t load = divide_up(loaded, plan.threads) + 1;
    const std::uint64_t search = static_cast<std::uint64_t>(std::bit_width(std::max(plan.x_bins, plan.y_bins))) + 3;
    // An invocation finds the bins of at least as many points as it loads edges, if the loop budget allows it.
    const std::uint64_t wanted = std::max(kFindEach, load);
    const std::uint64_t each = std::clamp<std::uint64_t>((budget - load) / search, 1, wanted);
    plan.points_per_group = static_cast<std::uint32_t>(each * plan.threads);
    plan.loop_iterations = std::max(load + each * search + 1, plan.counting.loop_iterations);
}

}  // namespace

HistogramOptions histogram_detail::counting_options(const Histogram2dOptions& options, std::uint64_t bins) {
    HistogramOptions counting{.type = ElementType::u32,
                              // One more bin is for points without a bin. The index of points with NaN is outside the
                              // range.
                              .bins = static_cast<std::uint32_t>(bins + 1),
                              .range = HistogramRange{0, bins},
                              .method = options.method};
    counting.weights = options.weights;
    counting.counters = options.counters;
    counting.max_scratch = options.max_scratch;
    return counting;
}

Histogram2dParts histogram_detail::parts_of(const Histogram2dPlan& plan) {
    ScratchLayout layout;
    Histogram2dParts parts;
    parts.indices = layout.add(plan.indices_bytes);
    parts.counting = layout.add(plan.counting.scratch_bytes);
    parts.need = layout.need();
    return parts;
}

Result<Histogram2dPlan> plan_histogram_2d(const Histogram2dParams& params, const DeviceProfile& profile) {
    const Histogram2dOptions& options = params.options;
    VKALGO_TRY(const AxisBins x, make_axis_bins(options.x));
    VKALGO_TRY(const AxisBins y, make_axis_bins(options.y));
    if (options.interleaved && x.type != y.type) {
        return Error{ErrorCode::invalid_argument,
                     std::string("interleaved points must have x and y of the same type, not ") + to_string(x.type) +
                         " and " + to_string(y.type),
                     "interleaved"};
    }
    const std::uint64_t bins = std::uint64_t{x.bins} * y.bins;
    if (bins >= kMaxHistogramBins) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(x.bins) + " x " + std::to_string(y.bins) + " bins are too many; at most " +
                         std::to_string(kMaxHistogramBins - 1) + " (2^28 - 1) together are possible",
                     "bins"};
    }
    Histogram2dPlan plan;
    plan.x_bins = x.bins;
    plan.y_bins = y.bins;
    plan.count = params.count;
    VKALGO_TRY(plan.counting, plan_histogram({counting_options(options, bins), params.count}, profile));
    plan_search(plan, options, profile);
    const std::uint64_t both = options.interleaved ? 2 : 1;
    plan.x_bytes = histogram_values_bytes(x.type, both * plan.count);
    plan.y_bytes = options.interleaved ? 0 : histogram_values_bytes(y.type, plan.count);
    plan.y_edges = padded(axis_edges_bytes(options.x, x.bins));
    plan.edges_bytes = plan.y_edges + axis_edges_bytes(options.y, y.bins);
    plan.counts_bytes = plan.counting.counts_bytes;
    plan.indices_bytes = plan.count * 4;
    const std::uint64_t point_bytes = std::max<std::uint64_t>({both * size_of(x.type), size_of(y.type), 4});
    plan.window_points =
        std::min(profile.max_storage_range, kFindWindow) / kFindAlignment * kFindAlignment / point_bytes;
    plan.window_points = plan.window_points / kFindAlignment * kFindAlignment;
    plan.scratch_bytes = parts_of(plan).need.bytes;
    const std::uint64_t windows = divide_up(plan.count, plan.window_points);
    plan.dispatches = 2 * windows + plan.counting.dispatches;
    if (plan.edges_bytes > std::min(profile.max_storage_range, profile.max_allocation)) {
        return Error{ErrorCode::too_large,
                     "the edges of " + std::to_string(x.bins) + " x " + std::to_string(y.bins) +
                         " bins do not fit one buffer of this device; use fewer bins",
                     "bins"};
    }
    if (plan.scratch_bytes > profile.max_allocation) {
        return Error{ErrorCode::too_large,
                     "the bin indices of " + std::to_string(plan.count) +
                         " points and the tables of counters do not fit one buffer of this device; count fewer "
                         "points at a time or lower max_scratch",
                     "count"};
    }
    return plan;
}

}  // namespace vkalgo

#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "histogram_2d.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// The options of the easy call.
struct Histogram2dCallOptions {
    /// An axis with neither a range nor edges takes the range of its finite coordinates, as numpy.histogram2d does, or
    /// 0 to 1 if no coordinate is finite. `counters` has no effect here, and the two fields below set `weights`.
    Histogram2dOptions histogram = {};
    /// One weight per point. Empty: no weights.
    std::span<const std::uint32_t> weights = {};
    /// Weights of f32, instead of `weights`.
    std::span<const float> float_weights = {};
    CallOptions call = {};
};

/// How a call uses device memory: it counts its points in parts if they do not all fit, or are too many for one
/// submission (HistogramTuning::part_bytes, part_reads).
struct Histogram2dCallPlan {
    /// The plan of the largest part.
    Histogram2dPlan plan;
    /// Points per part; the last part may have fewer.
    std::uint64_t part_points = 0;
    std::uint64_t parts = 0;
    /// Bytes of device memory; the runner owns the staging memory.
    std::uint64_t x_bytes = 0;
    std::uint64_t y_bytes = 0;
    std::uint64_t weights_bytes = 0;
    std::uint64_t edges_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t total_bytes() const {
        return x_bytes + y_bytes + weights_bytes + edges_bytes + counts_bytes + scratch_bytes + staging_bytes;
    }
};

/// The result of the easy call.
struct Histogram2dResult {
    AxisBins x, y;
    /// Index i * y.bins + j has the count of bin i of x and bin j of y. With weights of u32, `counts`, `outside` and
    /// `nan` are sums of weights. With weights of f32 they are not set; `sums`, `outside_sum` and `nan_sum` are set
    /// instead.
    std::vector<std::uint64_t> counts;
    /// Points without a bin, those with NaN included.
    std::uint64_t outside = 0;
    /// The number of points with NaN, which `outside` includes.
    std::uint64_t nan = 0;
    std::vector<double> sums;
    double outside_sum = 0;
    double nan_sum = 0;
    /// The number of points, including those outside.
    std::uint64_t count = 0;
    Histogram2dCallPlan plan;
    CallReport report;
};

/// Plans a call for `count` points; a pure function of its arguments. Of options.call only memory_limit is used.
/// Errors: those of plan_histogram_2d (a count above 2^32 - 1 is allowed); too_large if not even a small part fits in
/// memory.
Result<Histogram2dCallPlan> plan_histogram_2d_call(const Histogram2dCallOptions& options, std::uint64_t count,
                                                   const DeviceProfile& profile);

/// Counts points and uploads them in parts if memory requires it. The counts are exact: 64 bits each. `x` and `y` have
/// one coordinate per point, of the types of options.histogram; if the points are interleaved, `x` has both and `y` is
/// empty. Errors: those of plan_histogram_2d_call; invalid_argument (coordinates or weights that are not one per point,
/// weights of both types, no timed run); cancelled; those of the runner.
///
///     auto counted = vkalgo::histogram_2d(runner, std::span(x), std::span(y),
///                                         {.histogram = {.x = {.bins = 64}, .y = {.bins = 32}}});
Result<Histogram2dResult> histogram_2d(Runner& runner, std::span<const std::byte> x, std::span<const std::byte> y,
                                       const Histogram2dCallOptions& options);

/// Counts points with a plan that plan_histogram_2d_call made for these options and this number of points. The plan
/// runs as it is; options.call.memory_limit has no effect here.
Result<Histogram2dResult> histogram_2d(Runner& runner, std::span<const std::byte> x, std::span<const std::byte> y,
                                       const Histogram2dCallOptions& options, const Histogram2dCallPlan& plan);

/// Counts points whose coordinates have C++ types.
template <class X, class Y>
    requires Element<std::remove_cv_t<X>> && Element<std::remove_cv_t<Y>>
Result<Histogram2dResult> histogram_2d(Runner& runner, std::span<X> x, std::span<Y> y,
                                       Histogram2dCallOptions options = {}) {
    options.histogram.x.type = element_type_of<std::remove_cv_t<X>>();
    options.histogram.y.type = element_type_of<std::remove_cv_t<Y>>();
    return histogram_2d(runner, std::as_bytes(x), std::as_bytes(y), options);
}

/// Returns the index of each point's bin: i * y.bins + j, or x.bins * y.bins for a point without a bin, or x.bins *
/// y.bins + 1 for a point with NaN. Finds the bins on the CPU, by comparing real numbers. Tests compare the kernels'
/// indices with these. The spans are those of the easy call. As there, an axis without a range takes the range of its
/// data. Errors: those of make_axis_bins.
Result<std::vector<std::uint32_t>> histogram_2d_reference(std::span<const std::byte> x, std::span<const std::byte> y,
                                                          const Histogram2dOptions& options);

}  // namespace vkalgo

#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "axis_bins.hpp"
#include "histogram_plan.hpp"

#include <cstdint>
#include <string>

namespace vkalgo {

/// What is counted of points with two coordinates, and into which bins.
struct Histogram2dOptions {
    /// The axes. The product of their numbers of bins must be below kMaxHistogramBins.
    HistogramAxis x;
    HistogramAxis y;
    /// Both coordinates are in one buffer: x and y of the first point, then x and y of the next. Requires equal types.
    bool interleaved = false;
    /// What a point adds to its bin: see HistogramOptions.
    HistogramWeights weights = HistogramWeights::none;
    /// Bits of a counter, 32 or 64: see HistogramOptions.
    std::uint32_t counters = 32;
    /// The method that counts the points' bins after they are found: the name of one of histogram_methods(), or "auto".
    std::string method = "auto";
    /// Bytes that the scratch of that method may take; 0: half the device's memory.
    std::uint64_t max_scratch = 0;
};

/// The input of a plan.
struct Histogram2dParams {
    Histogram2dOptions options;
    /// The number of points, at most 2^32 - 1.
    std::uint64_t count = 0;
};

/// What `record` will do. A kernel finds each point's bin of x. The same kernel then finds the point's bin of y and
/// computes an index from both bins. A one-dimensional histogram counts the indices.
struct Histogram2dPlan {
    std::uint32_t x_bins = 0;
    std::uint32_t y_bins = 0;
    std::uint64_t count = 0;
    /// The histogram of the indices.
    HistogramPlan counting;
    /// The invocations of a workgroup that finds bins, and the number of its points.
    std::uint32_t threads = 0;
    std::uint32_t points_per_group = 0;
    /// Whether the edges of x are in shared memory, and whether those of y are.
    bool shared_x = false;
    bool shared_y = false;
    /// The largest number of points whose coordinates and indices each fit one binding; larger inputs are searched
    /// window by window.
    std::uint64_t window_points = 0;
    /// Bytes of Histogram2dArguments::x, y, edges and counts. Those of y are 0 if the coordinates are interleaved.
    std::uint64_t x_bytes = 0;
    std::uint64_t y_bytes = 0;
    std::uint64_t edges_bytes = 0;
    std::uint64_t counts_bytes = 0;
    /// The byte of Histogram2dArguments::edges at which the edges of y begin.
    std::uint64_t y_edges = 0;
    /// The part of scratch_bytes for the indices.
    std::uint64_t indices_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;

    /// Returns the number of counters of the result: x_bins * y_bins + 2.
    std::uint64_t counters() const { return std::uint64_t{x_bins} * y_bins + 2; }
};

/// Plans a histogram of points; a pure function of its arguments that needs no device. Errors: those of make_axis_bins
/// and plan_histogram; invalid_argument (too many bins together, interleaved coordinates of two types); too_large (the
/// indices or the edges do not fit one buffer).
Result<Histogram2dPlan> plan_histogram_2d(const Histogram2dParams& params, const DeviceProfile& profile);

}  // namespace vkalgo

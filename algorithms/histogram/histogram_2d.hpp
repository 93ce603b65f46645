#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "histogram.hpp"
#include "histogram_2d_plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// `counts` and `scratch` must not share a byte with each other or with any other argument. Offsets: multiples of
/// storage_offset_alignment.
struct Histogram2dArguments {
    /// The coordinates x, packed; for interleaved points x and y, x before y. Size: at least plan.x_bytes. May be null
    /// if count is 0, like every other argument except counts.
    BufferView x;
    /// The coordinates y, packed; null for interleaved points. Size: at least plan.y_bytes.
    BufferView y = {};
    /// Histogram2d::edge_words(). Size: at least plan.edges_bytes.
    BufferView edges;
    /// The result: plan.counters() counters. Index i * y_bins + j counts the points in bin i of x and bin j of y. Two
    /// counters follow: the number of points without NaN that have no bin, and the number of points with NaN. For the
    /// size of a counter and for weights see HistogramArguments.
    BufferView counts;
    /// At least the bytes that Histogram2d::scratch returns. Offset: also a multiple of 16.
    BufferView scratch;
    /// The number of points, at most 2^32 - 1.
    std::uint64_t count = 0;
    /// Optional: as in HistogramArguments.
    BufferView count_buffer = {};
    bool add_to_counts = false;
    /// If the options have weights: one weight per point, packed. Offset: also a multiple of 16.
    BufferView weights = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct Histogram2dAccess {
    ArgumentAccess x, y, edges, counts, scratch, count_buffer, weights;
};

/// Counts how many points fall into each bin of a grid, as numpy.histogram2d does. axis_bins.hpp defines which
/// coordinate belongs to which bin. The counts are exact for every input and equal for all methods, as long as no
/// counter exceeds 2^32 - 1. For points in the host's memory see histogram_2d_call.hpp.
///
///     auto histogram = Histogram2d::create(context, {.x = {.bins = 64, .range = HistogramRange{-1, 1}},
///                                                    .y = {.bins = 32, .range = HistogramRange{0, 9}}});
///     histogram->record(recorder, {.x = x, .y = y, .edges = edges, .counts = counts, .scratch = scratch,
///                                  .count = n});
///
/// vkalgo and the caller have the duties that Histogram describes.
class Histogram2d {
public:
    /// Takes the kernels that these options may need on this device from the context's cache. Errors: those of
    /// plan_histogram_2d and Context::kernel.
    static Result<Histogram2d> create(Context& context, const Histogram2dOptions& options);

    /// Returns the scratch that `record` needs. Errors: those of plan_histogram_2d.
    static Result<ScratchNeed> scratch(const Histogram2dParams& params, const DeviceProfile& profile);

    /// Returns the options given to create().
    const Histogram2dOptions& options() const { return options_; }
    /// Returns the bins of x.
    const AxisBins& x() const { return x_; }
    /// Returns the bins of y.
    const AxisBins& y() const { return y_; }
    /// Returns what `edges` must hold.
    const std::vector<std::uint32_t>& edge_words() const { return edge_words_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<Histogram2dAccess> access(const Histogram2dArguments& arguments) const;

    /// Records the whole count. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_histogram_2d; invalid_argument for a view that is missing, too small, badly aligned or overlaps another,
    /// for a recorder of another context, and for an object that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const Histogram2dArguments& arguments) const;

private:
    struct Plans;
    /// Returns the plan for these arguments: the kept one, or a new one.
    Result<std::shared_ptr<const Histogram2dPlan>> plan(const Histogram2dArguments& arguments) const;
    /// Records the search for the bins of one axis.
    void record_axis(Recorder& recorder, const Histogram2dArguments& arguments, const Histogram2dPlan& plan,
                     const BufferView& indices, bool is_y) const;

    Context* context_ = nullptr;
    Histogram2dOptions options_;
    AxisBins x_, y_;
    std::vector<std::uint32_t> edge_words_;
    /// AxisOrdinals::most of each axis.
    std::uint32_t most_x_ = 0, most_y_ = 0;
    std::shared_ptr<Plans> plans_;
    std::shared_ptr<const Histogram> counting_;
    std::shared_ptr<const Kernel> find_x_, find_y_;
};

}  // namespace vkalgo

#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "histogram.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// The options of the easy call.
struct HistogramCallOptions {
    /// The call for values of a C++ type sets histogram.type; histogram.rows and histogram.counters have no effect.
    HistogramOptions histogram = {};
    /// Uses the range of the finite values (counted_range). Requires that all values are given at once.
    bool range_of_data = false;
    /// A region of rows of pixels; only the region is uploaded. If not set, all values are counted. Requires that all
    /// values are given at once.
    std::optional<HistogramRows> rows = {};
    /// The start of each segment, then the end of the last segment; sets histogram.segments. Empty: no segments.
    std::span<const std::uint32_t> offsets = {};
    /// One weight per counted pixel; sets histogram.weights. Empty: no weights. Requires that all values are given at
    /// once.
    std::span<const std::uint32_t> weights = {};
    /// Weights of f32, instead of `weights`.
    std::span<const float> float_weights = {};
    CallOptions call = {};
};

/// The result of the easy call.
struct HistogramResult {
    /// The bins, with the range.
    BinRule rule;
    /// One count per bin, histogram after histogram. With weights of u32, `counts`, `outside`, `nan` and `outside_of`
    /// are sums of weights. With weights of f32 they are not set; `sums`, `outside_sums` and `nan_sums` are set
    /// instead.
    std::vector<std::uint64_t> counts;
    /// The number of values outside the range in all histograms, NaN included.
    std::uint64_t outside = 0;
    /// The number of NaN among the values outside.
    std::uint64_t nan = 0;
    /// The number of values outside the range, per histogram.
    std::vector<std::uint64_t> outside_of;
    /// With weights of f32: one sum per bin, histogram after histogram, as HistogramWeights::f32 defines it.
    std::vector<double> sums;
    /// With weights of f32, per histogram: the sum of the weights of the values outside the range, and the sum of the
    /// weights of the NaN among them.
    std::vector<double> outside_sums;
    std::vector<double> nan_sums;
    /// The number of pixels (that is, of values if a pixel has one channel), those outside the range included.
    std::uint64_t count = 0;
    /// The plan of the largest part.
    HistogramPlan plan;
    /// The number of parts that were counted one after another.
    std::uint64_t parts = 0;
    CallReport report;
};

/// How a call uses device memory: it counts its values in parts if they do not all fit, or are too many for one
/// submission (HistogramTuning::part_bytes, part_reads).
struct HistogramCallPlan {
    /// The plan of the largest part.
    HistogramPlan plan;
    /// Pixels per part; the last part may have fewer.
    std::uint64_t part_values = 0;
    /// The number of parts; 0 if the number of values is unknown.
    std::uint64_t parts = 0;
    /// Parts that are in device memory at once. 1 if all values are one part; otherwise 2, so that the values of one
    /// part are copied while those of the other part are counted.
    std::uint32_t parts_at_once = 1;
    /// Bytes of device memory, of all parts that are in memory at once; the runner owns the staging memory.
    std::uint64_t values_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t edges_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    std::uint64_t weights_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t total_bytes() const {
        return values_bytes + counts_bytes + edges_bytes + offsets_bytes + weights_bytes + scratch_bytes +
               staging_bytes;
    }
};

/// Plans a call; a pure function of its arguments. `count` is the number of pixels; not set for a stream. Of
/// options.call only memory_limit is used. Errors: those of plan_histogram (a count above 2^32 - 1 is allowed);
/// too_large if not even a small part fits in memory.
Result<HistogramCallPlan> plan_histogram_call(const HistogramCallOptions& options, std::optional<std::uint64_t> count,
                                              const DeviceProfile& profile);

/// Uploads the values, in parts if memory requires it, and counts them. This call does everything that the device
/// needs, for a caller that has no device code of its own. `values` holds whole pixels of options.histogram. The counts
/// are exact: 64 bits each. Errors: those of plan_histogram_call and gather_rows; invalid_argument (bytes that are not
/// whole pixels, bad offsets, weights that are not one per pixel, no timed run); cancelled; those of the runner.
///
///     auto counted = vkalgo::histogram(runner, std::span(samples),
///                                      {.histogram = {.bins = 100}, .range_of_data = true});
Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options);

/// Counts the values with a plan that plan_histogram_call made for these options and this number of values. The plan
/// runs as it is; options.call.memory_limit has no effect here. Further errors: invalid_argument (range_of_data or
/// rows, which the plan does not know of).
Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options, const HistogramCallPlan& plan);

/// Counts values of a C++ type.
template <class T>
    requires Element<std::remove_cv_t<T>>
Result<HistogramResult> histogram(Runner& runner, std::span<T> values, HistogramCallOptions options = {}) {
    options.histogram.type = element_type_of<std::remove_cv_t<T>>();
    return histogram(runner, std::as_bytes(values), options);
}

/// Returns the pixels of the region without the bytes between its rows. The options give the type and the channels. A
/// call of histogram() with rows does this first. Errors: invalid_argument (rows beyond the values, a stride of fewer
/// than x + width pixels).
Result<std::vector<std::byte>> gather_rows(std::span<const std::byte> values, const HistogramOptions& options,
                                           const HistogramRows& rows);

/// A function that fills the front of the span with the next bytes and returns their number, or 0 at the end.
using HistogramReader = std::function<Result<std::size_t>(std::span<std::byte>)>;

/// Counts the values that `read` delivers, without holding them all in memory: at most 64 MiB at a time, and less if
/// memory requires it. Errors: those of the call that takes `values`; those of `read`; invalid_argument (range_of_data,
/// rows, weights, a warm-up, more than one timed run, a last pixel that is incomplete).
Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options);
/// Counts the values that `read` delivers, with a plan that plan_histogram_call made for these options and a stream.
/// Errors: those of the call above; invalid_argument, "plan": a plan for no values.
Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options,
                                  const HistogramCallPlan& plan);

/// A count in progress, for values that arrive one span after another; the calls above are built on it. The runner must
/// outlive the counter. The upload time in the report is what the host spent in uploads (Runner::upload_milliseconds):
/// copies that run during a count or during the caller's own work do not add to this time.
class HistogramCounter {
public:
    /// Makes a counter. `count` is the number of pixels, for progress and the size of buffers; not set if unknown.
    /// Errors: those of plan_histogram_call; invalid_argument (range_of_data, rows, offsets that do not ascend or are
    /// too few or too many, weights that are not one per pixel, no timed run); those of the device.
    static Result<HistogramCounter> create(Runner& runner, const HistogramCallOptions& options,
                                           std::optional<std::uint64_t> count = {});
    /// Makes a counter with a plan that plan_histogram_call made for these options and `count`. The plan runs as it is.
    static Result<HistogramCounter> create(Runner& runner, const HistogramCallOptions& options,
                                           std::optional<std::uint64_t> count, const HistogramCallPlan& plan);
    HistogramCounter(HistogramCounter&&) noexcept;
    HistogramCounter& operator=(HistogramCounter&&) noexcept;
    ~HistogramCounter();

    /// Returns the plan of this count.
    const HistogramCallPlan& plan() const;
    /// Adds `values`, which must be whole pixels, to the count. Returns once the last of these values are in staging
    /// memory. The device copies and counts them while the caller finds the next values. With several timed runs,
    /// returns after these runs. Errors: invalid_argument (bytes that are not whole pixels, more pixels than weights,
    /// more than 2^32 - 1 pixels in segments); cancelled; those of the runner.
    Result<void> add(std::span<const std::byte> values);
    /// Returns the result for all values that were added. Errors: those of the runner.
    Result<HistogramResult> finish();

private:
    struct State;
    explicit HistogramCounter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo

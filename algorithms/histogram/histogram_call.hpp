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

/// What the easy call is asked for, beyond the values.
struct HistogramCallOptions {
    /// `type` is set by a call that knows the type of its values; `rows` and `counters` have no effect here.
    HistogramOptions histogram = {};
    /// The range is that of the finite values (range_of_data), one value wide where there are none. Only where all
    /// values are given at once.
    bool range_of_data = false;
    /// A region of rows of pixels, which alone is uploaded; none: all values. Only where all are given at once.
    std::optional<HistogramRows> rows = {};
    /// Where each segment begins, and where the last ends: histogram.segments follows from it; empty: no segments.
    std::span<const std::uint32_t> offsets = {};
    /// One for each pixel that is counted: histogram.weights follows from it; empty: none. Only where all values are
    /// given at once.
    std::span<const std::uint32_t> weights = {};
    /// In place of weights, the same of f32.
    std::span<const float> float_weights = {};
    CallOptions call = {};
};

/// What the easy call gives back.
struct HistogramResult {
    /// the bins, with the range
    BinRule rule;
    /// One per bin, histogram after histogram; sums of weights of u32 where there are some, here and below. With
    /// weights of f32 there are `sums` instead, and neither these nor outside, nan and outside_of.
    std::vector<std::uint64_t> counts;
    /// values outside the range, NaN among them, of all histograms
    std::uint64_t outside = 0;
    /// of those, how many are NaN
    std::uint64_t nan = 0;
    /// outside, by histogram
    std::vector<std::uint64_t> outside_of;
    /// With weights of f32: one per bin, histogram after histogram, as HistogramWeights::f32 says.
    std::vector<double> sums;
    /// of the weights of values outside the range, by histogram, and of those of NaN among them
    std::vector<double> outside_sums;
    std::vector<double> nan_sums;
    /// pixels (values, where they have one channel), those outside included
    std::uint64_t count = 0;
    /// of the largest part
    HistogramPlan plan;
    /// submissions that counted
    std::uint64_t parts = 0;
    CallReport report;
};

/// What a call does with device memory: it counts its values part by part where not all fit.
struct HistogramCallPlan {
    /// of the largest part
    HistogramPlan plan;
    /// pixels
    std::uint64_t part_values = 0;
    /// 0 where it is not known how many values there will be
    std::uint64_t parts = 0;
    /// parts that the device has room for at once: 2 where there are more than one, so that the values of one are
    /// copied there while those of the other are counted
    std::uint32_t parts_at_once = 1;
    /// bytes of device memory, of all parts that are there at once; staging is the runner's
    std::uint64_t values_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t edges_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    std::uint64_t weights_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t total_bytes() const {
        return values_bytes + counts_bytes + edges_bytes + offsets_bytes + weights_bytes + scratch_bytes +
               staging_bytes;
    }
};

/// A pure function of its arguments. `count`: how many values there will be; none: a stream. Of options.call it looks
/// at memory_limit. Errors: those of plan_histogram (a count beyond 2^32 - 1 is no error); too_large (not even a small
/// part fits the memory).
Result<HistogramCallPlan> plan_histogram_call(const HistogramCallOptions& options, std::optional<std::uint64_t> count,
                                              const DeviceProfile& profile);

/// Counts the values, uploaded part by part as memory asks: the whole call, for a host that has no device code of its
/// own. `values` holds whole pixels of options.histogram. The counts are exact: 64 bits each.
/// Errors: those of plan_histogram_call; invalid_argument (rows beyond the values, weights that are not one per pixel);
/// cancelled; the runner's.
///
///     auto counted = vkalgo::histogram(runner, std::span(samples),
///                                      {.histogram = {.bins = 100}, .range_of_data = true});
Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options);

/// The same by a plan of plan_histogram_call for these options and so many values, which is run as it is; of
/// options.call memory_limit has no effect here. Errors besides: invalid_argument (range_of_data or rows, of which the
/// plan does not know).
Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options, const HistogramCallPlan& plan);

/// The same for values of a type of C++.
template <class T>
    requires Element<std::remove_cv_t<T>>
Result<HistogramResult> histogram(Runner& runner, std::span<T> values, HistogramCallOptions options = {}) {
    options.histogram.type = element_type_of<std::remove_cv_t<T>>();
    return histogram(runner, std::as_bytes(values), options);
}

/// What the call does first where it has rows: the pixels of the region, of the type and channels of the options,
/// without what lies between them. Errors: invalid_argument (rows beyond the values, a stride less than a row takes).
Result<std::vector<std::byte>> gather_rows(std::span<const std::byte> values, const HistogramOptions& options,
                                           const HistogramRows& rows);

/// Fills the span with the next bytes and says how many there were; 0 at the end.
using HistogramReader = std::function<Result<std::size_t>(std::span<std::byte>)>;

/// Counts what `read` gives, without holding it all anywhere: 64 MiB at a time, or less as memory asks.
/// Errors: those of histogram; those of `read`; invalid_argument (range_of_data, more than one timed run, bytes at the
/// end that are no whole value).
Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options);
/// The same by a plan of plan_histogram_call for these options and a stream.
Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options,
                                  const HistogramCallPlan& plan);

/// A count in progress, for values that come one span after another: what the calls above are made of. The runner
/// outlives it. In its report, the time of uploads is what the host spent in them (Runner::upload_milliseconds): copies
/// that go on beside a count or beside the caller's own work take none of it.
class HistogramCounter {
public:
    /// `count`: how many values there will be, for progress and the size of buffers; none: not known.
    /// Errors: those of plan_histogram_call; invalid_argument (range_of_data, rows, other offsets than ascending ones,
    /// weights that are not one per pixel); the device's.
    static Result<HistogramCounter> create(Runner& runner, const HistogramCallOptions& options,
                                           std::optional<std::uint64_t> count = {});
    /// The same by a plan of plan_histogram_call for these options and `count`, which is run as it is.
    static Result<HistogramCounter> create(Runner& runner, const HistogramCallOptions& options,
                                           std::optional<std::uint64_t> count, const HistogramCallPlan& plan);
    HistogramCounter(HistogramCounter&&) noexcept;
    HistogramCounter& operator=(HistogramCounter&&) noexcept;
    ~HistogramCounter();

    /// As it was made for the options.
    const HistogramCallPlan& plan() const;
    /// Counts these values too: whole ones. Returns once the last of them are in staging memory; the device copies and
    /// counts them while the caller finds the next ones. With several timed runs it waits for these.
    /// Errors: invalid_argument (bytes that are no whole values); cancelled; the runner's.
    Result<void> add(std::span<const std::byte> values);
    /// All that was added. Errors: the runner's.
    Result<HistogramResult> finish();

private:
    struct State;
    explicit HistogramCounter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo

#include "algorithms/histogram/histogram_2d_call.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/histogram/axis_data.hpp"
#include "algorithms/histogram/call_options.hpp"
#include "algorithms/histogram/histogram_tuning.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;

Error bad_points(const std::string& message, const char* where) {
    return Error{ErrorCode::invalid_argument, message, where};
}

/// Returns the number of points. Errors: invalid_argument (x, y or weights that do not fit each other).
Result<std::uint64_t> points_of(std::span<const std::byte> x, std::span<const std::byte> y,
                                const Histogram2dCallOptions& call) {
    const Histogram2dOptions& options = call.histogram;
    const std::uint64_t each = std::uint64_t{size_of(options.x.type)} * (options.interleaved ? 2 : 1);
    const std::uint64_t count = x.size() / each;
    if (x.size() % each != 0) {
        return bad_points(std::to_string(x.size()) + " bytes of x do not hold a whole number of " +
                              to_string(options.x.type) + (options.interleaved ? " points" : " coordinates"),
                          "x");
    }
    if (options.interleaved ? !y.empty() : y.size() != count * size_of(options.y.type)) {
        return bad_points(options.interleaved
                              ? "interleaved points have both coordinates in x, so y must be empty"
                              : std::to_string(y.size()) + " bytes of y are not one " + to_string(options.y.type) +
                                    " for each of the " + std::to_string(count) + " coordinates in x",
                          "y");
    }
    if (!call.weights.empty() && !call.float_weights.empty()) {
        return bad_points("weights of u32 and weights of f32 are given; give only one of them", "weights");
    }
    const std::size_t weights = call.weights.size() + call.float_weights.size();
    if (weights != 0 && weights != count) {
        return bad_points("the number of weights is " + std::to_string(weights) + ", but that of the points is " +
                              std::to_string(count) + "; give one weight per point",
                          "weights");
    }
    return count;
}

/// Returns the options completed with the call's own fields.
Histogram2dOptions complete_2d(const Histogram2dCallOptions& call) {
    Histogram2dOptions options = call.histogram;
    // The call adds the parts' counts on the host, with 64 bits.
    options.counters = 32;
    options.weights = !call.weights.empty()         ? HistogramWeights::u32
                      : !call.float_weights.empty() ? HistogramWeights::f32
                                                    : HistogramWeights::none;
    return options;
}

/// Sets the sizes of all buffers for parts of `points` points. The scratch size leaves out the counting method's own
/// tables.
void size_2d(Histogram2dCallPlan& call, const Histogram2dOptions& options, std::uint64_t points) {
    const std::uint64_t both = options.interleaved ? 2 : 1;
    ScratchLayout scratch;
    scratch.add(points * 4);
    scratch.add(call.plan.counting.table_bytes);
    call.part_points = points;
    call.x_bytes = Buffer::rounded(histogram_values_bytes(options.x.type, both * points));
    call.y_bytes = options.interleaved ? 0 : Buffer::rounded(histogram_values_bytes(options.y.type, points));
    call.weights_bytes = options.weights == HistogramWeights::none ? 0 : Buffer::rounded(points * 4);
    call.edges_bytes = Buffer::rounded(call.plan.edges_bytes);
    call.counts_bytes = Buffer::rounded(call.plan.counts_bytes);
    call.scratch_bytes = Buffer::rounded(scratch.need().bytes);
    call.staging_bytes = Runner::staging_bytes(
        std::max({call.x_bytes, call.y_bytes, call.edges_bytes, call.weights_bytes}), call.counts_bytes);
}

/// Returns the largest number of points of a part, without a memory limit.
std::uint64_t largest_part(const Histogram2dCallPlan& call, const Histogram2dOptions& options,
                           const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    const std::uint64_t both = options.interleaved ? 2 : 1;
    const std::uint64_t widest = std::max<std::uint64_t>({both * size_of(options.x.type), size_of(options.y.type), 4});
    // Scratch holds four bytes per point. The tables of the counting method take at most the other half of an
    // allocation.
    const std::uint64_t by_allocation = profile.max_allocation / 2 / widest;
    const std::uint64_t by_reads = tuning.part_reads / call.plan.counting.reads_per_value / 4;
    return std::min({kMaxCounted, tuning.part_bytes / widest, by_allocation, std::max<std::uint64_t>(by_reads, 1)});
}

/// A call in progress.
struct Call2d {
    Runner& runner;
    const Histogram2dCallOptions& options;
    const Histogram2dCallPlan& plan;
    Histogram2d histogram;
    Buffer x = {}, y = {}, weights = {}, edges = {}, counts = {}, scratch = {};
    Histogram2dResult result = {};

    Result<void> prepare() {
        Context& context = runner.context();
        const auto make = [&](Buffer& buffer, std::uint64_t bytes, const char* name) -> Result<void> {
            if (bytes != 0) {
                VKALGO_TRY(buffer, Buffer::create(context, {.size = bytes, .name = name}));
            }
            return {};
        };
        VKALGO_CHECK(make(x, plan.x_bytes, "x"));
        VKALGO_CHECK(make(y, plan.y_bytes, "y"));
        VKALGO_CHECK(make(weights, plan.weights_bytes, "weights"));
        VKALGO_CHECK(make(edges, plan.edges_bytes, "edges"));
        VKALGO_CHECK(make(counts, plan.counts_bytes, "counts"));
        VKALGO_CHECK(make(scratch, plan.scratch_bytes, "scratch"));
        return runner.upload(edges.view(), std::as_bytes(std::span(histogram.edge_words())));
    }

    Result<void> go_on() const {
        if (options.call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the count was cancelled", "cancel"};
        }
        return {};
    }

    /// Uploads the values `first` to first + count - 1 of `all`, each of `bytes` bytes, to `target`.
    Result<void> send(const Buffer& target, std::span<const std::byte> all, std::uint64_t bytes, std::uint64_t first,
                      std::uint64_t count) const {
        if (all.empty() || count == 0) {
            return {};
        }
        return runner.upload(target.view(), all.subspan(first * bytes, count * bytes));
    }

    Result<void> run(std::uint64_t count, bool is_first) {
        const auto view = [](const Buffer& buffer, std::uint64_t bytes) {
            return bytes != 0 ? buffer.view() : BufferView{};
        };
        const auto record = [&](Recorder& recorder) {
            return histogram.record(recorder, {.x = x.view(),
                                               .y = view(y, plan.y_bytes),
                                               .edges = edges.view(),
                                               .counts = counts.view(),
                                               .scratch = scratch.view(),
                                               .count = count,
                                               .weights = view(weights, plan.weights_bytes)});
        };
        if (options.call.warm_up && is_first) {
            VKALGO_TRY(const auto untimed, runner.measure(record, 0));
            static_cast<void>(untimed);
        }
        for (double& milliseconds : result.report.gpu_milliseconds) {
            VKALGO_CHECK(go_on());
            VKALGO_TRY(const RunReport ran, runner.run(record));
            milliseconds += ran.gpu_milliseconds;
            result.report.spans = ran.spans;
        }
        return {};
    }

    /// Downloads the counts or sums of the last run and adds them to the result.
    Result<void> fetch() {
        const HistogramPlan& counting = plan.plan.counting;
        const std::uint64_t bins = std::uint64_t{plan.plan.x_bins} * plan.plan.y_bins;
        std::vector<std::uint32_t> words(static_cast<std::size_t>(counting.counts_bytes / 4));
        VKALGO_CHECK(
            runner.download(counts.view().slice(0, counting.counts_bytes), std::as_writable_bytes(std::span(words))));
        const auto counter = [&](std::uint64_t index) -> std::uint64_t {
            return counting.counter_bytes == 8 ? words[2 * index] | std::uint64_t{words[2 * index + 1]} << 32
                                               : words[index];
        };
        for (std::uint64_t bin = 0; bin < result.counts.size(); ++bin) {
            result.counts[bin] += counter(bin);
        }
        for (std::uint64_t bin = 0; bin < result.sums.size(); ++bin) {
            result.sums[bin] += std::bit_cast<double>(counter(bin));
        }
        if (!options.float_weights.empty()) {
            result.nan_sum += std::bit_cast<double>(counter(bins + 1));
            result.outside_sum += std::bit_cast<double>(counter(bins)) + std::bit_cast<double>(counter(bins + 1));
        } else {
            result.nan += counter(bins + 1);
            result.outside += counter(bins) + counter(bins + 1);
        }
        return {};
    }

    Result<void> count_part(std::span<const std::byte> all_x, std::span<const std::byte> all_y, std::uint64_t first,
                            std::uint64_t count) {
        const Histogram2dOptions& own = histogram.options();
        VKALGO_CHECK(go_on());
        VKALGO_CHECK(send(x, all_x, std::uint64_t{size_of(own.x.type)} * (own.interleaved ? 2 : 1), first, count));
        VKALGO_CHECK(send(y, all_y, size_of(own.y.type), first, count));
        VKALGO_CHECK(send(weights, std::as_bytes(options.weights), 4, first, count));
        VKALGO_CHECK(send(weights, std::as_bytes(options.float_weights), 4, first, count));
        tell(static_cast<double>(first) + 0.5 * static_cast<double>(count));
        VKALGO_CHECK(run(count, first == 0));
        VKALGO_CHECK(fetch());
        tell(static_cast<double>(first + count));
        return {};
    }

    void tell(double done) const {
        if (options.call.progress) {
            options.call.progress(result.count == 0 ? 1.0 : done / static_cast<double>(result.count));
        }
    }
};

}  // namespace

Result<Histogram2dCallPlan> plan_histogram_2d_call(const Histogram2dCallOptions& options, std::uint64_t count,
                                                   const DeviceProfile& profile) {
    Histogram2dOptions own = complete_2d(options);
    Histogram2dCallPlan call;
    VKALGO_TRY(call.plan, plan_histogram_2d({own, 1}, profile));
    std::uint64_t part = std::min(count, largest_part(call, own, profile));
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0) {
        // Fewer points than these are not worth a submission.
        constexpr std::uint64_t kLeastPoints = 4096;
        std::uint64_t fit = 0;
        for (std::uint64_t beyond = part + 1; beyond - fit > 1;) {
            const std::uint64_t middle = fit + (beyond - fit) / 2;
            size_2d(call, own, middle);
            (call.total_bytes() <= available ? fit : beyond) = middle;
        }
        const std::uint64_t least = std::min(part, kLeastPoints);
        size_2d(call, own, least);
        if (fit < least || call.total_bytes() > available) {
            return Error{ErrorCode::too_large,
                         "a histogram of " + std::to_string(call.plan.x_bins) + " x " +
                             std::to_string(call.plan.y_bins) + " bins needs at least " +
                             std::to_string(call.total_bytes()) + " bytes of device memory, but only " +
                             std::to_string(available) + " are available",
                         "memory_limit"};
        }
        part = fit;
    }
    if (count > part) {
        // All parts have nearly equal sizes.
        part = divide_up(count, divide_up(count, part));
    }
    size_2d(call, own, part);
    call.parts = part == 0 ? 1 : divide_up(count, part);
    if (own.max_scratch == 0) {
        // Tables may take what remains of the memory and of the scratch buffer, except 512 bytes, since sizes are
        // rounded up. A limit of 1 byte means that tables are not used.
        const std::uint64_t table = call.plan.counting.table_bytes;
        const std::uint64_t by_buffer = profile.max_allocation / 2;
        const std::uint64_t left =
            available == 0 ? by_buffer : std::min(by_buffer, available - call.total_bytes() + table);
        own.max_scratch = left > 1024 ? left - 512 : std::max<std::uint64_t>(table, 1);
    }
    VKALGO_TRY(call.plan, plan_histogram_2d({own, part}, profile));
    call.scratch_bytes = Buffer::rounded(call.plan.scratch_bytes);
    return call;
}

Result<Histogram2dResult> histogram_2d(Runner& runner, std::span<const std::byte> x, std::span<const std::byte> y,
                                       const Histogram2dCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, points_of(x, y, options));
    Histogram2dCallOptions own = options;
    own.call.memory_limit = tighter_limit(own.call.memory_limit, runner.context().memory_limit());
    VKALGO_TRY(const Histogram2dCallPlan plan, plan_histogram_2d_call(own, count, runner.context().profile()));
    return histogram_2d(runner, x, y, options, plan);
}

Result<Histogram2dResult> histogram_2d(Runner& runner, std::span<const std::byte> x, std::span<const std::byte> y,
                                       const Histogram2dCallOptions& options, const Histogram2dCallPlan& plan) {
    VKALGO_TRY(const std::uint64_t count, points_of(x, y, options));
    if (options.call.repeat < 1) {
        return bad_points("there must be at least one timed run", "repeat");
    }
    Histogram2dOptions own = complete_2d(options);
    take_ranges(x, y, own);
    // The plan's scratch was sized for the largest part. With this limit smaller parts do not need more.
    own.max_scratch = std::max<std::uint64_t>(plan.plan.counting.scratch_bytes, 1);
    VKALGO_TRY(Histogram2d made, Histogram2d::create(runner.context(), own));
    Call2d call{.runner = runner, .options = options, .plan = plan, .histogram = std::move(made)};
    Histogram2dResult& result = call.result;
    result.x = call.histogram.x();
    result.y = call.histogram.y();
    result.plan = plan;
    result.count = count;
    const std::uint64_t bins = std::uint64_t{plan.plan.x_bins} * plan.plan.y_bins;
    if (own.weights == HistogramWeights::f32) {
        result.sums.resize(static_cast<std::size_t>(bins));
    } else {
        result.counts.resize(static_cast<std::size_t>(bins));
    }
    result.report.gpu_milliseconds.resize(static_cast<std::size_t>(options.call.repeat));
    const double uploaded = runner.upload_milliseconds();
    const double downloaded = runner.download_milliseconds();
    VKALGO_CHECK(call.prepare());
    // An input without points runs once too, so that the report has a time.
    const std::uint64_t part = std::max<std::uint64_t>(plan.part_points, 1);
    for (std::uint64_t first = 0; first < std::max<std::uint64_t>(count, 1); first += part) {
        VKALGO_CHECK(call.count_part(x, y, first, std::min(part, count - first)));
    }
    result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    result.report.device_bytes = plan.total_bytes();
    result.report.scratch_bytes = plan.scratch_bytes;
    return std::move(result);
}

}  // namespace vkalgo

#include "algorithms/histogram/call_options.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;

/// Checks the options. Errors: invalid_argument (range_of_data, rows, those of check_offsets, no timed run).
Result<void> check_countable(const HistogramCallOptions& options) {
    if (options.range_of_data) {
        return Error{ErrorCode::invalid_argument,
                     "the range of the data is known only in a call that gets all values at once; give a range",
                     "range_of_data"};
    }
    if (options.rows) {
        return Error{ErrorCode::invalid_argument, "a region needs a call that gets all values at once", "rows"};
    }
    VKALGO_CHECK(check_offsets(options));
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    return {};
}

}  // namespace

struct HistogramCounter::State {
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    /// Waits for the device, which may still be copying and counting, before the buffers are destroyed. If a wait
    /// fails, the context knows of the error.
    ~State() {
        static_cast<void>(runner->await_staged());
        for (const Part& part : parts) {
            if (part.counting.number != 0) {
                static_cast<void>(runner->wait(part.counting));
            }
        }
    }

    /// The device buffers of a part. If there are two parts, they alternate: one is filled while the other is counted.
    struct Part {
        Buffer values;
        Buffer weights;
        /// The submission that counts the part; number 0 if none is in flight.
        Ticket counting;
        /// The number of pixels that are counted in total once this part is counted.
        std::uint64_t end = 0;
    };

    Runner* runner = nullptr;
    CallOptions call;
    HistogramCallPlan plan;
    std::optional<std::uint64_t> expected;
    Histogram histogram;
    std::vector<Part> parts;
    /// Index in `parts` of the buffers that are filled next.
    std::size_t turn = 0;
    Buffer counts;
    Buffer edges;
    Buffer offsets;
    Buffer scratch;
    /// The weight of each pixel: a u32, or the bit pattern of an f32. Empty without weights.
    std::vector<std::uint32_t> pixel_weights;
    HistogramResult result;
    /// Pixels that were submitted for counting since the counts were last fetched.
    std::uint64_t pending = 0;
    /// Pixels of the parts whose count has been waited for.
    std::uint64_t counted = 0;
    double uploaded_before = 0;
    double downloaded_before = 0;
    double told = 0;

    /// Returns true if each part runs once. If a part runs several times, each run clears the counts first, and the
    /// counts of each part are fetched separately.
    bool counts_once() const { return call.repeat == 1 && !call.warm_up; }

    /// Reports progress. Uploading a pixel is one half of the work on it, counting it the other half.
    void tell(std::uint64_t uploaded) {
        if (!call.progress || !expected) {
            return;
        }
        const double done = 0.5 * (static_cast<double>(counted) + static_cast<double>(uploaded));
        told = std::max(told, *expected == 0 ? 1.0 : std::min(done / static_cast<double>(*expected), 1.0));
        call.progress(told);
    }

    /// Waits until the part is counted, if its count is in flight.
    Result<void> await(Part& part) {
        if (part.counting.number == 0) {
            return {};
        }
        VKALGO_TRY(RunReport run, runner->wait(std::exchange(part.counting, {})));
        result.report.gpu_milliseconds.front() += run.gpu_milliseconds;
        result.report.spans = std::move(run.spans);
        counted = part.end;
        tell(result.count);
        return {};
    }

    Result<void> fetch() {
        // Wait for the older of two parts first. For the newer part, wait for its copies before its count, so that the
        // time of the copies is reported as upload time.
        if (parts.size() == 2) {
            VKALGO_CHECK(await(parts[turn]));
        }
        VKALGO_CHECK(runner->await_staged());
        VKALGO_CHECK(await(parts[(turn + 1) % parts.size()]));
        if (pending == 0) {
            return {};
        }
        std::vector<std::uint32_t> words(static_cast<std::size_t>(plan.plan.counts_bytes / 4));
        VKALGO_CHECK(
            runner->download(counts.view().slice(0, plan.plan.counts_bytes), std::as_writable_bytes(std::span(words))));
        pending = 0;
        add_counted(plan.plan, histogram.options().weights, words, result);
        return {};
    }

    /// Counts the staged pixels. If each part runs once, returns without waiting for the end of the count.
    Result<void> run(Part& part, std::uint64_t count, bool add) {
        const auto record = [&](Recorder& recorder) {
            return histogram.record(recorder, {.values = part.values.view(),
                                               .counts = counts.view(),
                                               .scratch = scratch.view(),
                                               .count = count,
                                               .add_to_counts = add,
                                               .edges = edges.view(),
                                               .offsets = offsets.view(),
                                               .weights = part.weights.view(),
                                               .first = static_cast<std::uint32_t>(result.count)});
        };
        CallReport& report = result.report;
        report.gpu_milliseconds.resize(static_cast<std::size_t>(call.repeat));
        if (counts_once()) {
            VKALGO_TRY(part.counting, runner->submit(record));
            part.end = result.count + count;
            return {};
        }
        VKALGO_CHECK(runner->await_staged());
        if (call.warm_up && result.parts == 0) {
            VKALGO_TRY(const auto untimed, runner->measure(record, 0));
            static_cast<void>(untimed);
        }
        for (double& milliseconds : report.gpu_milliseconds) {
            VKALGO_CHECK(go_on());
            VKALGO_TRY(const RunReport run, runner->run(record));
            milliseconds += run.gpu_milliseconds;
            report.spans = run.spans;
        }
        return {};
    }

    Result<void> go_on() const {
        if (call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the count was cancelled", "cancel"};
        }
        return {};
    }

    Result<void> add_part(std::span<const std::byte> bytes) {
        const std::uint64_t count = bytes.size() / pixel_bytes_of(histogram.options());
        VKALGO_CHECK(go_on());
        if (histogram.options().segments != 0 && result.count + count > kMaxCounted) {
            return Error{ErrorCode::invalid_argument,
                         "with segments, at most " + std::to_string(kMaxCounted) + " values can be counted", "offsets"};
        }
        if (pending + count > kMaxCounted) {
            VKALGO_CHECK(fetch());
        }
        if (!pixel_weights.empty() && result.count + count > pixel_weights.size()) {
            return Error{ErrorCode::invalid_argument, "there are more pixels than weights; give one weight per pixel",
                         "weights"};
        }
        Part& part = parts[turn];
        VKALGO_CHECK(await(part));
        VKALGO_CHECK(runner->stage(part.values.view(), bytes));
        if (!pixel_weights.empty()) {
            const auto own = std::span(pixel_weights).subspan(result.count, count);
            VKALGO_CHECK(runner->stage(part.weights.view(), std::as_bytes(own)));
        }
        tell(result.count + count);
        VKALGO_CHECK(run(part, count, pending != 0));
        turn = (turn + 1) % parts.size();
        pending += count;
        result.count += count;
        ++result.parts;
        if (!counts_once()) {
            VKALGO_CHECK(fetch());
            counted = result.count;
            tell(result.count);
        }
        return {};
    }
};

HistogramCounter::HistogramCounter(std::unique_ptr<State> state) : state_(std::move(state)) {}
HistogramCounter::HistogramCounter(HistogramCounter&&) noexcept = default;
HistogramCounter& HistogramCounter::operator=(HistogramCounter&&) noexcept = default;
HistogramCounter::~HistogramCounter() = default;

const HistogramCallPlan& HistogramCounter::plan() const {
    return state_->plan;
}

Result<HistogramCounter> HistogramCounter::create(Runner& runner, const HistogramCallOptions& options,
                                                  std::optional<std::uint64_t> count) {
    VKALGO_CHECK(check_countable(options));
    HistogramCallOptions own = options;
    own.call.memory_limit = tighter_limit(own.call.memory_limit, runner.context().memory_limit());
    VKALGO_TRY(const HistogramCallPlan plan, plan_histogram_call(own, count, runner.context().profile()));
    return create(runner, options, count, plan);
}

Result<HistogramCounter> HistogramCounter::create(Runner& runner, const HistogramCallOptions& options,
                                                  std::optional<std::uint64_t> count, const HistogramCallPlan& plan) {
    VKALGO_CHECK(check_countable(options));
    Context& context = runner.context();
    auto state = std::make_unique<State>();
    state->runner = &runner;
    state->call = options.call;
    state->expected = count;
    HistogramCallOptions own = options;
    own.histogram = complete_options(options);
    VKALGO_TRY(state->pixel_weights, weights_of(own, count));
    state->plan = plan;
    // The plan's scratch was sized for the largest part. With this limit smaller parts do not need more.
    own.histogram.max_scratch = std::max<std::uint64_t>(state->plan.plan.scratch_bytes, 1);
    VKALGO_TRY(state->histogram, Histogram::create(context, own.histogram));
    state->parts.resize(state->plan.parts_at_once);
    for (State::Part& part : state->parts) {
        const std::uint64_t values_bytes = state->plan.values_bytes / state->parts.size();
        const std::uint64_t weights_bytes = state->plan.weights_bytes / state->parts.size();
        VKALGO_TRY(part.values, Buffer::create(context, {.size = values_bytes, .name = "values"}));
        if (weights_bytes != 0) {
            VKALGO_TRY(part.weights, Buffer::create(context, {.size = weights_bytes, .name = "weights"}));
        }
    }
    VKALGO_TRY(state->counts, Buffer::create(context, {.size = state->plan.counts_bytes, .name = "counts"}));
    if (state->plan.offsets_bytes != 0) {
        VKALGO_TRY(state->offsets, Buffer::create(context, {.size = state->plan.offsets_bytes, .name = "offsets"}));
        VKALGO_CHECK(runner.upload(state->offsets.view(), std::as_bytes(options.offsets)));
    }
    if (state->plan.edges_bytes != 0) {
        VKALGO_TRY(state->edges, Buffer::create(context, {.size = state->plan.edges_bytes, .name = "edges"}));
        const std::vector<std::uint32_t> words = edge_words(state->histogram.rule());
        VKALGO_CHECK(runner.upload(state->edges.view(), std::as_bytes(std::span(words))));
    }
    if (state->plan.scratch_bytes != 0) {
        VKALGO_TRY(state->scratch, Buffer::create(context, {.size = state->plan.scratch_bytes, .name = "scratch"}));
    }
    state->result.rule = state->plan.plan.rule;
    state->result.plan = state->plan.plan;
    const std::size_t histograms = state->plan.plan.histograms;
    const std::size_t bins = histograms * state->result.rule.bins;
    if (own.histogram.weights == HistogramWeights::f32) {
        state->result.sums.resize(bins);
        state->result.outside_sums.resize(histograms);
        state->result.nan_sums.resize(histograms);
    } else {
        state->result.counts.resize(bins);
        state->result.outside_of.resize(histograms);
    }
    state->uploaded_before = runner.upload_milliseconds();
    state->downloaded_before = runner.download_milliseconds();
    return HistogramCounter(std::move(state));
}

Result<void> HistogramCounter::add(std::span<const std::byte> values) {
    const std::uint64_t value_bytes = pixel_bytes_of(state_->histogram.options());
    if (values.size() % value_bytes != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(values.size()) + " bytes do not hold a whole number of " +
                         to_string(state_->result.rule.type) +
                         (state_->histogram.options().channels == 1 ? " values" : " pixels"),
                     "values"};
    }
    const std::uint64_t part = std::max<std::uint64_t>(state_->plan.part_values, 1) * value_bytes;
    for (std::uint64_t at = 0; at < values.size(); at += part) {
        VKALGO_CHECK(state_->add_part(values.subspan(at, std::min<std::uint64_t>(part, values.size() - at))));
    }
    return {};
}

Result<HistogramResult> HistogramCounter::finish() {
    State& state = *state_;
    if (state.result.parts == 0) {
        // Nothing was added; run once all the same, so that the report has a time.
        VKALGO_CHECK(state.run(state.parts.front(), 0, false));
    }
    VKALGO_CHECK(state.fetch());
    CallReport& report = state.result.report;
    report.upload_milliseconds = state.runner->upload_milliseconds() - state.uploaded_before;
    report.download_milliseconds = state.runner->download_milliseconds() - state.downloaded_before;
    report.device_bytes = state.plan.total_bytes();
    report.scratch_bytes = state.plan.scratch_bytes;
    if (state.call.progress) {
        state.call.progress(1.0);
    }
    return std::move(state.result);
}

}  // namespace vkalgo

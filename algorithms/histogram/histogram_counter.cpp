#include "algorithms/histogram/call_options.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;
using Clock = std::chrono::steady_clock;

}  // namespace

struct HistogramCounter::State {
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    /// The device may be counting still, and the buffers go. If this wait fails, the context knows of it.
    ~State() {
        if (under_way.number != 0) {
            static_cast<void>(runner->wait(under_way));
        }
    }

    Runner* runner = nullptr;
    CallOptions call;
    HistogramCallPlan plan;
    std::optional<std::uint64_t> expected;
    Histogram histogram;
    Buffer values;
    Buffer counts;
    Buffer edges;
    Buffer offsets;
    Buffer weights;
    Buffer scratch;
    /// of all pixels, as bits; empty without weights
    std::vector<std::uint32_t> pixel_weights;
    HistogramResult result;
    /// counted on the device and not yet fetched
    std::uint64_t pending = 0;
    /// the submission that counts the last part; 0: it has finished
    Ticket under_way;
    Clock::time_point submitted;
    /// of uploads, what they waited for the count of the part before
    double waited = 0;
    double uploaded_before = 0;
    double downloaded_before = 0;
    double told = 0;

    /// Several runs of one part would count it several times: then each part is fetched by itself.
    bool counts_once() const { return call.repeat == 1 && !call.warm_up; }

    void tell(double values_done) {
        if (!call.progress || !expected) {
            return;
        }
        const double fraction = *expected == 0 ? 1.0 : values_done / static_cast<double>(*expected);
        told = std::max(told, std::min(fraction, 1.0));
        call.progress(told);
    }

    /// Waits until the last part is counted. `began`: of the upload since, which took so many milliseconds.
    Result<void> await_part(Clock::time_point began = Clock::now(), double uploading = 0) {
        if (under_way.number == 0) {
            return {};
        }
        VKALGO_TRY(RunReport run, runner->wait(std::exchange(under_way, {})));
        result.report.gpu_milliseconds.front() += run.gpu_milliseconds;
        result.report.spans = std::move(run.spans);
        const std::chrono::duration<double, std::milli> before = began - submitted;
        waited += std::clamp(run.gpu_milliseconds - before.count(), 0.0, uploading);
        tell(static_cast<double>(result.count));
        return {};
    }

    Result<void> fetch() {
        VKALGO_CHECK(await_part());
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

    /// Counts what was uploaded. Where that is done once, it does not wait for the end.
    Result<void> run(std::uint64_t count, bool add) {
        const auto record = [&](Recorder& recorder) {
            return histogram.record(recorder, {.values = values.view(),
                                               .counts = counts.view(),
                                               .scratch = scratch.view(),
                                               .count = count,
                                               .add_to_counts = add,
                                               .edges = edges.view(),
                                               .offsets = offsets.view(),
                                               .weights = weights.view(),
                                               .first = static_cast<std::uint32_t>(result.count)});
        };
        CallReport& report = result.report;
        report.gpu_milliseconds.resize(static_cast<std::size_t>(call.repeat));
        if (counts_once()) {
            submitted = Clock::now();
            VKALGO_TRY(under_way, runner->submit(record));
            return {};
        }
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
        if (histogram.options().segments != 0 && result.count + count > kMostCounted) {
            return Error{ErrorCode::invalid_argument, "segments are of at most 4,294,967,295 values", "offsets"};
        }
        if (pending + count > kMostCounted) {
            VKALGO_CHECK(fetch());
        }
        if (!pixel_weights.empty() && result.count + count > pixel_weights.size()) {
            return Error{ErrorCode::invalid_argument, "there are more pixels than weights", "weights"};
        }
        // The host reads them beside the count of the part before; the queue writes them to the device after it.
        const auto began = Clock::now();
        const double before = runner->upload_milliseconds();
        VKALGO_CHECK(runner->upload(values.view(), bytes));
        if (!pixel_weights.empty()) {
            const auto own = std::span(pixel_weights).subspan(result.count, count);
            VKALGO_CHECK(runner->upload(weights.view(), std::as_bytes(own)));
        }
        VKALGO_CHECK(await_part(began, runner->upload_milliseconds() - before));
        tell(static_cast<double>(result.count) + 0.5 * static_cast<double>(count));
        VKALGO_CHECK(run(count, pending != 0));
        pending += count;
        result.count += count;
        ++result.parts;
        if (!counts_once()) {
            VKALGO_CHECK(fetch());
            tell(static_cast<double>(result.count));
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
    if (options.range_of_data) {
        return Error{ErrorCode::invalid_argument,
                     "the range of the data is known only where all values are given at once; name a range",
                     "range_of_data"};
    }
    if (options.rows) {
        return Error{ErrorCode::invalid_argument, "a region is taken only where all values are given at once", "rows"};
    }
    VKALGO_CHECK(check_offsets(options));
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be one timed run at least", "repeat"};
    }
    Context& context = runner.context();
    auto state = std::make_unique<State>();
    state->runner = &runner;
    state->call = options.call;
    state->expected = count;
    HistogramCallOptions own = options;
    own.histogram = complete_options(options);
    VKALGO_TRY(state->pixel_weights, weights_of(own, count));
    own.call.memory_limit = tighter_limit(own.call.memory_limit, context.memory_limit());
    VKALGO_TRY(state->plan, plan_histogram_call(own, count, context.profile()));
    // What is left of memory for tables follows from the largest part, and holds for the smaller ones.
    own.histogram.max_scratch = std::max<std::uint64_t>(state->plan.plan.scratch_bytes, 1);
    VKALGO_TRY(state->histogram, Histogram::create(context, own.histogram));
    VKALGO_TRY(state->values, Buffer::create(context, {.size = state->plan.values_bytes, .name = "values"}));
    VKALGO_TRY(state->counts, Buffer::create(context, {.size = state->plan.counts_bytes, .name = "counts"}));
    if (state->plan.offsets_bytes != 0) {
        VKALGO_TRY(state->offsets, Buffer::create(context, {.size = state->plan.offsets_bytes, .name = "offsets"}));
        VKALGO_CHECK(runner.upload(state->offsets.view(), std::as_bytes(options.offsets)));
    }
    if (state->plan.weights_bytes != 0) {
        VKALGO_TRY(state->weights, Buffer::create(context, {.size = state->plan.weights_bytes, .name = "weights"}));
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
                     std::to_string(values.size()) + " bytes are no whole number of " +
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
        // Nothing was added: there is a time all the same.
        VKALGO_CHECK(state.run(0, false));
    }
    VKALGO_CHECK(state.fetch());
    CallReport& report = state.result.report;
    report.upload_milliseconds = state.runner->upload_milliseconds() - state.uploaded_before - state.waited;
    report.download_milliseconds = state.runner->download_milliseconds() - state.downloaded_before;
    report.device_bytes = state.plan.total_bytes();
    report.scratch_bytes = state.plan.scratch_bytes;
    if (state.call.progress) {
        state.call.progress(1.0);
    }
    return std::move(state.result);
}

}  // namespace vkalgo

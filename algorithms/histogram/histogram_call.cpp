#include "algorithms/histogram/histogram_call.hpp"

#include "algorithms/histogram/histogram_tuning.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

constexpr std::uint64_t kMostValues = std::numeric_limits<std::uint32_t>::max();
/// A part of fewer values than this is not worth a submission.
constexpr std::uint64_t kLeastPart = 4096;

/// Memory that a part of `values` values takes, without scratch.
void size_buffers(HistogramCallPlan& call, std::uint64_t values) {
    call.part_values = values;
    call.values_bytes = Buffer::rounded(histogram_values_bytes(call.plan.rule.type, values));
    call.counts_bytes = Buffer::rounded(call.plan.counts_bytes);
    call.edges_bytes = call.plan.edges_bytes == 0 ? 0 : Buffer::rounded(call.plan.edges_bytes);
    call.staging_bytes = Runner::staging_bytes(std::max(call.values_bytes, call.edges_bytes), call.counts_bytes);
}

/// The most values whose buffers take at most `available` bytes together: halved until they fit, then grown.
std::uint64_t values_that_fit(HistogramCallPlan call, std::uint64_t wanted, std::uint64_t available) {
    std::uint64_t fit = 0;
    std::uint64_t beyond = wanted + 1;
    while (beyond - fit > 1) {
        const std::uint64_t middle = fit + (beyond - fit) / 2;
        size_buffers(call, middle);
        (call.total_bytes() <= available ? fit : beyond) = middle;
    }
    return fit;
}

}  // namespace

Result<HistogramCallPlan> plan_histogram_call(const HistogramCallOptions& options, std::optional<std::uint64_t> count,
                                              const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    const std::uint64_t value_bytes = size_of(options.histogram.type);
    HistogramCallPlan call;
    VKALGO_TRY(call.plan, plan_histogram({options.histogram, 1}, profile));
    const std::uint64_t most_bytes =
        std::min({count ? tuning.part_bytes : tuning.stream_part_bytes, tuning.part_reads / call.plan.reads_per_value,
                  profile.max_allocation / 16 * 16});
    std::uint64_t part = std::min({count.value_or(kMostValues), kMostValues, most_bytes / value_bytes});
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0) {
        const std::uint64_t fit = values_that_fit(call, std::max<std::uint64_t>(part, 1), available);
        const std::uint64_t least = std::max<std::uint64_t>(std::min(part, kLeastPart), 1);
        if (fit < least) {
            size_buffers(call, least);
            return Error{ErrorCode::too_large,
                         "a histogram of " + std::to_string(call.plan.rule.bins) + " bins takes at least " +
                             std::to_string(call.total_bytes()) + " bytes of device memory, and " +
                             std::to_string(available) + " are available",
                         "memory_limit"};
        }
        part = std::min(part, fit);
    }
    if (count && *count > part) {
        // Parts of equal size.
        const std::uint64_t parts = (*count + part - 1) / part;
        part = (*count + parts - 1) / parts;
    }
    size_buffers(call, part);
    call.parts = !count ? 0 : part == 0 ? 1 : (*count + part - 1) / part;
    HistogramOptions own = options.histogram;
    if (available != 0 && own.max_scratch == 0) {
        // 1 stands for "no table": two-kernel then runs block after block.
        own.max_scratch = std::max<std::uint64_t>((available - call.total_bytes()) / 16 * 16, 1);
    }
    VKALGO_TRY(call.plan, plan_histogram({own, part}, profile));
    call.scratch_bytes = call.plan.scratch_bytes == 0 ? 0 : Buffer::rounded(call.plan.scratch_bytes);
    return call;
}

struct HistogramCounter::State {
    Runner* runner = nullptr;
    CallOptions call;
    HistogramCallPlan plan;
    std::optional<std::uint64_t> expected;
    Histogram histogram;
    Buffer values;
    Buffer counts;
    Buffer edges;
    Buffer scratch;
    HistogramResult result;
    /// counted on the device and not yet fetched
    std::uint64_t pending = 0;
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

    Result<void> fetch() {
        if (pending == 0) {
            return {};
        }
        std::vector<std::uint32_t> words(plan.plan.counters);
        VKALGO_CHECK(
            runner->download(counts.view().slice(0, plan.plan.counts_bytes), std::as_writable_bytes(std::span(words))));
        for (std::size_t bin = 0; bin < result.counts.size(); ++bin) {
            result.counts[bin] += words[bin];
        }
        result.outside += words[result.rule.bins];
        result.nan += is_float(result.rule.type) ? words.back() : 0;
        pending = 0;
        return {};
    }

    Result<void> run(std::uint64_t count, bool add) {
        const auto record = [&](Recorder& recorder) {
            return histogram.record(recorder, {.values = values.view(),
                                               .counts = counts.view(),
                                               .scratch = scratch.view(),
                                               .count = count,
                                               .add_to_counts = add,
                                               .edges = edges.view()});
        };
        CallReport& report = result.report;
        report.gpu_milliseconds.resize(static_cast<std::size_t>(call.repeat));
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
        const std::uint64_t count = bytes.size() / size_of(result.rule.type);
        VKALGO_CHECK(go_on());
        if (pending + count > kMostValues) {
            VKALGO_CHECK(fetch());
        }
        VKALGO_CHECK(runner->upload(values.view(), bytes));
        tell(static_cast<double>(result.count) + 0.5 * static_cast<double>(count));
        VKALGO_CHECK(run(count, pending != 0));
        pending += count;
        result.count += count;
        ++result.parts;
        if (!counts_once()) {
            VKALGO_CHECK(fetch());
        }
        tell(static_cast<double>(result.count));
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
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be one timed run at least", "repeat"};
    }
    Context& context = runner.context();
    auto state = std::make_unique<State>();
    state->runner = &runner;
    state->call = options.call;
    state->expected = count;
    HistogramCallOptions own = options;
    own.call.memory_limit = tighter_limit(own.call.memory_limit, context.memory_limit());
    VKALGO_TRY(state->plan, plan_histogram_call(own, count, context.profile()));
    // What is left of memory for tables follows from the largest part, and holds for the smaller ones.
    own.histogram.max_scratch = std::max<std::uint64_t>(state->plan.plan.scratch_bytes, 1);
    VKALGO_TRY(state->histogram, Histogram::create(context, own.histogram));
    VKALGO_TRY(state->values, Buffer::create(context, {.size = state->plan.values_bytes, .name = "values"}));
    VKALGO_TRY(state->counts, Buffer::create(context, {.size = state->plan.counts_bytes, .name = "counts"}));
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
    state->result.counts.resize(state->result.rule.bins);
    state->uploaded_before = runner.upload_milliseconds();
    state->downloaded_before = runner.download_milliseconds();
    return HistogramCounter(std::move(state));
}

Result<void> HistogramCounter::add(std::span<const std::byte> values) {
    const std::uint64_t value_bytes = size_of(state_->result.rule.type);
    if (values.size() % value_bytes != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(values.size()) + " bytes are no whole number of " +
                         to_string(state_->result.rule.type) + " values",
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
    report.upload_milliseconds = state.runner->upload_milliseconds() - state.uploaded_before;
    report.download_milliseconds = state.runner->download_milliseconds() - state.downloaded_before;
    report.device_bytes = state.plan.total_bytes();
    report.scratch_bytes = state.plan.scratch_bytes;
    if (state.call.progress) {
        state.call.progress(1.0);
    }
    return std::move(state.result);
}

Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options) {
    HistogramCallOptions own = options;
    if (own.range_of_data) {
        own.range_of_data = false;
        own.histogram.range = range_of_data(values, own.histogram.type).value_or(HistogramRange{});
    }
    VKALGO_TRY(HistogramCounter counter,
               HistogramCounter::create(runner, own, values.size() / size_of(own.histogram.type)));
    VKALGO_CHECK(counter.add(values));
    return counter.finish();
}

Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options) {
    if (options.call.repeat != 1 || options.call.warm_up) {
        return Error{ErrorCode::invalid_argument, "what is read once is counted once; ask for one run", "repeat"};
    }
    VKALGO_TRY(HistogramCounter counter, HistogramCounter::create(runner, options));
    const std::size_t value_bytes = size_of(options.histogram.type);
    std::vector<std::byte> part(static_cast<std::size_t>(counter.plan().part_values) * value_bytes);
    for (bool more = true; more;) {
        std::size_t filled = 0;
        while (more && filled < part.size()) {
            VKALGO_TRY(const std::size_t got, read(std::span(part).subspan(filled)));
            filled += got;
            more = got != 0;
        }
        VKALGO_CHECK(counter.add(std::span(part).first(filled)));
    }
    return counter.finish();
}

}  // namespace vkalgo

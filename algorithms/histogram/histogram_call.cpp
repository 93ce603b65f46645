#include "algorithms/histogram/histogram_call.hpp"

#include "algorithms/histogram/histogram_tuning.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostValues = std::numeric_limits<std::uint32_t>::max();
/// A part of fewer values than this is not worth a submission.
constexpr std::uint64_t kLeastPart = 4096;

/// With what the call's own fields say.
HistogramOptions complete(const HistogramCallOptions& call) {
    HistogramOptions options = call.histogram;
    options.rows = false;
    // Whatever the device has, the call adds up by 64 bits.
    options.counters = options.counters == 64 ? 32 : options.counters;
    if (!call.offsets.empty()) {
        options.segments = static_cast<std::uint32_t>(call.offsets.size() - 1);
    }
    if (!call.weights.empty()) {
        options.weights = HistogramWeights::u32;
    }
    if (!call.float_weights.empty()) {
        options.weights = HistogramWeights::f32;
    }
    return options;
}

/// The bits of the weights of all pixels, of either type.
Result<std::vector<std::uint32_t>> weights_of(const HistogramCallOptions& call, std::optional<std::uint64_t> count) {
    if (!call.weights.empty() && !call.float_weights.empty()) {
        return Error{ErrorCode::invalid_argument, "there are weights of u32 and of f32; give one of them", "weights"};
    }
    std::vector<std::uint32_t> bits(call.weights.begin(), call.weights.end());
    std::transform(call.float_weights.begin(), call.float_weights.end(), std::back_inserter(bits),
                   [](float weight) { return std::bit_cast<std::uint32_t>(weight); });
    if (complete(call).weights != HistogramWeights::none && (!count || bits.size() != *count)) {
        return Error{ErrorCode::invalid_argument,
                     count ? std::to_string(bits.size()) + " weights are not one for each of " +
                                 std::to_string(*count) + " pixels"
                           : "weights are taken only where all values are given at once",
                     "weights"};
    }
    return bits;
}

std::uint64_t pixel_bytes_of(const HistogramOptions& options) {
    return std::uint64_t{size_of(options.type)} * std::max(options.channels, 1u);
}

Result<void> check_offsets(const HistogramCallOptions& options) {
    if (options.offsets.size() == 1) {
        return Error{ErrorCode::invalid_argument, "one offset makes no segment; give its end too", "offsets"};
    }
    if (options.histogram.segments != 0 && options.offsets.size() != std::size_t{options.histogram.segments} + 1) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(options.histogram.segments) + " segments take one offset more, not " +
                         std::to_string(options.offsets.size()),
                     "offsets"};
    }
    if (!std::is_sorted(options.offsets.begin(), options.offsets.end())) {
        return Error{ErrorCode::invalid_argument, "the offsets of segments do not ascend", "offsets"};
    }
    return {};
}

/// Memory that a part of `values` pixels takes, without the scratch of a method.
void size_buffers(HistogramCallPlan& call, const HistogramOptions& options, std::uint64_t values) {
    call.part_values = values;
    call.values_bytes = Buffer::rounded(histogram_values_bytes(call.plan.rule.type, values * options.channels));
    call.offsets_bytes = options.segments == 0 ? 0 : Buffer::rounded((std::uint64_t{options.segments} + 1) * 4);
    call.weights_bytes = options.weights == HistogramWeights::none ? 0 : Buffer::rounded(values * 4);
    call.counts_bytes = Buffer::rounded(call.plan.counts_bytes);
    call.edges_bytes = call.plan.edges_bytes == 0 ? 0 : Buffer::rounded(call.plan.edges_bytes);
    call.scratch_bytes = call.plan.table_bytes == 0 ? 0 : Buffer::rounded(call.plan.table_bytes);
    call.staging_bytes = Runner::staging_bytes(
        std::max({call.values_bytes, call.edges_bytes, call.offsets_bytes, call.weights_bytes}), call.counts_bytes);
}

/// The most values whose buffers take at most `available` bytes together: halved until they fit, then grown.
std::uint64_t values_that_fit(HistogramCallPlan call, const HistogramOptions& options, std::uint64_t wanted,
                              std::uint64_t available) {
    std::uint64_t fit = 0;
    std::uint64_t beyond = wanted + 1;
    while (beyond - fit > 1) {
        const std::uint64_t middle = fit + (beyond - fit) / 2;
        size_buffers(call, options, middle);
        (call.total_bytes() <= available ? fit : beyond) = middle;
    }
    return fit;
}

}  // namespace

Result<std::vector<std::byte>> gather_rows(std::span<const std::byte> values, const HistogramCallOptions& options) {
    const HistogramRows& rows = options.rows;
    const std::uint64_t pixel = pixel_bytes_of(options.histogram);
    const std::uint64_t row_end = (std::uint64_t{rows.x} + rows.width) * pixel;
    const std::uint64_t stride = rows.stride == 0 ? row_end : rows.stride;
    const std::uint64_t last_row = std::uint64_t{rows.y} + rows.height - 1;
    std::uint64_t before_last = 0;
    const bool overflow = __builtin_mul_overflow(last_row, stride, &before_last);
    if (stride < row_end ||
        (rows.height != 0 && (overflow || before_last > values.size() || row_end > values.size() - before_last))) {
        return Error{ErrorCode::invalid_argument,
                     "a region of " + std::to_string(rows.width) + " x " + std::to_string(rows.height) + " from " +
                         std::to_string(rows.x) + ", " + std::to_string(rows.y) + " in rows of " +
                         std::to_string(stride) + " bytes goes beyond a row, or beyond the " +
                         std::to_string(values.size()) + " bytes there are",
                     "rows"};
    }
    std::vector<std::byte> packed(static_cast<std::size_t>(rows.width * pixel * rows.height));
    for (std::uint64_t row = 0; row < rows.height; ++row) {
        const auto source = values.subspan((rows.y + row) * stride + rows.x * pixel, rows.width * pixel);
        std::copy(source.begin(), source.end(), packed.begin() + static_cast<std::ptrdiff_t>(row * source.size()));
    }
    return packed;
}

Result<HistogramCallPlan> plan_histogram_call(const HistogramCallOptions& options, std::optional<std::uint64_t> count,
                                              const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    HistogramOptions own = complete(options);
    // Of the larger buffer, values or weights.
    const std::uint64_t value_bytes =
        std::max<std::uint64_t>(pixel_bytes_of(own), own.weights == HistogramWeights::none ? 0 : 4);
    HistogramCallPlan call;
    VKALGO_TRY(call.plan, plan_histogram({own, 1}, profile));
    const std::uint64_t most_bytes =
        std::min({count ? tuning.part_bytes : tuning.stream_part_bytes, tuning.part_reads / call.plan.reads_per_value,
                  profile.max_allocation / 16 * 16});
    std::uint64_t part = std::min({count.value_or(kMostValues), kMostValues, most_bytes / value_bytes});
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0) {
        const std::uint64_t fit = values_that_fit(call, own, std::max<std::uint64_t>(part, 1), available);
        const std::uint64_t least = std::max<std::uint64_t>(std::min(part, kLeastPart), 1);
        if (fit < least) {
            size_buffers(call, own, least);
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
    size_buffers(call, own, part);
    call.parts = !count ? 0 : part == 0 ? 1 : (*count + part - 1) / part;
    if (available != 0 && own.max_scratch == 0) {
        // 1 stands for "no table": two-kernel then runs block after block.
        own.max_scratch = std::max<std::uint64_t>((available - call.total_bytes()) / 16 * 16, 1);
    }
    VKALGO_TRY(call.plan, plan_histogram({own, part}, profile));
    call.scratch_bytes = call.plan.scratch_bytes == 0 ? 0 : Buffer::rounded(call.plan.scratch_bytes);
    return call;
}

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
        if (histogram.options().weights == HistogramWeights::f32) {
            add_sums(words);
            return {};
        }
        const bool sums = plan.plan.counter_bytes == 8;
        const std::size_t bins = result.rule.bins;
        for (std::size_t number = 0; number < plan.plan.histograms; ++number) {
            const auto counter = [&](std::size_t which) -> std::uint64_t {
                const std::size_t index = number * plan.plan.counters + which;
                return sums ? words[2 * index] | std::uint64_t{words[2 * index + 1]} << 32 : words[index];
            };
            for (std::size_t bin = 0; bin < bins; ++bin) {
                result.counts[number * bins + bin] += counter(bin);
            }
            result.outside_of[number] += counter(bins);
            result.outside += counter(bins);
            result.nan += is_float(result.rule.type) ? counter(bins + 1) : 0;
        }
        return {};
    }

    /// Adds what was fetched: the bits of doubles.
    void add_sums(std::span<const std::uint32_t> words) {
        const std::size_t bins = result.rule.bins;
        for (std::size_t number = 0; number < plan.plan.histograms; ++number) {
            const auto sum = [&](std::size_t which) {
                const std::size_t index = number * plan.plan.counters + which;
                return std::bit_cast<double>(words[2 * index] | std::uint64_t{words[2 * index + 1]} << 32);
            };
            for (std::size_t bin = 0; bin < bins; ++bin) {
                result.sums[number * bins + bin] += sum(bin);
            }
            result.outside_sums[number] += sum(bins);
            result.nan_sums[number] += is_float(result.rule.type) ? sum(bins + 1) : 0;
        }
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
        if (histogram.options().segments != 0 && result.count + count > kMostValues) {
            return Error{ErrorCode::invalid_argument, "segments are of at most 4,294,967,295 values", "offsets"};
        }
        if (pending + count > kMostValues) {
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
    if (options.rows.width != 0) {
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
    own.histogram = complete(options);
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

Result<HistogramResult> histogram(Runner& runner, std::span<const std::byte> values,
                                  const HistogramCallOptions& options) {
    HistogramCallOptions own = options;
    if (own.rows.width != 0) {
        VKALGO_TRY(const std::vector<std::byte> packed, gather_rows(values, own));
        own.rows = {};
        return histogram(runner, packed, own);
    }
    if (own.range_of_data) {
        own.range_of_data = false;
        own.histogram.range = range_of_data(values, own.histogram.type).value_or(HistogramRange{});
    }
    VKALGO_TRY(HistogramCounter counter,
               HistogramCounter::create(runner, own, values.size() / pixel_bytes_of(own.histogram)));
    VKALGO_CHECK(counter.add(values));
    return counter.finish();
}

Result<HistogramResult> histogram(Runner& runner, const HistogramReader& read, const HistogramCallOptions& options) {
    if (options.call.repeat != 1 || options.call.warm_up) {
        return Error{ErrorCode::invalid_argument, "what is read once is counted once; ask for one run", "repeat"};
    }
    VKALGO_TRY(HistogramCounter counter, HistogramCounter::create(runner, options));
    const std::size_t value_bytes = pixel_bytes_of(options.histogram);
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

#include "algorithms/sort/sort_call.hpp"

#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"

#include <string>
#include <utility>

namespace vkalgo {

namespace {

std::uint64_t buffer_bytes(std::uint64_t bytes) {
    return bytes == 0 ? 0 : Buffer::rounded(bytes);
}

/// What the host has, and what it wants back; nothing of what is empty.
struct HostSpans {
    std::span<const std::byte> keys;
    std::span<const std::uint32_t> values;
    std::span<std::byte> sorted;
    std::span<std::uint32_t> moved;
};

/// One call under way.
struct Call {
    Runner& runner;
    const SortCallOptions& options;
    SortCallPlan plan;
    Sort sort;
    Buffer keys, values, scratch;
    double step = 0;

    Result<void> prepare() {
        Context& context = runner.context();
        VKALGO_TRY(sort, Sort::create(context, options.sort));
        VKALGO_TRY(keys, Buffer::create(context, {.size = plan.keys_bytes, .name = "keys"}));
        if (plan.values_bytes != 0) {
            VKALGO_TRY(values, Buffer::create(context, {.size = plan.values_bytes, .name = "values"}));
        }
        if (plan.scratch_bytes != 0) {
            VKALGO_TRY(scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        return {};
    }

    Result<void> go_on() const {
        if (options.call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the sort was cancelled", "cancel"};
        }
        return {};
    }

    /// One more of the steps is done: an upload and a run for each timed run, and the download.
    void tell() {
        ++step;
        if (options.call.progress) {
            options.call.progress(step / (2.0 * options.call.repeat + 1));
        }
    }

    Result<void> record(Recorder& recorder) const {
        return sort.record(
            recorder,
            {.keys = keys.view(), .values = values.view(), .scratch = scratch.view(), .count = plan.plan.count});
    }

    Result<void> upload(std::span<const std::byte> key_bytes, std::span<const std::uint32_t> words) {
        VKALGO_CHECK(go_on());
        VKALGO_CHECK(runner.upload(keys.view(), key_bytes));
        return words.empty() ? Result<void>{} : runner.upload(values.view(), std::as_bytes(words));
    }
};

Result<std::uint64_t> count_of(std::size_t bytes, ElementType type) {
    if (bytes % size_of(type) != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(bytes) + " bytes are no whole number of " + to_string(type) + " keys", "keys"};
    }
    return bytes / size_of(type);
}

Result<SortResult> sort_spans(Runner& runner, const HostSpans& spans, const SortCallOptions& options,
                              std::uint64_t count) {
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be one timed run at least", "repeat"};
    }
    SortCallOptions own = options;
    own.call.memory_limit = tighter_limit(options.call.memory_limit, runner.context().memory_limit());
    VKALGO_TRY(SortCallPlan plan, plan_sort_call(own, count, runner.context().profile()));
    SortResult result;
    result.report.device_bytes = plan.device_bytes();
    result.report.scratch_bytes = plan.scratch_bytes;
    const double uploaded = runner.upload_milliseconds();
    const double downloaded = runner.download_milliseconds();
    Call call{runner, own, std::move(plan), {}, {}, {}, {}};
    VKALGO_CHECK(call.prepare());
    const auto recorded = [&](Recorder& recorder) { return call.record(recorder); };
    if (own.call.warm_up) {
        VKALGO_CHECK(call.upload(spans.keys, spans.values));
        VKALGO_TRY(const auto untimed, runner.measure(recorded, 0));
        static_cast<void>(untimed);
    }
    for (int turn = 0; turn < own.call.repeat; ++turn) {
        VKALGO_CHECK(call.upload(spans.keys, spans.values));  // anew, since the run before sorted it
        call.tell();
        VKALGO_CHECK(call.go_on());
        VKALGO_TRY(const RunReport ran, runner.run(recorded));
        result.report.gpu_milliseconds.push_back(ran.gpu_milliseconds);
        result.report.spans = ran.spans;
        call.tell();
    }
    VKALGO_CHECK(call.go_on());
    if (!spans.sorted.empty()) {
        VKALGO_CHECK(runner.download(call.keys.view().slice(0, spans.sorted.size()), spans.sorted));
    }
    if (!spans.moved.empty()) {
        VKALGO_CHECK(runner.download(call.values.view().slice(0, spans.moved.size_bytes()),
                                     std::as_writable_bytes(spans.moved)));
    }
    call.tell();
    result.plan = std::move(call.plan.plan);
    result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    return result;
}

}  // namespace

Result<SortCallPlan> plan_sort_call(const SortCallOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    SortCallPlan call;
    VKALGO_TRY(call.plan, plan_sort({options.sort, count}, profile));
    call.keys_bytes = Buffer::rounded(call.plan.keys_bytes);
    call.values_bytes = buffer_bytes(call.plan.values_bytes);
    call.scratch_bytes = buffer_bytes(call.plan.scratch_bytes);
    call.staging_bytes = Runner::staging_bytes(call.keys_bytes, call.keys_bytes);
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0 && call.device_bytes() > available) {
        return Error{ErrorCode::too_large,
                     "a sort of " + std::to_string(count) + " keys takes " + std::to_string(call.device_bytes()) +
                         " bytes of device memory, and " + std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return call;
}

Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys.size(), options.sort.type));
    if ((!values.empty() || options.sort.indices) && values.size() != count) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(values.size()) + " values do not go with " + std::to_string(count) + " keys",
                     "values"};
    }
    SortCallOptions own = options;
    own.sort.values = !values.empty() || own.sort.indices;
    const HostSpans spans{keys, own.sort.indices ? std::span<std::uint32_t>() : values, keys, values};
    return sort_spans(runner, spans, own, count);
}

Result<ArgsortResult> argsort_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options) {
    VKALGO_TRY(const std::uint64_t count, count_of(keys.size(), options.sort.type));
    SortCallOptions own = options;
    own.sort.values = own.sort.indices = true;
    ArgsortResult result;
    result.indices.resize(count);
    VKALGO_TRY(result.sorted, sort_spans(runner, {keys, {}, {}, result.indices}, own, count));
    return result;
}

}  // namespace vkalgo

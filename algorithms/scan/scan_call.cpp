#include "algorithms/scan/scan_call.hpp"

#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_reference.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// The fewest elements to which a part is reduced to fit the memory. Fewer are not worth a submission.
constexpr std::uint64_t kLeastPart = 4096;

Result<void> size_call(ScanCallPlan& call, const ScanOptions& options, std::uint64_t part,
                       const DeviceProfile& profile) {
    VKALGO_TRY(call.plan, plan_scan({options, part}, profile));
    call.part_elements = part;
    call.values_bytes = Buffer::rounded(call.plan.values_bytes);
    call.heads_bytes = options.segmented ? Buffer::rounded(call.plan.heads_bytes) : 0;
    call.total_bytes = Buffer::rounded(size_of(options.type));
    call.scratch_bytes = call.plan.scratch_bytes == 0 ? 0 : Buffer::rounded(call.plan.scratch_bytes);
    call.staging_bytes = Runner::staging_bytes(call.values_bytes, call.values_bytes);
    return {};
}

/// The state of one call.
struct Call {
    Runner& runner;
    const ScanCallOptions& options;
    ScanCallPlan plan;
    std::uint64_t count = 0;
    Scan scan;
    Buffer values, heads, total, scratch;
    ScanBytes result;

    Result<void> prepare() {
        Context& context = runner.context();
        VKALGO_TRY(scan, Scan::create(context, options.scan));
        VKALGO_TRY(values, Buffer::create(context, {.size = plan.values_bytes, .name = "values"}));
        VKALGO_TRY(total, Buffer::create(context, {.size = plan.total_bytes, .name = "total"}));
        if (plan.heads_bytes != 0) {
            VKALGO_TRY(heads, Buffer::create(context, {.size = plan.heads_bytes, .name = "heads"}));
        }
        if (plan.scratch_bytes != 0) {
            VKALGO_TRY(scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        return {};
    }

    Result<void> go_on() const {
        if (options.call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the scan was cancelled", "cancel"};
        }
        return {};
    }

    void tell(double elements_done) const {
        if (options.call.progress) {
            options.call.progress(count == 0 ? 1.0 : elements_done / static_cast<double>(count));
        }
    }

    Result<void> record(Recorder& recorder, std::uint64_t elements) const {
        return scan.record(recorder, {.values = values.view(),
                                      .results = values.view(),
                                      .heads = heads.view(),
                                      .scratch = scratch.view(),
                                      .count = elements,
                                      .total = total.view()});
    }

    Result<void> upload(std::span<const std::byte> elements) {
        VKALGO_CHECK(go_on());
        return elements.empty() ? Result<void>{} : runner.upload(values.view(), elements);
    }

    bool begins_segment(std::uint64_t element) const {
        return options.scan.segmented && (options.heads[static_cast<std::size_t>(element / 32)] & 1u) != 0;
    }

    /// Scans a part whose first element has the index `first`. `carry` is the sum of the elements before the part (if
    /// segmented, of those in the last segment); on return it is the sum up to the part's end.
    Result<void> scan_part(std::span<std::byte> part, std::uint64_t first, std::vector<std::byte>& carry) {
        const std::uint64_t bytes = size_of(options.scan.type);
        const bool carries = first != 0 && !begins_segment(first);
        if (carries) {
            // The sum before the part is added to the part's first element. So all results (if segmented, those before
            // the part's first head) include it, except the first result of an exclusive scan.
            scan_combine(options.scan, carry, part.first(static_cast<std::size_t>(bytes)));
        }
        if (options.scan.segmented && !part.empty()) {
            const auto words =
                options.heads.subspan(static_cast<std::size_t>(first / 32),
                                      static_cast<std::size_t>(scan_heads_bytes(part.size() / bytes) / 4));
            VKALGO_CHECK(runner.upload(heads.view(), std::as_bytes(words)));
        }
        const std::uint64_t here = part.size() / bytes;
        const auto recorded = [&](Recorder& recorder) { return record(recorder, here); };
        std::vector<double>& times = result.report.gpu_milliseconds;
        // The steps are, for each timed run, an upload and a scan, and then one download of the part. Each step reports
        // progress at its end.
        double step = 0;
        const auto stepped = [&] {
            const double share = ++step / static_cast<double>(2 * times.size() + 1);
            tell(static_cast<double>(first) + share * static_cast<double>(here));
        };
        if (options.call.warm_up && first == 0) {
            VKALGO_CHECK(upload(part));
            VKALGO_CHECK(go_on());
            VKALGO_TRY(const auto untimed, runner.measure(recorded, 0));
            static_cast<void>(untimed);
        }
        for (double& milliseconds : times) {
            VKALGO_CHECK(upload(part));  // For each run, since a run overwrites the values
            stepped();
            VKALGO_CHECK(go_on());
            VKALGO_TRY(const RunReport ran, runner.run(recorded));
            milliseconds += ran.gpu_milliseconds;
            result.report.spans = ran.spans;
            stepped();
        }
        VKALGO_CHECK(go_on());
        std::vector<std::byte> sum(static_cast<std::size_t>(bytes));
        VKALGO_CHECK(runner.download(total.view().slice(0, bytes), sum));
        if (!part.empty()) {
            VKALGO_CHECK(runner.download(values.view().slice(0, part.size()), part));
        }
        if (carries && options.scan.kind == ScanKind::exclusive) {
            std::copy(carry.begin(), carry.end(), part.begin());
        }
        carry = std::move(sum);
        ++result.parts;
        tell(static_cast<double>(first + here));
        return {};
    }
};

}  // namespace

Result<ScanCallPlan> plan_scan_call(const ScanCallOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    ScanCallPlan call;
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    const std::uint64_t most_bytes = std::min(scan_part_bytes(profile), profile.max_allocation / 16 * 16);
    std::uint64_t part = std::min(count, most_bytes / size_of(options.scan.type));
    if (part < count && part < 32) {  // Parts are whole words of heads
        return Error{ErrorCode::too_large,
                     "a part of a scan needs " + std::to_string(32 * size_of(options.scan.type)) +
                         " bytes, but one buffer of this device may have at most " + std::to_string(most_bytes),
                     "count"};
    }
    VKALGO_CHECK(size_call(call, options.scan, part, profile));
    while (available != 0 && call.device_bytes() > available) {
        if (part <= kLeastPart) {
            return Error{ErrorCode::too_large,
                         "a scan needs at least " + std::to_string(call.device_bytes()) +
                             " bytes of device memory, but only " + std::to_string(available) + " are available",
                         "memory_limit"};
        }
        part = std::max(kLeastPart, part - part / 16);
        VKALGO_CHECK(size_call(call, options.scan, part, profile));
    }
    if (part < count) {
        // Parts of equal size, in whole words of heads.
        part = part / 32 * 32;
        const std::uint64_t parts = divide_up(count, part);
        part = divide_up(divide_up(count, parts), 32) * 32;
        VKALGO_CHECK(size_call(call, options.scan, part, profile));
    }
    call.parts = count == 0 ? 1 : divide_up(count, call.part_elements);
    return call;
}

Result<ScanBytes> scan_in_place(Runner& runner, std::span<std::byte> elements, const ScanCallOptions& options) {
    const std::uint64_t bytes = size_of(options.scan.type);
    if (elements.size() % bytes != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(elements.size()) + " bytes do not hold a whole number of " +
                         to_string(options.scan.type) + " elements",
                     "elements"};
    }
    const std::uint64_t count = elements.size() / bytes;
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    if (options.scan.segmented && options.heads.size_bytes() < scan_heads_bytes(count)) {
        return Error{ErrorCode::invalid_argument,
                     "heads must have a bit per element, in whole words of 32 bits, so " +
                         std::to_string(scan_heads_bytes(count)) + " bytes, but they have " +
                         std::to_string(options.heads.size_bytes()),
                     "heads"};
    }
    ScanCallOptions own = options;
    own.call.memory_limit = tighter_limit(options.call.memory_limit, runner.context().memory_limit());
    VKALGO_TRY(ScanCallPlan plan, plan_scan_call(own, count, runner.context().profile()));
    const double uploaded = runner.upload_milliseconds();
    const double downloaded = runner.download_milliseconds();
    Call call{runner, own, std::move(plan), count, {}, {}, {}, {}, {}, {}};
    VKALGO_CHECK(call.prepare());
    call.result.report.gpu_milliseconds.resize(static_cast<std::size_t>(own.call.repeat));
    std::vector<std::byte>& carry = call.result.total;
    const std::uint64_t step = std::max<std::uint64_t>(call.plan.part_elements, 1);
    for (std::uint64_t first = 0; first == 0 || first < count; first += step) {
        const std::uint64_t here = std::min(step, count - first);
        VKALGO_CHECK(call.scan_part(
            elements.subspan(static_cast<std::size_t>(first * bytes), static_cast<std::size_t>(here * bytes)), first,
            carry));
    }
    ScanBytes result = std::move(call.result);
    result.plan = call.plan.plan;
    result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    result.report.device_bytes = call.plan.device_bytes();
    result.report.scratch_bytes = call.plan.scratch_bytes;
    return result;
}

}  // namespace vkalgo

#include "algorithms/matrix/elementwise_call.hpp"

#include "algorithms/divide_up.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

/// The least number of bytes of a part: fewer are not worth a submission.
constexpr std::uint64_t kLeastPart = 4096;

std::uint64_t most_part_bytes(const DeviceProfile& profile) {
    const std::uint64_t seen = profile.type == DeviceType::software ? std::uint64_t{32} << 20 : std::uint64_t{8} << 30;
    return std::min(seen, profile.largest_buffer()) / kLeastPart * kLeastPart;
}

}  // namespace

Result<ElementwiseCallPlan> plan_elementwise_call(const ElementwiseOptions& options, std::uint64_t count,
                                                  const CallOptions& call, const DeviceProfile& profile) {
    if (options.type == ElementType::f64 && !profile.float64) {
        return Error{
            ErrorCode::unsupported,
            "f64 needs 64-bit floating point (shaderFloat64), which this device lacks or the program has not enabled; "
            "choose another type",
            "type"};
    }
    const std::uint64_t size = size_of(options.type);
    if (count != 0 && most_part_bytes(profile) == 0) {
        return Error{ErrorCode::too_large,
                     "the arrays are processed in parts of at least " + std::to_string(kLeastPart) +
                         " bytes, but one buffer of this device may have at most " +
                         std::to_string(profile.largest_buffer()) + " bytes",
                     "count"};
    }
    const std::uint64_t available = tighter_limit(call.memory_limit, profile.device_memory);
    ElementwiseCallPlan plan{.count = count};
    const auto cut = [&](std::uint64_t elements) {
        plan.part_elements = elements;
        plan.buffer_bytes = Buffer::rounded(elements * size);
        plan.staging_bytes = Runner::staging_bytes(plan.buffer_bytes, plan.buffer_bytes);
    };
    cut(std::min(count, most_part_bytes(profile) / size));
    while (available != 0 && plan.device_bytes() > available) {
        if (plan.part_elements * size <= kLeastPart) {
            return Error{ErrorCode::too_large,
                         "the operation needs at least " + std::to_string(plan.device_bytes()) +
                             " bytes of device memory, but only " + std::to_string(available) + " are available",
                         "memory_limit"};
        }
        cut(std::max(kLeastPart / size, plan.part_elements / 16 * 15));
    }
    plan.parts = count == 0 ? 0 : divide_up(count, plan.part_elements);
    return plan;
}

namespace {

Result<std::uint64_t> checked_count(std::span<const std::byte> a, std::span<const std::byte> b,
                                    const ElementwiseOptions& options) {
    const std::uint64_t size = size_of(options.type);
    if (a.size() != b.size() || a.size() % size != 0) {
        return Error{ErrorCode::invalid_argument,
                     "the two arrays have " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                         " bytes; give arrays of the same size, a multiple of the " + std::to_string(size) +
                         " bytes of " + to_string(options.type),
                     "b"};
    }
    return a.size() / size;
}

}  // namespace

Result<ElementwiseReport> operate_in_place(Runner& runner, std::span<std::byte> a, std::span<const std::byte> b,
                                           const ElementwiseOptions& options, const CallOptions& call) {
    VKALGO_TRY(const std::uint64_t count, checked_count(a, b, options));
    CallOptions own = call;
    own.memory_limit = tighter_limit(call.memory_limit, runner.context().memory_limit());
    VKALGO_TRY(const ElementwiseCallPlan plan, plan_elementwise_call(options, count, own, runner.context().profile()));
    return operate_in_place(runner, a, b, options, call, plan);
}

Result<ElementwiseReport> operate_in_place(Runner& runner, std::span<std::byte> a, std::span<const std::byte> b,
                                           const ElementwiseOptions& options, const CallOptions& call,
                                           const ElementwiseCallPlan& plan) {
    VKALGO_TRY(const std::uint64_t count, checked_count(a, b, options));
    const std::uint64_t size = size_of(options.type);
    if (plan.count != count) {
        return Error{
            ErrorCode::invalid_argument,
            "the plan is for " + std::to_string(plan.count) + " elements, but the arrays have " + std::to_string(count),
            "plan"};
    }
    if (call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    const double uploaded = runner.upload_milliseconds(), downloaded = runner.download_milliseconds();
    Context& context = runner.context();
    VKALGO_TRY(const Elementwise operation, Elementwise::create(context, options));
    VKALGO_TRY(const Buffer on_a, Buffer::create(context, {.size = plan.buffer_bytes, .name = "a"}));
    VKALGO_TRY(const Buffer on_b, Buffer::create(context, {.size = plan.buffer_bytes, .name = "b"}));
    ElementwiseReport result{plan.parts, {}};
    result.report.gpu_milliseconds.resize(static_cast<std::size_t>(call.repeat));
    const auto part = static_cast<std::size_t>(plan.part_elements * size);
    for (std::size_t first = 0; first < a.size(); first += part) {
        const std::size_t here = std::min(part, a.size() - first);
        const auto recorded = [&](Recorder& recorder) {
            return operation.record(recorder,
                                    {.a = on_a.view(), .b = on_b.view(), .results = on_a.view(), .count = here / size});
        };
        VKALGO_CHECK(runner.upload(on_b.view(), b.subspan(first, here)));
        if (call.warm_up && first == 0) {
            VKALGO_CHECK(runner.upload(on_a.view(), a.subspan(first, here)));
            VKALGO_TRY(const auto untimed, runner.measure(recorded, 0));
            static_cast<void>(untimed);
        }
        for (double& milliseconds : result.report.gpu_milliseconds) {
            if (call.cancel.stop_requested()) {
                return Error{ErrorCode::cancelled, "the element-wise operation was cancelled", "cancel"};
            }
            // `a` is uploaded before each run, since the previous run overwrote it.
            VKALGO_CHECK(runner.upload(on_a.view(), a.subspan(first, here)));
            VKALGO_TRY(const RunReport ran, runner.run(recorded));
            milliseconds += ran.gpu_milliseconds;
            result.report.spans = ran.spans;
        }
        VKALGO_CHECK(runner.download(on_a.view().slice(0, here), a.subspan(first, here)));
        if (call.progress) {
            call.progress(static_cast<double>(first + here) / static_cast<double>(a.size()));
        }
    }
    result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    result.report.device_bytes = plan.device_bytes();
    return result;
}

}  // namespace vkalgo

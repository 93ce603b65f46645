#include "algorithms/matrix/matrix_multiply_call.hpp"

#include "engine/context.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// The state of one call.
struct Call {
    Runner& runner;
    const MatrixMultiplyCallOptions& options;
    const MatrixMultiplyCallPlan& plan;
    MatrixMultiply multiply;
    Buffer a, b, c, scratch;
    CallReport report;

    Result<void> go_on(double fraction) const {
        if (options.call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the product was cancelled", "cancel"};
        }
        if (options.call.progress) {
            options.call.progress(fraction);
        }
        return {};
    }

    Result<void> prepare() {
        Context& context = runner.context();
        VKALGO_TRY(multiply, MatrixMultiply::create(context, plan.plan.params));
        VKALGO_TRY(a, Buffer::create(context, {.size = plan.a_bytes, .name = "a"}));
        VKALGO_TRY(b, Buffer::create(context, {.size = plan.b_bytes, .name = "b"}));
        VKALGO_TRY(c, Buffer::create(context, {.size = plan.c_bytes, .name = "c"}));
        if (plan.scratch_bytes != 0) {
            VKALGO_TRY(scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        }
        return {};
    }

    Result<void> upload(const Buffer& buffer, std::span<const std::byte> bytes) {
        return bytes.empty() ? Result<void>{} : runner.upload(buffer.view(), bytes);
    }

    Result<void> run(std::span<const std::byte> before) {
        const auto recorded = [&](Recorder& recorder) {
            return multiply.record(recorder, {.a = a.view(),
                                              .b = b.view(),
                                              .c = c.view(),
                                              .scratch = scratch.view(),
                                              .alpha = options.alpha,
                                              .beta = options.beta});
        };
        const int repeat = options.call.repeat;
        if (options.call.warm_up) {
            VKALGO_CHECK(upload(c, before));
            VKALGO_TRY(const auto untimed, runner.measure(recorded, 0));
            static_cast<void>(untimed);
        }
        for (int turn = 0; turn < repeat; ++turn) {
            VKALGO_CHECK(go_on((1 + static_cast<double>(turn)) / (2 + static_cast<double>(repeat))));
            // If the kernels read C, C is uploaded before each run, since the previous run overwrote it.
            if (turn == 0 || options.beta != 0) {
                VKALGO_CHECK(upload(c, before));
            }
            VKALGO_TRY(const RunReport ran, runner.run(recorded));
            report.gpu_milliseconds.push_back(ran.gpu_milliseconds);
            report.spans = ran.spans;
        }
        return {};
    }
};

Result<void> check_span(std::size_t bytes, const MatrixLayout& layout, ElementType type, const char* name) {
    const std::uint64_t needed = layout.elements * size_of(type);
    if (bytes < needed) {
        return Error{ErrorCode::invalid_argument,
                     std::string("matrix ") + name + " has " + std::to_string(bytes) + " bytes, but " +
                         std::to_string(needed) + " are needed",
                     name};
    }
    return {};
}

}  // namespace

Result<MatrixMultiplyCallPlan> plan_matrix_multiply_call(const MatrixMultiplyParams& params,
                                                         const MatrixMultiplyCallOptions& options,
                                                         const DeviceProfile& profile) {
    MatrixMultiplyCallPlan call;
    VKALGO_TRY(call.plan, plan_matrix_multiply(params, profile));
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    for (const auto& [layout, name] :
         {std::pair{&call.plan.a, "a"}, std::pair{&call.plan.b, "b"}, std::pair{&call.plan.c, "c"}}) {
        if (layout->bytes > profile.largest_buffer()) {
            return Error{ErrorCode::too_large,
                         std::string("matrix ") + name + " needs " + std::to_string(layout->bytes) +
                             " bytes, but one buffer of this device may have at most " +
                             std::to_string(profile.largest_buffer()),
                         name};
        }
    }
    call.a_bytes = Buffer::rounded(call.plan.a.bytes);
    call.b_bytes = Buffer::rounded(call.plan.b.bytes);
    call.c_bytes = Buffer::rounded(call.plan.c.bytes);
    call.scratch_bytes = call.plan.scratch_bytes == 0 ? 0 : Buffer::rounded(call.plan.scratch_bytes);
    call.staging_bytes = Runner::staging_bytes(std::max({call.a_bytes, call.b_bytes, call.c_bytes}), call.c_bytes);
    if (available != 0 && call.device_bytes() > available) {
        return Error{ErrorCode::too_large,
                     "the product needs " + std::to_string(call.device_bytes()) + " bytes of device memory, but only " +
                         std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return call;
}

Result<MatrixMultiplyCallPlan> plan_matrix_multiply_call(const MatrixMultiplyParams& params,
                                                         const MatrixMultiplyCallOptions& options,
                                                         const Context& context) {
    MatrixMultiplyCallOptions own = options;
    own.call.memory_limit = tighter_limit(options.call.memory_limit, context.memory_limit());
    return plan_matrix_multiply_call(params, own, context.profile());
}

Result<MatrixMultiplyReport> multiply_matrices(Runner& runner, const MatrixMultiplyParams& params,
                                               std::span<const std::byte> a, std::span<const std::byte> b,
                                               std::span<std::byte> c, const MatrixMultiplyCallOptions& options) {
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    VKALGO_TRY(const MatrixMultiplyCallPlan plan, plan_matrix_multiply_call(params, options, runner.context()));
    return multiply_matrices(runner, plan, a, b, c, options);
}

Result<MatrixMultiplyReport> multiply_matrices(Runner& runner, const MatrixMultiplyCallPlan& plan,
                                               std::span<const std::byte> a, std::span<const std::byte> b,
                                               std::span<std::byte> c, const MatrixMultiplyCallOptions& options) {
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    const MatrixMultiplyParams& params = plan.plan.params;
    const ElementType type = params.options.type;
    VKALGO_CHECK(check_span(a.size(), plan.plan.a, type, "a"));
    VKALGO_CHECK(check_span(b.size(), plan.plan.b, type, "b"));
    VKALGO_CHECK(check_span(c.size(), plan.plan.c, type, "c"));
    const double uploaded = runner.upload_milliseconds();
    const double downloaded = runner.download_milliseconds();
    Call call{runner, options, plan, {}, {}, {}, {}, {}, {}};
    VKALGO_CHECK(call.prepare());
    VKALGO_CHECK(call.go_on(0));
    const auto part = [&](std::span<const std::byte> bytes, const MatrixLayout& layout) {
        return bytes.first(static_cast<std::size_t>(layout.elements * size_of(type)));
    };
    VKALGO_CHECK(call.upload(call.a, part(a, plan.plan.a)));
    VKALGO_CHECK(call.upload(call.b, part(b, plan.plan.b)));
    // C is uploaded if the kernels read it, or if it has gaps, whose elements must not change.
    const MatrixLayout& layout = plan.plan.c;
    const bool packed = layout.elements == layout.rows * layout.columns * params.batches;
    const bool stays = options.beta != 0 || !packed;
    VKALGO_CHECK(call.run(stays ? part(c, layout) : std::span<const std::byte>()));
    VKALGO_CHECK(call.go_on(1 - 1 / (2 + static_cast<double>(options.call.repeat))));
    if (layout.elements != 0) {
        const auto bytes = c.first(static_cast<std::size_t>(layout.elements * size_of(type)));
        VKALGO_CHECK(runner.download(call.c.view().slice(0, bytes.size()), bytes));
    }
    if (options.call.progress) {
        options.call.progress(1);
    }
    MatrixMultiplyReport result{plan.plan, std::move(call.report)};
    result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    result.report.device_bytes = plan.device_bytes();
    result.report.scratch_bytes = plan.scratch_bytes;
    return result;
}

}  // namespace vkalgo

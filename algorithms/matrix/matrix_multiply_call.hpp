#pragma once

#include "../../engine/call.hpp"
#include "../../engine/context.hpp"
#include "../../engine/runner.hpp"
#include "matrix_multiply.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace vkalgo {

/// Options of multiply_matrices() and multiply().
struct MatrixMultiplyCallOptions {
    /// As in MatrixMultiplyArguments::alpha.
    double alpha = 1;
    /// As in MatrixMultiplyArguments::beta.
    double beta = 0;
    CallOptions call = {};
};

/// The device memory of a call, which holds all matrices at once.
struct MatrixMultiplyCallPlan {
    MatrixMultiplyPlan plan;
    /// Bytes of device memory per buffer. The staging memory belongs to the runner.
    std::uint64_t a_bytes = 0;
    std::uint64_t b_bytes = 0;
    std::uint64_t c_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return a_bytes + b_bytes + c_bytes + scratch_bytes + staging_bytes; }
};

/// Plans a call. A pure function of its arguments; the only field of options.call that it reads is memory_limit.
/// Errors: those of plan_matrix_multiply; too_large (the matrices do not fit the memory, or one of them does not fit a
/// buffer).
Result<MatrixMultiplyCallPlan> plan_matrix_multiply_call(const MatrixMultiplyParams& params,
                                                         const MatrixMultiplyCallOptions& options,
                                                         const DeviceProfile& profile);
/// Plans a call for a context, whose memory limit applies too.
Result<MatrixMultiplyCallPlan> plan_matrix_multiply_call(const MatrixMultiplyParams& params,
                                                         const MatrixMultiplyCallOptions& options,
                                                         const Context& context);

/// The results of a call besides C.
struct MatrixMultiplyReport {
    MatrixMultiplyPlan plan;
    CallReport report;
};

/// Computes C = alpha * A * B + beta * C for matrices in host memory, with the plan's layouts. This call does
/// everything that the device needs, for a caller that has no device code of its own. Unless beta is 0, each timed run
/// begins with C as the caller passed it. Elements between the rows of C are not changed. Errors: those of
/// plan_matrix_multiply_call and MatrixMultiply::record; invalid_argument (a span that is too short); cancelled; those
/// of the runner.
Result<MatrixMultiplyReport> multiply_matrices(Runner& runner, const MatrixMultiplyParams& params,
                                               std::span<const std::byte> a, std::span<const std::byte> b,
                                               std::span<std::byte> c, const MatrixMultiplyCallOptions& options = {});

/// Computes C = alpha * A * B + beta * C with a plan that plan_matrix_multiply_call made for these options.
/// options.call.memory_limit has no effect here.
Result<MatrixMultiplyReport> multiply_matrices(Runner& runner, const MatrixMultiplyCallPlan& plan,
                                               std::span<const std::byte> a, std::span<const std::byte> b,
                                               std::span<std::byte> c, const MatrixMultiplyCallOptions& options);

/// The result of multiply().
template <class T>
struct MatrixProduct {
    /// m x n, row by row, with the strides of C in `params`. Several products follow one another.
    std::vector<T> values;
    MatrixMultiplyPlan plan;
    CallReport report;
};

/// Returns A * B for packed matrices of a C++ type: Half, float, double, or an integer of 32 or 64 bits. `params` gives
/// the sizes; the call sets its type.
///
///     auto product = vkalgo::multiply(runner, std::span(a), std::span(b), {.rows = m, .columns = n, .inner = k});
template <class A, class B>
    requires Element<std::remove_const_t<A>> && std::is_same_v<std::remove_const_t<A>, std::remove_const_t<B>>
Result<MatrixProduct<std::remove_const_t<A>>> multiply(Runner& runner, std::span<A> a, std::span<B> b,
                                                       MatrixMultiplyParams params,
                                                       const MatrixMultiplyCallOptions& options = {}) {
    using T = std::remove_const_t<A>;
    params.options.type = element_type_of<T>();
    MatrixProduct<T> product;
    VKALGO_TRY(const MatrixMultiplyCallPlan plan, plan_matrix_multiply_call(params, options, runner.context()));
    product.values.resize(static_cast<std::size_t>(plan.plan.c.bytes / sizeof(T)));
    VKALGO_TRY(MatrixMultiplyReport done,
               multiply_matrices(runner, plan, std::as_bytes(a), std::as_bytes(b),
                                 std::as_writable_bytes(std::span(product.values)), options));
    product.values.resize(static_cast<std::size_t>(plan.plan.c.elements));
    product.plan = std::move(done.plan);
    product.report = std::move(done.report);
    return product;
}

}  // namespace vkalgo

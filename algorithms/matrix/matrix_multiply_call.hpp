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

/// What the easy call is asked for, beyond the matrices.
struct MatrixMultiplyCallOptions {
    /// As MatrixMultiplyArguments::alpha.
    double alpha = 1;
    /// As MatrixMultiplyArguments::beta.
    double beta = 0;
    CallOptions call = {};
};

/// What a call does with device memory: it holds all matrices at once.
struct MatrixMultiplyCallPlan {
    MatrixMultiplyPlan plan;
    /// bytes of device memory, buffer by buffer; staging is the runner's
    std::uint64_t a_bytes = 0;
    std::uint64_t b_bytes = 0;
    std::uint64_t c_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return a_bytes + b_bytes + c_bytes + scratch_bytes + staging_bytes; }
};

/// A pure function of its arguments. Of options.call it looks at memory_limit.
/// Errors: those of plan_matrix_multiply; too_large (the matrices do not fit the memory, or one of them no buffer).
Result<MatrixMultiplyCallPlan> plan_matrix_multiply_call(const MatrixMultiplyParams& params,
                                                         const MatrixMultiplyCallOptions& options,
                                                         const DeviceProfile& profile);
/// The same for a context, within its memory limit too.
Result<MatrixMultiplyCallPlan> plan_matrix_multiply_call(const MatrixMultiplyParams& params,
                                                         const MatrixMultiplyCallOptions& options,
                                                         const Context& context);

/// What a call tells beside C.
struct MatrixMultiplyReport {
    MatrixMultiplyPlan plan;
    CallReport report;
};

/// C = alpha * A * B + beta * C for matrices in host memory, laid out as the plan says: the whole call, for a host that
/// has no device code of its own. Each timed run begins with C as it was given. What lies between its rows stays.
/// Errors: those of plan_matrix_multiply_call and MatrixMultiply::record; invalid_argument (a span that is too short);
/// cancelled; the runner's.
Result<MatrixMultiplyReport> multiply_matrices(Runner& runner, const MatrixMultiplyParams& params,
                                               std::span<const std::byte> a, std::span<const std::byte> b,
                                               std::span<std::byte> c, const MatrixMultiplyCallOptions& options = {});

/// The same by a plan of plan_matrix_multiply_call for these options, which is run as it is; options.call.memory_limit
/// has no effect here.
Result<MatrixMultiplyReport> multiply_matrices(Runner& runner, const MatrixMultiplyCallPlan& plan,
                                               std::span<const std::byte> a, std::span<const std::byte> b,
                                               std::span<std::byte> c, const MatrixMultiplyCallOptions& options);

/// What the easy call gives back.
template <class T>
struct MatrixProduct {
    /// m x n, row by row; of several products one after the other
    std::vector<T> values;
    MatrixMultiplyPlan plan;
    CallReport report;
};

/// A * B of packed matrices of a type of C++: Half, float, double, std::int32_t or std::uint32_t. `params` says the
/// sizes; its type is set by the call.
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

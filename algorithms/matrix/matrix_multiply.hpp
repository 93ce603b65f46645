#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "matrix_multiply_plan.hpp"

#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// The arguments of a recording. `c` and `scratch` must not share a byte with any other argument.
struct MatrixMultiplyArguments {
    /// The layout is MatrixMultiplyPlan::a. May be null if it has no elements. The offset of each argument is a
    /// multiple of storage_offset_alignment and of 16.
    BufferView a;
    /// The layout is MatrixMultiplyPlan::b.
    BufferView b;
    /// The layout is MatrixMultiplyPlan::c. Elements between rows and between matrices are not changed.
    BufferView c;
    /// The bytes that MatrixMultiply::scratch returns; may be null if that is 0.
    BufferView scratch = {};
    /// Integers: a whole number of magnitude at most 2^32 - 1, taken modulo 2^32 or, for 64-bit types, modulo 2^64.
    /// f16, f32: rounded to f32. With 0, A and B are not read, so that NaN and infinity in them do not reach the
    /// result.
    double alpha = 1;
    /// The rules of alpha apply. With 0, C is not read, so that NaN and infinity in C do not reach the result.
    double beta = 0;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct MatrixMultiplyAccess {
    ArgumentAccess a;
    ArgumentAccess b;
    ArgumentAccess c;
    ArgumentAccess scratch;
};

/// Computes products of matrices of one shape: C = alpha * A * B + beta * C.
///
///     auto multiply = MatrixMultiply::create(context, {.rows = m, .columns = n, .inner = k});
///     multiply->record(recorder, {.a = a, .b = b, .c = c, .scratch = scratch});
///
/// The error of a sum of k products is at most k times the relative rounding error of the type times the sum of the
/// products' magnitudes (f16: the rounding error of f32, plus half a unit in the last place per block of k;
/// MatrixMultiplyPlan::block_inner). The order of additions depends only on the shape, the options and the device, so
/// every run gives the same bits. Integers are exact modulo 2^32 or, with 64 bits, modulo 2^64.
///
/// vkalgo records the dispatches and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage, and keeps the buffers and this object until the fence is signalled. The caller either reports
/// its own accesses to the recorder with `assume` and `hand_over`, or records its own barriers before and after, for
/// the accesses that access() returns.
class MatrixMultiply {
public:
    /// Takes the kernels of this shape on this device from the context's cache. Errors: those of plan_matrix_multiply
    /// and Context::kernel.
    static Result<MatrixMultiply> create(Context& context, const MatrixMultiplyParams& params);

    /// Returns the scratch that `record` needs. Errors: those of plan_matrix_multiply.
    static Result<ScratchNeed> scratch(const MatrixMultiplyParams& params, const DeviceProfile& profile);

    /// The buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the plan of `record`, with the layouts of the matrices.
    const MatrixMultiplyPlan& plan() const { return plan_; }

    /// Returns how `record` would access these arguments, by recording without a command buffer. Errors: those of
    /// record.
    Result<MatrixMultiplyAccess> access(const MatrixMultiplyArguments& arguments) const;

    /// Records all products. Thread-safe. Does not submit, wait or allocate device memory. Errors: invalid_argument for
    /// a view that is missing, too small, badly aligned or that overlaps another, for an alpha or beta of an integer
    /// type that is not a whole number or is beyond 2^32 - 1 in magnitude, for a recorder of another context than this
    /// object was created for, or for an object that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const MatrixMultiplyArguments& arguments) const;

private:
    friend Result<MatrixMultiply> create_tuned_matrix_multiply(Context& context, const MatrixMultiplyParams& params,
                                                               const MatrixTuning& tuning);

    static Result<MatrixMultiply> create(Context& context, MatrixMultiplyPlan plan);

    Context* context_ = nullptr;
    MatrixMultiplyPlan plan_;
    std::shared_ptr<const Kernel> multiply_;
    /// The kernel that adds up the sums of the splits; null without splits.
    std::shared_ptr<const Kernel> sum_;
};

}  // namespace vkalgo

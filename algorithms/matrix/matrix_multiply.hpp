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

/// `c` and `scratch` share no byte with anything else here.
struct MatrixMultiplyArguments {
    /// As MatrixMultiplyPlan::a says. Offset: a multiple of storage_offset_alignment and of 16, as of all of these. May
    /// be null if it has no elements.
    BufferView a;
    /// As MatrixMultiplyPlan::b says.
    BufferView b;
    /// As MatrixMultiplyPlan::c says. What lies between rows and between matrices is left as it is.
    BufferView c;
    /// As many bytes as MatrixMultiply::scratch says; may be null if that is 0.
    BufferView scratch = {};
    /// Integers: whole numbers of at most 2^32 - 1, taken modulo 2^32. f16: rounded to f32.
    double alpha = 1;
    /// The same. With 0 C is not read, so that NaN in it is gone.
    double beta = 0;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct MatrixMultiplyAccess {
    ArgumentAccess a;
    ArgumentAccess b;
    ArgumentAccess c;
    ArgumentAccess scratch;
};

/// Products of matrices of one shape: C = alpha * A * B + beta * C.
///
///     auto multiply = MatrixMultiply::create(context, {.rows = m, .columns = n, .inner = k});
///     multiply->record(recorder, {.a = a, .b = b, .c = c, .scratch = scratch});
///
/// A sum of k products is off by at most k times the relative rounding error of the type (f16: of f32, and half a unit
/// in the last place once) of the sum of their magnitudes; its order follows the shape and the device, so that a run
/// gives the same bits as the next. Integers are exact modulo 2^32.
///
/// vkalgo does: record dispatches and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage; tell the recorder by `assume`
/// and `hand_over` about its own accesses, or put its own barriers from them to access() and back; keep buffers and
/// this object until the fence.
class MatrixMultiply {
public:
    /// Takes the kernels of this shape on this device from the context's cache.
    /// Errors: those of plan_matrix_multiply and Context::kernel.
    static Result<MatrixMultiply> create(Context& context, const MatrixMultiplyParams& params);

    /// Bytes needed besides the arguments. Errors: those of plan_matrix_multiply.
    static Result<ScratchNeed> scratch(const MatrixMultiplyParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// What `record` does, with the layouts of the matrices.
    const MatrixMultiplyPlan& plan() const { return plan_; }

    /// How `record` would touch these arguments, found out by recording without a command buffer. Errors: those of
    /// record.
    Result<MatrixMultiplyAccess> access(const MatrixMultiplyArguments& arguments) const;

    /// Records all products. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: invalid_argument for a view that is missing, too small, badly aligned or that overlaps another, for an
    /// alpha or a beta that an integer type does not have, for a recorder of another context than this was created for
    /// or one that was never created; the recorder's.
    Result<void> record(Recorder& recorder, const MatrixMultiplyArguments& arguments) const;

private:
    friend Result<MatrixMultiply> create_tuned_matrix_multiply(Context& context, const MatrixMultiplyParams& params,
                                                               const MatrixTuning& tuning);

    static Result<MatrixMultiply> create(Context& context, MatrixMultiplyPlan plan);

    Context* context_ = nullptr;
    MatrixMultiplyPlan plan_;
    std::shared_ptr<const Kernel> multiply_;
    /// null without splits
    std::shared_ptr<const Kernel> sum_;
};

}  // namespace vkalgo

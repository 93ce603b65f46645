#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "../element_type.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

struct MatrixMethod;
struct MatrixTuning;

/// The options of a product.
struct MatrixMultiplyOptions {
    /// The type of all three matrices: f16, f32, f64, i32, u32, i64 or u64. f16 values are multiplied and added as f32;
    /// the sum is rounded once per block of k (MatrixMultiplyPlan::block_inner). Integers wrap, modulo 2^32 or 2^64,
    /// whatever the sizes. f64 needs profile().float64, i64 and u64 need profile().int64. Whole numbers of 8 and 16
    /// bits are converted by the caller: the sum of k products of u8 fits u32 for k up to 66,051, that of i8 fits i32
    /// for k up to 131,071; that of u16 fits u64, and that of i16 fits i64, for every k.
    ElementType type = ElementType::f32;
    /// Whether A is stored as k x m, not as m x k.
    bool transpose_a = false;
    /// Whether B is stored as n x k, not as k x n.
    bool transpose_b = false;
    /// "auto", or one of matrix_method_names().
    std::string method = "auto";
};

/// The input of a plan: C = alpha * A * B + beta * C, where A has m rows and k columns, and B has k rows and n columns.
/// All matrices are stored row by row. Strides count elements; without a stride, rows or matrices are packed.
struct MatrixMultiplyParams {
    MatrixMultiplyOptions options;
    /// Rows of C: m.
    std::uint64_t rows = 0;
    /// Columns of C: n.
    std::uint64_t columns = 0;
    /// Columns of A and rows of B: k. If k is 0, the product is 0.
    std::uint64_t inner = 0;
    /// Number of products, each with its own matrices.
    std::uint64_t batches = 1;
    /// Elements from one stored row to the next: at least the length of a row.
    std::optional<std::uint64_t> row_stride_a = {};
    std::optional<std::uint64_t> row_stride_b = {};
    std::optional<std::uint64_t> row_stride_c = {};
    /// Elements from one matrix to the next. 0: all products use the same matrix, which is not allowed for C.
    std::optional<std::uint64_t> batch_stride_a = {};
    std::optional<std::uint64_t> batch_stride_b = {};
    std::optional<std::uint64_t> batch_stride_c = {};
};

/// A matrix as it is stored.
struct MatrixLayout {
    /// The numbers of rows and columns as they are stored, so A is k x m if it is transposed.
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// Elements from one row to the next, and from one matrix to the next.
    std::uint64_t row_stride = 0;
    std::uint64_t batch_stride = 0;
    /// Number of elements from the first of the first matrix to the last of the last matrix, both included, with the
    /// gaps between rows and matrices. 0 if the matrices have no elements.
    std::uint64_t elements = 0;
    /// Bytes of `elements`, in whole words of 4 bytes.
    std::uint64_t bytes = 0;
};

/// The plan of a recording: it determines everything that `record` dispatches.
struct MatrixMultiplyPlan {
    MatrixMultiplyParams params;
    /// See method_name().
    const MatrixMethod* method = nullptr;
    /// How the work is split among workgroups and invocations: numbers that are internal to the library.
    std::shared_ptr<const MatrixTuning> tuning;
    MatrixLayout a, b, c;
    /// Number of parts of k. The products of the parts are added afterwards.
    std::uint64_t splits = 1;
    /// Length of each part of k; the last may be shorter.
    std::uint64_t split_inner = 0;
    /// The largest part of m, n, k and of the number of products that one dispatch processes, so that its parts of the
    /// matrices fit storage buffer bindings. Larger sizes take several dispatches.
    std::uint64_t block_rows = 0;
    std::uint64_t block_columns = 0;
    std::uint64_t block_inner = 0;
    std::uint64_t block_batches = 0;
    /// Whether four elements of A, B or C are loaded or stored at once.
    bool vectors_a = false, vectors_b = false, vectors_c = false;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of any invocation in one dispatch.
    std::uint64_t loop_iterations = 0;

    /// Returns the method's name, never "auto".
    std::string_view method_name() const;
};

/// Plans a product. A pure function of its arguments; needs no device. Errors: invalid_argument (the type; an unknown
/// method name; a stride shorter than a row; products that overlap in C), unsupported (the type or the method on this
/// device), too_large (a size beyond 2^32 - 1; matrices with more bytes than 64 bits can count).
Result<MatrixMultiplyPlan> plan_matrix_multiply(const MatrixMultiplyParams& params, const DeviceProfile& profile);

/// Returns the names that MatrixMultiplyOptions::method accepts besides "auto", in alphabetical order.
std::vector<std::string_view> matrix_method_names();

/// Returns true for the types that matrices may have.
bool is_matrix_type(ElementType type);

}  // namespace vkalgo

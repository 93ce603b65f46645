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

/// What is multiplied, and how.
struct MatrixMultiplyOptions {
    /// f16, f32, f64, i32 or u32, of all three matrices. f16 are multiplied and added as f32, and rounded once;
    /// integers modulo 2^32. f64 needs profile().float64.
    ElementType type = ElementType::f32;
    /// A is stored as k x m, not as m x k.
    bool transpose_a = false;
    /// B is stored as n x k, not as k x n.
    bool transpose_b = false;
    /// "auto", or one of matrix_method_names()
    std::string method = "auto";
};

/// What a plan is made from: C = alpha * A * B + beta * C, where A has m rows and k columns, B k rows and n columns.
/// All are stored row by row. Strides count elements; without one, rows or matrices are packed.
struct MatrixMultiplyParams {
    MatrixMultiplyOptions options;
    /// m
    std::uint64_t rows = 0;
    /// n
    std::uint64_t columns = 0;
    /// k; with 0 the product is 0
    std::uint64_t inner = 0;
    /// so many products, each of matrices of its own
    std::uint64_t batches = 1;
    /// From one stored row to the next: at least as much as a row holds.
    std::optional<std::uint64_t> row_stride_a = {};
    std::optional<std::uint64_t> row_stride_b = {};
    std::optional<std::uint64_t> row_stride_c = {};
    /// From one matrix to the next. 0: all products take the same matrix, which C may not.
    std::optional<std::uint64_t> batch_stride_a = {};
    std::optional<std::uint64_t> batch_stride_b = {};
    std::optional<std::uint64_t> batch_stride_c = {};
};

/// One of the matrices as it is stored.
struct MatrixLayout {
    /// stored ones
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// elements
    std::uint64_t row_stride = 0;
    std::uint64_t batch_stride = 0;
    /// from the first one of the first matrix to the last one of the last; 0 for a product without cells or inputs
    std::uint64_t elements = 0;
    /// of them, in whole words of 4 bytes
    std::uint64_t bytes = 0;
};

/// What `record` will do: everything it dispatches follows from this.
struct MatrixMultiplyPlan {
    MatrixMultiplyParams params;
    /// see method_name()
    const MatrixMethod* method = nullptr;
    /// how the work is cut: the library's own numbers for this shape and device
    std::shared_ptr<const MatrixTuning> tuning;
    MatrixLayout a, b, c;
    /// of k, added up afterwards
    std::uint64_t splits = 1;
    /// k of each; the last may have less
    std::uint64_t split_inner = 0;
    /// A storage buffer binds at most so much of m, n and k, and so many products; more take several dispatches.
    std::uint64_t block_rows = 0;
    std::uint64_t block_columns = 0;
    std::uint64_t block_inner = 0;
    std::uint64_t block_batches = 0;
    /// four elements of A, B or C are loaded or stored at once
    bool vectors_a = false, vectors_b = false, vectors_c = false;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;

    /// Never "auto".
    std::string_view method_name() const;
};

/// A pure function of its arguments: needs no device.
/// Errors: invalid_argument (the type; a method of no such name; a stride shorter than a row; products that overlap in
/// C), unsupported (the type or the method, on this device), too_large (sizes beyond 2^32 - 1 or of more bytes than
/// 64 bits count; a row, or rows that lie so far apart, that a storage buffer does not bind them).
Result<MatrixMultiplyPlan> plan_matrix_multiply(const MatrixMultiplyParams& params, const DeviceProfile& profile);

/// The names that MatrixMultiplyOptions::method may have besides "auto", in order.
std::vector<std::string_view> matrix_method_names();

/// The types that matrices may have.
bool is_matrix_type(ElementType type);

}  // namespace vkalgo

#pragma once

#include "matrix_multiply_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace vkalgo {

/// The matrices of a product in host memory, each as MatrixMultiplyPlan lays it out.
struct MatrixReferenceInput {
    std::span<const std::byte> a;
    std::span<const std::byte> b;
    /// C before; not looked at if beta is 0
    std::span<const std::byte> c;
    double alpha = 1;
    double beta = 0;
};

/// A cell of C worked out by the definition, in long double, or modulo 2^32.
struct MatrixReferenceCell {
    /// f16, f32, f64
    long double value = 0;
    /// the sum of the magnitudes of all that was added
    long double magnitude = 0;
    /// of it, or of what it was before alpha, the larger one: no sum on the way is larger
    long double largest = 0;
    /// i32, u32
    std::uint32_t whole = 0;
};

/// Cell (row, column) of product `batch`.
MatrixReferenceCell matrix_reference_cell(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input,
                                          std::uint64_t batch, std::uint64_t row, std::uint64_t column);

/// How far a cell of the device may lie from `cell`: (k + 3) times the relative rounding error of the type it is added
/// in, times the magnitude; f16 half a unit in the last place more; 0 for integers.
long double matrix_bound(const MatrixMultiplyPlan& plan, const MatrixReferenceCell& cell);

/// What find_matrix_difference looked at and found.
struct MatrixComparison {
    /// cells that were compared
    std::uint64_t cells = 0;
    /// the first difference in words; none: all cells are within matrix_bound
    std::string difference;
};

/// Compares C after a product, in `got`, with the reference: all cells if they take no more than `most_products`
/// multiplications, else as many as do (one at least), drawn at random, the corners among them.
MatrixComparison compare_with_matrix_reference(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input,
                                               std::span<const std::byte> got,
                                               std::uint64_t most_products = std::uint64_t{1} << 31);

}  // namespace vkalgo

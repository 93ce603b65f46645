#pragma once

#include "matrix_multiply_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace vkalgo {

/// The matrices of a product in host memory, each with its layout of MatrixMultiplyPlan.
struct MatrixReferenceInput {
    std::span<const std::byte> a;
    std::span<const std::byte> b;
    /// C before the product; not read if beta is 0.
    std::span<const std::byte> c;
    double alpha = 1;
    double beta = 0;
};

/// A cell of C computed by the definition: in long double, or modulo 2^64 if the type is an integer.
struct MatrixReferenceCell {
    /// The value of the cell, for f16, f32 and f64.
    long double value = 0;
    /// The sum of the magnitudes of all terms, after their multiplication by alpha or beta.
    long double magnitude = 0;
    /// The greater of `magnitude` and the sum of the products' magnitudes before the multiplication by alpha. No
    /// partial sum is greater.
    long double largest = 0;
    /// For integers: the value of the cell modulo 2^64. The value of a type of 32 bits is the low word of this.
    std::uint64_t whole = 0;
};

/// Returns cell (row, column) of product `batch`.
MatrixReferenceCell matrix_reference_cell(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input,
                                          std::uint64_t batch, std::uint64_t row, std::uint64_t column);

/// Returns how far a cell of the device may be from `cell`: (k + 3) times the relative rounding error of the type in
/// which products are added, times cell.magnitude, plus the least normal number of the type for results near 0. For f16
/// half a unit in the last place for each block of k is added, and 2^-25 instead of the least normal number. 0 for
/// integers.
long double matrix_bound(const MatrixMultiplyPlan& plan, const MatrixReferenceCell& cell);

/// The result of compare_with_matrix_reference.
struct MatrixComparison {
    /// Number of cells that were compared.
    std::uint64_t cells = 0;
    /// The first difference as text; empty if all cells are within matrix_bound.
    std::string difference;
};

/// Compares `got`, the C after a product, with the reference. Compares all cells if they take no more than
/// `most_products` multiplications. Otherwise it compares as many cells as that limit allows (at least one): first four
/// cells (the last column of the last and the first row, in the first and the last matrix), then random cells.
MatrixComparison compare_with_matrix_reference(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input,
                                               std::span<const std::byte> got,
                                               std::uint64_t most_products = std::uint64_t{1} << 31);

}  // namespace vkalgo

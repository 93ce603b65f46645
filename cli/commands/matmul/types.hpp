#pragma once

#include "algorithms/element_type.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The element types of `vkalgo matmul`: those of the library, and integers of 8 and 16 bits.
namespace vkalgo::cli {

/// Returns the type of the product of matrices of `type`, which is also the type of C and of the computation on the
/// device: u32 for u8, i32 for i8, u64 for u16, i64 for i16, and the type itself for all others.
ElementType product_type(ElementType type);

/// Refuses matrices of u8 or i8 if a sum of products may not fit product_type, because A has too many columns. For u16
/// and i16 every sum fits; wider integers wrap.
Result<void> check_sums_fit(ElementType type, std::uint64_t inner);

/// Converts matrices of whole numbers: A, B and, if there is a third matrix, C. The new type is i32 if alpha and beta
/// are whole and neither an element nor a result can exceed i32, else f64. `files` are the names of the matrices for
/// messages. Errors: invalid_argument: alpha and beta are whole, A is a single matrix, and f64 may round a sum.
Result<void> choose_type(std::vector<Array>& matrices, std::span<const std::string> files, bool transpose_a,
                         double alpha, double beta);

}  // namespace vkalgo::cli

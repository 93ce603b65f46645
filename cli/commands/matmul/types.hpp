#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstdint>

/// The element types of `vkalgo matmul`: those of the library, and whole numbers of 8 and 16 bits.
namespace vkalgo::cli {

/// Returns the type of the product of matrices of `type`, in which the device computes and which C has too: u32 of u8,
/// i32 of i8, u64 of u16, i64 of i16, and the type itself of all others.
ElementType product_type(ElementType type);

/// Refuses matrices of u8 or i8 with so many columns of A that a sum of their products may not fit product_type. Of u16
/// and i16 every sum fits; wider whole numbers wrap.
Result<void> check_sums_fit(ElementType type, std::uint64_t inner);

}  // namespace vkalgo::cli

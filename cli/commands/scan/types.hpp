#pragma once

#include "algorithms/scan/scan_plan.hpp"
#include "cli/formats.hpp"
#include "formats/array.hpp"

/// The element types of `vkalgo scan`. They are those of the library, and types that the device scans as 32 bits:
/// integers of 8 and 16 bits, and f16.
namespace vkalgo::cli {

/// Returns the type in which the device computes if the results have `type`.
ElementType computing_type(ElementType type);

/// Returns the type of the results if --type is not given and the file has elements of `type`. It is the same type,
/// with two exceptions: 64 bits for sums of integers of 8 and 16 bits, and f32 for sums of f16.
ElementType default_scan_type(ElementType type, ScanOperator op);

/// Converts results from computing_type(type) to `type`. Sums of integers are taken modulo 2^8 or 2^16, sums of f16 are
/// rounded to f16. For min and max, the identity of the wider type becomes the identity of `type`.
Array as_scan_type(Array results, ElementType type, ScanOperator op);

}  // namespace vkalgo::cli

#pragma once

#include "algorithms/scan/scan_plan.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <string>
#include <vector>

/// The element types of `vkalgo scan`: those of the library, and what the device scans as 32 bits: whole numbers of 8
/// and 16 bits, and f16.
namespace vkalgo::cli {

/// Returns the type that the device computes with where the results are of `type`.
ElementType computing_type(ElementType type);

/// Returns the names of the types that results may have.
std::vector<std::string> scan_type_names();

/// Returns the type of this name. Errors: invalid_argument: an unknown name.
Result<ElementType> scan_type_from(const std::string& name);

/// Returns the type of the results for a file of elements of `type`, where --type is not given: that type, but 64 bits
/// for sums of whole numbers of 8 and 16 bits, and f32 for sums of f16.
ElementType default_scan_type(ElementType type, ScanOperator op);

/// Returns results that were computed as computing_type(type) as `type`: sums modulo its size, or rounded to f16;
/// of min and max the identity, which no other type has, as that of `type`.
Array as_scan_type(Array results, ElementType type, ScanOperator op);

}  // namespace vkalgo::cli

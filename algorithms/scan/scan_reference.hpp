#pragma once

#include "../../engine/result.hpp"
#include "scan_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The bytes of the results, and one more element: the total.
struct ScanOutput {
    std::vector<std::byte> results;
    std::vector<std::byte> total;
};

/// Scans on the processor, one element after another. Tests compare the kernels' results with its results. `values`
/// holds whole elements of options.type; `heads` is as in ScanArguments::heads and is read if options.segmented. f32 is
/// added in double precision, f64 in long double, and each result is rounded once, so that a kernel's sum differs only
/// by its own rounding errors. Errors: invalid_argument (the type; a number of bytes that is not a multiple of its
/// size; too few heads).
Result<ScanOutput> scan_reference(std::span<const std::byte> values, std::span<const std::uint32_t> heads,
                                  const ScanOptions& options);

/// Sets `b` to the result of the operator on `a` and `b`, in this order. Both are elements of options.type as bytes.
/// Floats are added in their own precision.
void scan_combine(const ScanOptions& options, std::span<const std::byte> a, std::span<std::byte> b);

/// Returns the bits for ScanArguments::heads from the offsets at which segments begin. Offsets must not descend, and
/// each must be less than `count`. Errors: invalid_argument.
Result<std::vector<std::uint32_t>> scan_heads(std::span<const std::uint64_t> offsets, std::uint64_t count);

}  // namespace vkalgo

#pragma once

#include "../../engine/result.hpp"
#include "scan_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The results' bytes, and one element more: the total.
struct ScanOutput {
    std::vector<std::byte> results;
    std::vector<std::byte> total;
};

/// Scans on the processor, one element after another: what tests compare the kernels' results with. `values` are whole
/// elements of options.type; `heads` as ScanArguments::heads, read if options.segmented. f32 is added in double
/// precision and each result rounded once, so that a kernel's sum differs by its own roundings.
/// Errors: invalid_argument (the type; bytes that are no multiple of it; too few heads).
Result<ScanOutput> scan_reference(std::span<const std::byte> values, std::span<const std::uint32_t> heads,
                                  const ScanOptions& options);

/// a, then b, by the operator: two elements of options.type as bytes. f32 is added in single precision.
void scan_combine(const ScanOptions& options, std::span<const std::byte> a, std::span<std::byte> b);

/// Bits as ScanArguments::heads wants them, from where segments begin: ascending, each less than `count`.
/// Errors: invalid_argument.
Result<std::vector<std::uint32_t>> scan_heads(std::span<const std::uint64_t> offsets, std::uint64_t count);

}  // namespace vkalgo

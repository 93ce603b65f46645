#pragma once

// Internal to the compiler.

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::compiler {

/// Returns the module with every addition, subtraction and multiplication of floats decorated as NoContraction. Each
/// operation is then rounded separately, as the text says and as a CPU does. Otherwise some drivers fuse a * b + c into
/// one operation, and the last digits depend on the device. `spirv` must be valid.
std::vector<std::uint32_t> without_contraction(std::span<const std::uint32_t> spirv);

}  // namespace vkalgo::compiler

#pragma once

// Internal to the compiler.

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::compiler {

/// The module with every addition, subtraction and multiplication of floats decorated NoContraction: each rounds by
/// itself, as the text has it and as a CPU does. Without that some drivers make one operation of a * b + c, and the
/// last digits are the device's. `spirv` is valid.
std::vector<std::uint32_t> without_contraction(std::span<const std::uint32_t> spirv);

}  // namespace vkalgo::compiler

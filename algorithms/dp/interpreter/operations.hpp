#pragma once

// Internal to the interpreter.

#include "machine.hpp"
#include "module.hpp"

namespace vkalgo::dp {

/// Returns the handler that computes the result slot from slots a, b and c, one slot per operand of the instruction.
/// `from` is the type of the first operand, `to` the type of the result. Both are scalars, since vectors are split.
/// Null if no handler is known.
Handler find_operation(std::uint16_t op, const SpirvType& from, const SpirvType& to);
/// Returns the handler of a function of GLSL.std.450.
Handler find_extended(std::uint16_t op, const SpirvType& from);

}  // namespace vkalgo::dp

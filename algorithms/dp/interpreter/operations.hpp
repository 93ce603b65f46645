#pragma once

// Internal to the interpreter.

#include "machine.hpp"
#include "module.hpp"

namespace vkalgo::dp {

/// The handler that computes slot `to` from slots a, b, c, as many as the instruction has operands. `from` is the type
/// of the first operand, `to` of the result; scalars both, since vectors are taken apart. Null: none is known.
Handler find_operation(std::uint16_t op, const SpirvType& from, const SpirvType& to);
/// Likewise for a function of GLSL.std.450.
Handler find_extended(std::uint16_t op, const SpirvType& from);

}  // namespace vkalgo::dp

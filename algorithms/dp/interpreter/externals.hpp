#pragma once

// Internal to the interpreter: the functions that a recurrence calls but does not define.

#include "machine.hpp"

namespace vkalgo::dp {

/// Returns the handler of at(a, b, c, d), which writes the scalars of a cell into the slots from `to` on.
Handler at_handler(const std::vector<std::uint32_t>& cell_fields);
/// Returns the handler that reads element a of the input of number b.
Handler input_handler(ElementType type);
/// Returns the handler that writes slot c to element a of the output of number b.
Handler output_write_handler(ElementType type);
/// Returns the handler that reads element a of the output of number b.
Handler output_read_handler(ElementType type);
/// Returns the handler of overflow_if(a).
Handler overflow_handler();

}  // namespace vkalgo::dp

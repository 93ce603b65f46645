#pragma once

// Internal to the interpreter: the functions that a recurrence calls but does not define.

#include "machine.hpp"

namespace vkalgo::dp {

/// Returns the handler of at(), whose indices are in slots a, b, c and d. It writes the scalars of a cell into the
/// slots from `to` on.
Handler at_handler(const std::vector<std::uint32_t>& cell_fields);
/// Returns the handler that reads the element of input number b whose index is in slot a.
Handler input_handler(ElementType type);
/// Returns the handler that writes slot c to the element of output number b whose index is in slot a.
Handler output_write_handler(ElementType type);
/// Returns the handler that reads the element of output number b whose index is in slot a.
Handler output_read_handler(ElementType type);
/// Returns the handler of overflow_if(), whose condition is in slot a.
Handler overflow_handler();

}  // namespace vkalgo::dp

#pragma once

// Internal to the interpreter: what a recurrence calls and does not define.

#include "machine.hpp"

namespace vkalgo::dp {

/// at(a, b, c, d) into the slots from `to` on: the scalars of a cell.
Handler at_handler(const std::vector<std::uint32_t>& cell_fields);
/// Element a of the input of number b.
Handler input_handler(ElementType type);
/// Element a of the output of number b becomes what c holds.
Handler output_write_handler(ElementType type);
/// Element a of the output of number b.
Handler output_read_handler(ElementType type);
/// overflow_if(a).
Handler overflow_handler();

}  // namespace vkalgo::dp

#pragma once

// Internal to the interpreter: computes the values that numbers would have if integers did not wrap.

#include "../../element_type.hpp"
#include "module.hpp"

#include <cstdint>

namespace vkalgo::dp {

struct Instruction;
struct Machine;

/// The state of a slot in a machine that watches its numbers (Watch::numbers): what is known of the slot besides its
/// bits.
struct ExactState {
    __extension__ using Whole = __int128;

    enum class Kind : std::uint8_t {
        /// The slot holds what the text means, or a result that counts as right, such as that of a bit operation.
        right,
        /// The slot holds INFEASIBLE or UNBOUNDED.
        no_number,
        /// The slot holds an integer that wrapped, or that was computed from an integer that wrapped.
        wrapped,
        /// A conversion to another integer type changed the number: a negative number became positive, a large one
        /// negative, or high bits were lost.
        converted,
        /// The number was computed from INFEASIBLE or UNBOUNDED, and is neither of them.
        infeasible,
    } kind = Kind::right;
    /// Whether the number was computed from a cell.
    bool of_cells = false;
    /// Bit k % 64 is set if the number was computed from an element of input k, counted from 0.
    std::uint64_t inputs = 0;
    /// The value that the number would have if integers did not wrap. Not used if the kind is `right`.
    Whole value = 0;
    /// The instruction at which the number in the slot first differed from `value`.
    const Instruction* origin = nullptr;
    /// For no_number and infeasible: the index in the table of the cell that held INFEASIBLE or UNBOUNDED; less than 0
    /// if a constant of the text did.
    std::int64_t cell_index = -1;

    bool is_astray() const { return kind >= Kind::wrapped; }
};

/// The bits that stand for INFEASIBLE or for UNBOUNDED. `is_low`: they count as less than all numbers.
struct NoNumber {
    std::uint64_t bits = 0;
    bool is_low = false;
    const char* name = "";
};

ExactState no_number_state(const NoNumber& held);

/// A function that runs after an instruction and notes the value that its result would have if integers did not wrap.
using Tracker = void (*)(Machine& m, const Instruction& in);

/// Returns the tracker of an operation or conversion on scalars: `from` is the type of the first operand, `to` the type
/// of the result.
Tracker operation_tracker(std::uint16_t op, const SpirvType& from, const SpirvType& to);
/// Returns the tracker of a function of GLSL.std.450.
Tracker function_tracker(std::uint16_t op, const SpirvType& from);
/// Returns the tracker of a move from slot `a` to slot `to`, where slot `a` holds a cell or term that a function of the
/// file returns. If the number is wrong (see Interpretation::astray), the tracker notes it.
Tracker result_tracker(const SpirvType& type);

/// Returns the tracker of an instruction that writes slot `c` to an output.
Tracker output_tracker(ElementType type);

namespace trackers {
// Trackers of moves: move() is for the handlers copy() and copy_marked(), move_block() for copy_block(), and each of
// the others for the handler of the same name.
void move(Machine& m, const Instruction& in);
void move_block(Machine& m, const Instruction& in);
void load_indirect(Machine& m, const Instruction& in);
void store_indirect(Machine& m, const Instruction& in);
void choose(Machine& m, const Instruction& in);
/// Tracks an instruction that does not return a number.
void nothing(Machine& m, const Instruction& in);
/// Tracks an instruction whose result is right by definition, whatever its operands are.
void forget(Machine& m, const Instruction& in);
// Trackers of the functions that a recurrence calls but does not define.
void at(Machine& m, const Instruction& in);
void input(Machine& m, const Instruction& in);
void output_read(Machine& m, const Instruction& in);
void overflow(Machine& m, const Instruction& in);
}  // namespace trackers

}  // namespace vkalgo::dp

#pragma once

// Internal to the interpreter: computes what numbers would be if integers did not wrap.

#include "../../element_type.hpp"
#include "module.hpp"

#include <cstdint>

namespace vkalgo::dp {

struct Instruction;
struct Machine;

/// What a machine that watches knows of a slot besides its bits.
struct ExactState {
    __extension__ using Whole = __int128;

    enum class Kind : std::uint8_t {
        /// The slot holds the right number, or no integer.
        right,
        /// It holds INFEASIBLE or UNBOUNDED.
        no_number,
        /// An integer wrapped, or was computed from one that did.
        wrapped,
        /// A negative number became an unsigned one, or a large one became negative.
        converted,
        /// INFEASIBLE or UNBOUNDED was computed with, and the slot holds another number.
        infeasible,
    } kind = Kind::right;
    /// Whether the number follows from a cell.
    bool of_cells = false;
    /// Bits by the input's number: the number follows from that input.
    std::uint64_t inputs = 0;
    /// What the number would be; for all kinds but `right`.
    Whole value = 0;
    /// The instruction at which it first differed.
    const Instruction* origin = nullptr;
    /// For no_number and infeasible: the index of the cell that was read, or less than 0 for a constant.
    std::int64_t place = -1;

    bool is_astray() const { return kind >= Kind::wrapped; }
};

/// The bits that stand for INFEASIBLE or UNBOUNDED, and whether that is less than all numbers.
struct NoNumber {
    std::uint64_t bits = 0;
    bool is_low = false;
    const char* name = "";
};

ExactState no_number_state(const NoNumber& held);

/// Follows an instruction that has just run, and notes what its result would be.
using Tracker = void (*)(Machine& m, const Instruction& in);

/// Returns the tracker of an operation or conversion on scalars: `from` is the type of the first operand, `to` of the
/// result.
Tracker operation_tracker(std::uint16_t op, const SpirvType& from, const SpirvType& to);
/// Returns the tracker of a function of GLSL.std.450.
Tracker function_tracker(std::uint16_t op, const SpirvType& from);
/// Returns the tracker of a move from slot `a`, a cell or term that a function of the file returns, to `to`. It notes
/// what is astray.
Tracker result_tracker(const SpirvType& type);

/// Returns the tracker of slot `c`, which an output takes.
Tracker output_tracker(ElementType type);

namespace trackers {
// Trackers of moves, with the names of their handlers.
void move(Machine& m, const Instruction& in);
void move_block(Machine& m, const Instruction& in);
void load_indirect(Machine& m, const Instruction& in);
void store_indirect(Machine& m, const Instruction& in);
void choose(Machine& m, const Instruction& in);
/// The instruction does not return a number.
void nothing(Machine& m, const Instruction& in);
/// The result is right by definition, whatever it is made of.
void forget(Machine& m, const Instruction& in);
// Trackers of functions that a recurrence calls and does not define.
void at(Machine& m, const Instruction& in);
void input(Machine& m, const Instruction& in);
void output_read(Machine& m, const Instruction& in);
void overflow(Machine& m, const Instruction& in);
}  // namespace trackers

}  // namespace vkalgo::dp

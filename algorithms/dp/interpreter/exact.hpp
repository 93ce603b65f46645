#pragma once

// Internal to the interpreter: what numbers would be if integers did not wrap.

#include "../../element_type.hpp"
#include "module.hpp"

#include <cstdint>

namespace vkalgo::dp {

struct Instruction;
struct Machine;

/// What a machine that watches knows of a slot beside its bits.
struct ExactState {
    __extension__ using Whole = __int128;

    enum class Kind : std::uint8_t {
        /// the slot holds what is right, or no integer
        right,
        /// it holds INFEASIBLE or UNBOUNDED
        no_number,
        /// an integer wrapped, or one that did was computed with
        wrapped,
        /// a negative number became an unsigned one, or a great one a negative one
        converted,
        /// INFEASIBLE or UNBOUNDED was computed with, and the slot holds another number
        infeasible,
    } kind = Kind::right;
    /// The number follows from a cell.
    bool of_cells = false;
    /// by the input's number: it follows from that one
    std::uint64_t inputs = 0;
    /// what the number would be; for all but `right`
    Whole value = 0;
    /// where it began to be another one
    const Instruction* origin = nullptr;
    /// of no_number and infeasible: the place in the table that was read, or less than 0 for a constant
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

/// Follows an instruction that has just run: says what its result would be.
using Tracker = void (*)(Machine& m, const Instruction& in);

/// Of an operation or conversion on scalars: `from` is the type of the first operand, `to` of the result.
Tracker operation_tracker(std::uint16_t op, const SpirvType& from, const SpirvType& to);
/// Likewise of a function of GLSL.std.450.
Tracker function_tracker(std::uint16_t op, const SpirvType& from);
/// Of slot `a`, that a function of the file gives as a cell or a term: a move to `to` that notes what is astray.
Tracker result_tracker(const SpirvType& type);

/// Of slot `c`, which an output takes.
Tracker output_tracker(ElementType type);

namespace trackers {
// Of moves: as their handlers.
void move(Machine& m, const Instruction& in);
void move_block(Machine& m, const Instruction& in);
void load_indirect(Machine& m, const Instruction& in);
void store_indirect(Machine& m, const Instruction& in);
void choose(Machine& m, const Instruction& in);
/// The instruction gives no number.
void nothing(Machine& m, const Instruction& in);
/// The result is right by definition, whatever it is made of.
void forget(Machine& m, const Instruction& in);
// Of what a recurrence calls and does not define.
void at(Machine& m, const Instruction& in);
void input(Machine& m, const Instruction& in);
void output_read(Machine& m, const Instruction& in);
void overflow(Machine& m, const Instruction& in);
}  // namespace trackers

}  // namespace vkalgo::dp

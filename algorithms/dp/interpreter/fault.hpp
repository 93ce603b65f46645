#pragma once

#include "../../../engine/result.hpp"
#include "../recurrence/compiled.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace vkalgo::dp {

/// The function of a recurrence's text that runs.
enum class InterpretedFunction : std::uint8_t {
    /// cell(), or the terms and limits of a reduction.
    cell,
    base,
    step,
    solution,
};

/// What is wrong with an operation of a recurrence, or why a run was stopped.
enum class FaultKind : std::uint8_t {
    /// at() reads outside the table or the domain.
    outside,
    /// at() reads a cell that the pattern does not compute earlier.
    not_earlier,
    /// base() reads the table.
    base_reads,
    /// The read hook refused a read.
    refused,
    /// The run was cancelled, or used up the loop iterations allowed in total.
    stopped,
    /// A loop takes more iterations than the interpreter allows.
    endless,
    /// An input is read at an index where it has no element: `target` is the index and the input's number.
    input,
    /// An output is read or written at an index where it has no element: `target` is the index and the output's number.
    output,
    /// overflow_if() was called with a condition that is true.
    overflow,
    /// An integer was divided by 0, or a remainder by 0 was computed.
    division,
    /// A remainder with a negative operand.
    remainder,
    /// A shift by a negative number of bits, or by at least as many bits as the number has. Or a bit field that does
    /// not lie in its number.
    shift,
    /// An array, vector or matrix has no element at an index: `target` is the index and the number of elements.
    index,
    /// A variable is read before it was set.
    unset,
    /// A float that does not fit the integer type, or NaN, is converted to an integer.
    conversion,
    /// A cell reads an element of an output that another cell of the same stage writes, or writes an element that
    /// another cell of the same stage reads. `target` is as for `output`.
    race,
    /// 64-bit numbers add up to more than InterpretOptions::bound: `target` is the sum and the bound.
    sum,
    /// An integer that wrapped, or that a conversion changed, reaches a cell or an output, or decides a comparison:
    /// `name` says what the integer is used for and which number it replaces.
    wrapped,
    /// The text computes with INFEASIBLE or UNBOUNDED, and the result reaches a cell or an output, or decides a
    /// comparison: `target` is the cell that held INFEASIBLE or UNBOUNDED, or (-1, -1) if no cell did.
    infeasible,
};

/// An operation of a recurrence that is not allowed, and the cell in which it happened.
struct Fault {
    FaultKind kind = FaultKind::outside;
    InterpretedFunction function = InterpretedFunction::cell;
    /// The cell whose value, or step, was computed.
    Cell cell;
    /// The cell that was read. For some kinds it holds other numbers, which FaultKind describes.
    Cell target;
    /// Line of the recurrence's file; 0: unknown.
    std::uint32_t line = 0;
    /// For `unset`, the name of the variable. For `infeasible`, INFEASIBLE or UNBOUNDED. For `wrapped`, the text that
    /// FaultKind describes.
    std::string name;

    /// Returns whether the fault was caused by values, which may be made up. If false, the cause is the choice of cells
    /// that are read, or a limit or cancellation ended the run.
    bool of_values() const { return kind >= FaultKind::input; }
    /// Returns for example "cell (2, 3) divides an integer by 0 (line 14)".
    std::string text(const RecurrenceHeader& header) const;
    /// Returns an error with the message "FILE: TEXT" and advice. Its code is overflow for an overflow, too_large for
    /// `endless`, cancelled for `stopped`, and invalid_argument for any other fault.
    Error error(const RecurrenceHeader& header, const std::string& file) const;
};

/// What a read hook decides.
enum class ReadVerdict : std::uint8_t {
    /// The read is checked and carried out.
    go_on,
    /// The read returns 0, whatever the cell holds.
    skip,
    /// The read is a fault: `refused`.
    stop,
};
/// Called for every at(a, b), with the function that reads, the cell that is computed and the cell that is read.
using ReadHook = std::function<ReadVerdict(InterpretedFunction function, Cell cell, Cell target)>;

}  // namespace vkalgo::dp

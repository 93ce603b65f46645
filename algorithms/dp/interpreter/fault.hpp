#pragma once

#include "../../../engine/result.hpp"
#include "../recurrence/compiled.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace vkalgo::dp {

/// What of a recurrence's text runs.
enum class InterpretedFunction : std::uint8_t {
    /// cell(), or the terms and limits of a reduction
    cell,
    base,
    step,
    solution,
};

/// Why the interpreter stops.
enum class FaultKind : std::uint8_t {
    /// at(): outside of the table or the domain
    outside,
    /// at(): a cell that the pattern does not compute earlier
    not_earlier,
    /// base() reads the table
    base_reads,
    /// the read hook said so
    refused,
    /// it was cancelled, or is out of the turns that were allowed in all
    stopped,
    /// a loop takes more turns than the interpreter allows
    endless,
    /// an input has no such element: `target` is the element and the input's number
    input,
    /// an output has no such element: likewise
    output,
    /// overflow_if()
    overflow,
    /// an integer divided by 0
    division,
    /// the remainder of a negative number, or by one
    remainder,
    /// by as many bits as the number has, or more
    shift,
    /// an array, vector or matrix has no such element: `target` is the element and their count
    index,
    /// a variable is read before it was set
    unset,
    /// an integer is made of a float that is none of its type, NaN among them
    conversion,
    /// an output's element that another cell of the same stage writes: `target` is as for `output`
    race,
    /// numbers of the cells' type add up to more than the bound: `target` is the sum and the bound
    sum,
    /// an integer that wrapped reaches a cell: `name` says what it is in place of which number
    wrapped,
    /// INFEASIBLE or UNBOUNDED is computed with, and what comes of it reaches a cell: `target` is the cell that held
    /// it, (-1, -1) for none
    infeasible,
};

/// Where a recurrence does what it may not.
struct Fault {
    FaultKind kind = FaultKind::outside;
    InterpretedFunction function = InterpretedFunction::cell;
    /// whose value, or step, was computed
    Cell cell;
    /// the cell that was read, or as FaultKind says
    Cell target;
    /// of the recurrence's file; 0: unknown
    std::uint32_t line = 0;
    /// of the variable, for `unset`; INFEASIBLE or UNBOUNDED, for `infeasible`; see `wrapped`
    std::string name;

    /// Does it come from values, which may be made up, and not from where the table is read?
    bool of_values() const { return kind >= FaultKind::input; }
    /// "cell (2, 3) divides by 0 (line 14)"
    std::string text(const RecurrenceHeader& header) const;
    /// invalid_argument (overflow, too_large for `endless`), "FILE: TEXT" and what to do.
    Error error(const RecurrenceHeader& header, const std::string& file) const;
};

/// What a read hook wants.
enum class ReadVerdict : std::uint8_t {
    /// the read is checked and made
    go_on,
    /// the value is 0, whatever is there
    skip,
    /// a fault: `refused`
    stop,
};
/// Told of every at(a, b), by which function and for which cell.
using ReadHook = std::function<ReadVerdict(InterpretedFunction function, Cell cell, Cell target)>;

}  // namespace vkalgo::dp

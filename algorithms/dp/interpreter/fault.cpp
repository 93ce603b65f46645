#include "algorithms/dp/interpreter/fault.hpp"

#include "algorithms/dp/instance/instance.hpp"

namespace vkalgo::dp {
namespace {

std::string who(const Fault& fault, std::size_t indices) {
    switch (fault.function) {
        case InterpretedFunction::base:
            return "base" + cell_text(fault.cell, indices);
        case InterpretedFunction::step:
            return "step" + cell_text(fault.cell, indices);
        case InterpretedFunction::solution:
            return "solution()";
        default:
            return "cell " + cell_text(fault.cell, indices);
    }
}

std::string what(const Fault& fault, const RecurrenceHeader& header) {
    switch (fault.kind) {
        case FaultKind::outside:
            return " reads at" + cell_text(fault.target, header.index_count()) +
                   ", which lies outside the table or its domain";
        case FaultKind::not_earlier:
            return " reads at" + cell_text(fault.target, header.index_count()) + ", which is not computed earlier";
        case FaultKind::base_reads:
            return " reads at" + cell_text(fault.target, header.index_count()) + ", but base() must not read cells";
        case FaultKind::refused:
            return " reads at" + cell_text(fault.target, header.index_count());
        case FaultKind::stopped:
            return " was stopped";
        case FaultKind::endless:
            return " has a loop that seems endless";
        case FaultKind::input: {
            const auto number = static_cast<std::size_t>(fault.target.j);
            return " reads element " + std::to_string(fault.target.i) + " of input '" + header.inputs[number].name +
                   "', which has no such element";
        }
        case FaultKind::output: {
            const auto number = static_cast<std::size_t>(fault.target.j);
            return " writes or reads element " + std::to_string(fault.target.i) + " of output '" +
                   header.outputs[number].name + "', which has no such element";
        }
        case FaultKind::overflow:
            return header.fields.empty() ? " overflows its type " + std::string(to_string(header.cell))
                                         : " overflows the type of a field";
        case FaultKind::division:
            return " divides an integer by 0";
        case FaultKind::remainder:
            return " computes a remainder (%) with a negative operand";
        case FaultKind::shift:
            return " shifts a number by a negative number of bits, or by at least as many bits as it has";
        case FaultKind::index:
            return " uses element " + std::to_string(fault.target.i) + " of an array or vector of " +
                   std::to_string(fault.target.j) + " elements, which are numbered from 0";
        case FaultKind::unset:
            return fault.name.empty() ? " reads a value before it was set"
                                      : " reads variable '" + fault.name + "' before it was set";
        case FaultKind::conversion:
            return " converts a float to an integer type that cannot hold it, or NaN to an integer";
        case FaultKind::race: {
            const auto number = static_cast<std::size_t>(fault.target.j);
            return " reads or writes element " + std::to_string(fault.target.i) + " of output '" +
                   header.outputs[number].name + "', which another cell of the same stage writes or reads";
        }
        case FaultKind::sum:
            return " computes the sum " + std::to_string(static_cast<std::uint64_t>(fault.target.i)) +
                   ", which exceeds the declared bound " + header.bound->text() + " = " +
                   std::to_string(fault.target.j);
        case FaultKind::wrapped:
            return " wraps: " + fault.name;
        case FaultKind::infeasible:
            return " computes with " +
                   (fault.target.i < 0
                        ? fault.name
                        : "at" + cell_text(fault.target, header.index_count()) + ", which is " + fault.name + ",") +
                   " without plus()";
    }
    return {};
}

const char* cure(FaultKind kind) {
    switch (kind) {
        case FaultKind::division:
        case FaultKind::remainder:
        case FaultKind::shift:
        case FaultKind::conversion:
            return ", which is undefined in GLSL; test for this case first";
        case FaultKind::input:
        case FaultKind::output:
            return "; elements count from 0";
        case FaultKind::index:
            return "; correct the index";
        case FaultKind::unset:
            return "; initialize the variable in its declaration";
        case FaultKind::endless:
            return "; correct the loop";
        case FaultKind::sum:
            return "; raise the bound";
        case FaultKind::race:
            return "; cells of one stage run at once, so read only what earlier stages wrote";
        case FaultKind::base_reads:
        case FaultKind::outside:
        case FaultKind::not_earlier:
            return "; correct the read";
        default:
            return "";
    }
}

}  // namespace

std::string Fault::text(const RecurrenceHeader& header) const {
    return who(*this, header.index_count()) + what(*this, header) +
           (line != 0 ? " (line " + std::to_string(line) + ")" : "");
}

Error Fault::error(const RecurrenceHeader& header, const std::string& file) const {
    const ErrorCode code = kind == FaultKind::overflow  ? ErrorCode::overflow
                           : kind == FaultKind::endless ? ErrorCode::too_large
                           : kind == FaultKind::stopped ? ErrorCode::cancelled
                                                        : ErrorCode::invalid_argument;
    return Error{code, file + ": " + text(header) + cure(kind), kind == FaultKind::overflow ? "cell" : "recurrence"};
}

}  // namespace vkalgo::dp

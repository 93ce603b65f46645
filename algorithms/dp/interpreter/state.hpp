#pragma once

// Internal to the interpreter.

#include "interpreter.hpp"
#include "machine.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace vkalgo::dp {

/// The state of an Interpretation.
struct Interpretation::State {
    State(const CompiledRecurrence& of, std::shared_ptr<const Program> with, const Shape& shaped, const Order& ordered,
          const InterpretOptions& chosen)
        : recurrence(of),
          program(std::move(with)),
          shape(shaped),
          order(ordered),
          options(chosen),
          cell(program->find(mangled("cell", of.header.index_count()))),
          base(program->find(mangled("base", of.header.index_count()))),
          has_base(base != nullptr && !of.header.base.empty()) {}

    /// Returns whether every scalar of the result was set. If not, sets a fault.
    bool is_whole(const ProgramFunction& function) {
        for (const std::uint32_t slot : function.result) {
            if (machine.set[slot] == 0) {
                machine.fault = Fault{FaultKind::unset, machine.function, machine.cell, {}, 0, {}};
                return false;
            }
        }
        return true;
    }

    const CompiledRecurrence& recurrence;
    std::shared_ptr<const Program> program;
    Shape shape;
    Order order;
    /// The cell that holds the answer, the answer and its status. Set by fill() or adopt().
    Cell answer_cell;
    std::optional<Number> answer;
    AnswerStatus status = AnswerStatus::ok;
    InterpretOptions options;
    const ProgramFunction* cell;
    const ProgramFunction* base;
    bool has_base;
    Machine machine;
};

}  // namespace vkalgo::dp

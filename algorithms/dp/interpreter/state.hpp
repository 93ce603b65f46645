#pragma once

// Internal to the interpreter.

#include "interpreter.hpp"
#include "machine.hpp"

#include <memory>
#include <utility>

namespace vkalgo::dp {

/// What an Interpretation holds.
struct Interpretation::State {
    State(const CompiledRecurrence& of, std::shared_ptr<const Program> with, const Shape& shaped, const Frame& framed,
          const InterpretOptions& chosen)
        : recurrence(of),
          program(std::move(with)),
          shape(shaped),
          frame(framed),
          options(chosen),
          cell(program->find("cell(i1;i1;")),
          base(program->find("base(i1;i1;")),
          has_base(base != nullptr && !of.header.base.empty()) {}

    /// Was every scalar of the result set? If not, that is a fault.
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
    Frame frame;
    InterpretOptions options;
    const ProgramFunction* cell;
    const ProgramFunction* base;
    bool has_base;
    Machine machine;
};

}  // namespace vkalgo::dp

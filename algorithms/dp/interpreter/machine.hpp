#pragma once

// Internal to the interpreter.

#include "../instance/instance.hpp"
#include "exact.hpp"
#include "fault.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct Machine;
struct Instruction;
/// A function that runs one instruction and returns the next one. It returns null if the function that the host called
/// has ended, or after a fault.
using Handler = const Instruction* (*)(Machine&, const Instruction&);

/// An instruction of a decoded program. Its operands are numbers of slots, or other numbers that the handler expects.
struct Instruction {
    Handler run = nullptr;
    std::uint32_t to = 0, a = 0, b = 0, c = 0, d = 0;
};

/// A function of a decoded program. GLSL has no recursion, so each function keeps its values in its own slots.
struct ProgramFunction {
    /// `slot`: where the host puts the argument. `address`: if the argument is passed by address, the slot that must
    /// hold the number `slot`; otherwise 0.
    struct Parameter {
        std::uint32_t slot = 0, address = 0;
    };
    std::uint32_t entry = 0;
    std::vector<Parameter> parameters;
    /// Slots of the scalars of the result.
    std::vector<std::uint32_t> result;
};

/// A module decoded for the machine. Constants, variables and values are all in numbered slots of 64 bits. An integer
/// or a float is in the low bits of its slot; the high bits are zero.
struct Program {
    std::vector<Instruction> code;
    /// Line numbers of the source text, one per instruction.
    std::vector<std::uint32_t> lines;
    /// The contents of the slots at the start.
    std::vector<std::uint64_t> slots;
    std::vector<std::string> variable_names;
    std::map<std::string, ProgramFunction, std::less<>> functions;
    /// The number of the slot that holds the first of the four extents of the table. The other extents and the params
    /// follow.
    std::uint32_t push_constants = 0;
    /// The number of bytes and the offset of each scalar of a cell in the table. There are no offsets if a cell is one
    /// number.
    std::vector<std::uint32_t> cell_fields, cell_offsets;
    std::uint32_t most_calls = 0;
    /// Whether the text reads its outputs.
    bool reads_outputs = false;
    /// One tracker per instruction if the program watches its numbers (Watch::numbers), otherwise empty.
    std::vector<Tracker> trackers;
    /// The state of each slot at the start. Empty if the program does not watch its numbers (Watch::nothing).
    std::vector<ExactState> states;
    /// The bits of a slot that stand for INFEASIBLE or UNBOUNDED. Empty if cells are floats.
    std::vector<NoNumber> no_numbers;

    /// Returns the function of that mangled name, or null.
    const ProgramFunction* find(std::string_view name) const {
        const auto found = functions.find(name);
        return found == functions.end() ? nullptr : &found->second;
    }
};

/// Returns the mangled name of a function with `indices` parameters of type int: "cell(i1;i1;".
std::string mangled(std::string_view name, std::size_t indices);

/// An input as the machine reads it.
struct MachineInput {
    const std::byte* data = nullptr;
    std::uint64_t count = 0;
    /// Whether a read of an element that the input does not have is no fault and returns the last element, or 0 if
    /// there are no elements.
    bool may_overrun = false;
};

/// The cells of one stage that have read and written an element of an output. `reader` and `writer` are each the index
/// of a cell in the table, kNobody if no cell did so, or kSeveral if several cells did.
struct OutputTouch {
    static constexpr std::int64_t kNobody = -1, kSeveral = -2;
    /// The stage of the cells `reader` and `writer`.
    std::int64_t stage = std::numeric_limits<std::int64_t>::min();
    std::int64_t reader = kNobody, writer = kNobody;
};

/// A machine that runs a program. It holds the data that the program sees: the table, the inputs and the outputs.
struct Machine {
    const Program* program = nullptr;
    std::vector<std::uint64_t> slots;
    /// Indexed by slot: 0 if the slot belongs to a variable and was not set yet, otherwise 1.
    std::vector<std::uint8_t> set;
    std::vector<const Instruction*> returns;
    std::size_t depth = 0;
    /// Loop iterations left until out_of_turns() is called.
    std::int64_t turns = 0;
    /// Loop iterations left for the current function besides `turns`.
    std::int64_t more_turns = 0;
    /// The value to which `turns` was last set.
    std::int64_t granted = 0;
    /// Counter of the loop iterations left for all functions of all interpretations that share it. Null: no limit.
    std::int64_t* turns_in_all = nullptr;
    std::stop_token cancel;

    std::vector<std::byte> table;
    TableSize size;
    std::uint32_t cell_bytes = 0;
    Domain domain = Domain::full;
    StageFunction stage;
    /// Cells of this stage and of later stages are not computed yet. With `sequential`, the cells of this stage before
    /// the current cell are computed.
    std::int64_t next_stage = std::numeric_limits<std::int64_t>::max();
    bool sequential = false;
    std::vector<MachineInput> inputs;
    /// One array per output, in the order of the header.
    std::vector<InputArray> outputs;
    bool outputs_may_overrun = false;
    /// Indexed by output and element. Empty if the text does not read outputs.
    std::vector<std::vector<OutputTouch>> touches;

    Cell cell;
    InterpretedFunction function = InterpretedFunction::cell;
    const ReadHook* on_read = nullptr;
    /// Whether a fault of values, such as a division by zero, is noted and the run goes on
    /// (InterpretOptions::notes_value_faults).
    bool goes_on = false;
    /// The limit of sums: see InterpretOptions.
    std::optional<std::int64_t> bound;
    std::optional<Fault> fault, noted;

    /// If the program watches its numbers: the state of each slot, and the number of instructions that are still to be
    /// watched.
    std::vector<ExactState> states;
    std::int64_t watched = 0;
    /// See InterpretOptions.
    bool trusts_differences = false;
    /// Whether further wrong numbers are ignored: overflow_if() held, or a difference of made-up elements wrapped
    /// (`trusts_differences`).
    bool ended = false;
    /// The first wrong number in the current call of run().
    std::optional<Fault> pending;
    /// If `pending` is a comparison: the instruction at which the compared number wrapped.
    const Instruction* compared = nullptr;
    /// The first wrong number of the run.
    std::optional<Fault> astray;

    /// Sets the loop iterations that a function may take. Call it before the function runs.
    void begin_turns(std::int64_t most) {
        book_turns();
        more_turns = most;
        grant_turns();
    }
    /// Grants a loop more iterations after `turns` has fallen below 0. Returns nullopt if the loop may go on, otherwise
    /// why the function stops.
    std::optional<FaultKind> out_of_turns() {
        turns = 0;
        book_turns();
        if (cancel.stop_requested() || (turns_in_all != nullptr && *turns_in_all <= 0)) {
            return FaultKind::stopped;
        }
        if (more_turns <= 0) {
            return FaultKind::endless;
        }
        grant_turns();
        --turns;
        return std::nullopt;
    }

    /// Runs a function with these arguments. Returns false after a fault.
    bool run(const ProgramFunction& called, std::span<const std::int64_t> arguments) {
        for (std::size_t k = 0; k < called.parameters.size(); ++k) {
            pass(called.parameters[k], static_cast<std::int32_t>(arguments[k]));
        }
        fault.reset();
        depth = 0;
        const Instruction* next = program->code.data() + called.entry;
        if (watched > 0) {
            next = watch(next);
        }
        while (next != nullptr) {
            next = next->run(*this, *next);
        }
        return !fault;
    }

    /// Runs a function with the indices of a cell.
    bool run(const ProgramFunction& called, Cell at) { return run(called, at.indices()); }

    /// Returns the index of a cell in the table.
    std::size_t index_of(Cell at) const {
        return static_cast<std::size_t>(((at.i * size.columns + at.j) * size.third + at.k) * size.fourth + at.l);
    }
    /// Returns the cell at an index.
    Cell cell_at(std::size_t index) const {
        const auto rest = static_cast<std::int64_t>(index);
        return {rest / (size.fourth * size.third * size.columns), rest / (size.fourth * size.third) % size.columns,
                rest / size.fourth % size.third, rest % size.fourth};
    }
    /// Returns whether the value of a cell of the table is already computed.
    bool is_computed(Cell at) const {
        const std::int64_t its = stage.at(at);
        return its < next_stage || (sequential && its == next_stage && at.indices() < cell.indices());
    }

    /// Notes that the current cell reads or writes an element of an output. Returns false if this cell reads an element
    /// that another cell of the stage has written, or writes an element that another cell of the stage has read. On a
    /// device these cells run at the same time.
    bool touch_output(std::size_t output, std::size_t element, bool writes) {
        const bool fills = function == InterpretedFunction::cell || function == InterpretedFunction::base;
        if (touches.empty() || !fills || sequential || next_stage == std::numeric_limits<std::int64_t>::max()) {
            return true;
        }
        OutputTouch& touch = touches[output][element];
        if (touch.stage != next_stage) {
            touch = {.stage = next_stage};
        }
        const auto own = static_cast<std::int64_t>(index_of(cell));
        const std::int64_t other = writes ? touch.reader : touch.writer;
        std::int64_t& last = writes ? touch.writer : touch.reader;
        last = last == OutputTouch::kNobody || last == own ? own : OutputTouch::kSeveral;
        return other == OutputTouch::kNobody || other == own;
    }

    /// Stops the run with a fault. Returns null, the next instruction of a run that has ended.
    const Instruction* stop(const Instruction& at, FaultKind kind, Cell target = {}) {
        fault = make_fault(at, kind, target);
        return nullptr;
    }
    /// Handles a fault of values at an instruction, and sets the result of the instruction to 0. Stops the run unless
    /// `goes_on` is set; then notes the fault if it is the first. Returns the next instruction, or null if the run
    /// stops.
    const Instruction* value_fault(const Instruction& at, FaultKind kind, Cell target = {}) {
        slots[at.to] = 0;
        if (!goes_on) {
            return stop(at, kind, target);
        }
        if (!noted) {
            noted = make_fault(at, kind, target);
        }
        return &at + 1;
    }

private:
    /// Loop iterations between two checks for cancellation and limits.
    static constexpr std::int64_t kTurnsBetweenLooks = 1 << 20;

    /// Runs a function until it ends, or until `watched` has fallen to 0. After each instruction, calls its tracker.
    /// Returns the next instruction, or null if the function has ended.
    const Instruction* watch(const Instruction* next) {
        pending.reset();
        compared = nullptr;
        for (; next != nullptr && watched > 0; --watched) {
            const Instruction& now = *next;
            next = now.run(*this, now);
            program->trackers[static_cast<std::size_t>(&now - program->code.data())](*this, now);
        }
        if (next == nullptr && !astray && !ended) {
            astray = pending;
        }
        return next;
    }
    void book_turns() {
        if (turns_in_all != nullptr) {
            *turns_in_all -= granted - turns;
        }
        granted = turns = 0;
    }
    void grant_turns() {
        granted = std::min(more_turns, kTurnsBetweenLooks);
        if (turns_in_all != nullptr) {
            granted = std::min(granted, std::max<std::int64_t>(*turns_in_all, 0));
        }
        more_turns -= granted;
        turns = granted;
    }
    void pass(const ProgramFunction::Parameter& parameter, std::int32_t argument) {
        slots[parameter.slot] = static_cast<std::uint32_t>(argument);
        set[parameter.slot] = 1;
        if (parameter.address != 0) {
            slots[parameter.address] = parameter.slot;
        }
    }
    Fault make_fault(const Instruction& at, FaultKind kind, Cell target) const {
        const auto index = static_cast<std::size_t>(&at - program->code.data());
        Fault made{kind, function, cell, target, program->lines[index], {}};
        if (kind == FaultKind::unset) {
            made.name = program->variable_names[at.c];
        }
        return made;
    }
};

/// Returns the low bits of a slot as a T.
template <class T>
T get(const Machine& machine, std::uint32_t slot) {
    T value;
    std::memcpy(&value, &machine.slots[slot], sizeof value);
    return value;
}

template <class T>
void put(Machine& machine, std::uint32_t slot, T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    machine.slots[slot] = bits;
}

}  // namespace vkalgo::dp

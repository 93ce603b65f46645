#include "algorithms/dp/interpreter/state.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

PathRecord record_of(Cell cell, std::uint32_t decision) {
    return {static_cast<std::int32_t>(cell.i), static_cast<std::int32_t>(cell.j), decision,
            static_cast<std::int32_t>(cell.k), static_cast<std::int32_t>(cell.l)};
}

bool better(const Number& one, const Number& other, bool minimum) {
    return std::visit(
        [&](auto a) { return minimum ? a < std::get<decltype(a)>(other) : a > std::get<decltype(a)>(other); }, one);
}

}  // namespace

Result<InterpretedStep> Interpretation::step(Cell cell, std::uint32_t state) {
    Machine& machine = state_->machine;
    const RecurrenceHeader& header = state_->recurrence.header;
    const std::size_t indices = header.index_count();
    const ProgramFunction* function =
        state_->program->find(mangled("step", indices) + (header.has_states ? "u1;" : ""));
    if (function == nullptr) {
        return Error{ErrorCode::unsupported, state_->recurrence.file + " has no step()", "solution"};
    }
    machine.cell = cell;
    machine.function = InterpretedFunction::step;
    machine.begin_turns(state_->options.most_turns);
    std::array<std::int64_t, kMaxIndices + 1> arguments{};
    std::ranges::copy(cell.indices(), arguments.begin());
    arguments[indices] = state;
    if (!machine.run(*function, arguments) || !state_->is_whole(*function)) {
        return faulted().error();
    }
    const auto& result = function->result;
    std::array<std::int64_t, kMaxIndices> next{};
    for (std::size_t d = 0; d < indices; ++d) {
        next[d] = get<std::int32_t>(machine, result[d]);
    }
    return InterpretedStep{Cell::of(next), get<std::uint32_t>(machine, result[indices]),
                           header.has_states ? get<std::uint32_t>(machine, result[indices + 1]) : 0};
}

Result<std::int32_t> Interpretation::decision_distance(std::uint32_t decision, std::int64_t line) {
    const ProgramFunction* function = state_->program->find(mangled("vkalgo_distance_" + std::to_string(decision), 1));
    if (function == nullptr) {
        return Error{ErrorCode::unsupported,
                     state_->recurrence.file + " declares no distance for this decision in 'decisions'", "solution"};
    }
    Machine& machine = state_->machine;
    machine.function = InterpretedFunction::step;
    machine.begin_turns(state_->options.most_turns);
    const std::array<std::int64_t, 1> arguments{line};
    if (!machine.run(*function, arguments)) {
        return faulted().error();
    }
    return get<std::int32_t>(machine, function->result[0]);
}

Result<void> Interpretation::run_solution() {
    const ProgramFunction* function = state_->program->find("solution(");
    if (function == nullptr) {
        return Error{ErrorCode::unsupported, state_->recurrence.file + " has no solution()", "solution"};
    }
    if (state_->status != AnswerStatus::ok) {
        return {};
    }
    Machine& machine = state_->machine;
    machine.cell = {};
    machine.function = InterpretedFunction::solution;
    machine.begin_turns(state_->options.most_turns);
    return machine.run(*function, std::span<const std::int64_t>()) ? Result<void>() : faulted();
}

Result<Interpretation::Range> Interpretation::range_of(Cell cell) {
    Machine& machine = state_->machine;
    const ProgramFunction* first = state_->program->find("vkalgo_reduce_first(i1;i1;");
    const ProgramFunction* last = state_->program->find("vkalgo_reduce_last(i1;i1;");
    if (first == nullptr || last == nullptr) {
        return Error{ErrorCode::unsupported, state_->recurrence.file + " has no line 'reduce'", "solution"};
    }
    machine.cell = cell;
    machine.function = InterpretedFunction::cell;
    machine.begin_turns(state_->options.most_turns);
    Range range;
    if (!machine.run(*first, cell)) {
        return faulted().error();
    }
    range.first = get<std::int32_t>(machine, first->result[0]);
    if (!machine.run(*last, cell)) {
        return faulted().error();
    }
    range.last = get<std::int32_t>(machine, last->result[0]);
    return range;
}

Result<bool> Interpretation::has_term(Cell cell, std::int32_t k) {
    VKALGO_TRY(const Range range, range_of(cell));
    return k >= range.first && k <= range.last;
}

Result<bool> Interpretation::has_terms(Cell cell) {
    VKALGO_TRY(const Range range, range_of(cell));
    return range.first <= range.last;
}

Result<std::vector<Cell>> Interpretation::reads_of(Cell cell) {
    std::vector<Cell> read;
    const ReadHook listen = [&](InterpretedFunction, Cell, Cell target) {
        read.push_back(target);
        return ReadVerdict::go_on;
    };
    const ReadHook* before = std::exchange(state_->machine.on_read, &listen);
    const auto computed = compute_again(cell);
    state_->machine.on_read = before;
    return computed ? Result<std::vector<Cell>>(std::move(read)) : computed.error();
}

Result<std::int32_t> Interpretation::split(Cell cell) {
    VKALGO_TRY(const Range range, range_of(cell));
    Machine& machine = state_->machine;
    const ProgramFunction* term = state_->program->find("term(i1;i1;i1;");
    const ElementType type = state_->recurrence.header.cell;
    std::optional<Number> best;
    auto split = static_cast<std::int32_t>(range.last + 1);
    for (std::int64_t k = range.first; k <= range.last; ++k) {
        if (!machine.run(*term, Cell{cell.i, k, cell.j})) {
            return faulted().error();
        }
        const auto* bytes = reinterpret_cast<const std::byte*>(&machine.slots[term->result[0]]);
        const Number value = read_number(type, bytes);
        if (!best || better(value, *best, state_->recurrence.header.reduce->minimum)) {
            best = value;
            split = static_cast<std::int32_t>(k);
        }
    }
    return split;
}

Result<std::vector<Cell>> Interpretation::children(Cell cell, std::int32_t k) {
    Machine& machine = state_->machine;
    std::vector<Cell> read;
    const ReadHook listen = [&](InterpretedFunction, Cell, Cell target) {
        read.push_back(target);
        return ReadVerdict::go_on;
    };
    const ReadHook* before = std::exchange(machine.on_read, &listen);
    machine.cell = cell;
    machine.function = InterpretedFunction::cell;
    machine.begin_turns(state_->options.most_turns);
    const bool ran = machine.run(*state_->program->find("term(i1;i1;i1;"), Cell{cell.i, k, cell.j});
    machine.on_read = before;
    if (!ran) {
        return faulted().error();
    }
    std::vector<Cell> nodes;
    for (const Cell target : read) {
        VKALGO_TRY(const bool leaf, is_leaf(target));
        if (!leaf) {
            nodes.push_back(target);
        }
    }
    return nodes;
}

Result<InterpretedTraceback> Interpretation::traceback(std::uint64_t most_records) {
    if (state_->status != AnswerStatus::ok) {
        return InterpretedTraceback{};
    }
    return state_->recurrence.header.has_step ? traceback_steps(most_records) : traceback_splits(most_records);
}

Result<InterpretedTraceback> Interpretation::traceback_steps(std::uint64_t most_records) {
    const RecurrenceHeader& header = state_->recurrence.header;
    const TableSize size = state_->order.size;
    const std::size_t indices = header.index_count();
    InterpretedTraceback traced;
    Cell cell = answer_cell();
    std::uint32_t state = 0;
    while (!header.in_base(cell, size)) {
        if (traced.path.size() == most_records) {
            return Error{ErrorCode::too_large, "the traceback has more than " + std::to_string(most_records) + " steps",
                         "solution"};
        }
        VKALGO_TRY(const InterpretedStep next, step(cell, state));
        traced.path.push_back(record_of(cell, next.decision));
        const Cell to = next.next;
        const bool is_there = size.contains(to) && header.in_domain(to);
        const std::string goes = state_->recurrence.file + ": cell " + cell_text(cell, indices) +
                                 ": its step() goes to " + cell_text(to, indices);
        if (!is_there && state_->has_base) {
            return Error{ErrorCode::invalid_argument, goes + ", which lies outside the table or its domain",
                         "recurrence"};
        }
        if (is_there && !is_earlier(to, cell)) {
            return Error{ErrorCode::invalid_argument, goes + ", which is not computed earlier", "recurrence"};
        }
        cell = to;
        state = next.state;
        if (!is_there) {
            break;
        }
    }
    traced.end = cell;
    return traced;
}

bool Interpretation::is_earlier(Cell to, Cell from) const {
    const StageFunction& stage = state_->order.function;
    return stage.at(to) < stage.at(from) ||
           (state_->recurrence.header.sequential && stage.at(to) == stage.at(from) && to.indices() < from.indices());
}

Result<bool> Interpretation::is_leaf(Cell cell) {
    const RecurrenceHeader& header = state_->recurrence.header;
    if (header.in_base(cell, state_->order.size)) {
        return true;
    }
    if (!header.has_infeasible()) {
        VKALGO_TRY(const bool has, has_terms(cell));
        return !has;
    }
    const Machine& machine = state_->machine;
    const Number value = read_number(header.cell, machine.table.data() + machine.index_of(cell) * machine.cell_bytes);
    return value == dp::infeasible(header.cell, header.goal);
}

Result<InterpretedTraceback> Interpretation::traceback_splits(std::uint64_t most_records) {
    InterpretedTraceback traced;
    std::vector<Cell> nodes;
    VKALGO_TRY(const bool no_split, is_leaf(answer_cell()));
    if (!no_split) {
        nodes.push_back(answer_cell());
    }
    for (std::size_t next = 0; next < nodes.size(); ++next) {
        if (nodes.size() > most_records) {
            return Error{ErrorCode::too_large, "the solution has more than " + std::to_string(most_records) + " splits",
                         "solution"};
        }
        const Cell node = nodes[next];
        VKALGO_TRY(const std::int32_t k, split(node));
        traced.path.push_back(record_of(node, static_cast<std::uint32_t>(k)));
        VKALGO_TRY(const bool is_term, has_term(node, k));
        if (is_term) {
            VKALGO_TRY(const std::vector<Cell> below, children(node, k));
            nodes.insert(nodes.end(), below.begin(), below.end());
        }
    }
    return traced;
}

}  // namespace vkalgo::dp

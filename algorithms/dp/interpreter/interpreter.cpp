#include "algorithms/dp/interpreter/interpreter.hpp"

#include "algorithms/dp/interpreter/decoder.hpp"
#include "algorithms/dp/interpreter/state.hpp"

#include <algorithm>
#include <new>
#include <numeric>

namespace vkalgo::dp {
namespace {

/// Cells between two looks at progress and cancellation.
constexpr std::uint64_t kCellsBetweenLooks = 1 << 12;

std::array<std::int64_t, 3> stages_of(const Frame& frame) {
    const std::int64_t at = frame.stage_of({0, 0});
    return {at, frame.stage_of({1, 0}) - at, frame.stage_of({0, 1}) - at};
}

std::uint64_t number_bits(ElementType type, const std::byte* bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, size_of(type));
    return bits;
}

}  // namespace

Result<Interpreter> Interpreter::create(const CompiledRecurrence& recurrence) {
    const auto words = recurrence.module(kInterpretModule);
    if (words.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + recurrence.header.problem + "' was not assembled for 'interpret'", "interpret"};
    }
    VKALGO_TRY(const SpirvModule module, SpirvModule::read(words));
    VKALGO_TRY(Program program, decode_program(module, recurrence.header));
    Interpreter made;
    made.recurrence_ = &recurrence;
    made.program_ = std::make_shared<const Program>(std::move(program));
    return made;
}

std::uint64_t Interpreter::table_bytes(TableSize size) const {
    const auto& fields = program_->cell_fields;
    return std::accumulate(fields.begin(), fields.end(), std::uint64_t{0}) * static_cast<std::uint64_t>(size.rows) *
           static_cast<std::uint64_t>(size.columns);
}

Result<Interpretation> Interpreter::start(const Instance& instance, const Shape& shape, Pattern pattern,
                                          const InterpretOptions& options) const {
    auto state =
        std::make_unique<Interpretation::State>(*recurrence_, program_, shape, Frame::of(pattern, shape.size), options);
    Machine& machine = state->machine;
    const RecurrenceHeader& header = recurrence_->header;
    machine.program = program_.get();
    machine.slots = program_->slots;
    machine.set.assign(machine.slots.size(), 1);
    machine.returns.resize(program_->most_calls + 1);
    machine.size = shape.size;
    machine.domain = header.domain;
    machine.stage_of = stages_of(state->frame);
    machine.goes_on = options.notes_value_faults;
    const auto& fields = program_->cell_fields;
    machine.cell_bytes = std::accumulate(fields.begin(), fields.end(), std::uint32_t{0});
    try {
        machine.table.resize(table_bytes(shape.size));
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::too_large,
                     "the interpreter has no room for a table of " + std::to_string(table_bytes(shape.size)) + " bytes",
                     "size"};
    }
    machine.slots[program_->push_constants] = static_cast<std::uint64_t>(shape.size.rows);
    machine.slots[program_->push_constants + 1] = static_cast<std::uint64_t>(shape.size.columns);
    const std::vector<std::byte> params = pack_params(header, instance);
    for (std::size_t k = 0; k < header.params.size(); ++k) {
        machine.slots[program_->push_constants + 2 + k] =
            number_bits(header.params[k].type, params.data() + header.params[k].offset);
    }
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const InputArray& array = instance.inputs.find(header.inputs[k].name)->second;
        const bool is_cut = k < options.cut_inputs.size() && options.cut_inputs[k];
        machine.inputs.push_back({array.data.data(), array.count, is_cut});
    }
    return Interpretation(std::move(state));
}

Interpretation::Interpretation(std::unique_ptr<State> state) : state_(std::move(state)) {
    if (state_->options.on_read) {
        state_->machine.on_read = &state_->options.on_read;
    }
}
Interpretation::Interpretation(Interpretation&& other) noexcept = default;
Interpretation& Interpretation::operator=(Interpretation&& other) noexcept = default;
Interpretation::~Interpretation() = default;

const std::optional<Fault>& Interpretation::fault() const {
    return state_->machine.fault;
}

const std::optional<Fault>& Interpretation::noted() const {
    return state_->machine.noted;
}

std::span<const std::byte> Interpretation::table() const {
    return state_->machine.table;
}

Result<void> Interpretation::faulted() const {
    return state_->machine.fault->error(state_->recurrence);
}

/// The value of one cell of the domain, into the table.
bool Interpretation::compute(Cell cell) {
    Machine& machine = state_->machine;
    const bool in_base = state_->has_base && state_->recurrence.header.in_base(cell, machine.size);
    machine.cell = cell;
    machine.function = in_base ? InterpretedFunction::base : InterpretedFunction::cell;
    machine.turns = state_->options.most_turns;
    const ProgramFunction& function = in_base ? *state_->base : *state_->cell;
    if (!machine.run(function, cell.i, cell.j)) {
        return false;
    }
    std::byte* target =
        machine.table.data() + static_cast<std::size_t>(cell.i * machine.size.columns + cell.j) * machine.cell_bytes;
    const auto& fields = machine.program->cell_fields;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        std::memcpy(target, &machine.slots[function.result[k]], fields[k]);
        target += fields[k];
    }
    return fields.size() == 1 || state_->is_whole(function);
}

Result<void> Interpretation::fill() {
    const Frame& frame = state_->frame;
    const RecurrenceHeader& header = state_->recurrence.header;
    Machine& machine = state_->machine;
    machine.noted.reset();
    const double cells = static_cast<double>(frame.size.rows) * static_cast<double>(frame.size.columns);
    std::uint64_t done = 0;
    for (std::int64_t stage = 0; stage < frame.stages(); ++stage) {
        machine.next_stage = stage;
        const std::int64_t width = frame.stage_width(stage);
        const std::int64_t row = frame.stage_first_row(stage);
        const auto cell_of = [&](std::int64_t k) {
            return frame.to_user(frame.diagonal ? Cell{row + k, stage - row - k} : Cell{row, k});
        };
        // Within a stage by rows, then columns, of the user's own.
        const Cell first = cell_of(0);
        const Cell last = cell_of(width - 1);
        const std::int64_t count = std::max<std::int64_t>(1, width - 1);
        const Cell step{(last.i - first.i) / count, (last.j - first.j) / count};
        const bool turned = step.i < 0 || (step.i == 0 && step.j < 0);
        Cell cell = turned ? last : first;
        for (std::int64_t k = 0; k < width;
             ++k, cell.i += turned ? -step.i : step.i, cell.j += turned ? -step.j : step.j) {
            if (header.in_domain(cell) && !compute(cell)) {
                return faulted();
            }
            if (++done % kCellsBetweenLooks == 0) {
                if (state_->options.cancel.stop_requested()) {
                    return Error{ErrorCode::cancelled, "the interpreter was cancelled", {}};
                }
                if (state_->options.progress) {
                    state_->options.progress(static_cast<double>(done) / cells);
                }
            }
            if (done == state_->options.most_cells) {
                return {};
            }
        }
    }
    machine.next_stage = std::numeric_limits<std::int64_t>::max();
    return {};
}

Number Interpretation::value(Cell cell) const {
    const Machine& machine = state_->machine;
    const auto index = static_cast<std::size_t>(cell.i * machine.size.columns + cell.j);
    return read_number(state_->recurrence.header.cell, machine.table.data() + index * machine.cell_bytes);
}

Cell Interpretation::answer_cell() const {
    using Kind = AnswerDeclaration::Kind;
    const RecurrenceHeader& header = state_->recurrence.header;
    const AnswerDeclaration& answer = header.answer;
    if (answer.kind == Kind::last || answer.kind == Kind::at) {
        return state_->shape.answer;
    }
    const TableSize size = state_->shape.size;
    const bool is_row = answer.border == Border::first_row || answer.border == Border::last_row;
    const bool is_last = answer.border == Border::last_row || answer.border == Border::last_column;
    const std::int64_t fixed = !is_last ? 0 : (is_row ? size.rows : size.columns) - 1;
    const bool least = answer.kind == Kind::min;
    std::optional<Cell> best;
    // NaN gives way to any number.
    const auto gives_way = [&](const Number& mine, const Number& other) {
        return std::visit(
            [&](auto a) {
                const auto b = std::get<decltype(a)>(other);
                return (a != a && b == b) || (least ? b < a : b > a);
            },
            mine);
    };
    for (std::int64_t k = 0; k < (is_row ? size.columns : size.rows); ++k) {
        const Cell cell = is_row ? Cell{fixed, k} : Cell{k, fixed};
        if (header.in_domain(cell) && (!best || gives_way(value(*best), value(cell)))) {
            best = cell;
        }
    }
    return best.value_or(Cell{});
}

std::optional<Number> Interpretation::answer() const {
    if (state_->shape.size.rows == 0 || state_->shape.size.columns == 0) {
        return std::nullopt;
    }
    return value(answer_cell());
}

}  // namespace vkalgo::dp

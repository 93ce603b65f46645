#include "algorithms/dp/interpreter/interpreter.hpp"

#include "algorithms/dp/interpreter/decoder.hpp"
#include "algorithms/dp/interpreter/state.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Number of cells between two reports of progress and checks for cancellation.
constexpr std::uint64_t kCellsBetweenLooks = 1 << 12;

std::uint64_t number_bits(ElementType type, const std::byte* bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, size_of(type));
    return bits;
}

}  // namespace

Result<Interpreter> Interpreter::create(const CompiledRecurrence& recurrence, Watch watch) {
    const auto words = recurrence.module(kInterpretModule);
    if (words.empty()) {
        return Error{
            ErrorCode::invalid_argument,
            "recurrence '" + recurrence.header.problem + "' lacks the module 'interpret'; assemble it with this module",
            "interpret"};
    }
    VKALGO_TRY(const SpirvModule module, SpirvModule::read(words));
    VKALGO_TRY(Program program, decode_program(module, recurrence.header, watch));
    Interpreter made;
    made.recurrence_ = &recurrence;
    made.program_ = std::make_shared<const Program>(std::move(program));
    return made;
}

std::uint64_t Interpreter::table_bytes(TableSize size) const {
    // If TableSize::cells() cannot count the cells, or their bytes, no host has room for them.
    const auto cells = static_cast<std::uint64_t>(size.cells().value_or(std::int64_t{1} << 60));
    const std::uint64_t each = recurrence_->header.cell_bytes();
    return each * std::min(cells, (std::uint64_t{1} << 62) / each);
}

Result<Interpretation> Interpreter::start(const Instance& instance, const Shape& shape, const StageFunction& stage,
                                          const InterpretOptions& options) const {
    const RecurrenceHeader& header = recurrence_->header;
    Order order = Order::of(stage, shape.size, header.domain);
    // The solved index may be any index whose coefficient in the stage function is not 0. The last such index is taken,
    // so that the cells of a stage come row by row.
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        order.solved = stage.coefficients[d] != 0 ? d : order.solved;
    }
    auto state = std::make_unique<Interpretation::State>(*recurrence_, program_, shape, order, options);
    Machine& machine = state->machine;
    machine.program = program_.get();
    machine.slots = program_->slots;
    machine.set.assign(machine.slots.size(), 1);
    machine.states = program_->states;
    machine.trusts_differences = options.trusts_differences;
    machine.watched = program_->trackers.empty() ? 0 : options.most_watched;
    machine.returns.resize(program_->most_calls + 1);
    machine.size = shape.size;
    machine.domain = header.domain;
    machine.stage = stage;
    machine.sequential = header.sequential;
    machine.goes_on = options.notes_value_faults;
    machine.bound = options.bound;
    machine.turns_in_all = options.turns_in_all;
    machine.cancel = options.cancel;
    machine.cell_bytes = header.cell_bytes();
    try {
        machine.table.resize(table_bytes(shape.size));
        if (program_->reads_outputs) {
            for (const std::int64_t count : shape.output_counts) {
                machine.touches.emplace_back(static_cast<std::size_t>(count));
            }
        }
    } catch (const std::exception&) {  // bad_alloc or length_error
        return Error{ErrorCode::too_large,
                     "the interpreter cannot allocate a table of " + std::to_string(table_bytes(shape.size)) +
                         " bytes" + (program_->reads_outputs ? " and a note on each element of the outputs" : "") +
                         "; make the instance smaller",
                     "size"};
    }
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        machine.slots[program_->push_constants + d] = static_cast<std::uint64_t>(shape.size.extents()[d]);
    }
    const std::vector<std::byte> params = pack_params(header, instance);
    for (std::size_t k = 0; k < header.params.size(); ++k) {
        machine.slots[program_->push_constants + kMaxIndices + k] =
            number_bits(header.params[k].type, params.data() + header.params[k].offset);
    }
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const InputArray& array = instance.inputs.find(header.inputs[k].name)->second;
        const bool is_cut = k < options.cut_inputs.size() && options.cut_inputs[k];
        machine.inputs.push_back({array.data.data(), array.count, is_cut});
    }
    machine.outputs_may_overrun = options.cut_outputs;
    for (std::size_t k = 0; k < header.outputs.size(); ++k) {
        machine.outputs.push_back(zero_output(header.outputs[k], shape.output_counts[k]));
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

const std::optional<Fault>& Interpretation::astray() const {
    return state_->machine.astray;
}

std::span<const std::byte> Interpretation::table() const {
    return state_->machine.table;
}

std::span<const InputArray> Interpretation::outputs() const {
    return state_->machine.outputs;
}

Result<void> Interpretation::faulted() const {
    return state_->machine.fault->error(state_->recurrence.header, state_->recurrence.file);
}

/// Computes the value of one cell of the domain and stores it in the table. Returns false after a fault.
bool Interpretation::compute(Cell cell) {
    Machine& machine = state_->machine;
    const bool in_base = state_->has_base && state_->recurrence.header.in_base(cell, machine.size);
    machine.cell = cell;
    machine.function = in_base ? InterpretedFunction::base : InterpretedFunction::cell;
    machine.begin_turns(state_->options.most_turns);
    const ProgramFunction& function = in_base ? *state_->base : *state_->cell;
    if (!machine.run(function, cell)) {
        return false;
    }
    std::byte* target = machine.table.data() + machine.index_of(cell) * machine.cell_bytes;
    const auto& fields = machine.program->cell_fields;
    const auto& offsets = machine.program->cell_offsets;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        std::memcpy(target + (offsets.empty() ? 0 : offsets[k]), &machine.slots[function.result[k]], fields[k]);
    }
    return fields.size() == 1 || state_->is_whole(function);
}

void Interpretation::set_table(std::span<const std::byte> values) {
    std::copy(values.begin(), values.end(), state_->machine.table.begin());
}

void Interpretation::adopt(std::span<const std::byte> table, Cell answer_cell, Number answer,
                           std::vector<InputArray> outputs) {
    set_table(table);
    state_->machine.outputs = std::move(outputs);
    state_->machine.next_stage = std::numeric_limits<std::int64_t>::max();
    state_->answer_cell = answer_cell;
    state_->answer = answer;
    state_->status = AnswerStatus::ok;
}

Result<std::vector<std::byte>> Interpretation::compute_again(Cell cell) {
    const std::span<std::byte> stored =
        std::span(state_->machine.table)
            .subspan(state_->machine.index_of(cell) * state_->machine.cell_bytes, state_->machine.cell_bytes);
    const std::vector<std::byte> kept(stored.begin(), stored.end());
    const bool done = compute(cell);
    std::vector<std::byte> value(stored.begin(), stored.end());
    std::copy(kept.begin(), kept.end(), stored.begin());
    return done ? Result<std::vector<std::byte>>(std::move(value)) : faulted().error();
}

Result<std::vector<std::byte>> Interpretation::compute_with(Cell cell, Cell other, std::span<const std::byte> value) {
    const std::span<std::byte> stored =
        std::span(state_->machine.table)
            .subspan(state_->machine.index_of(other) * state_->machine.cell_bytes, state_->machine.cell_bytes);
    const std::vector<std::byte> kept(stored.begin(), stored.end());
    std::copy_n(value.begin(), std::min(value.size(), stored.size()), stored.begin());
    auto computed = compute_again(cell);
    std::copy(kept.begin(), kept.end(), stored.begin());
    return computed;
}

Result<void> Interpretation::fill() {
    const Order& order = state_->order;
    const RecurrenceHeader& header = state_->recurrence.header;
    Machine& machine = state_->machine;
    machine.noted.reset();
    machine.astray.reset();
    machine.ended = false;
    const auto cells = static_cast<double>(order.size.cells().value_or(1));
    const int step = order.function.coefficients[order.solved];
    std::uint64_t done = 0;
    for (std::int64_t stage = order.first; stage <= order.last; ++stage) {
        machine.next_stage = stage;
        const Order::Candidates box = order.candidates(stage);
        auto at = box.first;
        for (std::int64_t number = box.count(); number > 0; --number) {
            at[order.solved] = 0;
            const std::int64_t rest = stage - order.function.at(Cell::of(at));
            at[order.solved] = rest / step;
            const Cell cell = Cell::of(at);
            if (rest % step == 0 && order.size.contains(cell) && header.in_domain(cell)) {
                if (!compute(cell)) {
                    return faulted();
                }
                if (++done == state_->options.most_cells) {
                    return {};
                }
                if (done % kCellsBetweenLooks == 0) {
                    if (state_->options.cancel.stop_requested()) {
                        return Error{ErrorCode::cancelled, "the interpreter was cancelled", {}};
                    }
                    if (state_->options.progress) {
                        state_->options.progress(static_cast<double>(done) / cells);
                    }
                }
            }
            // Goes to the next candidate; the last index changes fastest.
            for (std::size_t d = kMaxIndices; d-- > 0;) {
                if (d != order.solved && ++at[d] < box.first[d] + box.length[d]) {
                    break;
                }
                at[d] = box.first[d];
            }
        }
    }
    machine.next_stage = std::numeric_limits<std::int64_t>::max();
    VKALGO_CHECK(search_answer());
    state_->status = state_->answer ? status_of(header, *state_->answer) : AnswerStatus::ok;
    return {};
}

Result<Number> Interpretation::value(Cell cell) {
    Machine& machine = state_->machine;
    const RecurrenceHeader& header = state_->recurrence.header;
    if (!header.value) {
        return read_number(header.cell, machine.table.data() + machine.index_of(cell) * machine.cell_bytes);
    }
    const ProgramFunction& function = *state_->program->find(mangled("vkalgo_value_at", header.index_count()));
    const ReadHook* before = std::exchange(machine.on_read, nullptr);
    machine.cell = cell;
    machine.function = InterpretedFunction::cell;
    machine.begin_turns(state_->options.most_turns);
    const bool ran = machine.run(function, cell);
    machine.on_read = before;
    if (!ran) {
        return faulted().error();
    }
    return read_number(header.value_type(),
                       reinterpret_cast<const std::byte*>(&machine.slots[function.result.front()]));
}

Result<void> Interpretation::search_answer() {
    const AnswerDeclaration& answer = state_->recurrence.header.answer;
    const TableSize size = state_->shape.size;
    state_->answer_cell = state_->shape.answer;
    state_->answer.reset();
    if (size.empty()) {
        return {};
    }
    if (!answer.searches()) {
        VKALGO_TRY(state_->answer, value(state_->answer_cell));
        return {};
    }
    // Any number is better than NaN.
    const bool least = answer.kind == AnswerDeclaration::Kind::min;
    const auto gives_way = [&](const Number& mine, const Number& other) {
        return std::visit(
            [&](auto a) {
                const auto b = std::get<decltype(a)>(other);
                return (a != a && b == b) || (least ? b < a : b > a);
            },
            mine);
    };
    Result<void> searched;
    for_each_cell(size, [&](Cell cell) {
        if (!searched || !may_answer(cell)) {
            return;
        }
        const Result<Number> found = value(cell);
        if (!found) {
            searched = found.error();
        } else if (!state_->answer || gives_way(*state_->answer, *found)) {
            state_->answer = *found;
            state_->answer_cell = cell;
        }
    });
    return searched;
}

Cell Interpretation::answer_cell() const {
    return state_->answer_cell;
}

bool Interpretation::may_answer(Cell cell) const {
    const RecurrenceHeader& header = state_->recurrence.header;
    const std::vector<Border>& borders = header.answer.borders;
    if (!header.answer.searches()) {
        return cell == state_->shape.answer;
    }
    return header.in_domain(cell) &&
           (borders.empty() || std::any_of(borders.begin(), borders.end(), [&](Border border) {
                const std::int64_t extent = state_->shape.size.extents()[border.index];
                return cell.indices()[border.index] == (border.last ? extent - 1 : 0);
            }));
}

std::optional<Number> Interpretation::answer() const {
    return state_->status == AnswerStatus::ok ? state_->answer : std::nullopt;
}

AnswerStatus Interpretation::status() const {
    return state_->status;
}

}  // namespace vkalgo::dp

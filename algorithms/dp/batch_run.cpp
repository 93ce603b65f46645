#include "algorithms/dp/batch_run.hpp"

#include "algorithms/dp/kernels.hpp"
#include "algorithms/dp/run.hpp"
#include "engine/context.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/bits.h"
#include "shaders/dp/dp.h"
#include "shaders/dp/halves.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::uint32_t kSymbolsWorkgroup = 32;
constexpr std::uint32_t kWalkWorkgroup = 32;
constexpr std::size_t kStatusBinding = 2;
constexpr std::size_t kBitsList = 8;  // as bits.glsl says

/// What messages name.
const Method& named_method(const BatchPlan& plan) {
    static const Method team{.name = "team", .checks_reads = true, .many_cells_per_invocation = true};
    static const Method bits{.name = "bit-parallel"};
    return plan.kernels == BatchPlan::Kernels::bits ? bits : team;
}

/// At least that large, and what it holds is lost if it has to grow.
Result<void> make_room_in(Context& context, Buffer& buffer, std::uint64_t bytes, const char* name,
                          MemoryKind kind = MemoryKind::device) {
    if (buffer.view() && buffer.size() >= bytes) {
        return {};
    }
    buffer = Buffer();
    VKALGO_TRY(buffer, Buffer::create(context, {.size = bytes + bytes / 8, .kind = kind, .name = name}));
    return {};
}

std::uint64_t padded(std::uint64_t bytes) {
    return std::max<std::uint64_t>(16, (bytes + 15) / 16 * 16);
}

}  // namespace

Result<BatchRun> BatchRun::create(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const CheckedBatch& checked, const BatchPlan& plan) {
    BatchRun run(runner, recurrence, batch, checked, plan);
    run.params_ = pack_params(recurrence.header(), checked.common);
    VKALGO_CHECK(run.make_kernels());
    for (Slot& slot : run.slots_) {
        slot.inputs.resize(recurrence.header().inputs.size());
    }
    return run;
}

Result<void> BatchRun::make_kernels() {
    Context& context = runner_->context();
    if (is_halves()) {
        VKALGO_TRY(halves_, HalvesRun::create(*runner_, *checked_, *plan_));
        return {};
    }
    std::vector<std::string> modules{is_bits() ? "bits_batch" : "batch"};
    if (plan_->solution) {
        modules.emplace_back("batch_walk");
    }
    VKALGO_TRY(const auto compiled, recurrence_->with_modules(modules));
    const bool one_subgroup = !plan_->shared_lanes && context.profile().subgroup_size_control;
    const std::uint32_t subgroup = one_subgroup ? context.profile().subgroup_size : 0;
    const auto u32 = [](auto value) { return static_cast<std::uint32_t>(value); };
    const auto make_bits = [&](std::uint32_t task, std::uint32_t words) {
        const bool is_symbols = task == VKALGO_BITS_TASK_SYMBOLS;
        const BitCells& bits = *plan_->header->bits;
        return make_kernel(context, *compiled, modules[0],
                           {{VKALGO_BITS_CONSTANT_WORKGROUP, is_symbols ? kSymbolsWorkgroup : plan_->lanes},
                            {VKALGO_BITS_CONSTANT_LANES, plan_->lanes},
                            {VKALGO_BITS_CONSTANT_LANES + 1, plan_->shared_lanes},
                            {VKALGO_BITS_CONSTANT_WORDS, words},
                            {VKALGO_BITS_CONSTANT_DIGITS, plan_->digits},
                            {VKALGO_BITS_CONSTANT_HELPERS, 0},
                            {VKALGO_BITS_CONSTANT_TASK, task},
                            {VKALGO_BITS_CONSTANT_ROW_STEP, bits.row_step},
                            {VKALGO_BITS_CONSTANT_COLUMN_STEP, bits.column_step}},
                           is_symbols ? 0 : subgroup);
    };
    const auto make_cells = [&](const std::string& module, std::uint32_t registers, std::uint32_t workgroup) {
        return make_kernel(context, *compiled, module,
                           {{VKALGO_BATCH_CONSTANT_LANES, plan_->lanes},
                            {VKALGO_BATCH_CONSTANT_LANES_SHARED, plan_->shared_lanes},
                            {VKALGO_BATCH_CONSTANT_WORKGROUP, workgroup},
                            {VKALGO_BATCH_CONSTANT_REGISTERS, registers},
                            {VKALGO_BATCH_CONSTANT_REFLECT_ROWS, plan_->reflect_rows},
                            {VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS, plan_->reflect_columns},
                            {VKALGO_BATCH_CONSTANT_REGION_TEST, plan_->region_test},
                            {VKALGO_BATCH_CONSTANT_FIRST_ROW, u32(plan_->first_row)},
                            {VKALGO_BATCH_CONSTANT_FIRST_COLUMN, u32(plan_->first_column)},
                            {VKALGO_BATCH_CONSTANT_NEIGHBOURS, plan_->first_row > 0 && plan_->first_column > 0},
                            {VKALGO_BATCH_CONSTANT_CHECK_INPUTS, !plan_->inputs_suffice},
                            {VKALGO_BATCH_CONSTANT_SYMBOLS, plan_->symbols},
                            {VKALGO_BATCH_CONSTANT_KEYS, plan_->keys},
                            {VKALGO_BATCH_CONSTANT_KEEP, plan_->solution}},
                           module == "batch" ? subgroup : 0);
    };
    if (is_bits()) {
        VKALGO_TRY(symbols_, make_bits(VKALGO_BITS_TASK_SYMBOLS, 1));
    }
    for (const std::uint32_t size : plan_->sizes) {
        VKALGO_TRY(auto fill, is_bits() ? make_bits(VKALGO_BITS_TASK_DIAGONALS, size)
                                        : make_cells("batch", size, plan_->lanes * plan_->teams));
        fills_.push_back(std::move(fill));
        if (plan_->solution) {
            VKALGO_TRY(auto walk, make_cells("batch_walk", size, kWalkWorkgroup));
            walks_.push_back(std::move(walk));
        }
    }
    return {};
}

std::uint32_t BatchRun::answer_words() const {
    const bool has_cell = plan_->header->answer.searches() && !is_halves();
    return size_of(plan_->header->value_type()) / 4 + (has_cell ? 2 : 0);
}

Result<void> BatchRun::send_inputs(Slot& slot) {
    const RecurrenceHeader& header = *plan_->header;
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const BatchInput& input = batch_->inputs.at(header.inputs[k].name);
        Slot::Input& target = slot.inputs[k];
        const BatchChunk::Elements wanted = slot.chunk.inputs[k];
        if (target.buffer.view() && target.elements == wanted) {
            continue;
        }
        const std::uint64_t bytes = size_of(input.type);
        const auto data = input.data.subspan(wanted.begin * bytes, (wanted.end - wanted.begin) * bytes);
        VKALGO_CHECK(
            make_room_in(runner_->context(), target.buffer, padded(data.size()), header.inputs[k].name.c_str()));
        if (!data.empty()) {
            VKALGO_CHECK(runner_->stage(target.buffer.view(), data));
        }
        target.elements = wanted;
    }
    return {};
}

std::vector<BatchRun::Stretch> BatchRun::sort_problems(Slot& slot) const {
    // By size, and the longest first, to a factor of 1.2 or so: what ends last has begun early.
    const std::size_t levels = is_halves() ? kHalvesKeys : 256;
    const auto level_of = [](double work) {
        return static_cast<std::size_t>(std::clamp(255.0 - 4 * std::log2(work + 1), 0.0, 255.0));
    };
    const std::size_t problems = slot.chunk.end - slot.chunk.first;
    constexpr std::uint32_t kAlone = 0xffffffff;
    std::vector<std::uint32_t> keys(problems, kAlone);
    std::vector<std::uint32_t> places(plan_->sizes.size() * levels + 1);
    for (std::size_t k = 0; k < problems; ++k) {
        const BatchItem& item = checked_->items[slot.chunk.first + k];
        if (const auto size = plan_->size_of_item(item)) {
            const auto work = static_cast<double>(plan_->strips(item, *size) * plan_->interior_columns(item));
            const std::size_t level = is_halves() ? halves_key(*plan_, item, *size) : level_of(work);
            keys[k] = static_cast<std::uint32_t>(*size * levels + level);
            ++places[keys[k] + 1U];
        }
    }
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<Stretch> stretches;
    for (std::size_t size = 0; size < plan_->sizes.size(); ++size) {
        const std::uint32_t first = places[size * levels];
        const std::uint32_t count = places[(size + 1) * levels] - first;
        if (count != 0) {
            stretches.push_back({size, first, count});
        }
    }
    slot.order.resize(places.back());
    for (std::size_t k = 0; k < problems; ++k) {
        if (keys[k] != kAlone) {
            slot.order[places[keys[k]]++] = static_cast<std::uint32_t>(slot.chunk.first + k);
        }
    }
    return stretches;
}

std::vector<std::uint32_t> BatchRun::list_of(Slot& slot, std::vector<Stretch>& stretches) const {
    if (is_halves()) {
        HalvesList made = halves_list(*plan_, *batch_, *checked_, slot.chunk, slot.order, stretches);
        stretches = std::move(made.stretches);
        slot.chunk.row_cells = made.groups;
        return std::move(made.words);
    }
    const RecurrenceHeader& header = *plan_->header;
    std::vector<const BatchInput*> inputs;
    for (const InputDeclaration& declared : header.inputs) {
        inputs.push_back(&batch_->inputs.at(declared.name));
    }
    const std::size_t words = VKALGO_BATCH_PROBLEM_WORDS + 2 * inputs.size();
    std::vector<std::uint32_t> list(words * slot.order.size());
    slot.first_moves.resize(slot.order.size());
    std::uint64_t row = 0;
    std::uint64_t cell = 0;
    std::uint64_t move = 0;
    const auto u32 = [](auto value) { return static_cast<std::uint32_t>(value); };
    for (const Stretch& stretch : stretches) {
        for (std::uint32_t slot_number = stretch.first; slot_number < stretch.first + stretch.count; ++slot_number) {
            const std::uint32_t p = slot.order[slot_number];
            const BatchItem& item = checked_->items[p];
            std::uint32_t* target = list.data() + words * slot_number;
            target[VKALGO_BATCH_ROW_COUNT] = u32(is_bits() ? item.answer_row : item.rows);
            target[VKALGO_BATCH_COLUMN_COUNT] = u32(is_bits() ? item.answer_column : item.columns);
            target[VKALGO_BATCH_ANSWER_ROW] =
                u32(plan_->reflect_rows ? item.rows - 1 - item.answer_row : item.answer_row);
            target[VKALGO_BATCH_ANSWER_COLUMN] =
                u32(plan_->reflect_columns ? item.columns - 1 - item.answer_column : item.answer_column);
            target[VKALGO_BATCH_NUMBER] = u32(p - slot.chunk.first);
            target[VKALGO_BATCH_PLACE] = u32(row);
            target[VKALGO_BATCH_FIRST_CELL] = u32(cell);
            target[VKALGO_BATCH_FIRST_MOVE] = slot.first_moves[slot_number] = u32(move);
            for (std::size_t k = 0; k < inputs.size(); ++k) {
                const std::size_t array = inputs[k]->array_of(p);
                target[VKALGO_BATCH_PROBLEM_WORDS + 2 * k] =
                    u32(inputs[k]->offsets[array] - slot.chunk.inputs[k].begin);
                target[VKALGO_BATCH_PROBLEM_WORDS + 2 * k + 1] = u32(inputs[k]->length(array));
            }
            row += plan_->row_cells(item);
            if (plan_->solution) {
                cell += plan_->table_cells(item, stretch.size);
                move += plan_->move_words(item);
            }
        }
    }
    return list;
}

Result<void> BatchRun::make_room(Slot& slot) {
    Context& context = runner_->context();
    const std::uint64_t cell = plan_->header->cell_bytes();
    const std::uint64_t problems = slot.chunk.end - slot.chunk.first;
    const std::uint64_t answers = padded(problems * answer_words() * 4);
    const std::uint64_t moves = padded(slot.chunk.move_words * 4);
    const std::uint64_t row = is_halves() ? 8 * VKALGO_HALVES_GROUP : is_bits() ? 4 : cell;
    const std::uint64_t symbols = is_halves() ? 8 : is_bits() ? plan_->digits * 4 : 0;
    VKALGO_CHECK(make_room_in(context, slot.rows, padded(slot.chunk.row_cells * row), "rows"));
    VKALGO_CHECK(make_room_in(context, slot.symbols, padded(slot.chunk.row_cells * symbols), "symbols"));
    VKALGO_CHECK(make_room_in(context, slot.table, padded(slot.chunk.table_cells * cell), "table"));
    VKALGO_CHECK(make_room_in(context, slot.moves, moves, "moves"));
    VKALGO_CHECK(make_room_in(context, slot.answers, answers, "answers"));
    VKALGO_CHECK(make_room_in(context, slot.status, sizeof(Status), "status"));
    return make_room_in(context, slot.results, sizeof(Status) + answers + moves, "results", MemoryKind::readback);
}

std::vector<Binding> BatchRun::bindings(const Slot& slot) const {
    std::vector<Binding> views(is_bits() ? kBitsList : VKALGO_BATCH_FIRST_INPUT);
    views[kStatusBinding] = slot.status.view();
    const std::uint64_t cell = plan_->header->cell_bytes();
    // Buffers have room to grow, perhaps more than one binding may have.
    const auto used = [](const Buffer& buffer, std::uint64_t bytes) { return buffer.view().slice(0, padded(bytes)); };
    if (is_bits()) {
        views[VKALGO_BITS_CARRIES] = used(slot.rows, slot.chunk.row_cells * 4);
        views[VKALGO_BITS_SYMBOLS_IN] = views[VKALGO_BITS_SYMBOLS_OUT] =
            used(slot.symbols, slot.chunk.row_cells * plan_->digits * 4);
        // Between tiles and among workgroups: there are none.
        views[VKALGO_BITS_STATE_IN] = views[VKALGO_BITS_STATE_OUT] = slot.table.view();
        views[VKALGO_BITS_TICKET] = slot.moves.view();
        views[VKALGO_BITS_ANSWER] = slot.answers.view();
    } else {
        views[VKALGO_BATCH_ROWS] = used(slot.rows, slot.chunk.row_cells * cell);
        views[VKALGO_BATCH_ANSWERS] = slot.answers.view();
        views[VKALGO_BATCH_TABLE] = used(slot.table, slot.chunk.table_cells * cell);
        views[VKALGO_BATCH_MOVES] = used(slot.moves, slot.chunk.move_words * 4);
    }
    views.emplace_back(slot.list.view());
    for (std::size_t k = 0; k < slot.inputs.size(); ++k) {
        const BatchChunk::Elements elements = slot.inputs[k].elements;
        const std::uint64_t bytes = (elements.end - elements.begin) * size_of(plan_->header->inputs[k].type);
        views.emplace_back(used(slot.inputs[k].buffer, bytes));
    }
    return views;
}

HalvesRun::Views BatchRun::halves_views(const Slot& slot) const {
    const ProfileRead& read = *plan_->header->profile;
    // Buffers have room to grow, perhaps more than one binding may have.
    const auto used = [](const Buffer& buffer, std::uint64_t bytes) { return buffer.view().slice(0, padded(bytes)); };
    const auto letters = [&](std::size_t input) {
        const BatchChunk::Elements elements = slot.inputs[input].elements;
        return used(slot.inputs[input].buffer, elements.end - elements.begin);
    };
    return {.problems = slot.list.view(),
            .x = letters(read.row),
            .y = letters(read.column),
            .symbols = used(slot.symbols, slot.chunk.row_cells * 8),
            .rows = used(slot.rows, slot.chunk.row_cells * 8 * VKALGO_HALVES_GROUP),
            .answers = slot.answers.view()};
}

Result<void> BatchRun::record(Recorder& recorder, const Slot& slot, const std::vector<Stretch>& stretches) const {
    const Context& context = runner_->context();
    const std::vector<Binding> views = is_halves() ? std::vector<Binding>{} : bindings(slot);
    const auto dispatch = [&](const Kernel& kernel, std::uint32_t first, std::uint32_t count, std::uint32_t each) {
        std::vector<std::byte> push;
        if (is_bits()) {
            shader::VkalgoBitsPush own{};
            own.first_strip = first;
            own.strips = count;
            own.corner = plan_->header->bits->corner;
            push = push_with_params(own, params_);
        } else {
            push = push_with_params(shader::VkalgoBatchPush{first, count}, params_);
        }
        recorder.dispatch(kernel, bindings_of(kernel, views), push,
                          Groups::linear((std::uint64_t{count} + each - 1) / each, context));
    };
    recorder.fill(slot.status.view(), 0);
    recorder.fill(slot.answers.view(), 0);
    if (is_bits()) {
        const SpanScope span(recorder, "symbols");
        dispatch(*symbols_, 0, static_cast<std::uint32_t>(slot.order.size()), 1);
    }
    {
        const SpanScope span(recorder, "tables");
        if (is_halves()) {
            halves_->record(recorder, halves_views(slot), stretches);
        }
        for (const Stretch& stretch : is_halves() ? std::vector<Stretch>{} : stretches) {
            dispatch(*fills_[stretch.size], stretch.first, stretch.count, plan_->teams);
        }
    }
    if (plan_->solution) {
        const SpanScope span(recorder, "walks");
        for (const Stretch& stretch : stretches) {
            dispatch(*walks_[stretch.size], stretch.first, stretch.count, kWalkWorkgroup);
        }
    }
    const std::uint64_t answers = padded((slot.chunk.end - slot.chunk.first) * answer_words() * 4);
    const BufferView results = slot.results.view();
    recorder.copy(slot.status.view().slice(0, sizeof(Status)), results.slice(0, sizeof(Status)));
    recorder.copy(slot.answers.view().slice(0, answers), results.slice(sizeof(Status), answers));
    if (plan_->solution) {
        const std::uint64_t moves = padded(slot.chunk.move_words * 4);
        recorder.copy(slot.moves.view().slice(0, moves), results.slice(sizeof(Status) + answers, moves));
    }
    recorder.hand_over(results, {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT});
    return recorder.status();
}

Result<void> BatchRun::begin(const BatchChunk& chunk, BatchSolution& solution) {
    Slot& slot = slots_.at(next_slot_);
    next_slot_ = (next_slot_ + 1) % slots_.size();
    VKALGO_CHECK(take_in(slot, solution));
    slot.chunk = chunk;
    std::vector<Stretch> stretches = sort_problems(slot);
    if (slot.order.empty()) {
        return {};
    }
    const std::vector<std::uint32_t> list = list_of(slot, stretches);
    VKALGO_CHECK(make_room(slot));
    VKALGO_CHECK(make_room_in(runner_->context(), slot.list, padded(list.size() * 4), "problems"));
    VKALGO_CHECK(runner_->stage(slot.list.view(), std::as_bytes(std::span(list))));
    VKALGO_CHECK(send_inputs(slot));
    VKALGO_TRY(slot.ticket, runner_->submit([&](Recorder& recorder) { return record(recorder, slot, stretches); }));
    slot.under_way = true;
    return {};
}

Result<void> BatchRun::end(BatchSolution& solution) {
    for (std::size_t k = 0; k < slots_.size(); ++k) {
        VKALGO_CHECK(take_in(slots_.at((next_slot_ + k) % slots_.size()), solution));
    }
    return {};
}

void BatchRun::leave() {
    for (Slot& slot : slots_) {
        if (std::exchange(slot.under_way, false)) {
            static_cast<void>(runner_->wait(slot.ticket));
        }
    }
    static_cast<void>(runner_->await_staged());
}

double BatchRun::take_milliseconds() {
    return std::exchange(milliseconds_, 0);
}

std::vector<std::uint32_t> BatchRun::take_doubtful() {
    return std::exchange(doubtful_, {});
}

std::uint64_t BatchRun::device_bytes() const {
    std::uint64_t bytes = halves_ ? halves_->device_bytes() : 0;
    const auto add = [&](const Buffer& buffer) { bytes += buffer.view() ? buffer.size() : 0; };
    for (const Slot& slot : slots_) {
        for (const Slot::Input& input : slot.inputs) {
            add(input.buffer);
        }
        for (const Buffer* buffer : {&slot.list, &slot.rows, &slot.symbols, &slot.table, &slot.moves, &slot.answers,
                                     &slot.status, &slot.results}) {
            add(*buffer);
        }
    }
    return bytes;
}

Result<void> BatchRun::check_status(const Slot& slot, std::span<const std::byte> status) const {
    Status raised;
    std::memcpy(&raised, status.data(), sizeof raised);
    if (raised.flags == 0) {
        return {};
    }
    const std::size_t problem = slot.chunk.first + static_cast<std::size_t>(raised.k);
    raised.k = 0;
    const RecurrenceHeader& header = *plan_->header;
    Error error{ErrorCode::unsupported,
                (raised.first & VKALGO_STATUS_STEP) != 0
                    ? recurrence_->file() + ": step() decides more than " + std::to_string(VKALGO_BATCH_MOST_DECISION) +
                          ", and walks of a batch keep no larger decisions; take method single"
                    : recurrence_->file() + ": the greatest value is below -" + std::to_string(VKALGO_BATCH_KEY_LIMIT) +
                          ", where a batch does not look for it; take method single",
                "method"};
    if ((raised.first & VKALGO_STATUS_LARGE) == 0) {
        const auto said = status_error(raised, {header, recurrence_->file(), header.stage, named_method(*plan_)});
        if (said) {
            return {};
        }
        error = said.error();
    }
    error.message = "problem " + std::to_string(problem) + ": " + error.message;
    error.where = "problem " + std::to_string(problem);
    return error;
}

Result<void> BatchRun::take_in(Slot& slot, BatchSolution& solution) {
    if (!std::exchange(slot.under_way, false)) {
        return {};
    }
    VKALGO_TRY(const RunReport report, runner_->wait(slot.ticket));
    milliseconds_ += report.gpu_milliseconds;
    solution.call.spans = report.spans;
    const std::span<const std::byte> results = slot.results.mapped();
    VKALGO_CHECK(check_status(slot, results.first(sizeof(Status))));
    const RecurrenceHeader& header = *plan_->header;
    const std::size_t value_bytes = size_of(header.value_type());
    const std::size_t stride = std::size_t{4} * answer_words();
    const std::span<const std::byte> answers = results.subspan(sizeof(Status));
    const std::span<const std::byte> moves = answers.subspan(padded((slot.chunk.end - slot.chunk.first) * stride));
    const bool may_be_none = header.has_infeasible() || header.has_unbounded();
    const bool searches = header.answer.searches() && !is_halves();
    const Cell towards{plan_->reflect_rows ? 1 : -1, plan_->reflect_columns ? 1 : -1};
    for (std::size_t k = 0; k < slot.order.size(); ++k) {
        const std::size_t p = slot.order[k];
        const BatchItem& item = checked_->items[p];
        const std::byte* answer = answers.data() + (p - slot.chunk.first) * stride;
        std::memcpy(solution.answers.data() + p * value_bytes, answer, value_bytes);
        solution.statuses[p] =
            may_be_none ? status_of(header, read_number(header.value_type(), answer)) : AnswerStatus::ok;
        CellPlace place{item.answer_row, item.answer_column};
        if (is_halves()) {
            place = {-1, -1};
            if (read_number(ElementType::i32, answer) >= Number(std::int64_t{plan_->halves->doubtful()})) {
                doubtful_.push_back(static_cast<std::uint32_t>(p));
            }
        } else if (searches) {
            std::memcpy(&place, answer + value_bytes, sizeof place);
        }
        solution.cells[p] = place;
        if (plan_->solution && solution.statuses[p] == AnswerStatus::ok) {
            std::array<std::int32_t, VKALGO_BATCH_WALK_WORDS> head{};
            const std::byte* walk = moves.data() + std::size_t{4} * slot.first_moves[k];
            std::memcpy(head.data(), walk, sizeof head);
            const auto* first = reinterpret_cast<const std::uint8_t*>(walk + sizeof head);
            solution.paths.put(p, {first, static_cast<std::size_t>(head[0])}, place.cell(), {head[1], head[2]},
                               towards);
        }
    }
    solution.table_cells += slot.chunk.cells;
    return {};
}

}  // namespace vkalgo::dp

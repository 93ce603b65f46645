#include "algorithms/dp/batch_run.hpp"

#include "algorithms/dp/kernels.hpp"
#include "algorithms/dp/run.hpp"
#include "engine/context.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/bits.h"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <atomic>
#include <chrono>
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

/// Is what the plan says of them the same?
bool is_alike(const BatchItem& a, const BatchItem& b) {
    return a.rows == b.rows && a.columns == b.columns && a.answer_row == b.answer_row &&
           a.answer_column == b.answer_column;
}

}  // namespace

BatchWork::BatchWork(Context& context, const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked,
                     const BatchPlan& plan)
    : context_(&context), recurrence_(&recurrence), batch_(&batch), checked_(&checked), plan_(&plan) {
    static std::atomic<std::uint64_t> works{0};
    number_ = ++works;
}

Result<BatchWork> BatchWork::create(Context& context, const Recurrence& recurrence, const Batch& batch,
                                    const CheckedBatch& checked, const BatchPlan& plan) {
    BatchWork work(context, recurrence, batch, checked, plan);
    work.params_ = pack_params(recurrence.header(), checked.common);
    VKALGO_CHECK(work.make_kernels());
    return work;
}

Result<void> BatchWork::make_kernels() {
    Context& context = *context_;
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

std::uint32_t BatchWork::answer_words() const {
    return size_of(plan_->header->value_type()) / 4 + (plan_->header->answer.searches() ? 2 : 0);
}

std::vector<BatchWork::Stretch> BatchWork::sort_problems(Chunk& chunk) const {
    // By size, and the longest first, to a factor of 1.2 or so: what ends last has begun early.
    constexpr std::size_t kLevels = 256;
    const auto level_of = [](double work) {
        return static_cast<std::size_t>(std::clamp(255.0 - 4 * std::log2(work + 1), 0.0, 255.0));
    };
    const std::size_t problems = chunk.range.end - chunk.range.first;
    constexpr std::uint16_t kAlone = 0xffff;
    std::vector<std::uint16_t> keys(problems, kAlone);
    std::vector<std::uint32_t> places(plan_->sizes.size() * kLevels + 1);
    for (std::size_t k = 0; k < problems; ++k) {
        const BatchItem& item = checked_->items[chunk.range.first + k];
        if (k > 0 && is_alike(item, (&item)[-1])) {
            keys[k] = keys[k - 1];
        } else if (const auto size = plan_->size_of_item(item)) {
            const auto work = static_cast<double>(plan_->strips(item, *size) * plan_->interior_columns(item));
            keys[k] = static_cast<std::uint16_t>(*size * kLevels + level_of(work));
        }
        if (keys[k] != kAlone) {
            ++places[keys[k] + 1U];
        }
    }
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<Stretch> stretches;
    for (std::size_t size = 0; size < plan_->sizes.size(); ++size) {
        const std::uint32_t first = places[size * kLevels];
        const std::uint32_t count = places[(size + 1) * kLevels] - first;
        if (count != 0) {
            stretches.push_back({size, first, count});
        }
    }
    chunk.order.resize(places.back());
    for (std::size_t k = 0; k < problems; ++k) {
        if (keys[k] != kAlone) {
            chunk.order[places[keys[k]]++] = static_cast<std::uint32_t>(chunk.range.first + k);
        }
    }
    return stretches;
}

std::vector<std::uint32_t> BatchWork::list_of(Chunk& chunk) const {
    const RecurrenceHeader& header = *plan_->header;
    std::vector<const BatchInput*> inputs;
    for (const InputDeclaration& declared : header.inputs) {
        inputs.push_back(&batch_->inputs.at(declared.name));
    }
    const std::size_t words = VKALGO_BATCH_PROBLEM_WORDS + 2 * inputs.size();
    std::vector<std::uint32_t> list(words * chunk.order.size());
    chunk.first_moves.resize(chunk.order.size());
    std::uint64_t row = 0;
    std::uint64_t cell = 0;
    std::uint64_t move = 0;
    std::uint64_t item_rows = 0;
    std::uint64_t item_cells = 0;
    std::uint64_t item_moves = 0;
    const auto u32 = [](auto value) { return static_cast<std::uint32_t>(value); };
    for (const Stretch& stretch : chunk.stretches) {
        for (std::uint32_t slot_number = stretch.first; slot_number < stretch.first + stretch.count; ++slot_number) {
            const std::uint32_t p = chunk.order[slot_number];
            const BatchItem& item = checked_->items[p];
            std::uint32_t* target = list.data() + words * slot_number;
            target[VKALGO_BATCH_ROW_COUNT] = u32(is_bits() ? item.answer_row : item.rows);
            target[VKALGO_BATCH_COLUMN_COUNT] = u32(is_bits() ? item.answer_column : item.columns);
            target[VKALGO_BATCH_ANSWER_ROW] =
                u32(plan_->reflect_rows ? item.rows - 1 - item.answer_row : item.answer_row);
            target[VKALGO_BATCH_ANSWER_COLUMN] =
                u32(plan_->reflect_columns ? item.columns - 1 - item.answer_column : item.answer_column);
            target[VKALGO_BATCH_NUMBER] = u32(p - chunk.range.first);
            target[VKALGO_BATCH_PLACE] = u32(row);
            target[VKALGO_BATCH_FIRST_CELL] = u32(cell);
            target[VKALGO_BATCH_FIRST_MOVE] = chunk.first_moves[slot_number] = u32(move);
            for (std::size_t k = 0; k < inputs.size(); ++k) {
                const std::size_t array = inputs[k]->array_of(p);
                target[VKALGO_BATCH_PROBLEM_WORDS + 2 * k] =
                    u32(inputs[k]->offsets[array] - chunk.range.inputs[k].begin);
                target[VKALGO_BATCH_PROBLEM_WORDS + 2 * k + 1] = u32(inputs[k]->length(array));
            }
            if (slot_number == stretch.first || !is_alike(item, checked_->items[chunk.order[slot_number - 1]])) {
                item_rows = plan_->row_cells(item);
                item_cells = plan_->solution ? plan_->table_cells(item, stretch.size) : 0;
                item_moves = plan_->solution ? plan_->move_words(item) : 0;
            }
            row += item_rows;
            cell += item_cells;
            move += item_moves;
        }
    }
    return list;
}

std::shared_ptr<BatchWork::Chunk> BatchWork::prepare(const BatchChunk& range) const {
    auto chunk = std::make_shared<Chunk>();
    chunk->range = range;
    chunk->stretches = sort_problems(*chunk);
    chunk->list = list_of(*chunk);
    return chunk;
}

/// Of what the device alone uses: a chunk that is under way in another slot has it too.
Result<void> BatchRun::grow(Buffer& buffer, std::uint64_t bytes, const char* name, const Slot& asks) {
    if (buffer.view() && buffer.size() >= bytes) {
        return {};
    }
    for (Slot& other : slots_) {
        if (&other != &asks) {
            collect(other);
        }
    }
    return make_room_in(runner_->context(), buffer, bytes, name);
}

Result<void> BatchRun::make_room(const BatchWork& work, Slot& slot) {
    Context& context = runner_->context();
    const BatchPlan& plan = *work.plan_;
    const BatchChunk& chunk = slot.chunk->range;
    const std::uint64_t cell = plan.header->cell_bytes();
    const std::uint64_t problems = chunk.end - chunk.first;
    const std::uint64_t answers = padded(problems * work.answer_words() * 4);
    const std::uint64_t moves = padded(chunk.move_words * 4);
    VKALGO_CHECK(grow(scratch_.rows, padded(chunk.row_cells * (work.is_bits() ? 4 : cell)), "rows", slot));
    VKALGO_CHECK(
        grow(scratch_.symbols, padded(work.is_bits() ? chunk.row_cells * plan.digits * 4 : 0), "symbols", slot));
    VKALGO_CHECK(grow(scratch_.table, padded(chunk.table_cells * cell), "table", slot));
    VKALGO_CHECK(grow(scratch_.moves, moves, "moves", slot));
    VKALGO_CHECK(grow(scratch_.answers, answers, "answers", slot));
    VKALGO_CHECK(grow(scratch_.status, sizeof(Status), "status", slot));
    if (!slot.results.view() && !spare_.empty()) {
        slot.results = std::move(spare_.back());
        spare_.pop_back();
    }
    return make_room_in(context, slot.results, sizeof(Status) + answers + moves, "results", MemoryKind::readback);
}

std::vector<Binding> BatchRun::bindings(const BatchWork& work, const Slot& slot) const {
    const BatchPlan& plan = *work.plan_;
    const BatchChunk& chunk = slot.chunk->range;
    std::vector<Binding> views(work.is_bits() ? kBitsList : VKALGO_BATCH_FIRST_INPUT);
    views[kStatusBinding] = scratch_.status.view();
    const std::uint64_t cell = plan.header->cell_bytes();
    // Buffers have room to grow, perhaps more than one binding may have.
    const auto used = [](const Buffer& buffer, std::uint64_t bytes) { return buffer.view().slice(0, padded(bytes)); };
    if (work.is_bits()) {
        views[VKALGO_BITS_CARRIES] = used(scratch_.rows, chunk.row_cells * 4);
        views[VKALGO_BITS_SYMBOLS_IN] = views[VKALGO_BITS_SYMBOLS_OUT] =
            used(scratch_.symbols, chunk.row_cells * plan.digits * 4);
        // Between tiles and among workgroups: there are none.
        views[VKALGO_BITS_STATE_IN] = views[VKALGO_BITS_STATE_OUT] = scratch_.table.view();
        views[VKALGO_BITS_TICKET] = scratch_.moves.view();
        views[VKALGO_BITS_ANSWER] = scratch_.answers.view();
    } else {
        views[VKALGO_BATCH_ROWS] = used(scratch_.rows, chunk.row_cells * cell);
        views[VKALGO_BATCH_ANSWERS] = scratch_.answers.view();
        views[VKALGO_BATCH_TABLE] = used(scratch_.table, chunk.table_cells * cell);
        views[VKALGO_BATCH_MOVES] = used(scratch_.moves, chunk.move_words * 4);
    }
    views.emplace_back(slot.list.view());
    for (std::size_t k = 0; k < slot.inputs.size(); ++k) {
        const BatchChunk::Elements elements = slot.inputs[k].elements;
        const std::uint64_t bytes = (elements.end - elements.begin) * size_of(plan.header->inputs[k].type);
        views.emplace_back(used(slot.inputs[k].buffer, bytes));
    }
    return views;
}

Result<void> BatchRun::record(Recorder& recorder, const BatchWork& work, const Slot& slot) const {
    const Context& context = runner_->context();
    const BatchPlan& plan = *work.plan_;
    const BatchWork::Chunk& chunk = *slot.chunk;
    const std::vector<Binding> views = bindings(work, slot);
    const auto dispatch = [&](const Kernel& kernel, std::uint32_t first, std::uint32_t count, std::uint32_t each) {
        std::vector<std::byte> push;
        if (work.is_bits()) {
            shader::VkalgoBitsPush own{};
            own.first_strip = first;
            own.strips = count;
            own.corner = plan.header->bits->corner;
            push = push_with_params(own, work.params_);
        } else {
            push = push_with_params(shader::VkalgoBatchPush{first, count}, work.params_);
        }
        recorder.dispatch(kernel, bindings_of(kernel, views), push,
                          Groups::linear((std::uint64_t{count} + each - 1) / each, context));
    };
    recorder.fill(scratch_.status.view(), 0);
    recorder.fill(scratch_.answers.view(), 0);
    if (work.is_bits()) {
        const SpanScope span(recorder, "symbols");
        dispatch(*work.symbols_, 0, static_cast<std::uint32_t>(chunk.order.size()), 1);
    }
    {
        const SpanScope span(recorder, "tables");
        for (const BatchWork::Stretch& stretch : chunk.stretches) {
            dispatch(*work.fills_[stretch.size], stretch.first, stretch.count, plan.teams);
        }
    }
    if (plan.solution) {
        const SpanScope span(recorder, "walks");
        for (const BatchWork::Stretch& stretch : chunk.stretches) {
            dispatch(*work.walks_[stretch.size], stretch.first, stretch.count, kWalkWorkgroup);
        }
    }
    const std::uint64_t answers = padded((chunk.range.end - chunk.range.first) * work.answer_words() * 4);
    const BufferView results = slot.results.view();
    recorder.copy(scratch_.status.view().slice(0, sizeof(Status)), results.slice(0, sizeof(Status)));
    recorder.copy(scratch_.answers.view().slice(0, answers), results.slice(sizeof(Status), answers));
    if (plan.solution) {
        const std::uint64_t moves = padded(chunk.range.move_words * 4);
        recorder.copy(scratch_.moves.view().slice(0, moves), results.slice(sizeof(Status) + answers, moves));
    }
    recorder.hand_over(results, {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT});
    return recorder.status();
}

/// The list and the inputs that are not there yet: through the slot's own memory, so that nothing that is under way is
/// waited for, or in parts through the runner's where there is much of one.
Result<void> BatchRun::send(const BatchWork& work, Slot& slot) {
    const auto begin = std::chrono::steady_clock::now();
    Context& context = runner_->context();
    const RecurrenceHeader& header = *work.plan_->header;
    constexpr std::uint64_t kLarge = std::uint64_t{24} << 20;
    std::vector<Copy> copies;
    std::uint64_t total = 0;
    const auto add = [&](const Buffer& target, std::span<const std::byte> bytes) -> Result<void> {
        if (bytes.empty()) {
            return {};
        }
        if (bytes.size() > kLarge) {
            return runner_->stage(target.view(), bytes);
        }
        copies.push_back({target.view().slice(0, bytes.size()), bytes});
        total += padded(bytes.size());
        return {};
    };
    const auto list = std::as_bytes(std::span(slot.chunk->list));
    VKALGO_CHECK(make_room_in(context, slot.list, padded(list.size()), "problems"));
    VKALGO_CHECK(add(slot.list, list));
    slot.inputs.resize(header.inputs.size());
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const BatchInput& input = work.batch_->inputs.at(header.inputs[k].name);
        Slot::Input& target = slot.inputs[k];
        const BatchChunk::Elements wanted = slot.chunk->range.inputs[k];
        if (target.buffer.view() && target.elements == wanted && target.number == work.number_) {
            continue;
        }
        const std::uint64_t bytes = size_of(input.type);
        const auto data = input.data.subspan(wanted.begin * bytes, (wanted.end - wanted.begin) * bytes);
        target.number = 0;
        VKALGO_CHECK(make_room_in(context, target.buffer, padded(data.size()), header.inputs[k].name.c_str()));
        VKALGO_CHECK(add(target.buffer, data));
        target.elements = wanted;
        target.number = work.number_;
    }
    if (!copies.empty()) {
        VKALGO_CHECK(make_room_in(context, slot.upload, total, "upload", MemoryKind::upload));
        const std::span<std::byte> mapped = slot.upload.mapped();
        std::uint64_t place = 0;
        for (const Copy& copy : copies) {
            std::memcpy(mapped.data() + place, copy.bytes.data(), copy.bytes.size());
            place += padded(copy.bytes.size());
        }
        VKALGO_TRY(slot.sent, runner_->submit([&](Recorder& recorder) {
            std::uint64_t from = 0;
            for (const Copy& copy : copies) {
                recorder.copy(slot.upload.view().slice(from, copy.bytes.size()), copy.target);
                from += padded(copy.bytes.size());
            }
            return recorder.status();
        }));
    }
    upload_milliseconds_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return {};
}

Result<Ticket> BatchRun::submit(const BatchWork& work, Slot& slot) {
    VKALGO_CHECK(make_room(work, slot));
    VKALGO_CHECK(send(work, slot));
    return runner_->submit([&](Recorder& recorder) { return record(recorder, work, slot); });
}

Result<void> BatchRun::begin(const BatchWork& work, const std::shared_ptr<BatchWork::Chunk>& chunk) {
    if (chunk->order.empty()) {
        chunk->done = true;
        return {};
    }
    Slot& slot = slots_.at(next_slot_);
    next_slot_ = (next_slot_ + 1) % slots_.size();
    collect(slot);
    slot.chunk = chunk;
    auto submitted = submit(work, slot);
    if (!submitted) {  // what was sent uses buffers that may grow
        slot.chunk.reset();
        if (slot.sent.number != 0) {
            static_cast<void>(runner_->wait(std::exchange(slot.sent, {})));
        }
        static_cast<void>(runner_->await_staged());
        return std::move(submitted).error();
    }
    slot.ticket = *submitted;
    return {};
}

/// Waits for what is in the slot, and gives it what came of it.
void BatchRun::collect(Slot& slot) {
    if (!slot.chunk) {
        return;
    }
    const auto held = std::exchange(slot.chunk, nullptr);  // its call may be over
    BatchWork::Chunk& chunk = *held;
    auto report = runner_->wait(slot.ticket);
    if (report && slot.sent.number != 0) {
        if (auto sent = runner_->wait(slot.sent); !sent) {
            report = sent.error();
        }
    }
    slot.sent = {};
    if (report) {
        chunk.report = std::move(*report);
        chunk.results = std::move(slot.results);
        slot.results = Buffer();
    } else {
        chunk.failure = report.error();
    }
    chunk.done = true;
}

bool BatchRun::is_finished(const Slot& slot) {
    const auto finished = runner_->finished(slot.ticket);
    return !finished || *finished;  // collect() says why
}

bool BatchRun::has_room() {
    Slot& slot = slots_.at(next_slot_);
    if (slot.chunk && is_finished(slot)) {
        collect(slot);
    }
    return !slot.chunk;
}

bool BatchRun::look(const BatchWork::Chunk& chunk) {
    for (Slot& slot : slots_) {
        if (slot.chunk.get() == &chunk && is_finished(slot)) {
            collect(slot);
        }
    }
    return chunk.done;
}

void BatchRun::finish(const BatchWork::Chunk& chunk) {
    for (Slot& slot : slots_) {
        if (slot.chunk.get() == &chunk) {
            collect(slot);
        }
    }
}

void BatchRun::give_back(Buffer results) {
    constexpr std::size_t kMost = 4;
    if (results.view() && spare_.size() < kMost) {
        spare_.push_back(std::move(results));
    }
}

void BatchRun::release() {
    for (Slot& slot : slots_) {
        collect(slot);
    }
    static_cast<void>(runner_->await_staged());
    slots_ = {};
    scratch_ = {};
    spare_.clear();
}

std::uint64_t BatchRun::device_bytes() const {
    std::uint64_t bytes = 0;
    const auto add = [&](const Buffer& buffer) { bytes += buffer.view() ? buffer.size() : 0; };
    for (const Slot& slot : slots_) {
        for (const Slot::Input& input : slot.inputs) {
            add(input.buffer);
        }
        for (const Buffer* buffer : {&slot.upload, &slot.list, &slot.results}) {
            add(*buffer);
        }
    }
    for (const Buffer* buffer :
         {&scratch_.rows, &scratch_.symbols, &scratch_.table, &scratch_.moves, &scratch_.answers, &scratch_.status}) {
        add(*buffer);
    }
    for (const Buffer& buffer : spare_) {
        add(buffer);
    }
    return bytes;
}

Result<void> BatchWork::check_status(const Chunk& chunk, std::span<const std::byte> status) const {
    Status raised;
    std::memcpy(&raised, status.data(), sizeof raised);
    if (raised.flags == 0) {
        return {};
    }
    const std::size_t problem = chunk.range.first + static_cast<std::size_t>(raised.k);
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

Result<void> BatchWork::take_in(const Chunk& chunk, BatchSolution& solution) const {
    VKALGO_CHECK(chunk.failure);
    if (chunk.order.empty()) {
        return {};
    }
    solution.call.spans = chunk.report.spans;
    const std::span<const std::byte> results = chunk.results.mapped();
    VKALGO_CHECK(check_status(chunk, results.first(sizeof(Status))));
    const RecurrenceHeader& header = *plan_->header;
    const std::size_t value_bytes = size_of(header.value_type());
    const std::size_t stride = std::size_t{4} * answer_words();
    const std::span<const std::byte> answers = results.subspan(sizeof(Status));
    const std::span<const std::byte> moves = answers.subspan(padded((chunk.range.end - chunk.range.first) * stride));
    if (plan_->solution) {
        solution.paths.make_room(4 * (chunk.range.move_words - VKALGO_BATCH_WALK_WORDS * chunk.order.size()));
    }
    const bool may_be_none = header.has_infeasible() || header.has_unbounded();
    const bool searches = header.answer.searches();
    const Cell towards{plan_->reflect_rows ? 1 : -1, plan_->reflect_columns ? 1 : -1};
    for (std::size_t k = 0; k < chunk.order.size(); ++k) {
        const std::size_t p = chunk.order[k];
        const BatchItem& item = checked_->items[p];
        const std::byte* answer = answers.data() + (p - chunk.range.first) * stride;
        std::memcpy(solution.answers.data() + p * value_bytes, answer, value_bytes);
        solution.statuses[p] =
            may_be_none ? status_of(header, read_number(header.value_type(), answer)) : AnswerStatus::ok;
        CellPlace place{item.answer_row, item.answer_column};
        if (searches) {
            std::memcpy(&place, answer + value_bytes, sizeof place);
        }
        solution.cells[p] = place;
        if (plan_->solution && solution.statuses[p] == AnswerStatus::ok) {
            std::array<std::int32_t, VKALGO_BATCH_WALK_WORDS> head{};
            const std::byte* walk = moves.data() + std::size_t{4} * chunk.first_moves[k];
            std::memcpy(head.data(), walk, sizeof head);
            const auto* first = reinterpret_cast<const std::uint8_t*>(walk + sizeof head);
            solution.paths.put(p, {first, static_cast<std::size_t>(head[0])}, place.cell(), {head[1], head[2]},
                               towards);
        }
    }
    solution.table_cells += chunk.range.cells;
    return {};
}

}  // namespace vkalgo::dp

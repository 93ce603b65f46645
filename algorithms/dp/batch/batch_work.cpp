#include "algorithms/dp/batch/batch_work.hpp"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/run/run.hpp"
#include "engine/context.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/bits.h"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

namespace vkalgo::dp {
namespace {

/// What messages name.
const Method& named_method(const BatchPlan& plan) {
    static const Method team{.name = "team", .checks_reads = true, .many_cells_per_invocation = true};
    static const Method bits{.name = "bit-parallel"};
    return plan.kernels == BatchPlan::Kernels::bits ? bits : team;
}

/// Is what the plan says of them the same?
bool is_alike(const BatchItem& a, const BatchItem& b) {
    return a.rows == b.rows && a.columns == b.columns && a.answer_row == b.answer_row &&
           a.answer_column == b.answer_column;
}

/// Its first `problems` problems take part in that many launches.
void add_launches(SizeClass& size_class, std::uint32_t problems, std::int64_t launches) {
    const auto count = static_cast<std::size_t>(launches);
    size_class.launches.resize(std::max(size_class.launches.size(), count));
    std::fill_n(size_class.launches.begin(), count, problems);
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
    work.params_ = pack_params(recurrence.header(), *checked.common);
    VKALGO_CHECK(work.make_kernels());
    return work;
}

Result<void> BatchWork::make_kernels() {
    Context& context = *context_;
    if (is_packed_f16()) {
        VKALGO_TRY(packed_f16_, PackedF16Run::create(context, *checked_, *plan_));
        return {};
    }
    std::vector<std::string> modules{is_bits() ? "bits_batch" : "batch"};
    if (plan_->solution) {
        modules.emplace_back("batch_traceback");
    }
    VKALGO_TRY(const auto compiled, recurrence_->with_modules(modules));
    const bool one_subgroup = !plan_->shared_lanes && context.profile().subgroup_size_control;
    const std::uint32_t subgroup = one_subgroup ? context.profile().subgroup_size : 0;
    const auto u32 = [](auto value) { return static_cast<std::uint32_t>(value); };
    const auto make_bits = [&](std::uint32_t task, std::uint32_t words, bool is_cut) {
        const bool is_symbols = task == VKALGO_BITS_TASK_SYMBOLS;
        const BitCells& bits = *plan_->header->bits;
        return make_kernel(context, *compiled, modules[0],
                           {{VKALGO_BITS_CONSTANT_WORKGROUP, is_symbols ? kBitsSymbolsWorkgroup : plan_->lanes},
                            {VKALGO_BITS_CONSTANT_LANES, plan_->lanes},
                            {VKALGO_BITS_CONSTANT_LANES + 1, plan_->shared_lanes},
                            {VKALGO_BITS_CONSTANT_WORDS, words},
                            {VKALGO_BITS_CONSTANT_DIGITS, plan_->digits},
                            {VKALGO_BITS_CONSTANT_HELPERS, 0},
                            {VKALGO_BITS_CONSTANT_TASK, task},
                            {VKALGO_BITS_CONSTANT_ROW_STEP, bits.row_step},
                            {VKALGO_BITS_CONSTANT_COLUMN_STEP, bits.column_step},
                            {VKALGO_BITS_CONSTANT_CUT, is_cut}},
                           is_symbols ? 0 : subgroup);
    };
    const std::uint32_t cut = plan_->solution ? VKALGO_BATCH_CUT_FOR_TRACEBACKS : VKALGO_BATCH_CUT;
    const auto make_cells = [&](const std::string& module, const BatchFit& fit, bool keeps) {
        const std::uint32_t workgroup = module == "batch" ? plan_->lanes * plan_->teams : kBatchTracebackWorkgroup;
        return make_kernel(context, *compiled, module,
                           {{VKALGO_BATCH_CONSTANT_LANES, plan_->lanes},
                            {VKALGO_BATCH_CONSTANT_LANES_SHARED, plan_->shared_lanes},
                            {VKALGO_BATCH_CONSTANT_WORKGROUP, workgroup},
                            {VKALGO_BATCH_CONSTANT_REGISTERS, plan_->sizes[fit.size]},
                            {VKALGO_BATCH_CONSTANT_REFLECT_ROWS, plan_->reflect_rows},
                            {VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS, plan_->reflect_columns},
                            {VKALGO_BATCH_CONSTANT_REGION_TEST, plan_->region_test},
                            {VKALGO_BATCH_CONSTANT_FIRST_ROW, u32(plan_->first_row)},
                            {VKALGO_BATCH_CONSTANT_FIRST_COLUMN, u32(plan_->first_column)},
                            {VKALGO_BATCH_CONSTANT_NEIGHBOURS, plan_->first_row > 0 && plan_->first_column > 0},
                            {VKALGO_BATCH_CONSTANT_CHECK_INPUTS, !plan_->inputs_suffice},
                            {VKALGO_BATCH_CONSTANT_SYMBOLS, plan_->symbols},
                            {VKALGO_BATCH_CONSTANT_KEYS, plan_->keys},
                            {VKALGO_BATCH_CONSTANT_KEEP, keeps},
                            {VKALGO_BATCH_CONSTANT_CUT, fit.is_cut ? cut : VKALGO_BATCH_WHOLE}},
                           module == "batch" ? subgroup : 0);
    };
    if (is_bits()) {
        VKALGO_TRY(symbols_, make_bits(VKALGO_BITS_TASK_SYMBOLS, 1, false));
    }
    kernels_.resize(plan_->used.size());
    for (std::size_t number = 0; number < kernels_.size(); ++number) {
        if (!plan_->used[number]) {
            continue;
        }
        Kernels& made = kernels_[number];
        const BatchFit fit{number / 2, number % 2 != 0};
        if (is_bits()) {
            VKALGO_TRY(made.fill, make_bits(VKALGO_BITS_TASK_DIAGONALS, plan_->sizes[fit.size], fit.is_cut));
            continue;
        }
        VKALGO_TRY(made.fill, make_cells("batch", fit, plan_->solution && !fit.is_cut));
        if (plan_->solution && fit.is_cut) {
            VKALGO_TRY(made.keep, make_cells("batch", fit, true));
        }
        if (plan_->solution) {
            VKALGO_TRY(made.traceback, make_cells("batch_traceback", fit, !fit.is_cut));
        }
    }
    return {};
}

std::uint32_t BatchWork::answer_words() const {
    const bool has_cell = plan_->header->answer.searches() && !is_packed_f16();
    return size_of(plan_->header->value_type()) / 4 + (has_cell ? 2 : 0);
}

BatchWork::Answers BatchWork::answers_of(const Chunk& chunk) const {
    const std::uint64_t problems = chunk.range.end - chunk.range.first;
    const bool is_cut = std::any_of(chunk.size_classes.begin(), chunk.size_classes.end(),
                                    [](const SizeClass& size_class) { return size_class.fit.is_cut; });
    Answers answers{padded(problems * answer_words() * 4)};
    answers.with_tracebacks =
        answers.bytes + (is_cut && plan_->solution ? problems * VKALGO_BATCH_CUT_TRACEBACK_WORDS * 4 : 0);
    return answers;
}

std::vector<SizeClass> BatchWork::sort_problems(Chunk& chunk) const {
    // By size, and the longest first, to a factor of 1.2 or so: what ends last has begun early.
    const std::size_t levels = is_packed_f16() ? kPackedF16Keys : 256;
    const auto level_of = [](double work) {
        return static_cast<std::size_t>(std::clamp(255.0 - 4 * std::log2(work + 1), 0.0, 255.0));
    };
    const std::size_t problems = chunk.range.end - chunk.range.first;
    constexpr std::uint32_t kAlone = 0xffffffff;
    std::vector<std::uint32_t> keys(problems, kAlone);
    std::vector<std::uint32_t> places(2 * plan_->sizes.size() * levels + 1);
    KnownFits fits(*plan_);
    for (std::size_t k = 0; k < problems; ++k) {
        const BatchItem& item = checked_->items[chunk.range.first + k];
        if (k > 0 && is_alike(item, (&item)[-1])) {
            keys[k] = keys[k - 1];
        } else if (const auto& fit = fits.of(item)) {
            const auto work = static_cast<double>(plan_->strips(item, fit->size) * plan_->interior_columns(item));
            const std::size_t level = is_packed_f16() ? packed_f16_key(*plan_, item, fit->size) : level_of(work);
            keys[k] = static_cast<std::uint32_t>(BatchPlan::number_of(*fit) * levels + level);
        }
        if (keys[k] != kAlone) {
            ++places[keys[k] + 1U];
        }
    }
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<SizeClass> size_classes;
    for (std::size_t number = 0; number < 2 * plan_->sizes.size(); ++number) {
        const std::uint32_t first = places[number * levels];
        const std::uint32_t count = places[(number + 1) * levels] - first;
        if (count != 0) {
            size_classes.push_back({{number / 2, number % 2 != 0}, first, count, {}});
        }
    }
    chunk.order.resize(places.back());
    for (std::size_t k = 0; k < problems; ++k) {
        if (keys[k] != kAlone) {
            chunk.order[places[keys[k]]++] = static_cast<std::uint32_t>(chunk.range.first + k);
        }
    }
    return size_classes;
}

std::vector<std::uint32_t> BatchWork::list_of(Chunk& chunk) const {
    if (is_packed_f16()) {
        PackedF16List made = packed_f16_list(*plan_, *batch_, *checked_, chunk.range, chunk.order, chunk.size_classes);
        chunk.size_classes = std::move(made.size_classes);
        chunk.range.row_cells = made.groups;
        return std::move(made.words);
    }
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
    for (SizeClass& size_class : chunk.size_classes) {
        add_launches(size_class, size_class.count, 1);
        for (std::uint32_t slot_number = size_class.first; slot_number < size_class.first + size_class.count;
             ++slot_number) {
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
            if (slot_number == size_class.first || !is_alike(item, checked_->items[chunk.order[slot_number - 1]])) {
                item_rows = plan_->row_cells(item, size_class.fit);
                item_cells = plan_->table_cells(item, size_class.fit);
                item_moves = plan_->solution ? plan_->move_words(item) : 0;
                if (is_bits()) {
                    const auto symbols = static_cast<std::int64_t>(item_rows) + plan_->symbol_blocks() - 1;
                    chunk.symbol_launches = std::max(chunk.symbol_launches, u32(symbols / plan_->symbol_blocks()));
                }
            }
            if (size_class.fit.is_cut) {
                add_launches(size_class, slot_number - size_class.first + 1, plan_->launches(item, size_class.fit));
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
    chunk->size_classes = sort_problems(*chunk);
    chunk->list = list_of(*chunk);
    return chunk;
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
                          ", and tracebacks of a batch keep no larger decisions; take method single"
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

Result<void> BatchWork::take_in(const Chunk& chunk, BatchSolution& solution,
                                std::vector<std::uint32_t>& doubtful) const {
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
        solution.paths.make_room(4 * (chunk.range.move_words - VKALGO_BATCH_TRACEBACK_WORDS * chunk.order.size()));
    }
    const bool may_be_none = header.has_infeasible() || header.has_unbounded();
    const bool searches = header.answer.searches() && !is_packed_f16();
    const Cell towards{plan_->reflect_rows ? 1 : -1, plan_->reflect_columns ? 1 : -1};
    for (std::size_t k = 0; k < chunk.order.size(); ++k) {
        const std::size_t p = chunk.order[k];
        const BatchItem& item = checked_->items[p];
        const std::byte* answer = answers.data() + (p - chunk.range.first) * stride;
        std::memcpy(solution.answers.data() + p * value_bytes, answer, value_bytes);
        solution.statuses[p] =
            may_be_none ? status_of(header, read_number(header.value_type(), answer)) : AnswerStatus::ok;
        CellPlace place{item.answer_row, item.answer_column};
        if (is_packed_f16()) {
            place = {-1, -1};
            if (read_number(ElementType::i32, answer) >= Number(std::int64_t{plan_->packed_f16->doubtful()})) {
                doubtful.push_back(static_cast<std::uint32_t>(p));
            }
        } else if (searches) {
            std::memcpy(&place, answer + value_bytes, sizeof place);
        }
        solution.cells[p] = place;
        if (plan_->solution && solution.statuses[p] == AnswerStatus::ok) {
            std::array<std::int32_t, VKALGO_BATCH_TRACEBACK_WORDS> head{};
            const std::byte* traceback = moves.data() + std::size_t{4} * chunk.first_moves[k];
            std::memcpy(head.data(), traceback, sizeof head);
            const auto* first = reinterpret_cast<const std::uint8_t*>(traceback + sizeof head);
            solution.paths.put(p, {first, static_cast<std::size_t>(head[0])}, place.cell(), {head[1], head[2]},
                               towards);
        }
    }
    solution.table_cells += chunk.range.cells;
    return {};
}

}  // namespace vkalgo::dp

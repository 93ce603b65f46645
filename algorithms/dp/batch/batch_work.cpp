#include "algorithms/dp/batch/batch_work.hpp"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/run/run.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <numeric>

namespace vkalgo::dp {

BatchWork::BatchWork(const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked,
                     const BatchPlan& plan)
    : recurrence_(&recurrence), batch_(&batch), checked_(&checked), plan_(&plan) {
    static std::atomic<std::uint64_t> works{0};
    number_ = ++works;
}

Result<BatchWork> BatchWork::create(Context& context, const Recurrence& recurrence, const Batch& batch,
                                    const CheckedBatch& checked, const BatchPlan& plan) {
    BatchWork work(recurrence, batch, checked, plan);
    VKALGO_TRY(work.kernels_,
               plan.create({context, recurrence, batch, checked, pack_params(recurrence.header(), *checked.common)}));
    return work;
}

std::uint32_t BatchWork::answer_words() const {
    return size_of(plan_->header->value_type()) / 4 + (plan_->notes_cells() ? 2 : 0);
}

BatchWork::Answers BatchWork::answers_of(const BatchChunk& chunk) const {
    const std::uint64_t problems = chunk.range.end - chunk.range.first;
    const bool is_cut = std::any_of(chunk.size_classes.begin(), chunk.size_classes.end(),
                                    [](const SizeClass& size_class) { return size_class.fit.is_cut; });
    Answers answers{padded(problems * answer_words() * 4)};
    answers.with_tracebacks =
        answers.bytes + (is_cut && plan_->solution ? problems * VKALGO_BATCH_CUT_TRACEBACK_WORDS * 4 : 0);
    return answers;
}

void BatchWork::sort_problems(BatchChunk& chunk) const {
    const std::size_t levels = kernels_->levels();
    const std::size_t problems = chunk.range.end - chunk.range.first;
    constexpr std::uint32_t kAlone = 0xffffffff;
    std::vector<std::uint32_t> keys(problems, kAlone);
    std::vector<std::uint32_t> starts(2 * plan_->sizes.size() * levels + 1);
    KnownFits fits(*plan_);
    for (std::size_t k = 0; k < problems; ++k) {
        const BatchItem& item = checked_->items[chunk.range.first + k];
        if (k > 0 && is_alike(item, (&item)[-1])) {
            keys[k] = keys[k - 1];
        } else if (const auto& fit = fits.of(item)) {
            const std::size_t level = kernels_->level(item, fit->size);
            keys[k] = static_cast<std::uint32_t>(BatchPlan::number_of(*fit) * levels + level);
        }
        if (keys[k] != kAlone) {
            ++starts[keys[k] + 1U];
        }
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (std::size_t number = 0; number < 2 * plan_->sizes.size(); ++number) {
        const std::uint32_t first = starts[number * levels];
        const std::uint32_t count = starts[(number + 1) * levels] - first;
        if (count != 0) {
            chunk.size_classes.push_back({{number / 2, number % 2 != 0}, first, count, {}});
        }
    }
    chunk.order.resize(starts.back());
    for (std::size_t k = 0; k < problems; ++k) {
        if (keys[k] != kAlone) {
            chunk.order[starts[keys[k]]++] = static_cast<std::uint32_t>(chunk.range.first + k);
        }
    }
}

std::shared_ptr<BatchChunk> BatchWork::prepare(const BatchRange& range) const {
    auto chunk = std::make_shared<BatchChunk>();
    chunk->range = range;
    sort_problems(*chunk);
    kernels_->list(*chunk);
    return chunk;
}

Result<void> BatchWork::check_status(const BatchChunk& chunk, std::span<const std::byte> status) const {
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
                    ? recurrence_->file() + ": a decision of step() is greater than " +
                          std::to_string(VKALGO_BATCH_MOST_DECISION) +
                          ", the largest that a batch can store; use method single"
                    : recurrence_->file() + ": the answer is -" + std::to_string(VKALGO_BATCH_KEY_LIMIT) +
                          " or less, too small for a search in a batch; use method single",
                "method"};
    if ((raised.first & VKALGO_STATUS_LARGE) == 0) {
        const auto said = status_error(raised, {header, recurrence_->file(), header.stage, *plan_->method});
        if (said) {
            return {};
        }
        error = said.error();
    }
    error.message = "problem " + std::to_string(problem) + ": " + error.message;
    error.where = "problem " + std::to_string(problem);
    return error;
}

Result<void> BatchWork::take_in(const BatchChunk& chunk, BatchSolution& solution,
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
    const Cell towards{plan_->reflect_rows ? 1 : -1, plan_->reflect_columns ? 1 : -1};
    for (std::size_t k = 0; k < chunk.order.size(); ++k) {
        const std::size_t p = chunk.order[k];
        const BatchItem& item = checked_->items[p];
        const std::byte* answer = answers.data() + (p - chunk.range.first) * stride;
        std::memcpy(solution.answers.data() + p * value_bytes, answer, value_bytes);
        solution.statuses[p] =
            may_be_none ? status_of(header, read_number(header.value_type(), answer)) : AnswerStatus::ok;
        CellIndices cell{item.answer_row, item.answer_column};
        if (!plan_->finds_cells) {
            cell = {-1, -1};
        } else if (plan_->notes_cells()) {
            std::memcpy(&cell, answer + value_bytes, sizeof cell);
        }
        if (kernels_->is_doubtful(answer)) {
            doubtful.push_back(static_cast<std::uint32_t>(p));
        }
        solution.cells[p] = cell;
        if (plan_->solution && solution.statuses[p] == AnswerStatus::ok) {
            std::array<std::int32_t, VKALGO_BATCH_TRACEBACK_WORDS> head{};
            const std::byte* traceback = moves.data() + std::size_t{4} * chunk.first_moves[k];
            std::memcpy(head.data(), traceback, sizeof head);
            const auto* first = reinterpret_cast<const std::uint8_t*>(traceback + sizeof head);
            solution.paths.put(p, {first, static_cast<std::size_t>(head[0])}, cell.cell(), {head[1], head[2]}, towards);
        }
    }
    solution.table_cells += chunk.range.cells;
    return {};
}

}  // namespace vkalgo::dp

#include "algorithms/dp/batch/batch_kernels.hpp"

#include "algorithms/dp/method/kernels.hpp"
#include "shaders/dp/batch.h"

#include <algorithm>
#include <cmath>

namespace vkalgo::dp {
namespace {

/// Records that the first `problems` problems of the class take part in each of the first `launches` launches. Replaces
/// what earlier calls recorded for these launches. So the calls for a class come in the order of its problems.
void add_launches(SizeClass& size_class, std::uint32_t problems, std::int64_t launches) {
    const auto count = static_cast<std::size_t>(launches);
    size_class.launches.resize(std::max(size_class.launches.size(), count));
    std::fill_n(size_class.launches.begin(), count, problems);
}

}  // namespace

/// Returns a level that is lower for longer problems, so that these begin early. From one level to the next lower one,
/// the work of a problem grows by a factor of about 1.2.
std::uint32_t BatchKernels::level(const BatchItem& item, std::size_t size) const {
    const auto work = static_cast<double>(plan_->strips(item, size) * plan_->interior_columns(item));
    return static_cast<std::uint32_t>(std::clamp(255.0 - 4 * std::log2(work + 1), 0.0, 255.0));
}

void TeamedKernels::list(BatchChunk& chunk) const {
    const BatchPlan& plan = *plan_;
    std::vector<const BatchInput*> inputs;
    for (const InputDeclaration& declared : plan.header->inputs) {
        inputs.push_back(&call_.batch.inputs.at(declared.name));
    }
    const std::size_t words = VKALGO_BATCH_PROBLEM_WORDS + 2 * inputs.size();
    chunk.list.resize(words * chunk.order.size());
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
        for (std::uint32_t k = size_class.first; k < size_class.first + size_class.count; ++k) {
            const std::uint32_t p = chunk.order[k];
            const BatchItem& item = call_.checked.items[p];
            std::uint32_t* target = chunk.list.data() + words * k;
            target[VKALGO_BATCH_ROW_COUNT] = u32(plan.ends_at_answer ? item.answer_row : item.rows);
            target[VKALGO_BATCH_COLUMN_COUNT] = u32(plan.ends_at_answer ? item.answer_column : item.columns);
            target[VKALGO_BATCH_ANSWER_ROW] =
                u32(plan.reflect_rows ? item.rows - 1 - item.answer_row : item.answer_row);
            target[VKALGO_BATCH_ANSWER_COLUMN] =
                u32(plan.reflect_columns ? item.columns - 1 - item.answer_column : item.answer_column);
            target[VKALGO_BATCH_NUMBER] = u32(p - chunk.range.first);
            target[VKALGO_BATCH_OFFSET] = u32(row);
            target[VKALGO_BATCH_FIRST_CELL] = u32(cell);
            target[VKALGO_BATCH_FIRST_MOVE] = chunk.first_moves[k] = u32(move);
            for (std::size_t input = 0; input < inputs.size(); ++input) {
                const std::size_t array = inputs[input]->array_of(p);
                std::uint32_t* elements = target + VKALGO_BATCH_PROBLEM_WORDS + 2 * input;
                elements[0] = u32(inputs[input]->offsets[array] - chunk.range.inputs[input].begin);
                elements[1] = u32(inputs[input]->length(array));
            }
            if (k == size_class.first || !is_alike(item, call_.checked.items[chunk.order[k - 1]])) {
                item_rows = plan.row_cells(item, size_class.fit);
                item_cells = plan.table_cells(item, size_class.fit);
                item_moves = plan.solution ? plan.move_words(item) : 0;
                chunk.most_row_cells = std::max(chunk.most_row_cells, item_rows);
            }
            if (size_class.fit.is_cut) {
                add_launches(size_class, k - size_class.first + 1, plan.launches(item, size_class.fit));
            }
            row += item_rows;
            cell += item_cells;
            move += item_moves;
        }
    }
}

void TeamedKernels::dispatch(Recorder& recorder, const Kernel& kernel, std::span<const Binding> views,
                             std::span<const std::byte> push, std::uint32_t count, std::uint32_t each) const {
    recorder.dispatch(kernel, bindings_of(kernel, views), push,
                      Groups::linear((std::uint64_t{count} + each - 1) / each, recorder.context()));
}

}  // namespace vkalgo::dp

// Finds out how kernels of a batch run a problem, whatever the method.
#include "algorithms/dp/batch/batch_plan.hpp"
#include "shaders/dp/batch.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace vkalgo::dp {
namespace {

/// Limits of one problem. With them, numbers of steps and of base cells fit in 32 bits, and a submission takes less
/// than a minute.
constexpr std::int64_t kMaxSteps = std::int64_t{1} << 25;
constexpr std::int64_t kMaxLaunches = 1 << 16;

}  // namespace

std::int64_t BatchPlan::interior_rows(const BatchItem& item) const {
    return ends_at_answer ? item.answer_row : std::max<std::int64_t>(0, item.rows - first_row);
}

std::int64_t BatchPlan::interior_columns(const BatchItem& item) const {
    return ends_at_answer ? item.answer_column : std::max<std::int64_t>(0, item.columns - first_column);
}

std::int64_t BatchPlan::strips(const BatchItem& item, std::size_t size) const {
    return divided_up(interior_rows(item), std::int64_t{lanes} * sizes[size] * rows_per_size);
}

std::int64_t BatchPlan::steps(const BatchItem& item, std::size_t size) const {
    const std::int64_t columns = interior_columns(item);
    return columns == 0 ? 0 : strips(item, size) * (divided_up(columns, step_columns) + lanes - 1);
}

std::size_t BatchPlan::size_of_item(const BatchItem& item) const {
    std::size_t size = 0;
    while (size + 1 < sizes.size() && strips(item, size) > 1) {
        ++size;
    }
    // If even the largest size needs several strips, a smaller size may leave fewer rows idle. Takes the size with the
    // fewest idle rows among the sizes of at least half the largest size; if several have equally few, takes the
    // largest of them, which needs the fewest strips.
    for (std::size_t other = size;
         mixes_sizes() && strips(item, size) > 1 && other-- > 0 && 2 * sizes[other] >= sizes.back();) {
        const bool is_less = strips(item, other) * sizes[other] < strips(item, size) * sizes[size];
        size = is_less ? other : size;
    }
    return size;
}

bool BatchPlan::fits_one_launch(const BatchItem& item, std::size_t size) const {
    return max_loop_iterations == 0 ? steps(item, size) <= kBatchDeviceSteps
                                    : iterations(item, size) <= max_loop_iterations / 2;
}

std::uint64_t BatchPlan::move_words(const BatchItem& item) const {
    const std::int64_t most = std::int64_t{item.rows} + item.columns + 1;
    return VKALGO_BATCH_TRACEBACK_WORDS + static_cast<std::uint64_t>(divided_up(most, 4));
}

bool BatchPlan::has_room(const BatchItem& item, const BatchFit& fit) const {
    const std::uint64_t table = table_cells(item, fit) * header->cell_bytes();
    const std::uint64_t row = row_cells(item, fit) * row_bytes();
    return table <= binding_bytes && row <= binding_bytes && table + row <= chunk_bytes;
}

std::optional<BatchFit> BatchPlan::fit_of(const BatchItem& item) const {
    if (sizes.empty() || item.rows <= 0 || item.columns <= 0) {
        return std::nullopt;
    }
    BatchFit fit{size_of_item(item)};
    if (!fits_one_launch(item, fit.size) || !has_room(item, fit)) {
        fit.is_cut = true;
        const bool is_small = steps(item, fit.size) <= kMaxSteps && base_cells(item) / lanes <= kMaxSteps;
        if (!cuts() || !is_small || launches(item, fit) > kMaxLaunches || !has_room(item, fit)) {
            return std::nullopt;
        }
    }
    const bool goes_alone = std::isfinite(most_seconds) && seconds(item, fit).alone > most_seconds;
    return goes_alone ? std::nullopt : std::optional(fit);
}

std::string BatchPlan::no_fit(const BatchItem& item) const {
    const std::string size = std::to_string(item.rows) + " x " + std::to_string(item.columns) + " cells, ";
    const BatchFit fit{size_of_item(item), cuts()};
    if (has_room(item, fit)) {
        return size +
               (cuts() ? "which are too many for this method" : "which are too many for one launch on this device");
    }
    const std::uint64_t bytes = table_cells(item, fit) * header->cell_bytes() + row_cells(item, fit) * row_bytes();
    return size + "which needs " + std::to_string(bytes) + " bytes; one buffer holds at most " +
           std::to_string(binding_bytes) + " bytes, and all buffers together " + std::to_string(chunk_bytes);
}

}  // namespace vkalgo::dp

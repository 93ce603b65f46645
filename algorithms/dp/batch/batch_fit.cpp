// How much of a problem one launch of a batch computes, what it needs, and what that costs.
#include "algorithms/dp/batch/batch_plan.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/bits.h"
#include "shaders/dp/packed_f16.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace vkalgo::dp {
namespace {

/// Steps of a launch where loops may be of any length: half a second, about. Drivers end what takes seconds.
constexpr std::int64_t kDeviceSteps = std::int64_t{1} << 21;
/// The same of a launch whose cells are kept for a traceback: some megabytes.
constexpr std::int64_t kTracebackSteps = 2048;
/// Of a problem: numbers of steps and of base cells fit 32 bits, and a submission takes less than a minute.
constexpr std::int64_t kMaxSteps = std::int64_t{1} << 25;
constexpr std::int64_t kMaxLaunches = 1 << 16;

std::int64_t divided_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

BatchCosts BatchCosts::of(const DeviceProfile& profile) {
    if (profile.type == DeviceType::software) {
        return {.cell = 1.5e-9, .packed_f16_cell = 6e-9, .processors = 2, .table = cost_table(profile)};
    }
    return {.cell = 4.3e-11,
            .packed_f16_cell = 6.3e-11,
            .processors = profile.processors != 0 ? static_cast<double>(profile.processors) : 16,
            .table = cost_table(profile)};
}

std::int64_t BatchPlan::interior_rows(const BatchItem& item) const {
    return kernels == Kernels::bits ? item.answer_row : std::max<std::int64_t>(0, item.rows - first_row);
}
std::int64_t BatchPlan::interior_columns(const BatchItem& item) const {
    return kernels == Kernels::bits ? item.answer_column : std::max<std::int64_t>(0, item.columns - first_column);
}

BitsShape BatchPlan::bits_shape(std::size_t size) const {
    BitsShape shape;
    shape.lanes = lanes;
    shape.shared_lanes = shared_lanes;
    shape.words = sizes[size];
    shape.digits = digits;
    return shape;
}

std::int64_t BatchPlan::strips(const BatchItem& item, std::size_t size) const {
    const std::int64_t rows = std::int64_t{lanes} * sizes[size] * (kernels == Kernels::bits ? 32 : 1);
    return divided_up(interior_rows(item), rows);
}

/// Of all strips: steps of the lanes, each of a block or group of columns.
std::int64_t BatchPlan::steps(const BatchItem& item, std::size_t size) const {
    const std::int64_t group = kernels == Kernels::bits ? VKALGO_BITS_BLOCK : VKALGO_BATCH_GROUP;
    const std::int64_t columns = interior_columns(item);
    return columns == 0 ? 0 : strips(item, size) * (divided_up(columns, group) + lanes - 1);
}

/// That a search looks at one by one.
std::int64_t BatchPlan::base_cells(const BatchItem& item) const {
    const bool searches = kernels == Kernels::team && header->answer.searches();
    return searches ? first_row * item.columns + first_column * item.rows : 0;
}

std::size_t BatchPlan::size_of_item(const BatchItem& item) const {
    std::size_t size = 0;
    while (size + 1 < sizes.size() && strips(item, size) > 1) {
        ++size;
    }
    // Of several strips the rows that are none are least, and among equals strips are few.
    for (std::size_t other = size;
         kernels != Kernels::packed_f16 && strips(item, size) > 1 && other-- > 0 && 2 * sizes[other] >= sizes.back();) {
        const bool is_less = strips(item, other) * sizes[other] < strips(item, size) * sizes[size];
        size = is_less ? other : size;
    }
    return size;
}

bool BatchPlan::fits_one_launch(const BatchItem& item, std::size_t size) const {
    const std::int64_t columns = interior_columns(item);
    if (max_loop_iterations == 0) {
        return steps(item, size) <= kDeviceSteps;
    }
    const std::int64_t most = max_loop_iterations / 2;
    if (kernels == Kernels::bits) {
        const std::int64_t blocks = divided_up(columns, VKALGO_BITS_BLOCK);
        return strips(item, size) * bit_iterations_of(bits_shape(size), blocks) <= most;
    }
    const std::int64_t strip = 2 * (divided_up(columns, VKALGO_BATCH_GROUP) + lanes) + symbols + 4;
    const std::int64_t begin = (columns + base_cells(item)) / lanes;
    return strips(item, size) * strip + begin + (solution ? item.rows + item.columns : 0) <= most;
}

std::int64_t BatchPlan::launch_steps(std::size_t size) const {
    if (kernels == Kernels::bits) {
        if (max_loop_iterations == 0) {
            return kDeviceSteps;
        }
        const BitsShape shape = bits_shape(size);
        const std::int64_t none = bit_iterations_of(shape, 0);
        const std::int64_t most = (max_loop_iterations / 2 - none) / (bit_iterations_of(shape, 1) - none);
        return std::max<std::int64_t>(1, most / VKALGO_BITS_AHEAD) * VKALGO_BITS_AHEAD;
    }
    // A step, its base cell and its part of the base row, and what a strip, of `lanes` steps or more, begins with.
    const std::int64_t each = 3 + divided_up(VKALGO_BATCH_GROUP, lanes) + divided_up(symbols + 4, lanes);
    const std::int64_t traceback = VKALGO_BATCH_GROUP + sizes[size];
    const std::int64_t most = max_loop_iterations == 0
                                  ? kDeviceSteps
                                  : max_loop_iterations / 2 / (solution ? std::max(each, traceback) : each);
    return std::clamp<std::int64_t>(most, 1, solution ? kTracebackSteps : kDeviceSteps);
}

std::int64_t BatchPlan::launches(const BatchItem& item, const BatchFit& fit) const {
    if (!fit.is_cut) {
        return 1;
    }
    if (kernels == Kernels::bits) {
        const std::int64_t blocks = divided_up(interior_columns(item), VKALGO_BITS_BLOCK);
        return std::max<std::int64_t>(1, strips(item, fit.size) * divided_up(blocks, launch_steps(fit.size)));
    }
    const std::int64_t all = std::max(steps(item, fit.size), divided_up(base_cells(item), lanes));
    return std::max<std::int64_t>(1, divided_up(all, launch_steps(fit.size)));
}

std::int64_t BatchPlan::symbol_blocks() const {
    constexpr std::int64_t kAll = std::int64_t{1} << 30;
    const std::int64_t block = VKALGO_BITS_BLOCK * (1 + std::int64_t{digits}) + 2 * digits + 4;
    return max_loop_iterations == 0
               ? kAll
               : std::max<std::int64_t>(1, max_loop_iterations / 2 / block) * kBitsSymbolsWorkgroup;
}

std::uint64_t BatchPlan::table_cells(const BatchItem& item, const BatchFit& fit) const {
    if (kernels == Kernels::bits) {
        const std::uint64_t states = header->bits->kind == BitCells::Kind::edit ? 2 : 1;
        return fit.is_cut ? states * sizes[fit.size] * lanes : 0;
    }
    const std::int64_t all = steps(item, fit.size);
    const std::int64_t kept = !solution ? 0 : fit.is_cut ? std::min(all, launch_steps(fit.size)) : all;
    return static_cast<std::uint64_t>(kept) * VKALGO_BATCH_GROUP * sizes[fit.size] * lanes;
}

std::uint64_t BatchPlan::row_cells(const BatchItem& item, const BatchFit& fit) const {
    const std::int64_t columns = interior_columns(item);
    if (kernels == Kernels::packed_f16) {
        return static_cast<std::uint64_t>(divided_up(columns, VKALGO_PACKED_F16_GROUP));
    }
    if (kernels == Kernels::bits) {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(1, divided_up(columns, VKALGO_BITS_BLOCK)));
    }
    const std::int64_t row = divided_up(columns, VKALGO_BATCH_GROUP) * VKALGO_BATCH_GROUP;
    if (!fit.is_cut) {
        return static_cast<std::uint64_t>(row);
    }
    const std::int64_t left = std::int64_t{lanes} * (sizes[fit.size] + 1 + VKALGO_BATCH_GROUP);
    return static_cast<std::uint64_t>(solution ? (strips(item, fit.size) + 1) * row + launches(item, fit) * left
                                               : row + left);
}

std::uint64_t BatchPlan::row_bytes() const {
    // Symbols, and H and F of the row above a strip, of a pair of problems.
    constexpr std::uint64_t kPackedF16 = 8 + 8 * VKALGO_PACKED_F16_GROUP;
    return kernels == Kernels::packed_f16 ? kPackedF16
           : kernels == Kernels::bits     ? 4 * (digits + 1ULL)
                                          : header->cell_bytes();
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
    if (kernels == Kernels::single || item.rows <= 0 || item.columns <= 0) {
        return std::nullopt;
    }
    BatchFit fit{size_of_item(item)};
    if (!fits_one_launch(item, fit.size) || !has_room(item, fit)) {
        fit.is_cut = true;
        const bool is_small = steps(item, fit.size) <= kMaxSteps && base_cells(item) / lanes <= kMaxSteps;
        if (kernels == Kernels::packed_f16 || !is_small || launches(item, fit) > kMaxLaunches || !has_room(item, fit)) {
            return std::nullopt;
        }
    }
    const bool goes_alone = std::isfinite(most_seconds) && seconds(item, fit).alone > most_seconds;
    return goes_alone ? std::nullopt : std::optional(fit);
}

std::string BatchPlan::no_fit(const BatchItem& item) const {
    const std::string size = std::to_string(item.rows) + " x " + std::to_string(item.columns) + " cells, ";
    const BatchFit fit{size_of_item(item), kernels != Kernels::packed_f16};
    if (has_room(item, fit)) {
        return size + (kernels == Kernels::packed_f16 ? "more than one launch of this device computes"
                                                      : "more than this method computes at once");
    }
    const std::uint64_t bytes = table_cells(item, fit) * header->cell_bytes() + row_cells(item, fit) * row_bytes();
    return size + "for which it keeps " + std::to_string(bytes) + " bytes, and one buffer holds " +
           std::to_string(binding_bytes) + " and all of them " + std::to_string(chunk_bytes);
}

BatchPlan::Seconds BatchPlan::seconds(const BatchItem& item, const BatchFit& fit) const {
    const auto rows = static_cast<double>(strips(item, fit.size)) * lanes * sizes[fit.size];  // of bits words
    const double cells = rows * static_cast<double>(interior_columns(item));
    const double dispatches = cost.table.dispatch * static_cast<double>(launches(item, fit));
    if (kernels == Kernels::bits) {
        const bool is_edit = header->bits->kind == BitCells::Kind::edit;
        const double share = cells * cost.table.bit_word * (is_edit ? 1.75 : 1.0);
        const double column = 2 * cost.table.bit_column;
        const double alone = column != 0 ? column * static_cast<double>(strips(item, fit.size) * interior_columns(item))
                                         : share * cost.processors;
        return {dispatches + alone, share};
    }
    const double fields = std::max<double>(1, static_cast<double>(header->fields.size()));
    const double twice = solution && fit.is_cut ? 2 : 1;  // what a traceback comes to
    const double cell = twice * (kernels == Kernels::packed_f16 ? cost.packed_f16_cell : cost.cell * fields);
    const double step = twice * (cost.table.step + cost.table.step_row * sizes[fit.size] * fields);
    const double alone = cost.table.step != 0 ? step * static_cast<double>(steps(item, fit.size)) : cells * cell;
    return {dispatches + alone, cells * cell / cost.processors};
}

}  // namespace vkalgo::dp

// Shellsort with Pratt's increments, pass by pass: over tiles in shared memory (shaders/sort/pratt_pass.comp), or over
// columns in registers (pratt_column.comp).
#include "algorithms/sort/pratt_method.hpp"

#include "algorithms/sort/pratt_reference.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/pratt_column.hpp>
#include <vkalgo_spirv/sort/pratt_pass.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

namespace vkalgo {

namespace {

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

std::uint64_t columns_of(const PrattPass& pass, const PrattShape& shape) {
    return pass.stride == 1 ? 1 : shape.tile / shape.rows;
}

/// Tiles beside one another, and one above the other.
std::uint64_t tiles_beside(const PrattPass& pass, const PrattShape& shape) {
    return divide_up(pass.stride, columns_of(pass, shape));
}
std::uint64_t tiles_above(const PrattPass& pass, std::uint64_t count) {
    const std::uint64_t height = divide_up(count, pass.stride);
    return height <= pass.first_row ? 0 : divide_up(height - pass.first_row, pass.rows);
}

PrattShape taller(PrattShape shape) {
    shape.rows = std::min(2 * shape.rows, shape.tile);
    return shape;
}

std::vector<PrattPass> passes_of(std::uint64_t count, const PrattShape& shape, PrattKind kind) {
    return kind == PrattKind::pure ? plan_pure_pratt(count, shape) : plan_pratt(count, shape);
}

/// Tiles of fewer columns are read slower, but where they do with one level, less than half as many passes are left.
bool takes_taller(std::uint64_t count, const PrattShape& shape, PrattKind kind) {
    return 2 * passes_of(count, taller(shape), kind).size() < passes_of(count, shape, kind).size();
}
PrattShape shape_of(const SortPlan& plan, PrattKind kind) {
    const PrattShape& shape = plan.tuning->pratt;
    return takes_taller(plan.count, shape, kind) ? taller(shape) : shape;
}

std::string span_of(const PrattPass& pass) {
    return (pass.merges ? "merge at " : "pass at ") + std::to_string(pass.stride);
}

std::uint64_t threads_per_tile(const SortTuning& tuning) {
    return tuning.pratt_columns != 0 ? 1 : tuning.threads;
}

}  // namespace

double predict_pratt(const SortPlan& plan, const DeviceProfile& profile) {
    const auto cost = sort_costs(profile).pratt;
    const double work =
        std::max(static_cast<double>(plan.count) * cost.byte, static_cast<double>(plan.loop_iterations) * cost.loop);
    return static_cast<double>(std::max<std::uint64_t>(plan.dispatches, 1)) *
           (cost.dispatch + 1e-9 * 4 * sort_item_words(plan.options) * work);
}

Result<void> plan_pratt_sort(SortPlan& plan, PrattKind kind, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    if (tuning.pratt_columns == 0 && tuning.pratt.tile * 4 * sort_item_words(plan.options) > profile.shared_memory) {
        return Error{ErrorCode::too_large, "the tiles do not fit this device's shared memory", "tile"};
    }
    const std::uint64_t each = tuning.pratt.tile / threads_per_tile(tuning);
    for (const PrattPass& pass : passes_of(plan.count, shape_of(plan, kind), kind)) {
        plan.dispatches += tiles_above(pass, plan.count) != 0 ? 1U : 0U;
        const auto width = [](std::uint64_t value) { return static_cast<std::uint64_t>(std::bit_width(value)); };
        // Columns in registers do all increments every time.
        const std::uint64_t steps = tuning.pratt_columns != 0 ? pratt_increments(tuning.pratt.rows).size()
                                    : pass.merges
                                        ? width(pass.rows)
                                        : pratt_increments(pass.limit, pass.thirds).size() + 2 * width(pass.limit);
        plan.loop_iterations = std::max(plan.loop_iterations, 2 * each + steps * (2 * each + 2));
    }
    return {};
}

std::vector<SortKernel> pratt_kernels(const SortPlan& plan) {
    const SortTuning& tuning = *plan.tuning;
    std::vector<SortKernel> made;
    if (tuning.pratt_columns != 0) {
        SortKernel kernel{"sort/pratt_column", spirv::sort_pratt_column,
                          sort_item_constants(plan.options, tuning.pratt_columns)};
        kernel.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, static_cast<std::uint32_t>(tuning.pratt.rows)});
        made.push_back(std::move(kernel));
        return made;
    }
    for (const std::uint64_t rows : {tuning.pratt.rows, tuning.pratt.tile, taller(tuning.pratt).rows}) {
        SortKernel kernel{"sort/pratt_pass", spirv::sort_pratt_pass, sort_item_constants(plan.options, tuning.threads)};
        kernel.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, static_cast<std::uint32_t>(rows)});
        kernel.constants.push_back(
            {VKALGO_SORT_CONSTANT_COLUMNS, static_cast<std::uint32_t>(tuning.pratt.tile / rows)});
        made.push_back(std::move(kernel));
    }
    return made;
}

Result<std::vector<SortPhase>> pratt_phases(const SortPlan& plan, PrattKind kind, std::span<const std::byte> keys,
                                            const SortStateVisitor& visit) {
    std::vector<std::uint64_t> state;
    if (visit) {
        state = sort_ordinals(keys, plan.options);
        visit(state);
    }
    std::vector<SortPhase> made;
    const PrattShape shape = shape_of(plan, kind);
    const std::uint64_t threads = threads_per_tile(*plan.tuning);
    for (const PrattPass& pass : passes_of(plan.count, shape, kind)) {
        const std::uint64_t tiles = tiles_beside(pass, shape) * tiles_above(pass, plan.count);
        if (tiles == 0) {
            continue;
        }
        const std::uint64_t kept = std::min(plan.count, pass.first_row * pass.stride);
        const double each = static_cast<double>(plan.count - kept) / static_cast<double>(tiles * threads);
        made.push_back({.name = span_of(pass),
                        .increment = pass.stride,
                        .classes = tiles,
                        .threads_per_class = threads,
                        .elements_per_thread = each,
                        .passes = 1,
                        .reads = each,
                        .writes = each});
        if (visit) {
            reference_pratt(state, pass);
            visit(state);
        }
    }
    return made;
}

Result<void> record_pratt(const SortRecording& recording, PrattKind kind) {
    const SortPlan& plan = recording.plan;
    const SortTuning& tuning = *plan.tuning;
    const PrattShape shape = shape_of(plan, kind);
    const auto kernel_of = [&](const PrattPass& pass) -> const Kernel& {
        const std::size_t of_columns = shape.rows == tuning.pratt.rows ? 0 : 2;
        return *recording.kernels[pass.stride == 1 && tuning.pratt_columns == 0 ? 1 : of_columns];
    };
    const BufferView keys = recording.arguments.keys.slice(0, plan.keys_bytes);
    const BufferView values =
        plan.options.values ? recording.arguments.values.slice(0, plan.values_bytes) : keys;  // never looked at
    const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    for (const PrattPass& pass : passes_of(plan.count, shape, kind)) {
        std::optional<SpanScope> phase;
        const std::uint64_t beside = tiles_beside(pass, shape);
        const std::uint64_t tiles = beside * tiles_above(pass, plan.count);
        if (tiles == 0) {
            continue;
        }
        if (plan.options.phases) {
            phase.emplace(recording.recorder, span_of(pass));
        }
        const shader::PrattPush push{word(plan.count),     recording.counted,    word(pass.stride), word(pass.rows),
                                     word(pass.first_row), word(beside),         word(tiles),       word(pass.thirds),
                                     word(pass.limit),     pass.merges ? 1u : 0u};
        const std::uint64_t groups = divide_up(tiles, std::max(tuning.pratt_columns, 1U));
        recording.recorder.dispatch(kernel_of(pass), {keys, values, keys, values, recording.count_words}, push,
                                    Groups::linear(groups, recording.recorder.context()));
    }
    return recording.recorder.status();
}

}  // namespace vkalgo

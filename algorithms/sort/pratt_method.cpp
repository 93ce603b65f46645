// Shellsort with Pratt's increments, pass by pass: over tiles in shared memory (shaders/sort/pratt_pass.comp), or over
// columns in registers (pratt_column.comp).
#include "algorithms/sort/pratt_method.hpp"

#include "algorithms/divide_up.hpp"
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

bool by_columns(const SortTuning& tuning, PrattKind kind, std::uint64_t count) {
    return kind == PrattKind::pure || count >= tuning.pratt_columns_from;
}

PrattShape taller(PrattShape shape) {
    shape.rows = std::min(2 * shape.rows, shape.tile);
    return shape;
}

/// The passes of a plan, and how their tiles are made.
struct Passes {
    bool columns;
    PrattShape shape;
    std::uint64_t threads_per_tile;
    std::vector<PrattPass> all;

    Passes(const SortPlan& plan, PrattKind kind) : columns(by_columns(*plan.tuning, kind, plan.count)) {
        const SortTuning& tuning = *plan.tuning;
        if (columns) {
            shape = {.tile = tuning.pratt_column_rows, .rows = tuning.pratt_column_rows};
            threads_per_tile = 1;
            all = kind == PrattKind::pure ? plan_pure_pratt(plan.count, shape) : plan_pratt(plan.count, shape);
            return;
        }
        shape = tuning.pratt;
        threads_per_tile = tuning.threads;
        all = plan_pratt(plan.count, shape);
        // Tiles of fewer columns are read slower, but where they do with one level, less than half as many passes are
        // left.
        auto fewer = plan_pratt(plan.count, taller(shape));
        if (2 * fewer.size() < all.size()) {
            shape = taller(shape);
            all = std::move(fewer);
        }
    }

    std::uint64_t columns_of(const PrattPass& pass) const { return pass.stride == 1 ? 1 : shape.tile / shape.rows; }
    /// Tiles beside one another, and one above the other.
    std::uint64_t tiles_beside(const PrattPass& pass) const { return divide_up(pass.stride, columns_of(pass)); }
    std::uint64_t tiles(const PrattPass& pass, std::uint64_t count) const {
        const std::uint64_t height = divide_up(count, pass.stride);
        return height <= pass.first_row ? 0 : divide_up(height - pass.first_row, pass.rows) * tiles_beside(pass);
    }

    /// Loop iterations of an invocation, as if no loop was unrolled.
    std::uint64_t loops(const PrattPass& pass) const {
        if (columns) {
            return shape.rows * (2 + pratt_increments(shape.rows).size());  // all of them every time
        }
        const auto width = [](std::uint64_t value) { return static_cast<std::uint64_t>(std::bit_width(value)); };
        const std::uint64_t each = shape.tile / threads_per_tile;
        const std::uint64_t steps =
            pass.merges ? width(pass.rows) : pratt_increments(pass.limit, pass.thirds).size() + 2 * width(pass.limit);
        return 2 * each + steps * (2 * each + 2);
    }
};

std::string span_of(const PrattPass& pass) {
    return (pass.merges ? "merge at " : "pass at ") + std::to_string(pass.stride);
}

}  // namespace

double predict_pratt(const SortPlan& plan, const DeviceProfile& profile) {
    const auto cost = sort_costs(profile).pratt;
    const Passes passes(plan, PrattKind::merging);
    double milliseconds = cost.dispatch;  // at least
    for (const PrattPass& pass : passes.all) {
        const auto count = static_cast<double>(plan.count);
        const double work = passes.columns
                                ? count * cost.column_byte
                                : std::max(count * cost.byte, static_cast<double>(passes.loops(pass)) * cost.loop);
        milliseconds += cost.dispatch + 1e-9 * 4 * sort_item_words(plan.options) * work;
    }
    return milliseconds;
}

Result<void> plan_pratt_sort(SortPlan& plan, PrattKind kind, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    if (!by_columns(tuning, kind, plan.count) &&
        4 * tuning.pratt.tile * sort_item_words(plan.options) > profile.shared_memory) {
        return Error{ErrorCode::too_large, "the tiles do not fit this device's shared memory", "tile"};
    }
    const Passes passes(plan, kind);
    for (const PrattPass& pass : passes.all) {
        plan.dispatches += passes.tiles(pass, plan.count) != 0 ? 1U : 0U;
        plan.loop_iterations = std::max(plan.loop_iterations, passes.loops(pass));
    }
    return plan.options.phases ? check_phases(plan.dispatches) : Result<void>{};
}

std::vector<SortKernel> pratt_kernels(const SortPlan& plan, PrattKind kind) {
    const SortTuning& tuning = *plan.tuning;
    const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    std::vector<SortKernel> made;
    if (kind == PrattKind::merging && tuning.pratt_columns_from != 0) {
        for (const std::uint64_t rows : {tuning.pratt.rows, tuning.pratt.tile, taller(tuning.pratt).rows}) {
            SortKernel& kernel = made.emplace_back(SortKernel{"sort/pratt_pass", spirv::sort_pratt_pass,
                                                              sort_item_constants(plan.options, tuning.threads)});
            kernel.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, word(rows)});
            kernel.constants.push_back({VKALGO_SORT_CONSTANT_COLUMNS, word(tuning.pratt.tile / rows)});
        }
    }
    SortKernel& kernel = made.emplace_back(SortKernel{"sort/pratt_column", spirv::sort_pratt_column,
                                                      sort_item_constants(plan.options, tuning.pratt_column_threads)});
    kernel.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, tuning.pratt_column_rows});
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
    const Passes passes(plan, kind);
    for (const PrattPass& pass : passes.all) {
        const std::uint64_t tiles = passes.tiles(pass, plan.count);
        if (tiles == 0) {
            continue;
        }
        const std::uint64_t kept = std::min(plan.count, pass.first_row * pass.stride);
        const double each =
            static_cast<double>(plan.count - kept) / static_cast<double>(tiles * passes.threads_per_tile);
        made.push_back({.name = span_of(pass),
                        .increment = pass.stride,
                        .classes = tiles,
                        .threads_per_class = passes.threads_per_tile,
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
    const Passes passes(plan, kind);
    const auto kernel_of = [&](const PrattPass& pass) -> const Kernel& {
        const auto& kernels = recording.kernels;
        return *(passes.columns                           ? kernels.back()
                 : pass.stride == 1                       ? kernels[1]
                 : passes.shape.rows == tuning.pratt.rows ? kernels[0]
                                                          : kernels[2]);
    };
    const BufferView keys = recording.arguments.keys.slice(0, plan.keys_bytes);
    const BufferView values =
        plan.options.values ? recording.arguments.values.slice(0, plan.values_bytes) : keys;  // never looked at
    const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    for (const PrattPass& pass : passes.all) {
        std::optional<SpanScope> phase;
        const std::uint64_t tiles = passes.tiles(pass, plan.count);
        if (tiles == 0) {
            continue;
        }
        if (plan.options.phases) {
            phase.emplace(recording.recorder, span_of(pass));
        }
        const shader::PrattPush push{.count = word(plan.count),
                                     .counted = recording.counted,
                                     .stride = word(pass.stride),
                                     .rows = word(pass.rows),
                                     .first_row = word(pass.first_row),
                                     .column_groups = word(passes.tiles_beside(pass)),
                                     .tiles = word(tiles),
                                     .most_thirds = word(pass.thirds),
                                     .limit = word(pass.limit),
                                     .merges = pass.merges ? 1U : 0U};
        const std::uint64_t groups = passes.columns ? divide_up(tiles, tuning.pratt_column_threads) : tiles;
        recording.recorder.dispatch(kernel_of(pass), {keys, values, keys, values, recording.count_words}, push,
                                    Groups::linear(groups, recording.recorder.context()));
    }
    return recording.recorder.status();
}

}  // namespace vkalgo

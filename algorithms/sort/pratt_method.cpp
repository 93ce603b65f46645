// Shellsort with Pratt's increments, pass by pass: over tiles in shared memory (shaders/sort/pratt_pass.comp), or over
// columns in registers (pratt_column.comp). Keys that one binding does not hold are sorted in parts, which are merged
// (pratt_exchange.comp, pratt_bitonic.comp).
#include "algorithms/sort/pratt_method.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/pratt_parts.hpp"
#include "algorithms/sort/pratt_reference.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/pratt_bitonic.hpp>
#include <vkalgo_spirv/sort/pratt_column.hpp>
#include <vkalgo_spirv/sort/pratt_exchange.hpp>
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

std::uint32_t word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

/// The passes that sort so many keys, and how their tiles are made.
struct Passes {
    bool columns;
    std::uint64_t count;
    PrattShape shape;
    std::uint64_t threads_per_tile;
    std::vector<PrattPass> all;

    Passes(const SortTuning& tuning, PrattKind kind, std::uint64_t keys)
        : columns(by_columns(tuning, kind, keys)), count(keys) {
        if (columns) {
            shape = {.tile = tuning.pratt_column_rows, .rows = tuning.pratt_column_rows};
            threads_per_tile = 1;
            all = kind == PrattKind::pure ? plan_pure_pratt(count, shape) : plan_pratt(count, shape);
            return;
        }
        shape = tuning.pratt;
        threads_per_tile = tuning.threads;
        all = plan_pratt(count, shape);
        // Tiles of fewer columns are read slower, but where they do with one level, less than half as many passes are
        // left.
        auto fewer = plan_pratt(count, taller(shape));
        if (2 * fewer.size() < all.size()) {
            shape = taller(shape);
            all = std::move(fewer);
        }
    }

    std::uint64_t columns_of(const PrattPass& pass) const { return pass.stride == 1 ? 1 : shape.tile / shape.rows; }
    /// Tiles beside one another, and one above the other.
    std::uint64_t tiles_beside(const PrattPass& pass) const { return divide_up(pass.stride, columns_of(pass)); }
    std::uint64_t tiles(const PrattPass& pass) const {
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

/// The parts of a plan, how each is sorted, and how they are merged.
struct Parts {
    PartsShape shape;
    std::vector<PartStep> steps;

    explicit Parts(const SortPlan& plan)
        : shape{.count = plan.count,
                .part = plan.part,
                .tile = plan.tuning->pratt_merge_tile,
                .columns = plan.tuning->pratt_merge_columns},
          steps(plan_part_steps(shape)) {}

    /// Those of the first part, and those of the last one, which may be shorter.
    std::vector<Passes> passes(const SortPlan& plan, PrattKind kind) const {
        std::vector<Passes> made{Passes(*plan.tuning, kind, shape.count_of(0))};
        if (shape.parts() > 1) {
            made.emplace_back(*plan.tuning, kind, shape.count_of(shape.parts() - 1));
        }
        return made;
    }
    const Passes& passes_of(std::uint64_t number, const std::vector<Passes>& made) const {
        return number + 1 < shape.parts() ? made.front() : made.back();
    }

    /// Keys that the step reads and writes.
    std::uint64_t keys(const PartStep& step) const {
        return step.exchanges ? 2 * shape.count_of(step.later) : shape.count_of(step.earlier);
    }
    std::uint64_t groups(const PartStep& step, const SortTuning& tuning) const {
        return step.exchanges
                   ? divide_up(shape.count_of(step.later), std::uint64_t{tuning.threads} * VKALGO_SORT_EXCHANGE_EACH)
                   : step.places / shape.tile;
    }
    /// Loop iterations of an invocation, as if no loop was unrolled.
    std::uint64_t loops(const PartStep& step, const SortTuning& tuning) const {
        const std::uint64_t each = shape.tile / tuning.threads;
        return step.exchanges ? VKALGO_SORT_EXCHANGE_EACH : 2 * each + step.row_bits * (each / 2 + 1);
    }

    std::string span_of(std::uint64_t number, const PrattPass& pass) const {
        return (shape.parts() == 1 ? "" : "part " + std::to_string(number) + ": ") +
               (pass.merges ? "merge at " : "pass at ") + std::to_string(pass.stride);
    }
    static std::string span_of(const PartStep& step) {
        return step.exchanges
                   ? "parts " + std::to_string(step.earlier) + " and " + std::to_string(step.later) + ": exchange"
                   : "part " + std::to_string(step.earlier) + ": bitonic at " + std::to_string(step.stride);
    }
};

/// May such a sort be one of parts?
bool takes_parts(PrattKind kind, const DeviceProfile& profile) {
    return kind == PrattKind::merging && profile.max_storage_buffers >= VKALGO_SORT_EXCHANGE_COUNT &&
           profile.largest_buffer() > profile.max_storage_range;
}

}  // namespace

double predict_pratt(const SortPlan& plan, const DeviceProfile& profile) {
    const auto cost = sort_costs(profile).pratt;
    const Parts parts(plan);
    const auto all_passes = parts.passes(plan, PrattKind::merging);
    const double item_bytes = 4 * sort_item_words(plan.options);
    double milliseconds = cost.dispatch;  // at least
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        const Passes& passes = parts.passes_of(number, all_passes);
        const auto count = static_cast<double>(passes.count);
        for (const PrattPass& pass : passes.all) {
            const double work = passes.columns
                                    ? count * cost.column_byte
                                    : std::max(count * cost.byte, static_cast<double>(passes.loops(pass)) * cost.loop);
            milliseconds += cost.dispatch + 1e-9 * item_bytes * work;
        }
    }
    for (const PartStep& step : parts.steps) {
        const double byte = step.exchanges ? cost.column_byte : std::max(cost.byte, cost.column_byte);
        milliseconds += cost.dispatch + 1e-9 * item_bytes * static_cast<double>(parts.keys(step)) * byte;
    }
    return milliseconds;
}

Result<void> plan_pratt_sort(SortPlan& plan, PrattKind kind, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    const bool in_parts = plan.part < plan.count;
    if (in_parts && (plan.part == 0 || !takes_parts(kind, profile))) {
        return Error{ErrorCode::too_large,
                     "keys beyond one binding take kernels of " + std::to_string(VKALGO_SORT_EXCHANGE_COUNT) +
                         " storage buffers, and this device binds " + std::to_string(profile.max_storage_buffers) +
                         " of " + std::to_string(profile.max_storage_range) + " bytes",
                     "count"};
    }
    if (in_parts && divide_up(plan.count, plan.part) > kMostParts) {
        return Error{ErrorCode::too_large,
                     "one binding of this device holds " + std::to_string(plan.part) + " such keys, and at most " +
                         std::to_string(kMostParts) + " times as many are sorted",
                     "count"};
    }
    const std::uint64_t tile = by_columns(tuning, kind, plan.part) ? 0 : tuning.pratt.tile;
    if (4 * std::max(tile, in_parts ? tuning.pratt_merge_tile : 0) * sort_item_words(plan.options) >
        profile.shared_memory) {
        return Error{ErrorCode::too_large, "the tiles do not fit this device's shared memory", "tile"};
    }
    const Parts parts(plan);
    const auto all_passes = parts.passes(plan, kind);
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        const Passes& passes = parts.passes_of(number, all_passes);
        for (const PrattPass& pass : passes.all) {
            plan.dispatches += passes.tiles(pass) != 0 ? 1U : 0U;
            plan.loop_iterations = std::max(plan.loop_iterations, passes.loops(pass));
        }
    }
    plan.dispatches += parts.steps.size();
    for (const PartStep& step : parts.steps) {
        plan.loop_iterations = std::max(plan.loop_iterations, parts.loops(step, tuning));
    }
    return plan.options.phases ? check_phases(plan.dispatches) : Result<void>{};
}

std::vector<SortKernel> pratt_kernels(const SortPlan& plan, PrattKind kind, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    std::vector<SortKernel> made;
    SortKernel& column = made.emplace_back(SortKernel{"sort/pratt_column", spirv::sort_pratt_column,
                                                      sort_item_constants(plan.options, tuning.pratt_column_threads)});
    column.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, tuning.pratt_column_rows});
    const auto constants = sort_item_constants(plan.options, tuning.threads);
    const bool in_parts = takes_parts(kind, profile);
    if (in_parts) {
        made.push_back({"sort/pratt_exchange", spirv::sort_pratt_exchange, constants});
        SortKernel& bitonic = made.emplace_back(SortKernel{"sort/pratt_bitonic", spirv::sort_pratt_bitonic, constants});
        bitonic.constants.push_back({VKALGO_SORT_CONSTANT_TILE, word(tuning.pratt_merge_tile)});
    }
    if (kind == PrattKind::merging && tuning.pratt_columns_from != 0) {
        for (const std::uint64_t rows : {tuning.pratt.rows, tuning.pratt.tile, taller(tuning.pratt).rows}) {
            SortKernel& kernel = made.emplace_back(SortKernel{"sort/pratt_pass", spirv::sort_pratt_pass, constants});
            kernel.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, word(rows)});
            kernel.constants.push_back({VKALGO_SORT_CONSTANT_COLUMNS, word(tuning.pratt.tile / rows)});
        }
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
    const auto add = [&](std::string name, std::uint64_t increment, std::uint64_t classes, std::uint64_t threads,
                         std::uint64_t count) {
        const double each = static_cast<double>(count) / static_cast<double>(classes * threads);
        made.push_back({.name = std::move(name),
                        .increment = increment,
                        .classes = classes,
                        .threads_per_class = threads,
                        .elements_per_thread = each,
                        .passes = 1,
                        .reads = each,
                        .writes = each});
    };
    const Parts parts(plan);
    const auto all_passes = parts.passes(plan, kind);
    const auto part_of = [&](std::uint64_t number) {
        return std::span(state).subspan(parts.shape.first_of(number), parts.shape.count_of(number));
    };
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        const Passes& passes = parts.passes_of(number, all_passes);
        for (const PrattPass& pass : passes.all) {
            const std::uint64_t tiles = passes.tiles(pass);
            if (tiles == 0) {
                continue;
            }
            const std::uint64_t kept = std::min(passes.count, pass.first_row * pass.stride);
            add(parts.span_of(number, pass), pass.stride, tiles, passes.threads_per_tile, passes.count - kept);
            if (visit) {
                reference_pratt(part_of(number), pass);
                visit(state);
            }
        }
    }
    for (const PartStep& step : parts.steps) {
        const std::uint64_t apart = step.exchanges ? (step.later - step.earlier) * parts.shape.part : step.stride;
        add(Parts::span_of(step), apart, parts.groups(step, *plan.tuning), plan.tuning->threads, parts.keys(step));
        if (visit) {
            reference_part_step(part_of(step.earlier), part_of(step.later), step);
            visit(state);
        }
    }
    return made;
}

namespace {

/// Records the dispatches of a plan.
struct PrattRecorder {
    const SortRecording& recording;
    const Parts& parts;
    const SortTuning& tuning = *recording.plan.tuning;

    const Kernel& kernel(std::size_t index) const { return *recording.kernels[index]; }

    /// Keys and values of a part; without values the keys stand in for them, and nobody looks.
    std::pair<BufferView, BufferView> items(std::uint64_t number) const {
        const std::uint64_t first = parts.shape.first_of(number);
        const std::uint64_t count = parts.shape.count_of(number);
        const SortOptions& options = recording.plan.options;
        const std::uint64_t bytes = size_of(options.type);
        const BufferView keys = recording.arguments.keys.slice(first * bytes, count * bytes);
        return {keys, options.values ? recording.arguments.values.slice(first * 4, count * 4) : keys};
    }

    std::optional<SpanScope> phase(const std::string& name) const {
        return recording.plan.options.phases ? std::optional<SpanScope>(std::in_place, recording.recorder, name)
                                             : std::nullopt;
    }

    Groups groups(std::uint64_t count) const { return Groups::linear(count, recording.recorder.context()); }

    void sort_part(std::uint64_t number, const Passes& passes) const {
        const auto [keys, values] = items(number);
        for (const PrattPass& pass : passes.all) {
            const std::uint64_t tiles = passes.tiles(pass);
            if (tiles == 0) {
                continue;
            }
            const auto span = phase(parts.span_of(number, pass));
            const shader::PrattPush push{.count = word(passes.count),
                                         .counted = recording.counted,
                                         .stride = word(pass.stride),
                                         .rows = word(pass.rows),
                                         .first_row = word(pass.first_row),
                                         .column_groups = word(passes.tiles_beside(pass)),
                                         .tiles = word(tiles),
                                         .most_thirds = word(pass.thirds),
                                         .limit = word(pass.limit),
                                         .merges = pass.merges ? 1U : 0U};
            // The kernels of tiles are the last.
            const std::size_t which = passes.columns                           ? kColumn
                                      : pass.stride == 1                       ? recording.kernels.size() - 2
                                      : passes.shape.rows == tuning.pratt.rows ? recording.kernels.size() - 3
                                                                               : recording.kernels.size() - 1;
            const BufferView counts = recording.counted != 0 ? recording.count_words : keys;
            recording.recorder.dispatch(kernel(which), {keys, values, keys, values, counts}, push,
                                        groups(passes.columns ? divide_up(tiles, tuning.pratt_column_threads) : tiles));
        }
    }

    void merge(const PartStep& step) const {
        const auto span = phase(Parts::span_of(step));
        const auto [keys, values] = items(step.earlier);
        const std::uint64_t count = parts.groups(step, tuning);
        if (step.exchanges) {
            const auto [later_keys, later_values] = items(step.later);
            recording.recorder.dispatch(
                kernel(kExchange), {keys, values, keys, values, later_keys, later_values, later_keys, later_values},
                shader::ExchangePush{.part = word(parts.shape.part),
                                     .count = word(parts.shape.count_of(step.later)),
                                     .groups = word(count)},
                groups(count));
            return;
        }
        const std::uint64_t columns = parts.shape.tile >> step.row_bits;
        recording.recorder.dispatch(kernel(kBitonic), {keys, values, keys, values},
                                    shader::BitonicPush{.count = word(parts.shape.count_of(step.earlier)),
                                                        .before = word(step.before),
                                                        .stride = word(step.stride),
                                                        .row_bits = step.row_bits,
                                                        .column_groups = word(divide_up(step.stride, columns)),
                                                        .tiles = word(count)},
                                    groups(count));
    }

private:
    /// As pratt_kernels has them.
    static constexpr std::size_t kColumn = 0, kExchange = 1, kBitonic = 2;
};

}  // namespace

Result<void> record_pratt(const SortRecording& recording, PrattKind kind) {
    const SortPlan& plan = recording.plan;
    const Parts parts(plan);
    const auto all_passes = parts.passes(plan, kind);
    const PrattRecorder recorder{recording, parts};
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        recorder.sort_part(number, parts.passes_of(number, all_passes));
    }
    for (const PartStep& step : parts.steps) {
        recorder.merge(step);
    }
    return recording.recorder.status();
}

}  // namespace vkalgo

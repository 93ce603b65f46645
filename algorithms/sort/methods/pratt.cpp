// Shellsort with Pratt's increments, pass by pass over tiles in shared memory (shaders/sort/pratt_pass.comp).
#include "algorithms/sort/pratt_reference.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/pratt_pass.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
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

/// Tiles of fewer columns are read slower, but where they do with one level, less than half as many passes are left.
bool takes_taller(std::uint64_t count, const PrattShape& shape) {
    return 2 * plan_pratt(count, taller(shape)).size() < plan_pratt(count, shape).size();
}
PrattShape shape_of(const SortPlan& plan) {
    const PrattShape& shape = plan.tuning->pratt;
    return takes_taller(plan.count, shape) ? taller(shape) : shape;
}

std::string span_of(const PrattPass& pass) {
    return (pass.merges ? "merge at " : "pass at ") + std::to_string(pass.stride);
}

double predict(const SortPlan& plan, const DeviceProfile& profile) {
    const auto cost = sort_costs(profile).pratt;
    const double work =
        std::max(static_cast<double>(plan.count) * cost.byte, static_cast<double>(plan.loop_iterations) * cost.loop);
    return static_cast<double>(std::max<std::uint64_t>(plan.dispatches, 1)) *
           (cost.dispatch + 1e-9 * 4 * sort_item_words(plan.options) * work);
}

Result<void> plan_passes(SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    if (tuning.pratt.tile * 4 * sort_item_words(plan.options) > profile.shared_memory) {
        return Error{ErrorCode::too_large, "the tiles do not fit this device's shared memory", "tile"};
    }
    const std::uint64_t each = tuning.pratt.tile / tuning.threads;
    for (const PrattPass& pass : plan_pratt(plan.count, shape_of(plan))) {
        plan.dispatches += tiles_above(pass, plan.count) != 0 ? 1U : 0U;
        const auto width = [](std::uint64_t value) { return static_cast<std::uint64_t>(std::bit_width(value)); };
        const std::uint64_t steps =
            pass.merges ? width(pass.rows) : pratt_increments(pass.limit, pass.thirds).size() + 2 * width(pass.limit);
        plan.loop_iterations = std::max(plan.loop_iterations, 2 * each + steps * (2 * each + 2));
    }
    return {};
}

std::vector<SortKernel> kernels(const SortPlan& plan, const DeviceProfile& /*profile*/) {
    const SortTuning& tuning = *plan.tuning;
    std::vector<SortKernel> made;
    for (const std::uint64_t rows : {tuning.pratt.rows, tuning.pratt.tile, taller(tuning.pratt).rows}) {
        SortKernel kernel{"sort/pratt_pass", spirv::sort_pratt_pass, sort_item_constants(plan.options, tuning.threads)};
        kernel.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, static_cast<std::uint32_t>(rows)});
        kernel.constants.push_back(
            {VKALGO_SORT_CONSTANT_COLUMNS, static_cast<std::uint32_t>(tuning.pratt.tile / rows)});
        made.push_back(std::move(kernel));
    }
    return made;
}

/// A pass reads and writes every key of its tiles once.
Result<std::vector<SortPhase>> phases(const SortPlan& plan, const DeviceProfile& /*profile*/,
                                      std::span<const std::byte> keys, const SortStateVisitor& visit) {
    std::vector<std::uint64_t> state;
    if (visit) {
        state = sort_ordinals(keys, plan.options);
        visit(state);
    }
    std::vector<SortPhase> made;
    const PrattShape shape = shape_of(plan);
    for (const PrattPass& pass : plan_pratt(plan.count, shape)) {
        const std::uint64_t tiles = tiles_beside(pass, shape) * tiles_above(pass, plan.count);
        if (tiles == 0) {
            continue;
        }
        const std::uint64_t kept = std::min(plan.count, pass.first_row * pass.stride);
        const double each = static_cast<double>(plan.count - kept) / static_cast<double>(tiles * plan.tuning->threads);
        made.push_back({.name = span_of(pass),
                        .increment = pass.stride,
                        .classes = tiles,
                        .threads_per_class = plan.tuning->threads,
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

Result<void> record(const SortRecording& recording) {
    const SortPlan& plan = recording.plan;
    const PrattShape shape = shape_of(plan);
    const std::size_t columns_kernel = shape.rows == plan.tuning->pratt.rows ? 0 : 2;
    const BufferView keys = recording.arguments.keys.slice(0, plan.keys_bytes);
    const BufferView values =
        plan.options.values ? recording.arguments.values.slice(0, plan.values_bytes) : keys;  // never looked at
    const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    for (const PrattPass& pass : plan_pratt(plan.count, shape)) {
        std::optional<SpanScope> phase;
        const std::uint64_t beside = tiles_beside(pass, shape);
        const std::uint64_t groups = beside * tiles_above(pass, plan.count);
        if (groups == 0) {
            continue;
        }
        if (plan.options.phases) {
            phase.emplace(recording.recorder, span_of(pass));
        }
        const shader::PrattPush push{word(plan.count),     recording.counted,    word(pass.stride), word(pass.rows),
                                     word(pass.first_row), word(beside),         word(groups),      word(pass.thirds),
                                     word(pass.limit),     pass.merges ? 1u : 0u};
        recording.recorder.dispatch(*recording.kernels[pass.stride == 1 ? 1 : columns_kernel],
                                    {keys, values, keys, values, recording.count_words}, push,
                                    Groups::linear(groups, recording.recorder.context()));
    }
    return recording.recorder.status();
}

}  // namespace

const SortMethod& sort_method_pratt();
const SortMethod& sort_method_pratt() {
    static const SortMethod method{.name = "pratt",
                                   .summary = "Shellsort by increments 2^p 3^q, the same exchanges for all keys",
                                   .scans = false,
                                   .stable = false,
                                   .predict = predict,
                                   .plan = plan_passes,
                                   .kernels = kernels,
                                   .record = record,
                                   .phases = phases};
    return method;
}

}  // namespace vkalgo

// The methods pratt and pratt-pure: plans, kernels, phases and predicted times.
#include "algorithms/sort/pratt_method.hpp"

#include "algorithms/sort/pratt_passes.hpp"
#include "algorithms/sort/pratt_reference.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "algorithms/word.hpp"
#include <vkalgo_spirv/sort/pratt_bitonic.hpp>
#include <vkalgo_spirv/sort/pratt_column.hpp>
#include <vkalgo_spirv/sort/pratt_exchange.hpp>
#include <vkalgo_spirv/sort/pratt_pass.hpp>

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

/// Returns true if this method can sort keys that do not fit one binding of this device, in parts.
bool takes_parts(PrattKind kind, const DeviceProfile& profile) {
    return kind == PrattKind::merging && profile.max_storage_buffers >= VKALGO_SORT_EXCHANGE_COUNT &&
           profile.largest_buffer() > profile.max_storage_range;
}

}  // namespace

double predict_pratt(const SortPlan& plan, const DeviceProfile& profile) {
    const auto cost = sort_costs(profile).pratt;
    const PrattParts parts(plan);
    const auto all_passes = parts.passes(plan, PrattKind::merging);
    const double item_bytes = 4 * sort_item_words(plan.options);
    // The sum includes the cost of one dispatch more than the sort has. With it, "auto" takes onesweep for 1,024 keys
    // of u32 on an H200: there onesweep takes 0.033 ms, pratt 0.037 ms.
    double milliseconds = cost.dispatch;
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        const PrattPasses& passes = parts.passes_of(number, all_passes);
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
    if (in_parts && !takes_parts(kind, profile)) {
        return Error{ErrorCode::too_large,
                     "keys that do not fit one binding need kernels with " +
                         std::to_string(VKALGO_SORT_EXCHANGE_COUNT) +
                         " storage buffers, but a kernel of this device can use only " +
                         std::to_string(profile.max_storage_buffers) + ", of at most " +
                         std::to_string(profile.max_storage_range) + " bytes each; sort fewer keys",
                     "count"};
    }
    if (in_parts && (plan.part == 0 || divide_up(plan.count, plan.part) > kMaxParts)) {
        return Error{ErrorCode::too_large,
                     "at most " + std::to_string(kMaxParts * plan.part) +
                         " keys of this size can be sorted on this device, in " + std::to_string(kMaxParts) +
                         " parts that fit one binding each; sort fewer keys",
                     "count"};
    }
    const std::uint64_t tile = pratt_by_columns(tuning, kind, plan.part) ? 0 : tuning.pratt.tile;
    if (4 * std::max(tile, in_parts ? tuning.pratt_merge_tile : 0) * sort_item_words(plan.options) >
        profile.shared_memory) {
        return Error{ErrorCode::too_large, "the tiles do not fit the shared memory of this device", "tile"};
    }
    const PrattParts parts(plan);
    const auto all_passes = parts.passes(plan, kind);
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        const PrattPasses& passes = parts.passes_of(number, all_passes);
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

std::vector<KernelInfo> pratt_kernels(const SortPlan& plan, PrattKind kind, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    std::vector<KernelInfo> made;
    KernelInfo& column = made.emplace_back(KernelInfo{"sort/pratt_column", spirv::sort_pratt_column,
                                                      sort_item_constants(plan.options, tuning.pratt_column_threads)});
    column.constants.push_back({VKALGO_SORT_CONSTANT_ROWS, tuning.pratt_column_rows});
    const auto constants = sort_item_constants(plan.options, tuning.threads);
    const bool in_parts = takes_parts(kind, profile);
    if (in_parts) {
        made.push_back({"sort/pratt_exchange", spirv::sort_pratt_exchange, constants});
        KernelInfo& bitonic = made.emplace_back(KernelInfo{"sort/pratt_bitonic", spirv::sort_pratt_bitonic, constants});
        bitonic.constants.push_back({VKALGO_SORT_CONSTANT_TILE, word(tuning.pratt_merge_tile)});
    }
    if (kind == PrattKind::merging && tuning.pratt_columns_from != 0) {
        for (const std::uint64_t rows : {tuning.pratt.rows, tuning.pratt.tile, taller_pratt(tuning.pratt).rows}) {
            KernelInfo& kernel = made.emplace_back(KernelInfo{"sort/pratt_pass", spirv::sort_pratt_pass, constants});
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
    const PrattParts parts(plan);
    const auto all_passes = parts.passes(plan, kind);
    const auto part_of = [&](std::uint64_t number) {
        return std::span(state).subspan(parts.shape.first_of(number), parts.shape.count_of(number));
    };
    for (std::uint64_t number = 0; number < parts.shape.parts(); ++number) {
        const PrattPasses& passes = parts.passes_of(number, all_passes);
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
        add(PrattParts::span_of(step), apart, parts.groups(step, *plan.tuning), plan.tuning->threads, parts.keys(step));
        if (visit) {
            reference_part_step(part_of(step.earlier), part_of(step.later), step);
            visit(state);
        }
    }
    return made;
}

}  // namespace vkalgo

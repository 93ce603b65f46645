#include "algorithms/terrain/flow_accumulation_plan.hpp"

#include "algorithms/terrain/accumulation_method.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

/// Plans an accumulation by the given method.
Result<AccumulationPlan> plan_by(const AccumulationMethod& method, const TerrainGrid& grid,
                                 const AccumulationOptions& options, const DeviceProfile& profile,
                                 const TerrainTuning& tuning) {
    AccumulationPlan plan;
    if (options.iterations && !method.stepwise) {
        return Error{ErrorCode::invalid_argument,
                     std::string("method ") + method.name +
                         " does not move water cell by cell, so it cannot stop after a number of iterations; use "
                         "gather, scatter or scatter-8x8",
                     "iterations"};
    }
    plan.words = options.wide ? 2 : 1;
    VKALGO_CHECK(check_terrain(grid, std::uint64_t{4} * plan.words, tuning.threads, profile));
    plan.options = options;
    plan.grid = grid;
    plan.method = &method;
    plan.tuning = std::make_shared<const TerrainTuning>(tuning);
    plan.threads = tuning.threads;
    plan.codes_bytes = flow_codes_bytes(grid.cells());
    plan.sums_bytes = 4 * plan.words * grid.cells();
    plan.scratch.bytes = 0;
    if (grid.cells() == 0) {
        return plan;
    }
    ScratchLayout layout;
    plan.status = layout.add(4 * VKALGO_TERRAIN_STATUS_WORDS);
    plan.grids = layout.add(Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    VKALGO_CHECK(method.plan(plan, layout, profile));
    plan.scratch = layout.need();
    return plan;
}

}  // namespace

std::string_view AccumulationPlan::method_name() const {
    return method->name;
}

std::vector<std::string_view> accumulation_method_names() {
    std::vector<std::string_view> names;
    for (const AccumulationMethod* method : accumulation_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

Result<void> plan_moving_water(AccumulationPlan& plan, ScratchLayout& layout, const DeviceProfile&) {
    for (ScratchLayout::Part& part : plan.moving) {
        part = layout.add(plan.sums_bytes);
    }
    // The longest flow path has a step for each cell but one. After these steps one round moves nothing, and one more
    // round detects this.
    plan.rounds = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(plan.grid.cells() + 1, plan.options.iterations.value_or(kMaxTerrainCells + 1)));
    const std::uint64_t block = plan.method->block;
    plan.loop_iterations = block * block + 12;
    return {};
}

Result<AccumulationPlan> plan_tuned_accumulation(const TerrainGrid& grid, const AccumulationOptions& options,
                                                 const DeviceProfile& profile, const TerrainTuning& tuning) {
    const bool any = options.method == "auto";
    Result<AccumulationPlan> best =
        Error{ErrorCode::invalid_argument, "there is no method '" + options.method + "' of accumulation; methods: auto",
              "method"};
    int rank = 0;
    std::string names;
    for (const AccumulationMethod* method : accumulation_methods()) {
        names += std::string(", ") + method->name;
        const bool fits = method->rank > rank && (method->stepwise || !options.iterations);
        if (any ? !fits : options.method != method->name) {
            continue;
        }
        auto plan = plan_by(*method, grid, options, profile, tuning);
        if (plan || !best) {
            rank = plan ? method->rank : rank;
            best = std::move(plan);
        }
        if (!any) {
            return best;
        }
    }
    if (!any) {
        best.error().message += names;
    }
    return best;
}

Result<AccumulationPlan> plan_accumulation(const TerrainGrid& grid, const AccumulationOptions& options,
                                           const DeviceProfile& profile) {
    return plan_tuned_accumulation(grid, options, profile, terrain_tuning(profile));
}

}  // namespace vkalgo

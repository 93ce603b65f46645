#include "algorithms/terrain/depression_fill.hpp"
#include "algorithms/terrain/drainage_subject.hpp"
#include "algorithms/terrain/flow_reference.hpp"
#include "algorithms/terrain/pit_carving.hpp"
#include "algorithms/terrain/stream_order.hpp"
#include "algorithms/terrain/watersheds.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace vkalgo {

namespace {

/// Beyond so many rounds it takes the device too long to find out that directions run in a circle.
constexpr std::uint32_t kFewRounds = 64;

std::uint64_t rounded(std::uint64_t bytes) {
    return Buffer::rounded(bytes);
}

Result<void> check_size(const char* name, std::uint64_t size, std::uint64_t wanted) {
    if (size == wanted) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 "there are " + std::to_string(size) + " entries where the grid has " + std::to_string(wanted), name};
}

}  // namespace

Result<DrainagePlan> plan_call(const DrainageSubject& subject, const DeviceProfile& profile) {
    DrainagePlan plan;
    const TerrainGrid& grid = subject.grid;
    if (!(subject.options.threshold.value_or(0) >= 0)) {
        return Error{ErrorCode::invalid_argument, "the threshold of the network is to be 0 or more", "threshold"};
    }
    VKALGO_TRY(plan.accumulation, plan_accumulation(grid, subject.accumulation(), profile));
    const std::uint64_t heights = 4 * grid.cells(), codes = flow_codes_bytes(grid.cells());
    plan.scratch_bytes = plan.accumulation.scratch.bytes;
    const std::uint64_t sums = plan.accumulation.sums_bytes;
    plan.buffer_bytes = rounded(codes) + rounded(sums);
    if (subject.from_heights) {
        VKALGO_TRY(const ScratchNeed flow, FlowDirections::scratch(grid, subject.flow(), profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, flow.bytes);
        plan.buffer_bytes += rounded(heights) + rounded(16 * subject.options.row_dx.size());
    }
    if (subject.fills()) {
        VKALGO_TRY(const ScratchNeed fill, DepressionFill::scratch(grid, profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, fill.bytes);
        plan.buffer_bytes += rounded(heights);
    }
    if (subject.carves()) {
        VKALGO_TRY(const ScratchNeed carving, PitCarving::scratch(grid, profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, carving.bytes);
        plan.buffer_bytes += rounded(codes);
    }
    plan.buffer_bytes += plan.accumulation.options.weighted ? rounded(sums) : 0;
    if (subject.watersheds()) {
        VKALGO_TRY(const ScratchNeed need, Watersheds::scratch(grid, profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, need.bytes);
        plan.buffer_bytes += (subject.options.outlets.empty() ? 1 : 2) * rounded(heights);
    }
    if (subject.options.stream_order) {
        VKALGO_TRY(const ScratchNeed need, StreamOrder::scratch(grid, profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, need.bytes);
        plan.buffer_bytes += rounded(heights);
    }
    plan.buffer_bytes += subject.options.threshold ? rounded(codes) : 0;
    plan.scratch_bytes = rounded(plan.scratch_bytes);
    plan.staging_bytes = Runner::staging_bytes(rounded(std::max(heights, sums)), rounded(std::max(heights, sums)));
    const std::uint64_t available = tighter_limit(subject.options.call.memory_limit, profile.device_memory);
    if (available != 0 && plan.device_bytes() > available) {
        return Error{ErrorCode::too_large,
                     "drainage of " + std::to_string(grid.cells()) + " cells takes " +
                         std::to_string(plan.device_bytes()) + " bytes of device memory, and " +
                         std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return plan;
}

Result<void> check_subject(const DrainageSubject& subject, const AccumulationPlan& plan) {
    const TerrainGrid& grid = subject.grid;
    const DrainageOptions& options = subject.options;
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be one timed run at least", "repeat"};
    }
    if (subject.from_heights) {
        VKALGO_CHECK(check_size("heights", subject.heights.size(), grid.cells()));
    } else {
        VKALGO_CHECK(check_size("codes", subject.codes.size(), grid.cells()));
    }
    if (subject.carves() && !options.resolve_flats) {
        return Error{ErrorCode::invalid_argument, "ways out of pits lead over flats, which are to be resolved",
                     "resolve_flats"};
    }
    if (subject.from_heights && !options.row_dx.empty()) {
        VKALGO_CHECK(check_size("row_dx", options.row_dx.size(), grid.height));
    }
    if (!options.weights.empty() && !options.real_weights.empty()) {
        return Error{ErrorCode::invalid_argument, "there are weights of both kinds; one is enough", "weights"};
    }
    if (!options.real_weights.empty()) {
        VKALGO_CHECK(check_size("weights", options.real_weights.size(), grid.cells()));
    }
    if (!options.weights.empty()) {
        VKALGO_CHECK(check_size("weights", options.weights.size(), grid.cells()));
        const std::uint64_t sum = std::accumulate(options.weights.begin(), options.weights.end(), std::uint64_t{0});
        if (sum > std::numeric_limits<std::uint32_t>::max()) {
            return Error{ErrorCode::overflow,
                         "the weights sum to " + std::to_string(sum) + ", more than 32 bits hold; scale them down",
                         "weights"};
        }
    }
    for (const std::uint64_t outlet : options.outlets) {
        if (outlet >= grid.cells()) {
            return Error{ErrorCode::invalid_argument,
                         "outlet " + std::to_string(outlet) + " is beyond the " + std::to_string(grid.cells()) +
                             " cells of the grid",
                         "outlets"};
        }
    }
    const bool finds_circles = plan.rounds <= kFewRounds && !options.iterations;
    if (!subject.from_heights && !finds_circles && !flows_end(subject.codes, grid)) {
        return Error{ErrorCode::invalid_argument, "the directions run in a circle", "codes"};
    }
    return {};
}

Result<DrainagePlan> plan_drainage(const TerrainGrid& grid, const DrainageOptions& options,
                                   const DeviceProfile& profile) {
    return plan_call({grid, options, {}, {}, true}, profile);
}

const char* to_string(PitRule rule) {
    return rule == PitRule::fill ? "fill" : rule == PitRule::carve ? "carve" : "keep";
}

}  // namespace vkalgo

#include "algorithms/divide_up.hpp"
#include "algorithms/terrain/depression_fill.hpp"
#include "algorithms/terrain/drainage_subject.hpp"
#include "algorithms/terrain/flow_reference.hpp"
#include "algorithms/terrain/pit_carving.hpp"
#include "algorithms/terrain/stream_order.hpp"
#include "algorithms/terrain/strips.hpp"
#include "algorithms/terrain/watersheds.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace vkalgo {

namespace {

/// If accumulation may take more rounds than this, the device would detect a circle too late. Then the host searches
/// the given directions for circles.
constexpr std::uint32_t kFewRounds = 64;
/// The largest number of rows that surround a strip on each side.
constexpr std::uint32_t kMaxHalo = 3;

std::uint64_t rounded(std::uint64_t bytes) {
    return Buffer::rounded(bytes);
}

Result<void> check_size(const char* name, std::uint64_t size, std::uint64_t wanted) {
    if (size == wanted) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 "the number of entries of `" + std::string(name) + "` is " + std::to_string(size) +
                     ", but the grid needs " + std::to_string(wanted),
                 name};
}

Error too_large(const std::string& what, std::uint64_t available, const char* where = "memory_limit") {
    return {ErrorCode::too_large, what + ", but only " + std::to_string(available) + " are available", where};
}

/// Sets the most rounds of flats, on the grid `flow`, and of filling and streams, on `grid`. Each of these grids is the
/// whole grid, or at least as large as any strip with the rows around it.
Result<void> plan_rounds(DrainagePlan& plan, const DrainageSubject& subject, const TerrainGrid& grid,
                         const TerrainGrid& flow, const DeviceProfile& profile) {
    if (subject.from_heights) {
        VKALGO_TRY(const FlowPlan directions, plan_flow(flow, subject.flow(), profile));
        plan.flat_rounds = directions.rounds;
    }
    if (subject.fills()) {
        VKALGO_TRY(const FillPlan fill, plan_fill(grid, profile));
        plan.fill_rounds = fill.rounds;
    }
    plan.stream_rounds = subject.options.stream_order ? StreamOrder::rounds(grid) : 0;
    return {};
}

/// Returns a plan in which only the fields that follow directly from the subject are set.
DrainagePlan plan_of(const DrainageSubject& subject) {
    DrainagePlan plan;
    plan.grid = subject.grid;
    plan.from_codes = !subject.from_heights;
    plan.ranked = subject.is_ranked();
    return plan;
}

/// Plans the whole grid at once.
Result<DrainagePlan> plan_whole(const DrainageSubject& subject, const DeviceProfile& profile) {
    DrainagePlan plan = plan_of(subject);
    const TerrainGrid& grid = subject.grid;
    VKALGO_TRY(plan.accumulation, plan_accumulation(grid, subject.accumulation(), profile));
    const std::uint64_t heights = 4 * grid.cells(), codes = flow_codes_bytes(grid.cells());
    const std::uint64_t values = subject.is_ranked() ? 2 * heights : 0;
    plan.scratch_bytes = plan.accumulation.scratch.bytes;
    const std::uint64_t sums = plan.accumulation.sums_bytes;
    plan.buffer_bytes = rounded(codes) + rounded(sums);
    VKALGO_CHECK(plan_rounds(plan, subject, grid, grid, profile));
    if (subject.from_heights) {
        VKALGO_TRY(const ScratchNeed flow, FlowDirections::scratch(grid, subject.flow(), profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, flow.bytes);
        plan.buffer_bytes += rounded(heights) + rounded(sizeof(FlowWeights) * subject.options.row_dx.size());
        plan.buffer_bytes += subject.is_ranked() ? rounded(values) : 0;
    }
    if (subject.fills()) {
        VKALGO_TRY(const ScratchNeed fill, DepressionFill::scratch(grid, profile));
        plan.scratch_bytes = std::max(plan.scratch_bytes, fill.bytes);
        plan.buffer_bytes += rounded(heights);
    }
    if (subject.carves()) {
        VKALGO_TRY(plan.carve_rounds, PitCarving::rounds(grid, profile));
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
    plan.staging_bytes =
        Runner::staging_bytes(rounded(std::max({heights, sums, values})), rounded(std::max(heights, sums)));
    return plan;
}

/// Plans strips of `rows` rows. The buffers of only one kind of work exist at a time.
Result<DrainagePlan> plan_strips(const DrainageSubject& subject, const DeviceProfile& profile, std::uint32_t rows) {
    const Strips strips{subject.grid, rows};
    const std::string& method = subject.options.method;
    DrainagePlan plan = plan_of(subject);
    plan.parts = strips.count();
    plan.part_rows = rows;
    VKALGO_CHECK(plan_rounds(plan, subject, strips.largest(1), strips.largest(kMaxHalo), profile));
    VKALGO_TRY(plan.accumulation, plan_accumulation(strips.largest(0), subject.accumulation(), profile));
    const auto add = [&](const Result<StripBuffers>& buffers) -> Result<void> {
        if (!buffers) {
            return buffers.error();
        }
        if (buffers->bytes() > plan.device_bytes()) {
            plan.scratch_bytes = rounded(buffers->sizes.back());
            plan.buffer_bytes = buffers->bytes() - plan.scratch_bytes;
        }
        return {};
    };
    if (subject.fills()) {
        VKALGO_CHECK(add(fill_buffers(strips, profile)));
    }
    if (subject.from_heights) {
        VKALGO_CHECK(add(direct_buffers(strips, subject.flow(), !subject.options.row_dx.empty(), profile)));
    }
    if (subject.carves()) {
        VKALGO_CHECK(add(sum_buffers(strips, "auto", 1, profile)));
    }
    VKALGO_CHECK(add(sum_buffers(strips, method, plan.accumulation.words, profile)));
    if (subject.watersheds()) {
        VKALGO_CHECK(add(label_buffers(strips, profile)));
    }
    if (subject.options.stream_order) {
        VKALGO_CHECK(add(order_buffers(strips, profile)));
    }
    const std::uint64_t largest = std::max<std::uint64_t>(
        (subject.is_ranked() ? 8 : 4) * strips.largest(kMaxHalo).cells(), plan.accumulation.sums_bytes);
    plan.staging_bytes = Runner::staging_bytes(rounded(largest), rounded(largest));
    return plan;
}

/// Plans the fewest parts whose buffers fit in `available` bytes; 0: no such limit exists.
Result<DrainagePlan> plan_parts(const DrainageSubject& subject, const DeviceProfile& profile, std::uint64_t available) {
    const auto fits = [&](std::uint32_t rows) {
        const auto plan = plan_strips(subject, profile, rows);
        return plan && (available == 0 || plan->device_bytes() <= available);
    };
    VKALGO_TRY(const DrainagePlan least, plan_strips(subject, profile, 1));
    if (!fits(1)) {
        return too_large("drainage of " + std::to_string(subject.grid.width) + " columns needs " +
                             std::to_string(least.device_bytes()) + " bytes of device memory, even row by row",
                         available);
    }
    std::uint64_t most = 1, beyond = std::uint64_t{subject.grid.height} + 1;
    while (beyond - most > 1) {
        const std::uint64_t rows = most + (beyond - most) / 2;
        (fits(static_cast<std::uint32_t>(rows)) ? most : beyond) = rows;
    }
    // Takes as few parts as possible, and makes them as equal as whole rows allow.
    const std::uint64_t parts = divide_up(subject.grid.height, most);
    return plan_strips(subject, profile, static_cast<std::uint32_t>(divide_up(subject.grid.height, parts)));
}

}  // namespace

Result<DrainagePlan> plan_call(const DrainageSubject& subject, const DeviceProfile& profile) {
    VKALGO_CHECK(check_grid(subject.grid));
    if (!(subject.options.threshold.value_or(0) >= 0)) {
        return Error{ErrorCode::invalid_argument, "the threshold of the network must be 0 or more", "threshold"};
    }
    auto whole = plan_whole(subject, profile);
    if (!whole && whole.error().code != ErrorCode::too_large) {
        return whole;
    }
    const std::uint64_t available = tighter_limit(subject.options.call.memory_limit, profile.device_memory);
    const bool nothing = subject.grid.cells() == 0;
    if (whole && (nothing || available == 0 || whole->device_bytes() <= available)) {
        return whole;
    }
    if (subject.options.iterations) {
        if (!whole) {
            return Error{ErrorCode::too_large,
                         whole.error().message + "; with `iterations`, the whole grid must be in device memory at once",
                         "iterations"};
        }
        return too_large("with `iterations`, the whole grid must be in device memory at once, which needs " +
                             std::to_string(whole->device_bytes()) + " bytes of device memory for " +
                             std::to_string(subject.grid.cells()) + " cells",
                         available, "iterations");
    }
    return plan_parts(subject, profile, available);
}

Result<void> check_subject(const DrainageSubject& subject, const AccumulationPlan& plan) {
    const TerrainGrid& grid = subject.grid;
    const DrainageOptions& options = subject.options;
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    if (subject.from_heights) {
        VKALGO_CHECK(check_size("heights", subject.heights.size(), grid.cells()));
    } else {
        VKALGO_CHECK(check_size("codes", subject.codes.size(), grid.cells()));
    }
    if (subject.carves() && !options.resolve_flats) {
        return Error{ErrorCode::invalid_argument, "PitRule::carve needs directions in flats; set resolve_flats too",
                     "resolve_flats"};
    }
    if (subject.from_heights && !options.row_dx.empty()) {
        VKALGO_CHECK(check_size("row_dx", options.row_dx.size(), grid.height));
    }
    if (!options.weights.empty() && !options.real_weights.empty()) {
        return Error{ErrorCode::invalid_argument, "both weights and real_weights are given; give only one of them",
                     "weights"};
    }
    if (!options.real_weights.empty()) {
        VKALGO_CHECK(check_size("real_weights", options.real_weights.size(), grid.cells()));
    }
    if (!options.weights.empty()) {
        VKALGO_CHECK(check_size("weights", options.weights.size(), grid.cells()));
        const std::uint64_t sum = std::accumulate(options.weights.begin(), options.weights.end(), std::uint64_t{0});
        if (sum > std::numeric_limits<std::uint32_t>::max()) {
            return Error{
                ErrorCode::overflow,
                "the weights sum to " + std::to_string(sum) + ", which does not fit 32 bits; scale the weights down",
                "weights"};
        }
    }
    for (const std::uint64_t outlet : options.outlets) {
        if (outlet >= grid.cells()) {
            return Error{ErrorCode::invalid_argument,
                         "outlet " + std::to_string(outlet) + " is not among the " + std::to_string(grid.cells()) +
                             " cells of the grid; cells count from 0, row by row",
                         "outlets"};
        }
    }
    const bool finds_circles = plan.rounds <= kFewRounds && !options.iterations;
    if (!subject.from_heights && !finds_circles && !flows_end(subject.codes, grid)) {
        return Error{ErrorCode::invalid_argument, "the directions form a cycle", "codes"};
    }
    return {};
}

Result<DrainagePlan> plan_drainage(const TerrainGrid& grid, const DrainageOptions& options,
                                   const DeviceProfile& profile) {
    return plan_call({grid, options, {}, {}, true}, profile);
}

Result<DrainagePlan> plan_accumulate_flow(const TerrainGrid& grid, const DrainageOptions& options,
                                          const DeviceProfile& profile) {
    return plan_call({grid, options, {}, {}, false}, profile);
}

const char* to_string(PitRule rule) {
    return rule == PitRule::fill ? "fill" : rule == PitRule::carve ? "carve" : "keep";
}

}  // namespace vkalgo

// Divides a run of method tile into dispatches. If workgroups must not wait for each other, there is one dispatch per
// diagonal of tiles. Otherwise dispatches are few and long, but short enough for progress and for drivers that end long
// dispatches.
#include "algorithms/counted.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/methods/tile/tile_plan_parts.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

/// Columns of a tile in the wavefront schedule. With this many columns it costs little to fill and drain the lanes, and
/// many tiles of a diagonal still run at once.
constexpr std::int64_t kTileColumns = 1024;
/// Cells of four bytes that one processor computes per dispatch if workgroups wait: 0.2 s on an H200, 0.4 s on older
/// GPUs, 0.1 s on a CPU core. The end of a dispatch drains all processors, so a dispatch is as long as drivers
/// tolerate.
constexpr double kCellsPerProcessor = 8e9;
constexpr double kCellsPerCore = 5e7;
/// Number of failed polls after which an invocation gives up: tens of seconds on every GPU on which workgroups may
/// wait.
constexpr std::uint32_t kSpinLimit = 200'000'000;

std::int64_t blocks_of(const TileFill& fill) {
    return (fill.columns + fill.tile.block_columns() - 1) / fill.tile.block_columns();
}

/// Returns the maximum loop iterations that one invocation of tile.glsl needs for a group of strips in the waiting
/// schedule. Polls are not counted.
std::int64_t iterations_per_group(const TileFill& fill) {
    const TileShape& tile = fill.tile;
    const std::int64_t phases = blocks_of(fill) + tile.lag() * tile.teams + 1;
    const std::int64_t per_phase = tile.block_steps / tile.unroll + (tile.table ? tile.registers : 0) + tile.teams + 1;
    return phases * (per_phase + 1) + tile.teams + 2;
}

/// Sets the groups of strips per dispatch if workgroups wait for each other: all groups, or a multiple of the number of
/// processors. If loops must be shorter, there are fewer groups per dispatch.
void schedule_waiting(TileFill& fill, const DeviceProfile& profile, const TestKnobs& knobs) {
    const std::int64_t processors = tile_processors(profile);
    const double cells = static_cast<double>(fill.tile.strip_rows() * fill.tile.teams) *
                         static_cast<double>(fill.columns) * fill.tile.cell_bytes / 4;
    const double aim = profile.type == DeviceType::software ? kCellsPerCore : kCellsPerProcessor;
    const double rounds = std::clamp(aim / cells, 1.0, 1e9);
    const bool at_once = static_cast<double>(fill.strip_groups) <= rounds * static_cast<double>(processors);
    fill.groups_per_step = at_once ? fill.strip_groups : processors * static_cast<std::int64_t>(rounds);
    fill.spin_limit = kSpinLimit;
    if (profile.max_loop_iterations != 0) {
        // One workgroup may take all groups. Half of its loop iterations are for the phases of the groups, a quarter
        // for waits.
        const std::int64_t most = profile.max_loop_iterations / 2 / iterations_per_group(fill);
        fill.groups_per_step = std::min(fill.groups_per_step, std::max<std::int64_t>(1, most));
        fill.spin_limit = profile.max_loop_iterations / 4;
    }
    if (knobs.groups_per_dispatch != 0) {
        fill.groups_per_step = std::min<std::int64_t>(fill.groups_per_step, knobs.groups_per_dispatch);
    }
    fill.workgroups = std::min(fill.groups_per_step, processors);
    fill.steps = static_cast<std::uint64_t>((fill.strip_groups + fill.groups_per_step - 1) / fill.groups_per_step);
}

bool tiles_may_wait(const DeviceProfile& profile) {
    return profile.cross_workgroup_progress && profile.int64 && profile.int64_atomics;
}

/// Returns whether the device lets loops run as long as waiting workgroups need for these columns.
bool loops_allow_waiting(const TileFill& fill, const DeviceProfile& profile) {
    return profile.max_loop_iterations == 0 || iterations_per_group(fill) <= profile.max_loop_iterations / 2;
}

TileFill shaped(TileNeeds needs, bool persistent, const DeviceProfile& profile) {
    TileFill fill;
    fill.rows = needs.rows;
    fill.columns = needs.columns;
    fill.persistent = needs.persistent = persistent;
    fill.tile = choose_tile_shape(profile, needs);
    return fill;
}

}  // namespace

Result<TileFill> choose_tile_fill(TileNeeds needs, const DeviceProfile& profile, const TestKnobs& knobs) {
    needs.forced_lanes = knobs.lanes;
    needs.forced_registers = knobs.registers;
    TileFill fill = shaped(needs, tiles_may_wait(profile), profile);
    if (fill.persistent && (!loops_allow_waiting(fill, profile) || knobs.schedule == TestKnobs::Schedule::diagonals)) {
        fill = shaped(needs, false, profile);
    }
    if (knobs.schedule == TestKnobs::Schedule::waiting && !fill.persistent) {
        return Error{ErrorCode::unsupported,
                     "workgroups of this device cannot wait for each other, or not for so many columns", "schedule"};
    }
    if (fill.tile.workgroup() > profile.max_workgroup_invocations || fill.tile.shared_bytes() > profile.shared_memory) {
        return Error{
            ErrorCode::unsupported,
            "method tile needs workgroups of " + std::to_string(fill.tile.workgroup()) + " invocations with " +
                std::to_string(fill.tile.shared_bytes()) + " bytes of shared memory, but this device has at most " +
                std::to_string(profile.max_workgroup_invocations) + " and " + std::to_string(profile.shared_memory),
            "method"};
    }
    const bool plain = !profile.memory_model_device_scope || profile.visibility_is_barrier;
    fill.module = !fill.persistent ? "tile" : plain ? "tile-persistent-plain" : "tile-persistent";
    return fill;
}

void schedule_tile_fill(TileFill& fill, const DeviceProfile& profile, const TestKnobs& knobs) {
    if (fill.rows <= 0 || fill.columns <= 0) {
        fill.steps = 1;
        return;
    }
    const TileShape& tile = fill.tile;
    fill.strips = (fill.rows + tile.strip_rows() - 1) / tile.strip_rows();
    fill.strip_groups = (fill.strips + tile.teams - 1) / tile.teams;
    const std::int64_t blocks = blocks_of(fill);
    if (fill.persistent) {
        fill.tile_blocks = blocks;
        schedule_waiting(fill, profile, knobs);
    } else {
        fill.tile_blocks = std::min(blocks, std::max<std::int64_t>(1, kTileColumns / tile.block_columns()));
        fill.tiles_per_row = (blocks + fill.tile_blocks - 1) / fill.tile_blocks;
        fill.steps = static_cast<std::uint64_t>(fill.strip_groups + fill.tiles_per_row - 1);
    }
}

Bands cut_tile_bands(TileFill& fill, const Share& share, const DeviceProfile& profile, const TestKnobs& knobs) {
    const TileShape& tile = fill.tile;
    const std::int64_t blocks = blocks_of(fill);
    fill.strips = (fill.rows + tile.strip_rows() - 1) / tile.strip_rows();
    fill.strip_groups = (fill.strips + tile.teams - 1) / tile.teams;
    // If workgroups wait, a group follows the group above it at some distance anyway. A tile is as long as this
    // distance, so in fact no group has to wait.
    fill.tile_blocks = knobs.band_tile_blocks != 0 ? std::int64_t{knobs.band_tile_blocks}
                       : fill.persistent           ? tile.lag() * tile.teams + 4
                                                   : std::max<std::int64_t>(1, kTileColumns / tile.block_columns());
    fill.tile_blocks = std::min(blocks, fill.tile_blocks);
    BandNeeds needs{.share = share, .groups = fill.strip_groups, .at_once = tile_processors(profile)};
    needs.tiles = fill.tiles_per_row = (blocks + fill.tile_blocks - 1) / fill.tile_blocks;
    const std::int64_t workgroups = tile_processors(profile);
    const double aim = profile.type == DeviceType::software ? kCellsPerCore : kCellsPerProcessor;
    const double cells = static_cast<double>(tile.strip_rows() * tile.teams) *
                         static_cast<double>(fill.tile_blocks * tile.block_columns()) * tile.cell_bytes / 4;
    needs.most_steps = static_cast<std::int64_t>(std::clamp(aim / cells, 1.0, 1e9));
    fill.spin_limit = kSpinLimit;
    if (profile.max_loop_iterations != 0) {
        // As in schedule_waiting(), one workgroup may take all groups of a slot. Here these are the groups of at most
        // two bands.
        const std::int64_t groups = 2 * (knobs.band_groups != 0 ? knobs.band_groups : needs.at_once);
        TileFill one = fill;
        one.columns = fill.tile_blocks * tile.block_columns();
        needs.most_steps =
            std::min(needs.most_steps, profile.max_loop_iterations / 2 / (groups * iterations_per_group(one)));
        fill.spin_limit = profile.max_loop_iterations / 4;
    }
    const Bands bands = cut_bands(needs, knobs);
    fill.workgroups = workgroups;
    fill.steps = bands.slots();
    return bands;
}

double predict_tile_bands(const TileFill& fill, const Bands& bands, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    if (cost.tile_cell != 0) {
        return predict_tile_fill(fill, profile) / bands.share.devices;
    }
    const double step = cost.step + cost.step_row * fill.tile.registers * std::max(1.0, fill.tile.teams / 4.0);
    const auto late = static_cast<double>((bands.share.devices - 1) * (bands.groups_per_band + bands.steps_per_slot));
    const Bands first = bands.of_first();
    const auto steps = static_cast<double>(first.steps()) + late;
    // In each slot the strips of a group begin and end one after another, which takes about as long as a tile.
    const double slots = 1 + 1 / static_cast<double>(bands.steps_per_slot);
    return static_cast<double>(first.slots()) * cost.dispatch +
           slots * steps * step * static_cast<double>(fill.tile_blocks * fill.tile.block_steps);
}

double predict_tile_fill(const TileFill& fill, const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const double dispatches = static_cast<double>(fill.steps) * cost.dispatch;
    if (cost.tile_cell != 0 || fill.rows <= 0 || fill.columns <= 0) {
        // Lanes without rows take as long as lanes with rows.
        const auto rows = static_cast<double>(std::max(fill.rows, fill.strips * fill.tile.strip_rows()));
        return dispatches + rows * static_cast<double>(fill.columns) * cost.tile_cell;
    }
    const TileShape& tile = fill.tile;
    const auto processors = static_cast<double>(tile_processors(profile));
    const auto groups = static_cast<double>(fill.strip_groups);
    const auto start = static_cast<double>(tile.lag() * tile.block_steps * tile.teams);
    const double step = cost.step + cost.step_row * tile.registers * std::max(1.0, tile.teams / 4.0);
    const double rounds = std::max(1.0, groups / processors);
    const auto columns = static_cast<double>(fill.tile_blocks * tile.block_steps);
    if (fill.persistent) {
        return dispatches + step * (rounds * columns + start * std::min(groups, processors));
    }
    return dispatches + step * (columns + start) * static_cast<double>(fill.steps) * rounds;
}

std::string TileFill::strips_text() const {
    return counted(static_cast<std::uint64_t>(strips), "strip") + " of " + std::to_string(tile.lanes) + " lanes x " +
           std::to_string(tile.registers) + " rows, " + std::to_string(tile.teams) + " per workgroup, " +
           std::to_string(TileShape::kGroup) + " columns per step; ";
}

std::string TileFill::text() const {
    if (rows <= 0 || columns <= 0) {
        return "only base cells";
    }
    if (!persistent) {
        return strips_text() + counted(steps, "dispatch") + ", one per diagonal of tiles";
    }
    return strips_text() + (steps == 1 ? "one dispatch" : std::to_string(steps) + " dispatches") + " of " +
           counted(static_cast<std::uint64_t>(workgroups), "workgroup") +
           (workgroups == 1 ? "" : " that wait for each other");
}

}  // namespace vkalgo::dp

#include "algorithms/dp/tile_plan.hpp"

#include "algorithms/dp/kernels.hpp"
#include "algorithms/dp/testing.hpp"
#include "shaders/dp/walk_tiles.h"

#include <algorithm>

namespace vkalgo::dp {
namespace {

/// Columns of a tile in the wavefront schedule: long enough that filling and draining the lanes costs little, short
/// enough that many tiles of a diagonal run at once.
constexpr std::int64_t kTileColumns = 1024;
/// Below so many rows there are few blocks to walk over: small ones, so that every processor has some.
constexpr std::int64_t kShortTable = 8192;

bool can_wait(const DeviceProfile& profile) {
    return profile.cross_workgroup_progress && profile.int64 && profile.int64_atomics &&
           profile.memory_model_device_scope;
}

/// The base region as canonical first rows and columns; false if it is anything else.
bool plain_region(const RecurrenceHeader& header, const Frame& frame, std::int64_t& first_row,
                  std::int64_t& first_column) {
    first_row = first_column = 0;
    if (header.domain != Domain::full) {
        return false;
    }
    for (const BaseRegion& region : header.base) {
        const Border* border = std::get_if<Border>(&region.where);
        if (border == nullptr) {
            return false;
        }
        const bool is_row = *border == Border::first_row || *border == Border::last_row;
        const bool is_last = *border == Border::last_row || *border == Border::last_column;
        if (is_last != (is_row ? frame.reflect_rows : frame.reflect_columns)) {
            return false;
        }
        std::int64_t& amount = is_row ? first_row : first_column;
        amount = std::max(amount, region.amount);
    }
    first_row = std::min(first_row, frame.canonical_rows());
    first_column = std::min(first_column, frame.canonical_columns());
    return true;
}

Result<void> check_question(const Question& question, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *question.header;
    if (header.recurrence_class != RecurrenceClass::local) {
        return Error{ErrorCode::unsupported,
                     "method tile runs recurrences of class local; this one is " +
                         std::string(to_string(header.recurrence_class)),
                     "method"};
    }
    if (!Frame::of(question.pattern, question.shape.size).diagonal) {
        return Error{ErrorCode::unsupported,
                     "method tile runs the diagonal patterns NOSE, SENO, SONE and NESO, not " +
                         std::string(to_string(question.pattern)),
                     "method"};
    }
    const bool long_cell = header.cell == ElementType::u64 || header.cell == ElementType::i64;
    if ((long_cell && !profile.int64) || (header.cell == ElementType::f64 && !profile.float64)) {
        return Error{ErrorCode::unsupported, "this device has no " + std::string(to_string(header.cell)), "cell"};
    }
    return {};
}

/// The answer lies in the canonical last row, which every run keeps.
bool answer_in_last_row(const RecurrenceHeader& header, const Shape& shape, const Frame& frame) {
    const bool reduced =
        header.answer.kind == AnswerDeclaration::Kind::min || header.answer.kind == AnswerDeclaration::Kind::max;
    if (reduced) {
        return header.answer.border == (frame.reflect_rows ? Border::first_row : Border::last_row);
    }
    return frame.to_canonical(shape.answer).i == frame.canonical_rows() - 1;
}

Result<void> plan_table(TilePlan& plan, const Question& question, const DeviceProfile& profile) {
    const char* where = question.keep.table ? "table" : "size";
    const std::uint64_t cell = size_of(plan.header.cell);
    // Rows begin and end such that each group of columns lies on a multiple of its size: one store writes it.
    constexpr std::int64_t kGroup = TileShape::kGroup;
    plan.layout = {plan.frame, false};
    plan.layout.lead = (kGroup - plan.first_column % kGroup) % kGroup;
    plan.layout.pitch = (plan.layout.lead + plan.frame.canonical_columns() + kGroup - 1) / kGroup * kGroup;
    plan.layout.cells = plan.frame.canonical_rows() * plan.layout.pitch;
    const auto cells = static_cast<std::uint64_t>(plan.layout.cells);
    plan.table_bytes = std::max<std::uint64_t>(16, cells * cell);
    plan.table_by_address = plan.table_bytes > profile.max_storage_range;
    plan.parts.push_back({"table", plan.table_bytes});
    if (plan.table_by_address && !(profile.buffer_device_address && profile.int64)) {
        return Error{ErrorCode::too_large,
                     "the table takes " + std::to_string(plan.table_bytes) +
                         " bytes, one storage buffer of this device holds " +
                         std::to_string(profile.max_storage_range) + ", and it has no 64-bit buffer addresses",
                     where};
    }
    if (plan.table_bytes > profile.max_allocation) {
        return Error{ErrorCode::too_large,
                     "the table takes " + std::to_string(plan.table_bytes) +
                         " bytes and one allocation of this device at most " + std::to_string(profile.max_allocation),
                     where};
    }
    return {};
}

/// Blocks that a walk recomputes: strips high, and as wide as two bits per cell leave room for in shared memory. A team
/// of the tile kernel stores a kept column when its last lane has passed it, so the next one must be that far away;
/// where such blocks are too large, the strips are made less high.
Result<void> plan_walk_blocks(TilePlan& plan, const DeviceProfile& profile) {
    const bool small = plan.interior_rows() < kShortTable;
    const auto most_invocations = static_cast<std::int64_t>(profile.max_workgroup_invocations);
    TileShape& tile = plan.tile;
    const std::int64_t least_columns =
        (tile.lanes + 2 * tile.block_steps - 1) / tile.block_steps * tile.block_columns();
    for (;; tile.registers /= 2) {
        const std::int64_t strip = tile.strip_rows();
        plan.walk_rows = strip * std::max<std::int64_t>(1, (small ? 128 : 256) / strip);
        plan.map_registers = plan.walk_rows <= 128 ? 4 : 8;
        plan.path_registers = plan.walk_rows / 4 <= most_invocations ? 4 : 8;
        plan.walk_columns = std::max<std::int64_t>(small ? 128 : 256, least_columns);
        while (plan.walk_columns > least_columns && plan.walk_shared_bytes() > profile.shared_memory) {
            plan.walk_columns = std::max(plan.walk_columns / 2, least_columns);
        }
        if (plan.walk_shared_bytes() <= profile.shared_memory && plan.walk_rows / 8 <= most_invocations) {
            return {};
        }
        if (tile.registers == 1) {
            return Error{ErrorCode::unsupported, "this device's workgroups are too small to walk a solution over tiles",
                         "solution"};
        }
    }
}

Result<void> plan_walk(TilePlan& plan, const DeviceProfile& profile) {
    VKALGO_CHECK(plan_walk_blocks(plan, profile));
    plan.kept_rows = std::max<std::int64_t>(0, plan.interior_rows()) / plan.walk_rows;
    plan.kept_columns = std::max<std::int64_t>(0, plan.interior_columns()) / plan.walk_columns;
    const Cell answer = plan.frame.to_canonical(plan.shape.answer);
    if (answer.i >= plan.first_row && answer.j >= plan.first_column) {
        const std::int64_t down = (answer.i - plan.first_row) / plan.walk_rows + 1;
        const std::int64_t across = (answer.j - plan.first_column) / plan.walk_columns + 1;
        plan.walk_blocks = down * across;
        plan.walk_visits = down + across - 1;  // a block is left upwards or to the left
    }
    plan.walk_module = "walk_tiles";
    const auto times = [](std::int64_t count, std::int64_t most) {
        return static_cast<std::uint64_t>((count + most - 1) / most);
    };
    plan.map_steps = times(plan.walk_blocks, TilePlan::kMapsPerStep);
    plan.chain_steps = std::max<std::uint64_t>(1, times(plan.walk_visits, TilePlan::kVisitsPerStep));
    plan.walk_steps = plan.map_steps + plan.chain_steps + 1;
    return {};
}

Result<void> plan_kept(TilePlan& plan, const Question& question, const DeviceProfile& profile) {
    const RecurrenceHeader& header = plan.header;
    const bool table = plan.tile.table;
    plan.kept = table ? TilePlan::Kept::table : question.keep.solution ? TilePlan::Kept::borders : TilePlan::Kept::row;
    if (table) {
        VKALGO_CHECK(plan_table(plan, question, profile));
    }
    if (!question.keep.solution) {
        return {};
    }
    if (!header.has_step) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + header.problem + "' says no way to walk a solution; give it a step(i, j)",
                     "solution"};
    }
    plan.path_records = static_cast<std::uint64_t>(plan.frame.stages()) + 1;
    plan.parts.push_back({"path", plan.path_records * sizeof(PathRecord)});
    if (!table) {
        return plan_walk(plan, profile);
    }
    plan.walk_module = plan.table_by_address ? "walk-wide" : "walk";
    plan.walk_steps = plan.path_records / walk_steps_per_dispatch(header, profile) + 1;
    return {};
}

/// Parts are bound one by one, and all of them are one allocation.
Result<void> check_scratch(const TilePlan& plan, const DeviceProfile& profile) {
    // Those of a solution come first: without it, what is left fits far larger tables.
    const std::pair<ScratchLayout::Part, const char*> parts[] = {
        {plan.rows_kept, "kept rows"}, {plan.columns_kept, "kept columns"},
        {plan.walk_maps, "walk maps"}, {plan.walk_chain, "walk chain"},
        {plan.row, "border row"},      {plan.links, "linked border row"},
        {plan.state, "border columns"}};
    const char* where = plan.kept == TilePlan::Kept::borders ? "solution" : "size";
    for (const auto& [part, name] : parts) {
        if (part.size > profile.max_storage_range) {
            return Error{ErrorCode::too_large,
                         "method tile wants " + std::to_string(part.size) + " bytes for its " + name +
                             ", and one storage buffer of this device holds " +
                             std::to_string(profile.max_storage_range),
                         where};
        }
    }
    if (plan.scratch_bytes > profile.max_allocation) {
        return Error{ErrorCode::too_large,
                     "method tile wants " + std::to_string(plan.scratch_bytes) +
                         " bytes of scratch memory in all, and one allocation of this device holds " +
                         std::to_string(profile.max_allocation),
                     where};
    }
    return {};
}

Result<void> plan_scratch(TilePlan& plan, const DeviceProfile& profile) {
    const std::uint64_t cell = size_of(plan.header.cell);
    const auto columns = static_cast<std::uint64_t>(plan.frame.canonical_columns());
    const auto rows = static_cast<std::uint64_t>(plan.frame.canonical_rows());
    ScratchLayout layout;
    const auto add = [&](const char* name, std::uint64_t bytes) {
        const ScratchLayout::Part part = layout.add(bytes);
        if (bytes != 0) {
            plan.parts.push_back({name, part.size});
        }
        return part;
    };
    const auto strips = static_cast<std::uint64_t>(plan.strip_groups) * plan.tile.teams;
    plan.row = add("border row", columns * cell);
    plan.ticket = add("ticket", plan.persistent ? 4 : 0);
    plan.state =
        add("border columns", plan.persistent ? 0 : strips * (plan.tile.registers + 1) * plan.tile.lanes * cell);
    plan.links = add("linked border row", plan.persistent ? columns * (cell / 4) * 8 : 0);
    plan.rows_kept = add("kept rows", static_cast<std::uint64_t>(plan.kept_rows) * columns * cell);
    plan.columns_kept = add("kept columns", static_cast<std::uint64_t>(plan.kept_columns) * rows * cell);
    const bool walks_blocks = plan.kept == TilePlan::Kept::borders;
    const auto words = [](std::int64_t count, std::int64_t each) {
        return static_cast<std::uint64_t>(count * each) * 4;
    };
    plan.walk_maps = add("walk maps", words(plan.walk_blocks, plan.walk_rows + plan.walk_columns));
    plan.walk_chain = add(
        "walk chain",
        walks_blocks ? words(plan.walk_visits, VKALGO_WALK_TILES_VISIT_WORDS) + VKALGO_WALK_TILES_HEAD_WORDS * 4 : 0);
    plan.scratch_bytes = layout.bytes();
    return check_scratch(plan, profile);
}

void plan_schedule(TilePlan& plan) {
    if (!plan.has_interior()) {
        plan.steps = 1;
        plan.dispatches = 2;
        plan.summary = "base cells only";
        return;
    }
    const TileShape& tile = plan.tile;
    plan.strips = (plan.interior_rows() + tile.strip_rows() - 1) / tile.strip_rows();
    plan.strip_groups = (plan.strips + tile.teams - 1) / tile.teams;
    plan.column_groups = (plan.interior_columns() + TileShape::kGroup - 1) / TileShape::kGroup;
    const std::int64_t blocks = (plan.column_groups + tile.block_steps - 1) / tile.block_steps;
    plan.tile_blocks =
        plan.persistent ? blocks : std::min(blocks, std::max<std::int64_t>(1, kTileColumns / tile.block_columns()));
    plan.tiles_per_row = (blocks + plan.tile_blocks - 1) / plan.tile_blocks;
    plan.steps = plan.persistent ? 1 : static_cast<std::uint64_t>(plan.strip_groups + plan.tiles_per_row - 1);
    plan.dispatches = plan.steps + 2 + plan.walk_steps;
    plan.summary = std::to_string(plan.strips) + " strips of " + std::to_string(tile.lanes) + " lanes x " +
                   std::to_string(tile.registers) + " rows, " + std::to_string(tile.teams) + " per workgroup, " +
                   std::to_string(TileShape::kGroup) + " columns per step; " +
                   (plan.persistent ? "one dispatch, workgroups wait on each other"
                                    : std::to_string(plan.steps) + " dispatches, one per diagonal of tiles");
}

}  // namespace

bool TilePlan::tiles_leave_answer() const {
    return kept != Kept::table && has_interior() && header.answer.kind != AnswerDeclaration::Kind::min &&
           header.answer.kind != AnswerDeclaration::Kind::max && frame.to_canonical(shape.answer).j >= first_column;
}

std::uint64_t TilePlan::walk_shared_bytes() const {
    const std::uint64_t cell = size_of(header.cell);
    const auto rows = static_cast<std::uint64_t>(walk_rows);
    const auto columns = static_cast<std::uint64_t>(walk_columns);
    const std::uint64_t handed = rows / path_registers * 2 * VKALGO_WALK_TILES_GROUP * (cell + 4);
    return rows * columns / 4 + rows * 8 + (columns + 1) * (cell + tile.input_bytes) + handed + 64;
}

std::int64_t TilePlan::base_cells() const {
    const std::int64_t rows = frame.canonical_rows();
    const std::int64_t columns = frame.canonical_columns();
    if (kept == Kept::table) {
        return std::min(first_row, rows) * columns +
               std::max<std::int64_t>(0, rows - first_row) * std::min(first_column, columns);
    }
    return has_interior() ? 0 : columns;
}

Result<std::unique_ptr<MethodPlan>> plan_tile(const Question& question, const DeviceProfile& profile) {
    VKALGO_CHECK(check_question(question, profile));
    const TestKnobs knobs = question.knobs != nullptr ? *question.knobs : TestKnobs{};
    auto plan = std::make_unique<TilePlan>();
    plan->header = *question.header;
    plan->shape = question.shape;
    plan->frame = Frame::of(question.pattern, question.shape.size);
    plan->region_test = !plain_region(plan->header, plan->frame, plan->first_row, plan->first_column);
    if (plan->region_test) {
        plan->first_row = plan->first_column = 0;
    }
    if (knobs.schedule == TestKnobs::Schedule::waiting && !can_wait(profile)) {
        return Error{ErrorCode::unsupported, "workgroups of this device may not wait on each other", "schedule"};
    }
    plan->persistent = knobs.schedule != TestKnobs::Schedule::diagonals && can_wait(profile);
    const bool table = question.keep.table || !answer_in_last_row(plan->header, plan->shape, plan->frame);
    plan->tile = choose_tile_shape(profile, {.interior_rows = plan->interior_rows(),
                                             .persistent = plan->persistent,
                                             .table = table,
                                             .cell_bytes = size_of(plan->header.cell),
                                             .input_bytes = plan->header.column_input_bytes(),
                                             .forced_lanes = knobs.lanes});
    if (plan->tile.workgroup() > profile.max_workgroup_invocations ||
        plan->tile.shared_bytes() > profile.shared_memory) {
        return Error{ErrorCode::unsupported, "this device's workgroups are too small for tiles", "method"};
    }
    VKALGO_CHECK(plan_kept(*plan, question, profile));
    plan_schedule(*plan);
    VKALGO_CHECK(plan_scratch(*plan, profile));
    const std::string wide = plan->table_by_address ? "-wide" : "";
    plan->tile_module = (plan->persistent ? "tile-persistent" : "tile") + wide;
    plan->modules = {plan->tile_module};
    if (!plan->tiles_leave_answer()) {
        plan->modules.push_back("answer" + wide);
    }
    if (!plan->walk_module.empty()) {
        plan->modules.push_back(plan->walk_module);
    }
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

}  // namespace vkalgo::dp

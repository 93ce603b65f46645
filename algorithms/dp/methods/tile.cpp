// Method `tile`: strips of the table in registers, only borders in memory, for local recurrences in the diagonal
// patterns. The plan is in tile_plan.cpp, the kernels in shaders/dp/tile.glsl and walk_tiles.glsl.
#include "shaders/dp/tile.h"

#include "algorithms/dp/kernels.hpp"
#include "algorithms/dp/method.hpp"
#include "algorithms/dp/tile_plan.hpp"
#include "engine/context.hpp"
#include "shaders/dp/walk_tiles.h"

#include <algorithm>
#include <array>
#include <limits>

namespace vkalgo::dp {
namespace {

constexpr std::uint32_t kFillWorkgroup = 128;
constexpr std::size_t kStatusBinding = 2;  // of status.glsl
constexpr std::size_t kFirstInput = 10;    // as tile.glsl says
/// Polls of one wait before a workgroup gives up: seconds on every GPU that is trusted to wait.
constexpr std::uint32_t kSpinLimit = 50'000'000;

class TileRun final : public MethodRun {
public:
    TileRun(Context& context, const TilePlan& plan) : context_(context), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        if (plan_.has_interior()) {
            VKALGO_TRY(tiles_, make_tile_kernel(recurrence, VKALGO_TILE_TASK_TILES));
        }
        if (plan_.base_cells() != 0) {
            VKALGO_TRY(fill_, make_tile_kernel(recurrence, VKALGO_TILE_TASK_FILL_BASE));
        }
        if (!plan_.tiles_leave_answer()) {
            VKALGO_TRY(answer_, AnswerKernel::create(context_, recurrence, plan_.frame, plan_.table_by_address));
        }
        return prepare_walk(recurrence);
    }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        const std::vector<Binding> bindings = bind(arguments);
        if (first == 0) {
            begin(recorder, arguments, bindings);
        }
        for (std::uint64_t s = first; s < first + count && s < plan_.steps && plan_.has_interior(); ++s) {
            dispatch_tiles(recorder, arguments, bindings, static_cast<std::int64_t>(s));
        }
        if (first + count >= plan_.steps && !plan_.tiles_leave_answer()) {
            answer_.record(recorder, plan_.header, plan_.shape, answer_place(arguments), answer_table(arguments),
                           arguments);
        }
        return recorder.status();
    }

    Result<void> record_walk(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                             std::uint64_t count) const override {
        for (std::uint64_t s = first; s < first + count && s < plan_.walk_steps; ++s) {
            if (plan_.kept == TilePlan::Kept::table) {
                walk_table(recorder, arguments, s == 0);
            } else {
                walk_blocks(recorder, arguments, s);
            }
        }
        return recorder.status();
    }

private:
    Result<std::shared_ptr<const Kernel>> make_tile_kernel(const CompiledRecurrence& recurrence,
                                                           std::uint32_t task) const {
        const TileShape& tile = plan_.tile;
        const std::uint32_t keep = plan_.kept == TilePlan::Kept::table     ? VKALGO_TILE_KEEP_TABLE
                                   : plan_.kept == TilePlan::Kept::borders ? VKALGO_TILE_KEEP_BORDERS
                                                                           : VKALGO_TILE_KEEP_ROW;
        std::vector<SpecializationConstant> constants{
            {VKALGO_TILE_CONSTANT_LANES, tile.lanes},
            {VKALGO_TILE_CONSTANT_LANES_SHARED, tile.shared_lanes},
            {VKALGO_TILE_CONSTANT_WORKGROUP, task == VKALGO_TILE_TASK_TILES ? tile.workgroup() : kFillWorkgroup},
            {VKALGO_TILE_CONSTANT_REGISTERS, tile.registers},
            {VKALGO_TILE_CONSTANT_BLOCK_STEPS, tile.block_steps},
            {VKALGO_TILE_CONSTANT_TASK, task},
            {VKALGO_TILE_CONSTANT_REFLECT_ROWS, plan_.frame.reflect_rows},
            {VKALGO_TILE_CONSTANT_REFLECT_COLUMNS, plan_.frame.reflect_columns},
            {VKALGO_TILE_CONSTANT_REGION_TEST, plan_.region_test},
            {VKALGO_TILE_CONSTANT_FIRST_ROW, static_cast<std::uint32_t>(plan_.first_row)},
            {VKALGO_TILE_CONSTANT_FIRST_COLUMN, static_cast<std::uint32_t>(plan_.first_column)},
            {VKALGO_TILE_CONSTANT_KEEP, keep},
            {VKALGO_TILE_CONSTANT_PARTIAL, plan_.interior_rows() % tile.registers != 0},
            {VKALGO_TILE_CONSTANT_UNROLL, tile.unroll},
        };
        const auto spirv = recurrence.module(plan_.tile_module);
        if (spirv.empty()) {
            return Error{
                ErrorCode::invalid_argument,
                "recurrence '" + recurrence.header.problem + "' was not assembled for '" + plan_.tile_module + "'",
                plan_.tile_module};
        }
        const bool one_subgroup_per_team = !tile.shared_lanes && context_.profile().subgroup_size_control;
        return context_.kernel(
            {.name = plan_.tile_module.c_str(),
             .spirv = spirv,
             .constants = std::move(constants),
             .required_subgroup_size = one_subgroup_per_team ? context_.profile().subgroup_size : 0});
    }

    Result<void> prepare_walk(const CompiledRecurrence& recurrence) {
        if (plan_.walk_module.empty()) {
            return {};
        }
        if (plan_.kept == TilePlan::Kept::table) {
            VKALGO_TRY(walk_, make_kernel(context_, recurrence, plan_.walk_module, 1, plan_.frame));
            return {};
        }
        VKALGO_TRY(maps_, make_walk_kernel(recurrence, VKALGO_WALK_TILES_TASK_MAPS));
        VKALGO_TRY(chain_, make_walk_kernel(recurrence, VKALGO_WALK_TILES_TASK_CHAIN));
        VKALGO_TRY(walk_, make_walk_kernel(recurrence, VKALGO_WALK_TILES_TASK_PATHS));
        return {};
    }

    Result<std::shared_ptr<const Kernel>> make_walk_kernel(const CompiledRecurrence& recurrence,
                                                           std::uint32_t task) const {
        const auto rows = static_cast<std::uint32_t>(plan_.walk_rows);
        const std::uint32_t registers =
            task == VKALGO_WALK_TILES_TASK_MAPS ? plan_.map_registers : plan_.path_registers;
        const std::array own{
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_COLUMNS, static_cast<std::uint32_t>(plan_.walk_columns)},
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_REGION_TEST, plan_.region_test},
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_FIRST_ROW, static_cast<std::uint32_t>(plan_.first_row)},
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_FIRST_COLUMN,
                                   static_cast<std::uint32_t>(plan_.first_column)},
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_ROWS, rows},
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_REGISTERS, registers},
            SpecializationConstant{VKALGO_WALK_TILES_CONSTANT_TASK, task}};
        const std::uint32_t workgroup = task == VKALGO_WALK_TILES_TASK_CHAIN ? 1 : rows / registers;
        return make_kernel(context_, recurrence, plan_.walk_module, workgroup, plan_.frame, own);
    }

    BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) const {
        return ScratchLayout::view(arguments.scratch, which);
    }

    std::vector<Binding> bind(const RunArguments& arguments) const {
        std::vector<Binding> views(kFirstInput);
        views[VKALGO_TILE_ROW_IN] = views[VKALGO_TILE_ROW_OUT] = part(arguments, plan_.row);
        views[VKALGO_TILE_STATE_IN] = views[VKALGO_TILE_STATE_OUT] = part(arguments, plan_.state);
        views[VKALGO_TILE_LINKS] = part(arguments, plan_.links);
        views[VKALGO_TILE_TICKET] = part(arguments, plan_.ticket);
        views[kStatusBinding] = arguments.status;
        views[VKALGO_TILE_KEPT] = plan_.kept == TilePlan::Kept::table && !plan_.table_by_address
                                      ? arguments.table
                                      : part(arguments, plan_.rows_kept);
        views[VKALGO_TILE_ANSWER] = arguments.answer;
        views[VKALGO_TILE_KEPT_COLUMNS] = part(arguments, plan_.columns_kept);
        views.insert(views.end(), arguments.inputs.begin(), arguments.inputs.end());
        return views;
    }

    shader::VkalgoTilePush push(const RunArguments& arguments) const {
        shader::VkalgoTilePush push{};
        push.rows = static_cast<std::uint32_t>(plan_.frame.size.rows);
        push.columns = static_cast<std::uint32_t>(plan_.frame.size.columns);
        push.tile_blocks = static_cast<std::uint32_t>(plan_.tile_blocks);
        push.spin_limit = kSpinLimit;
        push.keep_strips = 1;
        push.keep_groups = 1;
        if (plan_.kept == TilePlan::Kept::borders) {
            push.keep_strips = static_cast<std::uint32_t>(plan_.walk_rows / plan_.tile.strip_rows());
            push.keep_groups = static_cast<std::uint32_t>(plan_.walk_columns / TileShape::kGroup);
        }
        push.stride =
            plan_.kept == TilePlan::Kept::table ? static_cast<std::uint32_t>(plan_.layout.pitch) : push.columns;
        push.answer_column = plan_.tiles_leave_answer()
                                 ? static_cast<std::uint32_t>(plan_.frame.to_canonical(plan_.shape.answer).j)
                                 : std::numeric_limits<std::uint32_t>::max();
        push.address_low = static_cast<std::uint32_t>(arguments.table_address);
        push.address_high = static_cast<std::uint32_t>(arguments.table_address >> 32);
        return push;
    }

    void begin(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings) const {
        recorder.fill(arguments.status, 0);
        if (plan_.persistent) {
            // One fill for both, and for nothing that is in use between them.
            const std::uint64_t end = plan_.links.offset + plan_.links.size;
            recorder.fill(arguments.scratch.slice(plan_.ticket.offset, end - plan_.ticket.offset), 0);
        }
        const std::int64_t cells = plan_.base_cells();
        if (cells == 0) {
            return;
        }
        shader::VkalgoTilePush fill = push(arguments);
        const std::int64_t most = std::int64_t{kFillWorkgroup} << 20;
        for (std::int64_t done = 0; done < cells; done += most) {
            fill.first_group = static_cast<std::uint32_t>(done);
            fill.groups = static_cast<std::uint32_t>(std::min(cells, done + most));
            const auto groups =
                static_cast<std::uint64_t>((fill.groups - fill.first_group + kFillWorkgroup - 1) / kFillWorkgroup);
            use_table(recorder, arguments);
            recorder.dispatch(*fill_, bindings_of(*fill_, bindings), push_with_params(fill, arguments.params),
                              Groups::linear(groups, context_));
        }
    }

    void dispatch_tiles(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings,
                        std::int64_t diagonal) const {
        shader::VkalgoTilePush tiles = push(arguments);
        std::int64_t first = 0;
        std::int64_t last = plan_.strip_groups - 1;
        if (!plan_.persistent) {
            first = std::max<std::int64_t>(0, diagonal - (plan_.tiles_per_row - 1));
            last = std::min(last, diagonal);
        }
        tiles.diagonal = static_cast<std::uint32_t>(diagonal);
        tiles.first_group = static_cast<std::uint32_t>(first);
        tiles.groups = static_cast<std::uint32_t>(last - first + 1);
        use_table(recorder, arguments);
        recorder.dispatch(*tiles_, bindings_of(*tiles_, bindings), push_with_params(tiles, arguments.params),
                          Groups::linear(tiles.groups, context_));
    }

    void use_table(Recorder& recorder, const RunArguments& arguments) const {
        if (plan_.table_by_address) {
            recorder.use_by_address(arguments.table, Access::write);
        }
    }

    /// The canonical last row holds the answer, or the whole table was kept because it does not.
    shader::VkalgoTablePlace answer_place(const RunArguments& arguments) const {
        shader::VkalgoTablePlace place{};
        place.rows = static_cast<std::int32_t>(plan_.frame.size.rows);
        place.columns = static_cast<std::int32_t>(plan_.frame.size.columns);
        place.pitch = static_cast<std::int32_t>(plan_.frame.canonical_columns());
        if (plan_.kept == TilePlan::Kept::table) {
            place.pitch = static_cast<std::int32_t>(plan_.layout.pitch);
            place.lead = static_cast<std::int32_t>(plan_.layout.lead);
        } else {
            place.first_row = static_cast<std::int32_t>(plan_.frame.canonical_rows() - 1);
        }
        place.address_low = static_cast<std::uint32_t>(arguments.table_address);
        place.address_high = static_cast<std::uint32_t>(arguments.table_address >> 32);
        return place;
    }

    BufferView answer_table(const RunArguments& arguments) const {
        return plan_.kept == TilePlan::Kept::table ? arguments.table : part(arguments, plan_.row);
    }

    void walk_table(Recorder& recorder, const RunArguments& arguments, bool begin) const {
        const BufferView table = plan_.table_by_address ? BufferView{} : arguments.table;
        std::vector<Binding> bindings{table, table, arguments.status, arguments.path};
        bindings.insert(bindings.end(), arguments.inputs.begin(), arguments.inputs.end());
        shader::VkalgoWalkPush walk{};
        walk.place = answer_place(arguments);
        walk.i = static_cast<std::int32_t>(plan_.shape.answer.i);
        walk.j = static_cast<std::int32_t>(plan_.shape.answer.j);
        walk.begin = begin ? 1 : 0;
        walk.steps = walk_steps_per_dispatch(plan_.header, context_.profile());
        walk.capacity = static_cast<std::uint32_t>(plan_.path_records);
        if (plan_.table_by_address) {
            recorder.use_by_address(arguments.table, Access::read);
        }
        recorder.dispatch(*walk_, bindings_of(*walk_, bindings), push_with_params(walk, arguments.params), Groups{});
    }

    /// Steps of a walk over blocks: maps, then the chain, then the path.
    void walk_blocks(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const {
        std::vector<Binding> bindings{
            part(arguments, plan_.rows_kept), part(arguments, plan_.columns_kept), arguments.status, arguments.path,
            part(arguments, plan_.walk_maps), part(arguments, plan_.walk_chain)};
        bindings.insert(bindings.end(), arguments.inputs.begin(), arguments.inputs.end());
        shader::VkalgoWalkTilesPush walk{};
        walk.rows = static_cast<std::int32_t>(plan_.frame.size.rows);
        walk.columns = static_cast<std::int32_t>(plan_.frame.size.columns);
        walk.i = static_cast<std::int32_t>(plan_.shape.answer.i);
        walk.j = static_cast<std::int32_t>(plan_.shape.answer.j);
        walk.capacity = static_cast<std::uint32_t>(plan_.path_records);
        const Kernel* kernel = walk_.get();
        std::int64_t groups = std::max<std::int64_t>(1, plan_.walk_visits);
        if (step < plan_.map_steps) {
            kernel = maps_.get();
            const std::int64_t first = static_cast<std::int64_t>(step) * TilePlan::kMapsPerStep;
            groups = std::min(TilePlan::kMapsPerStep, plan_.walk_blocks - first);
            walk.first = static_cast<std::uint32_t>(first);
            walk.count = static_cast<std::uint32_t>(first + groups);
        } else if (step < plan_.map_steps + plan_.chain_steps) {
            kernel = chain_.get();
            groups = 1;
            walk.first = step == plan_.map_steps ? 0 : 1;
            walk.count = static_cast<std::uint32_t>(TilePlan::kVisitsPerStep);
        }
        recorder.dispatch(*kernel, bindings_of(*kernel, bindings), push_with_params(walk, arguments.params),
                          Groups::linear(static_cast<std::uint64_t>(groups), context_));
    }

    Context& context_;
    const TilePlan& plan_;
    std::shared_ptr<const Kernel> tiles_, fill_, maps_, chain_, walk_;
    AnswerKernel answer_;
};

Result<std::unique_ptr<MethodRun>> create_tile(Context& context, const CompiledRecurrence& recurrence,
                                               const MethodPlan& plan) {
    auto run = std::make_unique<TileRun>(context, static_cast<const TilePlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_tile();
const Method& method_tile() {
    static const Method method{
        .name = "tile",
        .about = "strips in registers, only borders in memory; class local in the diagonal patterns",
        .preference = 10,
        .runs_everything = false,
        .checks_reads = false,
        .many_cells_per_invocation = true,
        .software_cells_per_second = 1e9,
        .plan = plan_tile,
        .create = create_tile,
    };
    return method;
}

}  // namespace vkalgo::dp

// Method `tile`, for local recurrences in the diagonal patterns: keeps strips of the table in registers, and only
// borders in memory. The plan is in tile_plan.cpp, the kernels are in shaders/dp/tile.glsl and traceback_tiles.glsl.
#include "shaders/dp/tile.h"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/methods/tile/tile_kernels.hpp"
#include "algorithms/dp/methods/tile/tile_plan.hpp"
#include "engine/context.hpp"
#include "shaders/dp/traceback_windows.h"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

constexpr std::size_t kFirstTileInput = 13;  // Same as in tile.glsl

class TileRun final : public MethodRun {
public:
    TileRun(Context& context, const TilePlan& plan) : context_(context), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        if (plan_.has_interior()) {
            VKALGO_TRY(tiles_, make_tile_kernel(context_, recurrence, plan_, plan_.fill,
                                                plan_.bands ? VKALGO_TILE_TASK_BANDS : VKALGO_TILE_TASK_TILES));
        }
        if (plan_.base_cells() != 0) {
            VKALGO_TRY(fill_, make_tile_kernel(context_, recurrence, plan_, plan_.fill, VKALGO_TILE_TASK_FILL_BASE));
        }
        if (plan_.refills()) {
            VKALGO_TRY(refill_, make_tile_kernel(context_, recurrence, plan_, plan_.refill, VKALGO_TILE_TASK_REFILL));
        }
        if (!plan_.tiles_leave_answer()) {
            VKALGO_TRY(answer_, AnswerKernel::create(context_, recurrence, plan_, plan_.order));
        }
        return prepare_traceback(recurrence);
    }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        const std::vector<Binding> bindings = bind(arguments, false);
        if (first == 0) {
            begin(recorder, arguments, bindings);
        }
        if (plan_.bands) {
            const std::uint64_t end = std::min(first + count, plan_.steps);
            for (const BandDispatch& band : plan_.bands->dispatches(first, end, plan_.fill.persistent)) {
                dispatch_band(recorder, arguments, bindings, band.part, band.slot);
            }
            if (first < end && end == plan_.bands->slots() + 1 && plan_.bands->has_last()) {
                record_answer(recorder, arguments);
            }
            return recorder.status();
        }
        for (std::uint64_t s = first; s < first + count && s < plan_.steps && plan_.has_interior(); ++s) {
            shader::VkalgoTilePush tiles = push(arguments, plan_.fill);
            tiles.diagonal = static_cast<std::uint32_t>(s);
            dispatch_tiles(recorder, arguments, bindings, *tiles_, plan_.fill, s, tiles);
        }
        if (first + count >= plan_.steps) {
            record_answer(recorder, arguments);
        }
        return recorder.status();
    }

    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const override {
        for (std::uint64_t s = first; s < first + count && s < plan_.traceback_steps; ++s) {
            if (plan_.kept == TilePlan::Kept::table) {
                traceback_table(recorder, arguments, s == 0);
            } else if (plan_.traces_windows()) {
                traceback_windows(recorder, arguments, s);
            } else {
                traceback_blocks(recorder, arguments, s);
            }
        }
        return recorder.status();
    }

private:
    Result<void> prepare_traceback(const CompiledRecurrence& recurrence) {
        if (plan_.traceback_module.empty()) {
            return {};
        }
        if (plan_.kept == TilePlan::Kept::table) {
            VKALGO_TRY(traceback_, make_kernel(context_, recurrence, plan_.traceback_module,
                                               table_constants(plan_, plan_.order, 1)));
            return {};
        }
        if (plan_.traces_windows()) {
            VKALGO_TRY(cells_, make_tile_traceback_kernel(context_, recurrence, plan_,
                                                          VKALGO_TRACEBACK_WINDOWS_TASK_CELLS, plan_.map_registers));
            VKALGO_TRY(traceback_,
                       make_tile_traceback_kernel(context_, recurrence, plan_, VKALGO_TRACEBACK_WINDOWS_TASK_STEPS, 0));
            return {};
        }
        VKALGO_TRY(maps_, make_tile_traceback_kernel(context_, recurrence, plan_, VKALGO_TRACEBACK_TILES_TASK_MAPS,
                                                     plan_.map_registers));
        VKALGO_TRY(chain_,
                   make_tile_traceback_kernel(context_, recurrence, plan_, VKALGO_TRACEBACK_TILES_TASK_CHAIN, 0));
        VKALGO_TRY(save_, make_tile_traceback_kernel(context_, recurrence, plan_, VKALGO_TRACEBACK_TILES_TASK_SAVE,
                                                     plan_.path_registers));
        VKALGO_TRY(traceback_, make_tile_traceback_kernel(context_, recurrence, plan_,
                                                          VKALGO_TRACEBACK_TILES_TASK_PATHS, plan_.path_registers));
        return {};
    }

    BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) const {
        return ScratchLayout::view(arguments.scratch, which);
    }

    std::vector<Binding> bind(const RunArguments& arguments, bool refill) const {
        const bool coarse = plan_.refills() && !refill;
        std::vector<Binding> views(kFirstTileInput);
        views[VKALGO_TILE_ROW_IN] = views[VKALGO_TILE_ROW_OUT] = part(arguments, plan_.row);
        views[VKALGO_TILE_STATE_IN] = views[VKALGO_TILE_STATE_OUT] = part(arguments, plan_.state);
        views[VKALGO_TILE_LINKS] = part(arguments, plan_.links);
        views[VKALGO_TILE_TICKET] = part(arguments, plan_.ticket);
        views[kStatusBinding] = arguments.status;
        views[VKALGO_TILE_KEPT] = plan_.kept == TilePlan::Kept::table
                                      ? arguments.table.bound()
                                      : part(arguments, coarse ? plan_.rows_coarse : plan_.rows_kept);
        views[VKALGO_TILE_ANSWER] = arguments.answer;
        views[VKALGO_TILE_KEPT_COLUMNS] = part(arguments, coarse ? plan_.columns_coarse : plan_.columns_kept);
        views[VKALGO_TILE_COARSE_ROWS] = part(arguments, plan_.rows_coarse);
        views[VKALGO_TILE_COARSE_COLUMNS] = part(arguments, plan_.columns_coarse);
        views[VKALGO_TILE_TRACEBACK] = part(arguments, plan_.traceback_chain);
        add_arrays(views, arguments);
        return views;
    }

    /// Returns the push constants that a fill and a refill share. refill_region() sets those that only a refill has.
    shader::VkalgoTilePush push(const RunArguments& arguments, const TileFill& fill) const {
        shader::VkalgoTilePush push{};
        push.rows = static_cast<std::uint32_t>(plan_.frame.size.rows);
        push.columns = static_cast<std::uint32_t>(plan_.frame.size.columns);
        push.tile_blocks = static_cast<std::uint32_t>(fill.tile_blocks);
        push.spin_limit = fill.spin_limit;
        push.keep_strips = 1;
        push.keep_groups = 1;
        if (plan_.kept == TilePlan::Kept::borders) {
            const bool coarse = plan_.refills() && &fill == &plan_.fill;
            push.keep_strips = static_cast<std::uint32_t>((coarse ? plan_.region_rows : plan_.traceback_rows) /
                                                          fill.tile.strip_rows());
            push.keep_groups = static_cast<std::uint32_t>((coarse ? plan_.region_columns : plan_.traceback_columns) /
                                                          TileShape::kGroup);
        }
        push.stride = plan_.kept == TilePlan::Kept::table ? static_cast<std::uint32_t>(plan_.pitch) : push.columns;
        push.answer_column = plan_.tiles_leave_answer()
                                 ? static_cast<std::uint32_t>(plan_.frame.to_canonical(plan_.shape.answer).j)
                                 : std::numeric_limits<std::uint32_t>::max();
        push.address_low = static_cast<std::uint32_t>(arguments.table.address);
        push.address_high = static_cast<std::uint32_t>(arguments.table.address >> 32);
        return push;
    }

    void begin(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings) const {
        recorder.fill(arguments.status, 0);
        recorder.fill(arguments.answer, 0);
        record_description(recorder, part(arguments, plan_.description), answer_description(arguments),
                           arguments.table);
        if (plan_.links.size != 0) {
            // One fill clears both `ticket` and `links`, since the parts between them are not in use yet.
            const std::uint64_t end = plan_.links.offset + plan_.links.size;
            recorder.fill(arguments.scratch.slice(plan_.ticket.offset, end - plan_.ticket.offset), 0);
        }
        const std::int64_t cells = plan_.base_cells();
        if (cells == 0) {
            return;
        }
        shader::VkalgoTilePush fill = push(arguments, plan_.fill);
        const std::int64_t most = std::int64_t{kFillWorkgroup} << 20;
        for (std::int64_t done = 0; done < cells; done += most) {
            fill.first_group = static_cast<std::uint32_t>(done);
            fill.groups = static_cast<std::uint32_t>(std::min(cells, done + most));
            const auto groups =
                static_cast<std::uint64_t>((fill.groups - fill.first_group + kFillWorkgroup - 1) / kFillWorkgroup);
            arguments.table.use(recorder, Access::write);
            recorder.dispatch(*fill_, bindings_of(*fill_, bindings), push_with_params(fill, arguments.params),
                              Groups::linear(groups, context_));
        }
    }

    /// Records dispatch `step` of a fill or a refill. `tiles.diagonal` must be set.
    void dispatch_tiles(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings,
                        const Kernel& kernel, const TileFill& fill, std::uint64_t step,
                        shader::VkalgoTilePush tiles) const {
        const auto number = static_cast<std::int64_t>(step);
        const std::int64_t first = fill.persistent ? number * fill.groups_per_step
                                                   : std::max<std::int64_t>(0, number - (fill.tiles_per_row - 1));
        const std::int64_t end =
            std::min(fill.strip_groups, fill.persistent ? first + fill.groups_per_step : number + 1);
        tiles.first_group = static_cast<std::uint32_t>(first);
        tiles.groups = static_cast<std::uint32_t>(end - first);
        const std::int64_t workgroups = fill.persistent ? std::min(fill.workgroups, end - first) : end - first;
        arguments.table.use(recorder, Access::write);
        recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(tiles, arguments.params),
                          Groups::linear(static_cast<std::uint64_t>(workgroups), context_));
    }

    void record_answer(Recorder& recorder, const RunArguments& arguments) const {
        if (!plan_.tiles_leave_answer()) {
            answer_.record(recorder, plan_.header, plan_.shape, part(arguments, plan_.description),
                           answer_table(arguments), arguments);
        }
    }

    void dispatch_band(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings,
                       const BandPart& of, std::uint64_t slot) const {
        const Bands& bands = *plan_.bands;
        const auto word = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
        shader::VkalgoTilePush tiles = push(arguments, plan_.fill);
        tiles.diagonal = static_cast<std::uint32_t>(slot);
        tiles.first_group = word(of.first_group);
        tiles.groups = word(of.groups);
        tiles.VKALGO_TILE_BAND_GROUPS = word(bands.groups_per_band);
        tiles.VKALGO_TILE_BAND_PERIOD = word(bands.period());
        tiles.VKALGO_TILE_BAND_STRIDE = word(bands.groups_per_band * bands.share.devices);
        tiles.VKALGO_TILE_BAND_FIRST = word(bands.number_of(of.band) * bands.groups_per_band);
        tiles.VKALGO_TILE_BAND_STEP = word(of.first_step);
        tiles.VKALGO_TILE_BAND_STEPS = word(of.steps);
        const std::int64_t workgroups = plan_.fill.persistent ? std::min(plan_.fill.workgroups, of.groups) : of.groups;
        recorder.dispatch(*tiles_, bindings_of(*tiles_, bindings), push_with_params(tiles, arguments.params),
                          Groups::linear(static_cast<std::uint64_t>(workgroups), context_));
    }

    /// Records dispatch `step` of a refill. `region` is the number of the region, from 0, in the order in which the
    /// traceback visits regions.
    void refill_region(Recorder& recorder, const RunArguments& arguments, std::uint64_t region,
                       std::uint64_t step) const {
        const TileFill& refill = plan_.refill;
        shader::VkalgoTilePush tiles = push(arguments, refill);
        // Tickets and tags continue after those of the fill and of earlier refills.
        const std::uint64_t tickets = plan_.fill.steps + region * refill.steps + step;
        const std::int64_t strips = plan_.fill.strips + static_cast<std::int64_t>(region) * refill.strips;
        tiles.diagonal = static_cast<std::uint32_t>(refill.persistent ? tickets : step);
        tiles.first_tag = static_cast<std::uint32_t>(strips);
        tiles.region_rows = static_cast<std::uint32_t>(plan_.region_rows);
        tiles.region_columns = static_cast<std::uint32_t>(plan_.region_columns);
        tiles.stride = tiles.region_columns;
        dispatch_tiles(recorder, arguments, bind(arguments, true), *refill_, refill, step, tiles);
    }

    /// Returns the description of the cells among which the answer is: the whole table if it is kept, otherwise the
    /// canonical last row.
    shader::VkalgoTableLayout answer_description(const RunArguments& arguments) const {
        const TableLayout layout =
            plan_.kept == TilePlan::Kept::table
                ? plan_.layout
                : plan_.layout_of_rows(plan_.frame.canonical_columns(), 0, plan_.frame.canonical_rows() - 1);
        return description_of(plan_.order, layout, plan_.shape.answer, arguments.table);
    }

    TableView answer_table(const RunArguments& arguments) const {
        return plan_.kept == TilePlan::Kept::table ? arguments.table : part(arguments, plan_.row);
    }

    void traceback_table(Recorder& recorder, const RunArguments& arguments, bool begin) const {
        const BufferView table = arguments.table.bound();
        std::vector<Binding> bindings{
            table, table, arguments.status, arguments.path, part(arguments, plan_.description), arguments.answer};
        add_arrays(bindings, arguments);
        shader::VkalgoTracebackPush traceback{};
        traceback.begin = begin ? 1 : 0;
        traceback.steps = traceback_steps_per_dispatch(plan_.header, context_.profile());
        traceback.capacity = static_cast<std::uint32_t>(plan_.path_records);
        arguments.table.use(recorder, Access::read);
        recorder.dispatch(*traceback_, bindings_of(*traceback_, bindings),
                          push_with_params(traceback, arguments.params), Groups{});
    }

    template <typename Head>
    void begin_traceback(Recorder& recorder, const RunArguments& arguments) const {
        const Cell answer = plan_.frame.to_canonical(plan_.shape.answer);
        Head head{};
        head.row = static_cast<std::int32_t>(answer.i);
        head.column = static_cast<std::int32_t>(answer.j);
        recorder.update(part(arguments, plan_.traceback_chain).slice(0, sizeof head),
                        std::as_bytes(std::span(&head, 1)));
        // Sets the path to state 0 and not done, since it is read before the first window.
        recorder.fill(arguments.path.slice(0, sizeof(PathHead)), 0);
    }

    /// Records a step of the traceback over windows. For each region, the refill comes first. Then, for each window,
    /// the cells are computed, and steps over these cells follow.
    void traceback_windows(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const {
        if (step == 0) {
            begin_traceback<shader::VkalgoTracebackWindowsHead>(recorder, arguments);
        }
        const std::uint64_t in_region = step % plan_.steps_per_region();
        if (in_region < plan_.refill.steps) {
            refill_region(recorder, arguments, step / plan_.steps_per_region(), in_region);
            return;
        }
        const std::uint64_t in_windows = in_region - plan_.refill.steps;
        const std::uint64_t in_window = in_windows % plan_.steps_per_window();
        const BufferView window = part(arguments, plan_.traceback_window);
        std::vector<Binding> bindings{part(arguments, plan_.rows_kept),
                                      part(arguments, plan_.columns_kept),
                                      arguments.status,
                                      arguments.path,
                                      window,
                                      window,
                                      part(arguments, plan_.rows_coarse),
                                      part(arguments, plan_.columns_coarse),
                                      part(arguments, plan_.traceback_chain),
                                      arguments.answer};
        add_arrays(bindings, arguments);
        auto traceback = traceback_push<shader::VkalgoTracebackWindowsPush>();
        traceback.begin = in_windows < plan_.steps_per_window() ? 1 : 0;
        traceback.goes_on = in_window > 1 ? 1 : 0;
        traceback.steps = plan_.steps_each;
        const bool cells = in_window == 0;
        const auto blocks = static_cast<std::uint64_t>(plan_.window_rows * plan_.window_columns);
        const Kernel& kernel = cells ? *cells_ : *traceback_;
        recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(traceback, arguments.params),
                          cells ? Groups::linear(std::max<std::uint64_t>(1, blocks), context_) : Groups{});
    }

    /// Records a step of the traceback over maps. For each region there is the refill; then for each window the maps,
    /// and the chain that follows the traceback through them; then a step that saves the borders. The path comes last.
    void traceback_blocks(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const {
        if (step == 0) {
            begin_traceback<shader::VkalgoTracebackTilesHead>(recorder, arguments);
        }
        const std::uint64_t in_region = step % plan_.steps_per_region();
        if (step + 1 == plan_.traceback_steps) {
            traceback_part(recorder, arguments, *traceback_, plan_.traceback_visits, false);
        } else if (in_region < plan_.refill.steps) {
            refill_region(recorder, arguments, step / plan_.steps_per_region(), in_region);
        } else if (in_region + 1 == plan_.steps_per_region()) {
            traceback_part(recorder, arguments, *save_, plan_.region_visits, false);
        } else {
            const std::uint64_t in_windows = in_region - plan_.refill.steps;
            const bool maps = in_windows % 2 == 0;
            traceback_part(recorder, arguments, maps ? *maps_ : *chain_,
                           maps ? plan_.window_rows * plan_.window_columns : 1, in_windows < 2);
        }
    }

    /// Returns the push constants that tracebacks over windows and over maps share.
    template <typename Push>
    Push traceback_push() const {
        Push traceback{};
        traceback.rows = static_cast<std::int32_t>(plan_.frame.size.rows);
        traceback.columns = static_cast<std::int32_t>(plan_.frame.size.columns);
        traceback.region_rows = static_cast<std::int32_t>(plan_.region_rows);
        traceback.region_columns = static_cast<std::int32_t>(plan_.region_columns);
        traceback.window_rows = static_cast<std::int32_t>(plan_.window_rows);
        traceback.window_columns = static_cast<std::int32_t>(plan_.window_columns);
        traceback.capacity = static_cast<std::uint32_t>(plan_.path_records);
        return traceback;
    }

    /// Records one dispatch of the traceback. `begins`: this is the first window of a region.
    void traceback_part(Recorder& recorder, const RunArguments& arguments, const Kernel& kernel,
                        std::int64_t workgroups, bool begins) const {
        std::vector<Binding> bindings{part(arguments, plan_.rows_kept),
                                      part(arguments, plan_.columns_kept),
                                      arguments.status,
                                      arguments.path,
                                      part(arguments, plan_.traceback_maps),
                                      part(arguments, plan_.traceback_chain),
                                      part(arguments, plan_.rows_coarse),
                                      part(arguments, plan_.columns_coarse),
                                      part(arguments, plan_.traceback_saved),
                                      part(arguments, plan_.traceback_saved),
                                      arguments.answer};
        add_arrays(bindings, arguments);
        auto traceback = traceback_push<shader::VkalgoTracebackTilesPush>();
        traceback.begin = begins ? 1 : 0;
        const auto groups = static_cast<std::uint64_t>(std::max<std::int64_t>(1, workgroups));
        recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(traceback, arguments.params),
                          Groups::linear(groups, context_));
    }

    Context& context_;
    const TilePlan& plan_;
    std::shared_ptr<const Kernel> tiles_, fill_, refill_, maps_, chain_, save_, cells_, traceback_;
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
        .about = "strips in registers, only their borders in memory; class local, diagonal patterns",
        .runs_everything = false,
        .checks_reads = false,
        .many_cells_per_invocation = true,
        .shares = true,
        .plan = plan_tile,
        .create = create_tile,
    };
    return method;
}

}  // namespace vkalgo::dp

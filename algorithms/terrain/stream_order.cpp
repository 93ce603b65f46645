#include "algorithms/terrain/stream_order.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/terrain/terrain_parts.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/begin_streams.hpp>
#include <vkalgo_spirv/terrain/order_streams.hpp>

namespace vkalgo {

namespace {

struct OrderParts {
    std::uint64_t orders_bytes = 0, codes_bytes = 0;
    TileRounds rounds;
    ScratchLayout::Part links;
    ScratchNeed need;
};

Result<OrderParts> plan_order_parts(const TerrainGrid& grid, const DeviceProfile& profile,
                                    const TerrainTuning& tuning) {
    OrderParts parts;
    VKALGO_CHECK(check_terrain(grid, 4, tuning.threads, profile));
    parts.orders_bytes = 4 * grid.cells();
    parts.codes_bytes = flow_codes_bytes(grid.cells());
    if (grid.cells() == 0) {
        return parts;
    }
    ScratchLayout layout;
    // `once` counts the loads and stores of a column by its invocation. `sweep` counts a fourfold sweep: four times
    // `side` steps, in each of which the invocation reads the eight neighbours of a cell.
    const std::uint64_t side = tuning.side;
    parts.rounds =
        TileRounds::plan(grid, {.once = 3 * (side + 3) + 8, .sweep = 4 * (10 * side + 2) + 2}, tuning, profile, layout);
    parts.links = layout.add(parts.orders_bytes);
    parts.need = layout.need();
    return parts;
}

/// Declares every argument once, in the order of StreamAccess.
std::vector<Argument> arguments_of(const StreamArguments& arguments, const OrderParts& parts) {
    return {{.name = "codes", .view = arguments.codes, .bytes = parts.codes_bytes},
            {.name = "network", .view = arguments.network, .bytes = parts.codes_bytes, .optional = true},
            {.name = "orders", .view = arguments.orders, .bytes = parts.orders_bytes, .access = Access::read_write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = parts.need.bytes,
             .access = Access::read_write,
             .usage = parts.need.usage}};
}

}  // namespace

Result<StreamOrder> create_tuned_streams(Context& context, const TerrainTuning& tuning) {
    StreamOrder made;
    made.context_ = &context;
    made.tuning_ = std::make_shared<const TerrainTuning>(tuning);
    VKALGO_TRY(made.cell_kernels_, terrain_kernels(context, {{"terrain/begin_streams", spirv::terrain_begin_streams}},
                                                   tuning.threads, tuning.side));
    VKALGO_TRY(made.tile_kernels_, terrain_kernels(context, {{"terrain/order_streams", spirv::terrain_order_streams}},
                                                   tuning.side, tuning.side));
    return made;
}

Result<ScratchNeed> tuned_stream_scratch(const TerrainGrid& grid, const DeviceProfile& profile,
                                         const TerrainTuning& tuning) {
    VKALGO_TRY(const OrderParts parts, plan_order_parts(grid, profile, tuning));
    return parts.need;
}

Result<StreamOrder> StreamOrder::create(Context& context) {
    return create_tuned_streams(context, terrain_tuning(context.profile()));
}

Result<ScratchNeed> StreamOrder::scratch(const TerrainGrid& grid, const DeviceProfile& profile) {
    return tuned_stream_scratch(grid, profile, terrain_tuning(profile));
}

Result<StreamAccess> StreamOrder::access(const TerrainGrid& grid, const StreamArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "order of streams"));
    VKALGO_TRY(const OrderParts parts, plan_order_parts(grid, context_->profile(), *tuning_));
    return accesses_of<StreamAccess>(*context_, arguments_of(arguments, parts),
                                     [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> StreamOrder::record(Recorder& recorder, const TerrainGrid& grid, const StreamArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "order of streams"));
    VKALGO_TRY(const OrderParts parts, plan_order_parts(grid, context_->profile(), *tuning_));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, parts), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "order streams");
    const BufferView codes = first_bytes(arguments.codes, parts.codes_bytes);
    const BufferView network = arguments.network ? first_bytes(arguments.network, parts.codes_bytes) : codes;
    const BufferView orders = first_bytes(arguments.orders, parts.orders_bytes);
    const BufferView links = ScratchLayout::view(arguments.scratch, parts.links);
    if (arguments.rounds.first == 0) {
        shader::WaterPush push{};
        push.width = grid.width;
        push.height = grid.height;
        push.count = static_cast<std::uint32_t>(grid.cells());
        push.flags = (arguments.network ? VKALGO_WATER_HAS_NETWORK : 0) |
                     (arguments.knows_first ? VKALGO_WATER_KNOWS_FIRST : 0) |
                     (arguments.knows_last ? VKALGO_WATER_KNOWS_LAST : 0);
        parts.rounds.begin(recorder, arguments.scratch);
        recorder.dispatch(*cell_kernels_[0], {codes, network, links, orders}, push,
                          Groups::linear(divide_up(push.count, tuning_->threads), recorder.context()));
    }
    parts.rounds.record(recorder, *tile_kernels_[0], grid, arguments.rounds, arguments.scratch, {links, orders});
    return recorder.status();
}

}  // namespace vkalgo

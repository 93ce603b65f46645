#include "algorithms/terrain/drainage_call.hpp"

#include "algorithms/exact_number.hpp"
#include "algorithms/terrain/depression_fill.hpp"
#include "algorithms/terrain/drainage_subject.hpp"
#include "algorithms/terrain/flow_accumulation.hpp"
#include "algorithms/terrain/flow_directions.hpp"
#include "algorithms/terrain/pit_carving.hpp"
#include "algorithms/terrain/round_runs.hpp"
#include "algorithms/terrain/stream_order.hpp"
#include "algorithms/terrain/watersheds.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// A call in progress, with the whole grid in device memory.
struct Call {
    Runner& runner;
    const DrainageSubject& subject;
    const DrainagePlan& plan;
    DepressionFill fill;
    FlowDirections flow;
    FlowAccumulation accumulation;
    Watersheds watersheds;
    PitCarving carving;
    StreamOrder streams;
    Buffer heights, values, filled, codes, ways, sums, weights, row_weights, network, outlets, labels, orders, scratch;
    Drainage result;

    Result<void> prepare() {
        Context& context = runner.context();
        const std::uint64_t cells = subject.grid.cells(), code_bytes = flow_codes_bytes(cells);
        VKALGO_TRY(accumulation, FlowAccumulation::create(context, subject.accumulation()));
        VKALGO_TRY(codes, Buffer::create(context, {.size = code_bytes, .name = "codes"}));
        VKALGO_TRY(sums, Buffer::create(context, {.size = plan.accumulation.sums_bytes, .name = "sums"}));
        VKALGO_TRY(scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        if (plan.accumulation.options.weighted) {
            VKALGO_TRY(weights, subject.with_weights(
                                    [&](auto each) { return runner.upload_new(std::as_bytes(each), "weights"); }));
        }
        if (subject.options.threshold) {
            VKALGO_TRY(network, Buffer::create(context, {.size = code_bytes, .name = "network"}));
        }
        if (subject.options.stream_order) {
            VKALGO_TRY(streams, StreamOrder::create(context));
            VKALGO_TRY(orders, Buffer::create(context, {.size = 4 * cells, .name = "orders"}));
        }
        if (subject.watersheds()) {
            VKALGO_TRY(watersheds, Watersheds::create(context));
            VKALGO_TRY(labels, Buffer::create(context, {.size = 4 * cells, .name = "labels"}));
        }
        if (!subject.options.outlets.empty()) {
            std::vector<std::uint32_t> marks(static_cast<std::size_t>(cells), 0);
            for (std::size_t i = 0; i < subject.options.outlets.size(); ++i) {
                marks[static_cast<std::size_t>(subject.options.outlets[i])] = static_cast<std::uint32_t>(i + 1);
            }
            VKALGO_TRY(outlets, runner.upload_new(std::as_bytes(std::span(marks)), "outlets"));
        }
        if (!subject.from_heights) {
            return runner.upload(codes.view(), std::as_bytes(subject.codes));
        }
        VKALGO_TRY(flow, FlowDirections::create(context, subject.flow()));
        VKALGO_TRY(heights, runner.upload_new(std::as_bytes(subject.heights), "heights"));
        if (subject.is_ranked()) {
            VKALGO_TRY(values, runner.upload_new(std::as_bytes(std::span(subject.ranked->values)), "values"));
        }
        if (!subject.options.row_dx.empty()) {
            VKALGO_TRY(const auto rows, flow_row_weights(subject.options.row_dx, subject.grid.dy));
            VKALGO_TRY(row_weights, runner.upload_new(std::as_bytes(std::span(rows)), "row weights"));
        }
        if (subject.fills()) {
            VKALGO_TRY(fill, DepressionFill::create(context));
            VKALGO_TRY(filled, Buffer::create(context, {.size = 4 * cells, .name = "filled"}));
        }
        if (subject.carves()) {
            VKALGO_TRY(carving, PitCarving::create(context));
            VKALGO_TRY(ways, Buffer::create(context, {.size = code_bytes, .name = "ways"}));
        }
        return {};
    }

    Result<void> fill_surface(RoundRuns& runs) {
        VKALGO_TRY(
            result.fill_rounds,
            runs.to_the_end("fill", plan.fill_rounds, scratch.view(), [&](Recorder& recorder, const RoundRange& range) {
                return fill.record(recorder, subject.grid, {heights.view(), filled.view(), scratch.view(), range});
            }));
        return {};
    }

    Result<void> find_directions(const Buffer& surface, const Buffer& found, RoundRuns& runs) {
        const auto record = [&](Recorder& recorder, const RoundRange& range) {
            return flow.record(recorder, subject.grid,
                               {.heights = surface.view(),
                                .codes = found.view(),
                                .row_weights = subject.options.row_dx.empty() ? BufferView{} : row_weights.view(),
                                .scratch = scratch.view(),
                                .rounds = range,
                                .values = subject.is_ranked() ? values.view() : BufferView{}});
        };
        if (!subject.options.resolve_flats) {
            return runs.once([&](Recorder& recorder) { return record(recorder, {}); });
        }
        VKALGO_TRY(result.flat_rounds, runs.to_the_end("directions", plan.flat_rounds, scratch.view(), record));
        return {};
    }

    Result<void> drain_surface(RoundRuns& runs) {
        if (subject.fills()) {
            VKALGO_CHECK(fill_surface(runs));
        }
        if (!subject.carves()) {
            return find_directions(subject.fills() ? filled : heights, codes, runs);
        }
        VKALGO_CHECK(find_directions(heights, codes, runs));
        VKALGO_CHECK(find_directions(filled, ways, runs));
        VKALGO_TRY(
            [[maybe_unused]] const std::uint32_t took,
            runs.to_the_end(
                "carve", plan.carve_rounds, scratch.view(), [&](Recorder& recorder, const RoundRange& range) {
                    return carving.record(recorder, subject.grid, {codes.view(), ways.view(), scratch.view(), range});
                }));
        return {};
    }

    Result<void> accumulate(RoundRuns& runs) {
        const bool ends = !subject.options.iterations;
        VKALGO_TRY(const RoundRuns::Outcome outcome, runs.rounds(
                                                         "accumulation", plan.accumulation.rounds, scratch.view(),
                                                         [&](Recorder& recorder, const RoundRange& range) {
                                                             return accumulation.record(recorder, subject.grid,
                                                                                        arguments(range));
                                                         },
                                                         ends));
        if (ends && !outcome.done) {
            return Error{ErrorCode::invalid_argument, "the directions form a cycle", "codes"};
        }
        result.accumulation_rounds = outcome.rounds;
        return {};
    }

    Result<void> order_streams(RoundRuns& runs) {
        const BufferView among = subject.options.threshold ? network.view() : BufferView{};
        VKALGO_TRY([[maybe_unused]] const std::uint32_t took,
                   runs.to_the_end("streams", plan.stream_rounds, scratch.view(),
                                   [&](Recorder& recorder, const RoundRange& range) {
                                       return streams.record(recorder, subject.grid,
                                                             {.codes = codes.view(),
                                                              .network = among,
                                                              .orders = orders.view(),
                                                              .scratch = scratch.view(),
                                                              .rounds = range});
                                   }));
        return {};
    }

    void tell(double fraction) const {
        if (subject.options.call.progress) {
            subject.options.call.progress(fraction);
        }
    }

    /// Does all work once. `from` and `to` are the range of the call's progress that this run covers. Returns the
    /// milliseconds that the device took.
    Result<double> run(double from, double to) {
        RoundRuns runs{runner, subject.options.call.cancel};
        if (subject.from_heights) {
            VKALGO_CHECK(drain_surface(runs));
            tell(from + (to - from) / 2);
        }
        VKALGO_CHECK(accumulate(runs));
        if (subject.options.stream_order) {
            VKALGO_CHECK(order_streams(runs));
        }
        if (subject.watersheds()) {
            // The directions were already checked: they do not run in a circle.
            VKALGO_CHECK(runs.once([&](Recorder& recorder) {
                return watersheds.record(recorder, subject.grid,
                                         {.codes = codes.view(),
                                          .outlets = subject.options.outlets.empty() ? BufferView{} : outlets.view(),
                                          .labels = labels.view(),
                                          .scratch = scratch.view()});
            }));
        }
        runs.merge_spans();
        result.report.spans = std::move(runs.spans);
        tell(to);
        return runs.milliseconds;
    }

    AccumulationArguments arguments(const RoundRange& range) const {
        return {.codes = codes.view(),
                .weights = plan.accumulation.options.weighted ? weights.view() : BufferView{},
                .sums = sums.view(),
                .network = subject.options.threshold ? network.view() : BufferView{},
                .scratch = scratch.view(),
                .rounds = range};
    }

    template <class T>
    Result<void> fetch(const Buffer& from, std::vector<T>& to) const {
        to.resize(static_cast<std::size_t>(subject.grid.cells()));
        const auto bytes = std::as_writable_bytes(std::span(to));
        return runner.download(from.view().slice(0, bytes.size()), bytes);
    }

    Result<void> fetch_sums(std::span<const std::uint32_t> /*weights*/) { return fetch(sums, result.sums); }
    Result<void> fetch_sums(std::span<const std::uint64_t> /*weights*/) {
        std::vector<std::uint64_t> units;
        VKALGO_CHECK(fetch(sums, units));
        subject.make_room(result);
        for (std::size_t cell = 0; cell < units.size(); ++cell) {
            subject.put_sum(result, cell, units[cell]);
        }
        return {};
    }

    Result<void> run_all() {
        const DrainageOptions& options = subject.options;
        const int turns = options.call.repeat + (options.call.warm_up ? 1 : 0);
        for (int turn = 0; turn < turns; ++turn) {
            VKALGO_TRY(const double took,
                       run(static_cast<double>(turn) / turns, static_cast<double>(turn + 1) / turns));
            if (turn >= turns - options.call.repeat) {
                result.report.gpu_milliseconds.push_back(took);
            }
        }
        if (subject.fills() && !subject.carves()) {
            VKALGO_CHECK(fetch(filled, result.filled));
        }
        VKALGO_CHECK(fetch(codes, result.codes));
        VKALGO_CHECK(subject.with_weights([&](auto each) { return fetch_sums(each); }));
        if (options.stream_order) {
            VKALGO_CHECK(fetch(orders, result.orders));
        }
        if (subject.watersheds()) {
            VKALGO_CHECK(fetch(labels, result.labels));
        }
        return options.threshold ? fetch(network, result.network) : Result<void>{};
    }
};

/// Plans the call within both memory limits: that of the options and that of the context.
Result<DrainagePlan> planned(const Context& context, const TerrainGrid& grid, DrainageOptions options, bool from_codes,
                             bool ranked) {
    options.call.memory_limit = tighter_limit(options.call.memory_limit, context.memory_limit());
    options.ranked = ranked;
    return from_codes ? plan_accumulate_flow(grid, options, context.profile())
                      : plan_drainage(grid, options, context.profile());
}

std::string text_of(const TerrainGrid& grid) {
    return std::to_string(grid.width) + " x " + std::to_string(grid.height) + " cells of " +
           to_string(ExactNumber(grid.dx)) + " x " + to_string(ExactNumber(grid.dy));
}

Result<void> check_plan(const DrainagePlan& plan, const TerrainGrid& grid, bool from_codes) {
    if (plan.grid != grid) {
        return Error{ErrorCode::invalid_argument,
                     "the plan is for " + text_of(plan.grid) + ", but the call has " + text_of(grid), "plan"};
    }
    if (plan.from_codes != from_codes) {
        return Error{ErrorCode::invalid_argument,
                     from_codes ? "directions are given, but the plan is for heights"
                                : "heights are given, but the plan is for directions",
                     "plan"};
    }
    return {};
}

Result<Drainage> drain_subject(Runner& runner, const DrainageSubject& given, const DrainagePlan& plan) {
    VKALGO_CHECK(check_plan(plan, given.grid, !given.from_heights));
    DrainageOptions options = given.options;
    options.ranked = plan.ranked;
    DrainageSubject subject{.grid = given.grid,
                            .options = options,
                            .heights = given.heights,
                            .codes = given.codes,
                            .from_heights = given.from_heights,
                            .ranked = given.ranked};
    VKALGO_CHECK(check_subject(subject, plan.accumulation));
    VKALGO_TRY(subject.water, fixed_point_weights(options.real_weights));
    Call call{.runner = runner, .subject = subject, .plan = plan};
    call.result.method = call.plan.accumulation.method_name();
    call.result.report.device_bytes = call.plan.device_bytes();
    call.result.report.scratch_bytes = call.plan.scratch_bytes;
    const double uploaded = runner.upload_milliseconds(), downloaded = runner.download_milliseconds();
    if (subject.grid.cells() == 0) {
        call.result.report.gpu_milliseconds.resize(static_cast<std::size_t>(options.call.repeat));
        call.tell(1);
    } else if (call.plan.part_rows != 0) {
        call.result.parts = call.plan.parts;
        VKALGO_CHECK(drain_in_strips(runner, subject, call.plan, call.result));
    } else {
        VKALGO_CHECK(call.prepare());
        VKALGO_CHECK(call.run_all());
    }
    call.result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    call.result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    return std::move(call.result);
}

/// Returns the surface in the type of the given heights: meaning(level) for each cell with data. Cells without data
/// keep their height.
template <class T, class Meaning>
std::vector<T> surface_of(const std::vector<float>& levels, std::span<const T> heights, const Meaning& meaning) {
    std::vector<T> surface(levels.size());
    std::transform(levels.begin(), levels.end(), heights.begin(), surface.begin(),
                   [&](float level, T height) { return is_height(height) ? static_cast<T>(meaning(level)) : height; });
    return surface;
}

/// Drains heights by their ranks. The filled surface of the result consists of ranks.
Result<Drainage> drain_ranked(Runner& runner, const TerrainGrid& grid, const RankedHeights& ranked,
                              const DrainageOptions& options, const DrainagePlan& plan) {
    VKALGO_TRY(Drainage drainage, drain_subject(runner,
                                                {.grid = grid,
                                                 .options = options,
                                                 .heights = ranked.ranks,
                                                 .codes = {},
                                                 .from_heights = true,
                                                 .water = {},
                                                 .ranked = &ranked},
                                                plan));
    drainage.ranked = true;
    return drainage;
}

/// Drains heights of type f32, or their ranks if the plan is for ranks.
Result<Drainage> drain_as_planned(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                                  const DrainageOptions& options, const DrainagePlan& plan) {
    if (!plan.ranked) {
        return drain_subject(runner, {grid, options, heights, {}, true}, plan);
    }
    const RankedHeights ranked = rank_heights(std::vector<double>(heights.begin(), heights.end()));
    VKALGO_TRY(Drainage drainage, drain_ranked(runner, grid, ranked, options, plan));
    drainage.filled = surface_of(drainage.filled, heights, [&](float rank) { return ranked.value(rank); });
    return drainage;
}

Result<Drainage> drain_as_planned(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                                  const DrainageOptions& options, const DrainagePlan& plan) {
    if (plan.ranked) {
        const RankedHeights ranked = rank_heights(heights);
        VKALGO_TRY(Drainage drainage, drain_ranked(runner, grid, ranked, options, plan));
        drainage.wide_filled = surface_of(drainage.filled, heights, [&](float rank) { return ranked.value(rank); });
        drainage.filled = {};
        return drainage;
    }
    std::vector<float> narrow(heights.size());
    std::transform(heights.begin(), heights.end(), narrow.begin(), [](double height) {
        return is_height(height) ? static_cast<float>(height) : std::numeric_limits<float>::quiet_NaN();
    });
    VKALGO_TRY(Drainage drainage, drain_subject(runner, {grid, options, narrow, {}, true}, plan));
    drainage.wide_filled = surface_of(drainage.filled, heights, [](float level) { return level; });
    drainage.filled = {};
    return drainage;
}

template <class T>
Result<Drainage> drain_heights(Runner& runner, const TerrainGrid& grid, std::span<const T> heights,
                               const DrainageOptions& options) {
    VKALGO_TRY(const DrainagePlan plan, planned(runner.context(), grid, options, false, !f32_holds(heights)));
    return drain_as_planned(runner, grid, heights, options, plan);
}

template <class T>
Result<Drainage> drain_by_plan(Runner& runner, const TerrainGrid& grid, std::span<const T> heights,
                               const DrainageOptions& options, const DrainagePlan& plan) {
    if (!plan.ranked && !f32_holds(heights)) {
        return Error{
            ErrorCode::invalid_argument,
            "the device cannot use these heights exactly as f32 (f32_holds); plan with DrainageOptions::ranked",
            "plan"};
    }
    return drain_as_planned(runner, grid, heights, options, plan);
}

}  // namespace

Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options) {
    return drain_heights(runner, grid, heights, options);
}

Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options, const DrainagePlan& plan) {
    return drain_by_plan(runner, grid, heights, options, plan);
}

Result<Drainage> drain_wide(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                            const DrainageOptions& options) {
    return drain_heights(runner, grid, heights, options);
}

Result<Drainage> drain_wide(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                            const DrainageOptions& options, const DrainagePlan& plan) {
    return drain_by_plan(runner, grid, heights, options, plan);
}

Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options) {
    VKALGO_TRY(const DrainagePlan plan, planned(runner.context(), grid, options, true, false));
    return accumulate_flow(runner, grid, codes, options, plan);
}

Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options, const DrainagePlan& plan) {
    return drain_subject(runner, {grid, options, {}, codes, false}, plan);
}

}  // namespace vkalgo

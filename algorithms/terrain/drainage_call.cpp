#include "algorithms/terrain/drainage_call.hpp"

#include "algorithms/terrain/depression_fill.hpp"
#include "algorithms/terrain/flow_accumulation.hpp"
#include "algorithms/terrain/flow_directions.hpp"
#include "algorithms/terrain/flow_reference.hpp"
#include "engine/context.hpp"
#include "shaders/terrain/terrain.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Rounds per submission.
constexpr std::uint64_t kChunk = 128;
/// Beyond so many rounds it takes the device too long to find out that directions run in a circle.
constexpr std::uint32_t kFewRounds = 64;

/// What a call is about: heights, or directions that are given.
struct Subject {
    const TerrainGrid& grid;
    const DrainageOptions& options;
    std::span<const float> heights;
    std::span<const FlowCode> codes;
    bool from_heights = true;

    bool fills() const { return from_heights && options.pits == PitRule::fill; }
    FlowOptions flow() const { return {.resolve_flats = options.resolve_flats}; }
    AccumulationOptions accumulation() const {
        return {.include_self = options.include_self,
                .weighted = !options.weights.empty(),
                .network = options.threshold.has_value(),
                .threshold = options.threshold.value_or(0),
                .method = options.method};
    }
};

std::uint64_t rounded(std::uint64_t bytes) {
    return Buffer::rounded(bytes);
}

Result<DrainagePlan> plan_call(const Subject& subject, const DeviceProfile& profile) {
    DrainagePlan plan;
    const TerrainGrid& grid = subject.grid;
    VKALGO_TRY(plan.accumulation, plan_accumulation(grid, subject.accumulation(), profile));
    const std::uint64_t heights = 4 * grid.cells(), codes = flow_codes_bytes(grid.cells());
    plan.scratch_bytes = plan.accumulation.scratch.bytes;
    plan.buffer_bytes = rounded(codes) + rounded(heights);  // codes and sums
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
    plan.buffer_bytes += subject.options.weights.empty() ? 0 : rounded(heights);
    plan.buffer_bytes += subject.options.threshold ? rounded(codes) : 0;
    plan.scratch_bytes = rounded(plan.scratch_bytes);
    plan.staging_bytes = Runner::staging_bytes(rounded(heights), rounded(heights));
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

Result<void> check_size(const char* name, std::uint64_t size, std::uint64_t wanted) {
    if (size == wanted) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 "there are " + std::to_string(size) + " entries where the grid has " + std::to_string(wanted), name};
}

Result<void> check_subject(const Subject& subject, const AccumulationPlan& plan) {
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
    if (subject.from_heights && !options.row_dx.empty()) {
        VKALGO_CHECK(check_size("row_dx", options.row_dx.size(), grid.height));
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
    if (!subject.from_heights && plan.rounds > kFewRounds && !flows_end(subject.codes, grid)) {
        return Error{ErrorCode::invalid_argument, "the directions run in a circle", "codes"};
    }
    return {};
}

/// One call under way.
struct Call {
    Runner& runner;
    Subject subject;
    DrainagePlan plan;
    DepressionFill fill;
    FlowDirections flow;
    FlowAccumulation accumulation;
    Buffer heights, filled, codes, sums, weights, row_weights, network, scratch;
    Drainage result;

    Result<void> prepare() {
        Context& context = runner.context();
        const std::uint64_t cells = subject.grid.cells(), code_bytes = flow_codes_bytes(cells);
        VKALGO_TRY(accumulation, FlowAccumulation::create(context, subject.accumulation()));
        VKALGO_TRY(codes, Buffer::create(context, {.size = code_bytes, .name = "codes"}));
        VKALGO_TRY(sums, Buffer::create(context, {.size = 4 * cells, .name = "sums"}));
        VKALGO_TRY(scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
        if (!subject.options.weights.empty()) {
            VKALGO_TRY(weights, runner.upload_new(std::as_bytes(subject.options.weights), "weights"));
        }
        if (subject.options.threshold) {
            VKALGO_TRY(network, Buffer::create(context, {.size = code_bytes, .name = "network"}));
        }
        if (!subject.from_heights) {
            return runner.upload(codes.view(), std::as_bytes(subject.codes));
        }
        VKALGO_TRY(flow, FlowDirections::create(context, subject.flow()));
        VKALGO_TRY(heights, runner.upload_new(std::as_bytes(subject.heights), "heights"));
        if (!subject.options.row_dx.empty()) {
            VKALGO_TRY(const auto rows, flow_row_weights(subject.options.row_dx, subject.grid.dy));
            VKALGO_TRY(row_weights, runner.upload_new(std::as_bytes(std::span(rows)), "row weights"));
        }
        if (subject.fills()) {
            VKALGO_TRY(fill, DepressionFill::create(context));
            VKALGO_TRY(filled, Buffer::create(context, {.size = 4 * cells, .name = "filled"}));
        }
        return {};
    }

    /// Words of the status: whether it is done, and by how many rounds.
    Result<std::array<std::uint32_t, 2>> status() const {
        std::array<std::uint32_t, 2> words{};
        VKALGO_CHECK(runner.download(scratch.view().slice(0, sizeof words), std::as_writable_bytes(std::span(words))));
        return words;
    }

    /// The rounds of one algorithm and what ends them. The number of rounds that it took, none if they did not do.
    template <class Record>
    Result<std::optional<std::uint32_t>> run_rounds(const char* name, std::uint32_t rounds, double& milliseconds,
                                                    const Record& record) {
        std::array<std::uint32_t, 2> words{};
        const auto add = [&](RunReport report) {
            milliseconds += report.gpu_milliseconds;
            result.report.spans.insert(result.report.spans.end(), report.spans.begin(), report.spans.end());
        };
        VKALGO_TRY(RunReport report, runner.run_chunks({
                                         .name = name,
                                         .steps = rounds,
                                         .chunk = kChunk,
                                         .record =
                                             [&](Recorder& recorder, std::uint64_t first, std::uint64_t count) {
                                                 return record(recorder, {static_cast<std::uint32_t>(first),
                                                                          static_cast<std::uint32_t>(count), false});
                                             },
                                         .done = [&]() -> Result<bool> {
                                             VKALGO_TRY(words, status());
                                             return words[VKALGO_TERRAIN_DONE] != 0;
                                         },
                                         .progress = {},
                                         .cancel = subject.options.call.cancel,
                                     }));
        add(std::move(report));
        if (words[VKALGO_TERRAIN_DONE] == 0) {
            return std::optional<std::uint32_t>{};
        }
        VKALGO_TRY(report, runner.run([&](Recorder& recorder) { return record(recorder, {rounds, 0, true}); }));
        add(std::move(report));
        return std::optional(words[VKALGO_TERRAIN_ROUNDS]);
    }

    static Result<void> store(const std::optional<std::uint32_t>& rounds, std::uint32_t& count, const char* name) {
        if (!rounds) {
            return Error{ErrorCode::driver, std::string("the device did not come to an end of ") + name, name};
        }
        count = *rounds;
        return {};
    }

    Result<void> find_directions(double& milliseconds) {
        const TerrainGrid& grid = subject.grid;
        if (subject.fills()) {
            VKALGO_TRY(const FillPlan planned, plan_fill(grid, runner.context().profile()));
            VKALGO_TRY(const auto rounds,
                       run_rounds("fill", planned.rounds, milliseconds, [&](Recorder& recorder, RoundRange range) {
                           return fill.record(recorder, grid, {heights.view(), filled.view(), scratch.view(), range});
                       }));
            VKALGO_CHECK(store(rounds, result.fill_rounds, "filling"));
        }
        const auto record = [&](Recorder& recorder, RoundRange range) {
            return flow.record(recorder, grid,
                               {.heights = subject.fills() ? filled.view() : heights.view(),
                                .codes = codes.view(),
                                .row_weights = subject.options.row_dx.empty() ? BufferView{} : row_weights.view(),
                                .scratch = scratch.view(),
                                .rounds = range});
        };
        if (!subject.options.resolve_flats) {
            VKALGO_TRY(const RunReport report, runner.run([&](Recorder& recorder) { return record(recorder, {}); }));
            milliseconds += report.gpu_milliseconds;
            return {};
        }
        VKALGO_TRY(const FlowPlan planned, plan_flow(grid, subject.flow(), runner.context().profile()));
        VKALGO_TRY(const auto rounds, run_rounds("directions", planned.rounds, milliseconds, record));
        return store(rounds, result.flat_rounds, "measuring flats");
    }

    void tell(double fraction) const {
        if (subject.options.call.progress) {
            subject.options.call.progress(fraction);
        }
    }

    /// `from`, `to`: the part of the call's progress that this run is.
    Result<double> run(double from, double to) {
        double milliseconds = 0;
        result.report.spans.clear();
        if (subject.from_heights) {
            VKALGO_CHECK(find_directions(milliseconds));
            tell(from + (to - from) / 2);
        }
        VKALGO_TRY(const auto rounds, run_rounds("accumulation", plan.accumulation.rounds, milliseconds,
                                                 [&](Recorder& recorder, RoundRange range) {
                                                     return accumulation.record(recorder, subject.grid,
                                                                                arguments(range));
                                                 }));
        if (!rounds) {
            return Error{ErrorCode::invalid_argument, "the directions run in a circle", "codes"};
        }
        result.accumulation_rounds = *rounds;
        tell(to);
        return milliseconds;
    }

    AccumulationArguments arguments(const RoundRange& range) const {
        return {.codes = codes.view(),
                .weights = subject.options.weights.empty() ? BufferView{} : weights.view(),
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
        if (subject.fills()) {
            VKALGO_CHECK(fetch(filled, result.filled));
        }
        VKALGO_CHECK(fetch(codes, result.codes));
        VKALGO_CHECK(fetch(sums, result.sums));
        return options.threshold ? fetch(network, result.network) : Result<void>{};
    }
};

Result<Drainage> drain_subject(Runner& runner, const Subject& given) {
    DrainageOptions options = given.options;
    options.call.memory_limit = tighter_limit(options.call.memory_limit, runner.context().memory_limit());
    const Subject subject{given.grid, options, given.heights, given.codes, given.from_heights};
    VKALGO_TRY(DrainagePlan plan, plan_call(subject, runner.context().profile()));
    VKALGO_CHECK(check_subject(subject, plan.accumulation));
    Call call{runner, subject, std::move(plan), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    call.result.method = call.plan.accumulation.method_name();
    call.result.report.device_bytes = call.plan.device_bytes();
    call.result.report.scratch_bytes = call.plan.scratch_bytes;
    const double uploaded = runner.upload_milliseconds(), downloaded = runner.download_milliseconds();
    if (subject.grid.cells() == 0) {
        call.result.report.gpu_milliseconds.resize(static_cast<std::size_t>(options.call.repeat));
        call.tell(1);
    } else {
        VKALGO_CHECK(call.prepare());
        VKALGO_CHECK(call.run_all());
    }
    call.result.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    call.result.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    return std::move(call.result);
}

}  // namespace

const char* to_string(PitRule rule) {
    return rule == PitRule::fill ? "fill" : "keep";
}

Result<DrainagePlan> plan_drainage(const TerrainGrid& grid, const DrainageOptions& options,
                                   const DeviceProfile& profile) {
    return plan_call({grid, options, {}, {}, true}, profile);
}

Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options) {
    return drain_subject(runner, {grid, options, heights, {}, true});
}

Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options) {
    return drain_subject(runner, {grid, options, {}, codes, false});
}

}  // namespace vkalgo

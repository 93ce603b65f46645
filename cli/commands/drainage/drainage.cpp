#include "algorithms/terrain/accumulation_method.hpp"
#include "algorithms/terrain/drainage_call.hpp"
#include "algorithms/terrain/ranked_heights.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/drainage/cell_weights.hpp"
#include "cli/commands/drainage/explain.hpp"
#include "cli/commands/drainage/facts.hpp"
#include "cli/commands/drainage/given_directions.hpp"
#include "cli/commands/drainage/outlets.hpp"
#include "cli/commands/drainage/outputs.hpp"
#include "cli/commands/drainage/random_dem.hpp"
#include "cli/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/source.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "raise --memory, or give a smaller grid", {}},
    {"method", "--method", {}},
    {"iterations", "raise --memory, or leave --iterations out", ErrorCode::too_large},
    {"iterations", "choose another --method, or leave --iterations out", {}},
    {"weights", "give smaller --weights", ErrorCode::overflow},
    {"codes", "give other --directions", {}},
};

std::uint64_t count_cells(std::span<const FlowCode> codes) {
    return static_cast<std::uint64_t>(
        std::count_if(codes.begin(), codes.end(), [](FlowCode code) { return code != kFlowNoData; }));
}

/// Returns the index of the largest sum; of equal sums, the first.
template <class T>
std::ptrdiff_t index_of_largest(const std::vector<T>& sums) {
    return std::max_element(sums.begin(), sums.end()) - sums.begin();
}

class DrainageCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(inputs_, dem_formats_help(), 1, "DEM");
        input_options_.declare(options, {.dems = true});
        options.text("--directions", directions_, "FILE",
                     "directions in place of a DEM, in the codes that --codes names: a raster in any format of a DEM");
        options.size("--n", random_, "random hills with this number of rows and of columns, in place of a file", 1,
                     32768);
        options.whole("--seed", seed_, "seed of the random hills (default 1)");
        options.text(
            "--weights", weights_, "FILE",
            "the water of each cell, as a raster with the cells of the DEM: numbers of 0 or more; sums of numbers "
            "that are not whole are exact to 18 digits (default: 1 for each cell)");
        options.text(
            "--outlets", outlets_, "FILE.csv",
            "points whose watersheds --output-watersheds writes, numbered in the order of the file. Its columns are "
            "row and column, from 0 in the north-west, or x and y in the coordinates of the DEM; a .tsv has tabs "
            "between columns");
        options.value("--cell-size", "X,Y",
                      "distances between cells, or one number for both (default: those of the file, else 1)",
                      [this](const std::string& text) { return take_cell_size(text); });
        options.group("Run");
        declare_method(options, method_, accumulation_methods(), "tiled");
        options.choice(
            "--pits", pits_, {"fill", "carve", "keep"},
            "fill: raise depressions until they overflow; carve: drain them along their lowest way out; keep: "
            "leave their water there (default: fill)");
        options.size(
            "--iterations", iterations_,
            "stop after this number of rounds; in each round all water moves by one cell (only with the methods "
            "scatter, scatter-8x8 and gather)",
            0, kMaxTerrainCells);
        options.flag("--include-self", include_self_, "count each cell's own water too");
        options.value(
            "--threshold", "X",
            "the network is the cells with more water than this (default, only for --picture: a 2000th of the "
            "number of cells, but at least 10; with --weights, a 2000th of their sum)",
            [this](const std::string& text) { return take_threshold(text); });
        outputs_.declare(options);
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        // Random hills are generated only after it is known that they fit the memory.
        const bool draws_late = random_ && !weights_;
        VKALGO_TRY(Dem dem, draws_late ? Result<Dem>(hills_to_be()) : read(session));
        std::vector<FlowCode> given;
        if (directions_) {
            VKALGO_TRY(given,
                       given_directions(dem, *directions_, outputs_.codes, input_options_.settings(session).notice));
            VKALGO_CHECK(check_circles(dem, given, *directions_));
        }
        if (cell_size_) {
            dem.grid.dx = cell_size_->first;
            dem.grid.dy = cell_size_->second;
            dem.row_dx.clear();
        }
        CellWeights weights;
        if (weights_) {
            VKALGO_TRY(weights, read_weights(session, dem));
        }
        std::vector<std::uint64_t> outlets;
        if (outlets_) {
            VKALGO_TRY(const Bytes text, read_file(*outlets_, input_options_.settings(session).limits));
            VKALGO_TRY(outlets, parse_outlets(as_text(text), *outlets_, dem, given, warnings(session)));
        }
        DrainageOptions options = options_for(session, dem, weights);
        options.outlets = outlets;
        options.ranked = !f32_holds_heights(dem);
        VKALGO_TRY(Context* const context, session.context());
        VKALGO_TRY(const DrainagePlan plan, directions_ ? plan_accumulate_flow(dem.grid, options, context->profile())
                                                        : plan_drainage(dem.grid, options, context->profile()));
        explain_drainage(session, plan);
        if (draws_late) {
            VKALGO_TRY(Dem drawn, read(session));
            dem.heights = std::move(drawn.heights);
        }
        VKALGO_TRY(const Drainage drained, timed(session, *context, dem, given, options, plan));
        const std::uint64_t cells = count_cells(drained.codes);
        warn_of_nothing(session, cells, weights.sum, drained, options.threshold);
        Answer answer;
        describe_parameters(dem, answer);
        describe(session, dem, drained, cells, answer);
        // Random hills have no georeference, so the warnings about it are suppressed.
        VKALGO_CHECK(outputs_.write(dem, drained, !directions_, random_ ? [](const std::string&) {} : warnings(session),
                                    answer));
        if (session.globals().verify) {
            VKALGO_TRY(answer.verification, verify_drainage(directions_ ? nullptr : &dem, dem.grid, options, drained));
        }
        return answer;
    }

private:
    Result<void> take_cell_size(const std::string& text) {
        const std::size_t comma = text.find(',');
        VKALGO_TRY(const double x, parse_number(text.substr(0, comma)));
        double y = x;
        if (comma != std::string::npos) {
            VKALGO_TRY(y, parse_number(text.substr(comma + 1)));
        }
        if (x <= 0 || y <= 0) {
            return bad_usage(fmt::format("{}: distances must be above 0; give positive numbers", text));
        }
        cell_size_.emplace(x, y);
        return {};
    }

    /// Reads a threshold, written as a size or as any number >= 0.
    Result<void> take_threshold(const std::string& text) {
        if (const auto size = parse_size(text)) {
            threshold_ = static_cast<double>(*size);
            if (static_cast<long double>(*threshold_) != static_cast<long double>(*size)) {
                return bad_usage(
                    fmt::format("'{0}' is a whole number that a 64-bit floating-point number cannot hold exactly; give "
                                "a number near '{0}' that fits",
                                text));
            }
            return {};
        }
        VKALGO_TRY(threshold_, parse_number(text));
        if (*threshold_ < 0) {
            return bad_usage(fmt::format("{} is negative; give 0 or more", text));
        }
        return {};
    }

    Result<void> check_usage(const Session& session) const {
        const int sources = (inputs_.empty() ? 0 : 1) + (directions_ ? 1 : 0) + (random_ ? 1 : 0);
        if (sources != 1) {
            return bad_usage(sources == 0 ? "no grid is given; give a DEM, --directions, or --n for random hills"
                                          : "a DEM, --directions and --n exclude each other; give only one of them");
        }
        if (seed_ && !random_) {
            return bad_usage("--seed is for random hills; give --n, or leave out --seed");
        }
        if (random_ && input_options_.given() && !weights_ && !outlets_) {
            return bad_usage("--format and --input-limit are for files, but no file is read; leave them out");
        }
        if (directions_ && (pits_ || outputs_.filled)) {
            return bad_usage("--pits and --output-filled are for heights, but directions are given; leave them out");
        }
        if (outlets_ && !outputs_.watersheds) {
            return bad_usage("--outlets are for watersheds; give --output-watersheds too");
        }
        if (outputs_.filled && pits() != PitRule::fill) {
            return bad_usage(
                "--output-filled writes the surface of --pits fill; give --pits fill, or leave out --output-filled");
        }
        if ((outputs_.network || outputs_.streams) && !threshold_) {
            return bad_usage(
                "--output-network and --streams write the cells with more water than --threshold; give --threshold");
        }
        std::vector<std::string> read = inputs_;
        for (const auto& more : {directions_, weights_, outlets_}) {
            if (more) {
                read.push_back(*more);
            }
        }
        return outputs_.check(session, read);
    }

    Result<Dem> read(Session& session) const {
        if (random_) {
            return random_dem(static_cast<std::uint32_t>(*random_), seed_.value_or(1));
        }
        return read_dem(directions_ ? *directions_ : inputs_.front(), input_options_.settings(session));
    }

    /// Returns the grid of random hills that are not generated yet. `wide` is empty, since their heights will be
    /// integers that f32 holds exactly.
    Dem hills_to_be() const {
        Dem dem;
        dem.grid.width = dem.grid.height = static_cast<std::uint32_t>(*random_);
        return dem;
    }

    static bool f32_holds_heights(const Dem& dem) {
        return dem.wide.empty() ? f32_holds(dem.heights) : f32_holds(dem.wide);
    }

    static std::function<void(const std::string&)> warnings(const Session& session) {
        return [&session](const std::string& message) { session.reporter().warn(message); };
    }

    Result<CellWeights> read_weights(Session& session, const Dem& dem) const {
        const std::string name = random_ ? "random hills" : directions_ ? *directions_ : inputs_.front();
        return read_cell_weights(*weights_, input_options_.settings(session), dem, name);
    }

    PitRule pits() const { return pits_ == "carve" ? PitRule::carve : pits_ == "keep" ? PitRule::keep : PitRule::fill; }

    DrainageOptions options_for(const Session& session, const Dem& dem, const CellWeights& weights) const {
        DrainageOptions options;
        options.pits = pits();
        options.row_dx = dem.row_dx;
        options.include_self = include_self_;
        options.weights = weights.whole;
        options.real_weights = weights.real;
        if (threshold_) {
            options.threshold = threshold_;
        } else if (outputs_.picture) {
            // With this threshold the picture shows a few hundred headwaters.
            options.threshold =
                weights_ ? weights.sum / 2000 : std::max(static_cast<double>(dem.grid.cells()) / 2000, 10.0);
        }
        options.stream_order = options.threshold.has_value() && outputs_.want_network();
        options.watersheds = outputs_.watersheds.has_value();
        if (iterations_) {
            options.iterations = static_cast<std::uint32_t>(*iterations_);
        }
        options.method = method_;
        take_globals(session, options.call);
        return options;
    }

    static Result<Drainage> timed(Session& session, Context& context, const Dem& dem, std::span<const FlowCode> given,
                                  DrainageOptions options, const DrainagePlan& plan) {
        VKALGO_TRY(Runner runner, Runner::create(context));
        Progress progress(session, "drainage",
                          static_cast<double>(dem.grid.cells()) * static_cast<double>(options.call.repeat), "cells");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        if (!given.empty()) {
            return accumulate_flow(runner, dem.grid, given, options, plan);
        }
        return dem.wide.empty() ? drain(runner, dem.grid, dem.heights, options, plan)
                                : drain_wide(runner, dem.grid, dem.wide, options, plan);
    }

    void describe_parameters(const Dem& dem, Answer& answer) const {
        if (random_) {
            answer.parameters["n"] = *random_;
            answer.parameters["seed"] = seed_.value_or(1);
        } else if (directions_) {
            answer.parameters["directions"] = *directions_;
        } else {
            answer.parameters["input"] = inputs_.front();
        }
        if (weights_) {
            answer.parameters["weights"] = *weights_;
        }
        if (outlets_) {
            answer.parameters["outlets"] = *outlets_;
        }
        answer.parameters["cell_size"] = {dem.grid.dx, dem.grid.dy};
        answer.parameters["geographic"] = !dem.row_dx.empty();
        if (!directions_) {
            answer.parameters["pits"] = to_string(pits());
        }
        if (iterations_) {
            answer.parameters["iterations"] = *iterations_;
        }
        answer.parameters["include_self"] = include_self_;
        if (threshold_) {
            const bool whole = *threshold_ == std::floor(*threshold_) && *threshold_ < 1e15;
            answer.parameters["threshold"] = whole ? Json(static_cast<std::uint64_t>(*threshold_)) : Json(*threshold_);
        }
        answer.parameters["codes"] = outputs_.codes;
        answer.parameters["method"] = method_;
    }

    std::string source() const {
        return random_ ? "random hills" : directions_ ? input_name(*directions_) : input_name(inputs_.front());
    }

    /// Warns if the result has nothing to drain, no water, or no network.
    void warn_of_nothing(const Session& session, std::uint64_t cells, double water, const Drainage& drained,
                         const std::optional<double>& threshold) const {
        const Reporter& reporter = session.reporter();
        if (cells == 0) {
            reporter.warn(
                fmt::format("{}: no cell has {}, so no water flows", source(), directions_ ? "a direction" : "data"));
            return;
        }
        const double most = drained.with_sums([](const auto& sums) {
            return static_cast<double>(sums[static_cast<std::size_t>(index_of_largest(sums))]);
        });
        if (weights_ && water == 0) {
            reporter.warn(fmt::format("{}: every cell with data has the weight 0, so there is no water", *weights_));
        }
        if (threshold && most <= *threshold) {
            reporter.warn(fmt::format("the network is empty, since no cell has more water than {}{}; the most is {}",
                                      threshold_ ? "--threshold " : "", *threshold, most));
        }
    }

    void describe(const Session& session, const Dem& dem, const Drainage& drained, std::uint64_t cells,
                  Answer& answer) const {
        report_run(session, drained.report, answer);
        const TerrainGrid& grid = dem.grid;
        const SurfaceFacts facts = directions_ ? SurfaceFacts{} : surface_facts(dem);
        const std::uint64_t outlets = count_outlets(drained.codes, grid);
        const auto largest_cell =
            drained.with_sums([](const auto& sums) { return static_cast<std::uint64_t>(index_of_largest(sums)); });
        const std::string largest =
            drained.with_sums([&](const auto& sums) { return fmt::format("{}", sums[largest_cell]); });
        const auto network = static_cast<std::uint64_t>(
            std::count_if(drained.network.begin(), drained.network.end(), [](std::uint8_t cell) { return cell != 0; }));
        answer.result["rows"] = grid.height;
        answer.result["columns"] = grid.width;
        answer.result["cells"] = cells;
        if (!directions_) {
            answer.result["pits"] = facts.pits;
            answer.result["flat_cells"] = facts.flat;
        }
        answer.result["outlets"] = outlets;
        answer.result["largest_accumulation"] =
            drained.with_sums([&](const auto& sums) { return Json(sums[largest_cell]); });
        answer.result["network_cells"] = network;
        answer.result["method"] = drained.method;
        answer.result["parts"] = drained.parts;
        if (drained.parts > 1) {
            session.reporter().explain(fmt::format(
                "the grid is computed in {} parts, one after the other, since it does not fit in --memory or in the "
                "memory of the device at once",
                drained.parts));
        }
        if (drained.ranked) {
            session.reporter().explain(
                "f32 cannot hold all heights exactly, so heights are replaced by their ranks, and slopes are computed "
                "in f64");
        }
        session.reporter().explain(fmt::format("rounds: {} to fill, {} over flats, {} to accumulate",
                                               drained.fill_rounds, drained.flat_rounds, drained.accumulation_rounds));
        if (session.globals().quiet) {
            answer.text = fmt::format("{}\n", largest);
            return;
        }
        answer.line("cells", fmt::format("{} of {}{}", plural(grid.height, "row"), grid.width,
                                         directions_ ? ""
                                                     : fmt::format(", {} and {} on flats", plural(facts.pits, "pit"),
                                                                   plural(facts.flat, "cell"))));
        answer.line("method", drained.method);
        answer.line("largest", cells == 0 ? "none, since no cell has data"
                                          : fmt::format("{} at row {}, column {} (from 0)", largest,
                                                        largest_cell / grid.width, largest_cell % grid.width));
        answer.line("outlets", fmt::format("{}", outlets));
        if (!drained.network.empty()) {
            answer.line("network", plural(network, "cell"));
        }
    }

    InputOptions input_options_;
    std::vector<std::string> inputs_;
    std::optional<std::string> directions_, weights_, outlets_, pits_;
    std::optional<std::uint64_t> random_, seed_, iterations_;
    std::optional<double> threshold_;
    std::optional<std::pair<double, double>> cell_size_;
    DrainageOutputs outputs_;
    bool include_self_ = false;
    std::string method_ = "auto";
};

}  // namespace

const Command& command_drainage();
const Command& command_drainage() {
    static const Command command = {
        .name = "drainage",
        .summary = "where water flows and gathers on a grid of heights",
        .description =
            "Finds the direction in which each cell of an elevation grid drains (D8), with depressions and flats\n"
            "resolved, or reads the directions (--directions); and finds how much water gathers in each cell. From\n"
            "that follow the network of streams and the watersheds. Directions: ESRI's 1 E, 2 SE, 4 S ... 128 NE, or\n"
            "GRASS's 1 NE, 2 N ... 8 E; 0 if water stays. A cell does not count its own water unless --include-self\n"
            "is given. A grid that does not fit --memory or the device is computed in parts, with the same results;\n"
            "only --iterations needs the whole grid on the device at once.",
        .examples =
            "  vkalgo drainage dem.tif --threshold 1000 --streams rivers.geojson --picture rivers.png\n"
            "  vkalgo drainage etopo5.cdf --output-accumulation water.npy --output-directions ways.tif\n"
            "  vkalgo drainage --directions ways.asc --codes grass --output-accumulation water.asc\n"
            "  vkalgo drainage dem.asc --pits carve --include-self --output-watersheds basins.tif\n"
            "  vkalgo drainage --n 500 --picture hills.png --verify\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<DrainageCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli

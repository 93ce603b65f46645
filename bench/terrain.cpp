// vkalgo_bench_terrain: times drainage from heights to accumulated water, with pits filled or carved. GPU times are
// measured by timestamps, for each span. Results are compared with those of the CPU in the same run. `vkalgo bench
// terrain` compares the times of the steps with those of one core and of GRASS.
//
//     vkalgo_bench_terrain [--device NAME] [--json FILE] [--repetitions R] [--dem FILE]... [--large] [--no-reference]
//
// --dem            a DEM in addition to random hills: .tif, .asc, .npy, .cdf
// --large          also random hills of 16,384 x 16,384 cells
// --no-reference   compare nothing with the CPU
#include "algorithms/terrain/drainage_call.hpp"
#include "bench/cases/terrain_cases.hpp"
#include "bench/harness/harness.hpp"
#include "cli/commands/drainage/random_dem.hpp"
#include "engine/runner.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

struct TerrainBenchArguments : Arguments {
    std::vector<std::string> dems;
    bool large = false;
    bool reference = true;
};

struct Case {
    std::string name;
    formats::Dem dem;
    std::vector<std::string> methods;
    bool reference = true;
    std::vector<PitRule> pits = {PitRule::fill};
};

Json add_row(Json& rows, const std::string& name, const std::string& method, std::uint64_t cells, const Spread& spread,
             const std::string& more) {
    std::printf("%-24s %-18s %10llu  %10.4f %10.4f %10.4f  %s\n", name.c_str(), method.c_str(),
                static_cast<unsigned long long>(cells), spread.median, spread.least, spread.most, more.c_str());
    std::fflush(stdout);
    rows.push_back({{"case", name},
                    {"method", method},
                    {"n", cells},
                    {"gpu_ms", json_of(spread)},
                    {"cells", cells},
                    {"rate_per_second", static_cast<double>(cells) / spread.median * 1e3}});
    return rows.back();
}

/// Times all methods of a case. Ends the program if a result differs from that of the CPU. The CPU runs last, because a
/// device that is idle in between lowers its clocks.
void time_case(Runner& runner, const Case& one, const TerrainBenchArguments& arguments, Json& rows) {
    const std::uint64_t cells = one.dem.grid.cells();
    const bool compares = arguments.reference && one.reference;
    for (const PitRule pits : one.pits) {
        std::vector<Drainage> all;
        for (const std::string& method : one.methods) {
            const DrainageOptions options{.pits = pits,
                                          .row_dx = one.dem.row_dx,
                                          .include_self = true,
                                          .method = method,
                                          .call = {.repeat = arguments.repetitions, .warm_up = true}};
            Drainage found = value_of(drain(runner, one.dem.grid, one.dem.heights, options));
            std::string parts = "rounds " + std::to_string(found.fill_rounds) + ", " +
                                std::to_string(found.flat_rounds) + ", " + std::to_string(found.accumulation_rounds) +
                                ";";
            std::map<std::string, double> spans;
            for (const SpanTime& span : found.report.spans) {
                spans[span.name] += span.depth <= 1 ? span.milliseconds : 0;
            }
            for (const auto& [name, milliseconds] : spans) {
                char words[64];
                std::snprintf(words, sizeof words, " %s %.3f", name.c_str(), milliseconds);
                parts += words;
            }
            add_row(rows, one.name, std::string(to_string(pits)) + ", " + found.method, cells,
                    spread_of(found.report.gpu_milliseconds), parts);
            rows.back()["verified"] = compares;
            rows.back()["spans"] = spans;
            all.push_back(std::move(found));
        }
        if (!compares) {
            continue;
        }
        const DrainedByOneCore expected = value_of(drain_by_one_core(one.dem, pits, 1));
        add_row(rows, one.name, std::string(to_string(pits)) + ", one core", cells, spread_of(expected.all_ms()), {});
        for (const Drainage& found : all) {
            if (found.codes != expected.codes || found.sums != expected.sums) {
                std::fprintf(stderr, "vkalgo_bench_terrain: %s drains %s differently from the processor\n",
                             found.method.c_str(), one.name.c_str());
                std::exit(4);
            }
        }
    }
}

}  // namespace

// An exception (no memory for the JSON) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    TerrainBenchArguments arguments;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (word == "--no-reference") {
            arguments.reference = false;
            return 1;
        }
        if (word == "--large") {
            arguments.large = true;
            return 1;
        }
        if (word == "--dem" && value != nullptr) {
            arguments.dems.emplace_back(value);
            return 2;
        }
        return 0;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    const bool software = context->profile().type == DeviceType::software;
    Json result = head_of("vkalgo_bench_terrain", *context, arguments);
    std::printf("%-24s %-18s %10s  %10s %10s %10s\n", "case", "pits, method", "cells", "median ms", "least", "most");
    Json rows = Json::array();
    const std::uint32_t side = software ? 128 : 2048;
    time_case(
        runner,
        {"hills-" + std::to_string(side), cli::random_dem(side, 1), {"scatter", "scatter-8x8", "gather", "tiled"}},
        arguments, rows);
    for (const std::string& path : arguments.dems) {
        const std::string name = path.substr(path.find_last_of('/') + 1);
        time_case(runner, {name, value_of(formats::read_dem(path)), {"tiled"}, true, {PitRule::fill, PitRule::carve}},
                  arguments, rows);
    }
    if (arguments.large) {
        time_case(runner, {"hills-16384", cli::random_dem(16384, 1), {"tiled"}, false}, arguments, rows);
    }
    result["cases"] = std::move(rows);
    return write_json(result, arguments);
}

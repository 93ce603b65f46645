#include "bench/cases/terrain_cases.hpp"

#include "algorithms/terrain/flow_reference.hpp"
#include "bench/cases/case_bench.hpp"
#include "bench/peers/grass_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "cli/commands/drainage/random_dem.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::bench {
using namespace vkalgo::cli;

namespace {

/// The claim of the course slides (docs/terrain.md) about the speed of accumulation by rounds, compared with one core
/// that runs the same rounds.
constexpr const char* kRoundsClaim = "the slides: up to 8";
constexpr const char* kTooManyRounds =
    "this method takes one round per cell of the longest flow path, which is too many for a DEM of this size";

struct TerrainCase {
    std::string name;
    Dem dem;
    std::uint64_t seed = 0;
};

Result<std::vector<TerrainCase>> terrain_cases(const BenchSettings& settings) {
    std::vector<TerrainCase> cases;
    std::set<std::string> names;
    for (const std::string& path : settings.files) {
        VKALGO_TRY(Dem dem, read_dem(path));
        const std::string stem = std::filesystem::path(path).filename().string();
        std::string name = stem;
        for (int again = 2; !names.insert(name).second; ++again) {
            name = fmt::format("{}-{}", stem, again);
        }
        cases.push_back({name, std::move(dem), 0});
    }
    const std::uint32_t side = settings.scale == Scale::quick ? 48 : settings.scale == Scale::software ? 192 : 2048;
    cases.push_back({fmt::format("hills-{}", side), random_dem(side, settings.seed), settings.seed});
    return cases;
}

/// Returns the milliseconds of the fill and of the directions: the sums over their spans.
std::array<double, 2> parts_of(const std::vector<SpanTime>& spans) {
    std::array<double, 2> parts{};
    for (const SpanTime& span : spans) {
        if (span.depth == 0 && span.name.starts_with("fill")) {
            parts[0] += span.milliseconds;
        } else if (span.depth == 0 && span.name.find("directions") != std::string::npos) {
            parts[1] += span.milliseconds;
        }
    }
    return parts;
}

/// A benchmark of one DEM.
class TerrainBench : CaseBench {
public:
    TerrainBench(Runner& runner, const BenchSettings& settings, const TerrainCase& timed,
                 const std::function<void()>& seen)
        : CaseBench(runner, settings, seen, form_of(timed)), timed_(timed) {}

    static std::size_t count() { return 9 + accumulation_method_names().size(); }

    Result<std::vector<Measurement>> rows() {
        VKALGO_TRY(right_, drain_by_one_core(timed_.dem, PitRule::fill, settings_.repeat));
        add_one_core("fill", right_.fill_ms);
        add_one_core("directions", right_.directions_ms);
        add_one_core("accumulation", right_.accumulation_ms);
        add_one_core("all", right_.all_ms());
        add(by_rounds());
        VKALGO_CHECK(add_drained());
        for (const std::string_view method : accumulation_method_names()) {
            VKALGO_TRY(Measurement row, accumulated_by(std::string(method)));
            add(std::move(row));
        }
        add(by_grass());
        return std::move(rows_);
    }

private:
    static Measurement form_of(const TerrainCase& timed) {
        const TerrainGrid& grid = timed.dem.grid;
        return {.family = "terrain",
                .name = timed.name,
                .n = grid.cells(),
                .seed = timed.seed,
                .work = static_cast<double>(grid.cells()),
                .unit = "cells",
                .facts = {{"rows", grid.height}, {"columns", grid.width}},
                .verified_against = "one core"};
    }

    Comparison as_fast_as_one_core(std::string_view part, bool claimed = false) const {
        return {.baseline = name_of(fmt::format("one-core-{}", part)),
                .speed_up = true,
                .claim = claimed ? kRoundsClaim : ""};
    }

    void add_one_core(std::string_view part, std::vector<double> times) {
        Measurement row = host_row_of(fmt::format("one-core-{}", part), "one core");
        row.gpu_ms = std::move(times);
        row.verified_against = "the device's result";
        add(std::move(row));
    }

    /// Returns whether the DEM is small enough to time methods by rounds. These methods take one round per cell of the
    /// longest flow path, which may visit half of all cells.
    bool is_small() const {
        constexpr std::uint64_t kMax = 5'000'000, kMaxOnSoftware = 200'000;
        return timed_.dem.grid.cells() <= (settings_.scale == Scale::gpu ? kMax : kMaxOnSoftware);
    }

    Measurement by_rounds() {
        Measurement row = host_row_of("one-core-rounds", "one core, rounds");
        if (!is_small()) {
            row.skipped = kTooManyRounds;
            return row;
        }
        std::vector<std::uint32_t> sums;
        row.gpu_ms =
            host_times(settings_.repeat, [&] { sums = accumulation_by_rounds(right_.codes, timed_.dem.grid); });
        row.verified_against = "one core in one pass";
        hold(row, "water", sums, right_.sums);
        by_rounds_ = true;
        return row;
    }

    template <class T>
    static void hold(Measurement& row, std::string_view what, const std::vector<T>& got, const std::vector<T>& right) {
        // Compares the bytes, since heights of cells without data may be NaN.
        const auto ours = std::as_bytes(std::span(got)), theirs = std::as_bytes(std::span(right));
        const auto at = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end()).first;
        if (row.difference.empty() && (at != ours.end() || ours.size() != theirs.size())) {
            row.difference = fmt::format("the {} of cell {} (row by row from 0) differs from that of one core", what,
                                         static_cast<std::size_t>(at - ours.begin()) / sizeof(T));
        }
    }

    DrainageOptions options_for(const std::string& method) const {
        return {.row_dx = timed_.dem.row_dx,
                .include_self = true,
                .method = method,
                .call = {.memory_limit = settings_.memory_limit, .repeat = 1, .warm_up = true}};
    }

    /// Times the fill, the directions and the whole drainage. Each run is a separate call, since a call reports only
    /// the spans of its last run.
    Result<void> add_drained() {
        std::array<Measurement, 3> rows{row_of("fill", "fill"), row_of("directions", "directions"),
                                        row_of("all", "auto")};
        DrainageOptions options = options_for("auto");
        for (int run = 0; run < settings_.repeat; ++run) {
            const auto drained = drain(runner_, timed_.dem.grid, timed_.dem.heights, options);
            if (!drained && !is_refusal(drained.error())) {
                return drained.error();
            }
            if (!drained) {
                for (Measurement& row : rows) {
                    row.skipped = drained.error().message;
                }
                break;
            }
            const auto [fill, directions] = parts_of(drained->report.spans);
            rows[0].gpu_ms.push_back(fill);
            rows[1].gpu_ms.push_back(directions);
            rows[2].gpu_ms.push_back(drained->report.gpu_milliseconds.front());
            rows[0].facts["rounds"] = drained->fill_rounds;
            rows[1].facts["rounds"] = drained->flat_rounds;
            rows[2].method = drained->method;
            rows[2].facts["upload_ms"] = drained->report.upload_milliseconds;
            rows[2].facts["download_ms"] = drained->report.download_milliseconds;
            for (Measurement& row : rows) {
                row.device_bytes = drained->report.device_bytes;
            }
            hold(rows[0], "height", drained->filled, right_.filled);
            hold(rows[1], "direction", drained->codes, right_.codes);
            hold(rows[2], "water", drained->sums, right_.sums);
            options.call.warm_up = false;
        }
        for (Measurement& row : rows) {
            row.comparison = as_fast_as_one_core(row.name.substr(timed_.name.size() + 1));
            add(std::move(row));
        }
        return {};
    }

    Result<Measurement> accumulated_by(const std::string& method) const {
        Measurement row = row_of(fmt::format("accumulation-{}", method), method);
        const bool of_the_slides = method != "tiled";
        if (of_the_slides && settings_.scale != Scale::gpu && !is_small()) {
            row.skipped = kTooManyRounds;
            return row;
        }
        DrainageOptions options = options_for(method);
        options.row_dx = {};
        options.call.repeat = settings_.repeat;
        const auto drained = accumulate_flow(runner_, timed_.dem.grid, right_.codes, options);
        if (!drained && is_refusal(drained.error())) {
            row.skipped = drained.error().message;
            return row;
        }
        if (!drained) {
            return drained.error();
        }
        row.gpu_ms = drained->report.gpu_milliseconds;
        row.device_bytes = drained->report.device_bytes;
        row.about = fmt::format("{} rounds", drained->accumulation_rounds);
        row.facts["rounds"] = drained->accumulation_rounds;
        row.comparison = as_fast_as_one_core(by_rounds_ ? "rounds" : "accumulation", of_the_slides && by_rounds_);
        hold(row, "water", drained->sums, right_.sums);
        return row;
    }

    /// Times GRASS. It routes water through depressions instead of filling them, so some of its directions differ from
    /// ours.
    Measurement by_grass() const {
        Measurement row = host_row_of("grass", "GRASS");
        row.verified_against.clear();
        const auto drained = drain_by_grass(timed_.dem, settings_.repeat, kPeerTimeLimit);
        if (!drained) {
            row.skipped = drained.error().message;
            return row;
        }
        row.method = "r.watershed -s";
        row.about = drained->version;
        row.gpu_ms = drained->milliseconds;
        row.comparison = as_fast_as_one_core("all");
        std::uint64_t same = 0;
        for (std::size_t cell = 0; cell < right_.codes.size(); ++cell) {
            same += drained->codes[cell] == right_.codes[cell] ? 1U : 0U;
        }
        row.facts["same_directions"] = static_cast<double>(same) / static_cast<double>(row.n);
        return row;
    }

    const TerrainCase& timed_;
    DrainedByOneCore right_;
    /// Whether the row of one core by rounds ran. If so, that row is the baseline of the methods, otherwise the row of
    /// one core in one pass is.
    bool by_rounds_ = false;
};

}  // namespace

std::vector<double> DrainedByOneCore::all_ms() const {
    std::vector<double> all;
    for (std::size_t run = 0; run < std::min({fill_ms.size(), directions_ms.size(), accumulation_ms.size()}); ++run) {
        all.push_back(fill_ms[run] + directions_ms[run] + accumulation_ms[run]);
    }
    return all;
}

Result<DrainedByOneCore> drain_by_one_core(const Dem& dem, PitRule pits, int repeat) {
    DrainedByOneCore drained;
    std::vector<FlowWeights> weights;
    if (!dem.row_dx.empty()) {
        VKALGO_TRY(weights, flow_row_weights(dem.row_dx, dem.grid.dy));
    }
    drained.fill_ms = host_times(repeat, [&] { drained.filled = fill_reference(dem.heights, dem.grid); });
    drained.directions_ms = host_times(repeat, [&] {
        drained.codes = directions_reference(drained.filled, dem.grid, true, weights);
        if (pits == PitRule::carve) {
            drained.codes =
                carve_reference(directions_reference(dem.heights, dem.grid, true, weights), drained.codes, dem.grid);
        }
    });
    Result<std::vector<std::uint32_t>> sums = std::vector<std::uint32_t>{};
    drained.accumulation_ms = host_times(repeat, [&] { sums = accumulation_reference(drained.codes, dem.grid, true); });
    VKALGO_TRY(drained.sums, std::move(sums));
    return drained;
}

Result<std::vector<Measurement>> bench_terrain(Runner& runner, const BenchSettings& settings,
                                               const std::function<void(std::size_t, std::size_t)>& seen) {
    VKALGO_TRY(const std::vector<TerrainCase> cases, terrain_cases(settings));
    std::vector<Measurement> rows;
    std::size_t done = 0;
    const std::function<void()> tell = [&] {
        ++done;
        if (seen) {
            seen(done, cases.size() * TerrainBench::count());
        }
    };
    for (const TerrainCase& timed : cases) {
        VKALGO_TRY(auto own, TerrainBench(runner, settings, timed, tell).rows());
        std::move(own.begin(), own.end(), std::back_inserter(rows));
    }
    return rows;
}

}  // namespace vkalgo::bench

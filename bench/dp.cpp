// vkalgo_bench_dp: times the dynamic-programming cases of `vkalgo bench`, and a hand-written LCS kernel beside those of
// the framework. Each output is compared with the CPU or with another method in the same run, unless that would take
// more than five seconds.
//
//     vkalgo_bench_dp [--device NAME] [--json FILE] [--only PART-OF-A-NAME] [--repetitions R] [--quick] [--seed S]
#include "bench/cases/dp_cases.hpp"
#include "bench/lcs_by_hand.hpp"
#include "bench/lcs_length.hpp"
#include "engine/context.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using bench::Measurement;
using cli::Json;

/// Returns the value. An error ends the program.
template <class T>
T value_of(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "vkalgo_bench_dp: %s [%s]\n", result.error().message.c_str(),
                     result.error().where.c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

struct Arguments {
    std::string device;
    std::string json;
    bench::BenchSettings settings;
    bool quick = false;
};

Arguments parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool valued = i + 1 < argc;
        if (word == "--quick") {
            arguments.quick = true;
        } else if (word == "--device" && valued) {
            arguments.device = argv[++i];
        } else if (word == "--json" && valued) {
            arguments.json = argv[++i];
        } else if (word == "--only" && valued) {
            arguments.settings.only = argv[++i];
        } else if (word == "--repetitions" && valued) {
            arguments.settings.repeat = std::max(1, std::atoi(argv[++i]));
        } else if (word == "--seed" && valued) {
            arguments.settings.seed = std::strtoull(argv[++i], nullptr, 10);
        } else {
            std::fprintf(stderr, "vkalgo_bench_dp: unknown argument '%s'%s\n", word.c_str(),
                         valued ? "" : ", or its value is missing");
            std::exit(2);
        }
    }
    return arguments;
}

Measurement hand_row(const bench::DpCase& timed, const bench::HandShape& shape) {
    Measurement row;
    row.family = "dp";
    row.name = "lcs-by-hand-" + std::to_string(timed.n);
    row.method = "by hand";
    row.n = static_cast<std::uint64_t>(timed.n);
    row.unit = "cells";
    row.about = bench::to_string(shape);
    row.work = static_cast<double>(timed.n + 1) * static_cast<double>(timed.m + 1);
    return row;
}

/// Returns the row of the hand-written kernel in its fastest shape, for the strings of the framework's row. If a shape
/// gives a wrong length, returns the row of that shape.
Measurement measure_by_hand(Runner& runner, const bench::DpCase& timed, std::uint64_t seed,
                            const Arguments& arguments) {
    Measurement best = hand_row(timed, {});
    if (!bench::runs_by_hand(runner.context().profile())) {
        best.skipped = "needs subgroups of 8 to 32 invocations and workgroups that may wait for each other";
        return best;
    }
    const dp::Instance instance = value_of(bench::draw_case(timed, seed));
    const std::uint64_t expected = bench::lcs_length(instance.inputs.at("x").data, instance.inputs.at("y").data);
    for (const bench::HandShape& shape : bench::kHandShapes) {
        const bench::HandRun run = value_of(bench::run_by_hand(
            runner, instance.inputs.at("x").data, instance.inputs.at("y").data, shape, arguments.settings.repeat));
        Measurement row = hand_row(timed, shape);
        row.seed = seed;
        row.gpu_ms = run.milliseconds;
        row.verified_against = "a bit-parallel LCS on the CPU";
        if (expected != run.length) {
            row.difference = "the hand-written kernel finds the length " + std::to_string(run.length) + ", not " +
                             std::to_string(expected) + " (" + row.about + ")";
            return row;
        }
        if (!best.ran() || cli::spread_of(row.gpu_ms).median < cli::spread_of(best.gpu_ms).median) {
            best = row;
        }
    }
    return best;
}

/// Adds a row of the hand-written kernel for each size of lcs by `tile` that this kernel can run. The framework's row
/// is compared with it.
std::vector<Measurement> with_hand_rows(Runner& runner, std::vector<Measurement> rows, const Arguments& arguments) {
    const std::vector<bench::DpCase> cases = bench::dp_cases(arguments.settings);
    const std::size_t framework = rows.size();
    for (std::size_t k = 0; k < framework; ++k) {
        if (!cases[k].name.starts_with("lcs-tile-") || cases[k].n > bench::hand::kLargest) {
            continue;
        }
        rows.push_back(measure_by_hand(runner, cases[k], rows[k].seed, arguments));
        rows[k].comparison = bench::Comparison{rows.back().name, {}, false};
        if (arguments.settings.scale == bench::Scale::gpu) {
            rows[k].comparison->limit = 1.10;
        }
    }
    return rows;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments = parse(argc, argv);
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    arguments.settings.scale = bench::scale_of(context->profile(), arguments.quick);

    std::vector<Measurement> rows = value_of(bench::bench_dp(runner, arguments.settings));
    rows = with_hand_rows(runner, std::move(rows), arguments);
    bench::compare(rows);
    std::printf("%s, %s\n%s", context->profile().name.c_str(), context->profile().driver.c_str(),
                bench::measurements_text(rows).c_str());

    if (!arguments.json.empty()) {
        Json result = {{"program", "vkalgo_bench_dp"},
                       {"device", cli::device_json(context->profile())},
                       {"repetitions", arguments.settings.repeat},
                       {"cases", Json::array()}};
        for (const Measurement& row : rows) {
            result["cases"].push_back(bench::measurement_json(row));
        }
        std::ofstream file(arguments.json);
        file << cli::dump(result);
        if (!file.flush()) {
            std::fprintf(stderr, "vkalgo_bench_dp: cannot write '%s'\n", arguments.json.c_str());
            return 1;
        }
    }
    return bench::first_difference(rows).empty() ? 0 : 4;
}

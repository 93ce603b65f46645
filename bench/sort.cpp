// vkalgo_bench_sort: times the cases of `vkalgo bench sort` at more sizes, and the parallel sort of libstdc++. Each
// result is checked in the same run.
//
//     vkalgo_bench_sort [--device NAME] [--json FILE] [--repetitions R] [--sweep | --paper [--row-seconds S]
//                       [--all-seconds S] [--tables T,...] [--methods M,...]]
//
// --sweep   time shapes of the methods on 2^24 keys (2^16 on software devices) instead, for tuning
// --paper   time the tables of the Shellsort paper instead, next to its figures, and distributions (docs/shellsort.md).
//           A row is skipped, with the reason, if smaller rows of the same kind predict more than --row-seconds
//           (default 10) for it, or if the total would exceed --all-seconds (default 480). --tables (1 2 3a 3b 4 5
//           distributions threads) and --methods select some of the tables and methods. FILE is rewritten after each
//           table.
#include "algorithms/sort/sort.hpp"

#include "algorithms/sort/sort_tuning.hpp"
#include "bench/cases/sort_cases.hpp"
#include "bench/harness/harness.hpp"
#include "bench/harness/rows.hpp"
#include "bench/sort/paper_tables.hpp"
#include "bench/sort/processor_sorts.hpp"
#include "bench/sort/workload.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

/// Returns a row of --sweep.
Json row_of(const std::string& name, const std::string& method, std::uint64_t n, const Spread& spread) {
    const double rate = static_cast<double>(n) / spread.median * 1e3;
    std::printf("%-28s %-13s %11llu  %10.4f %10.4f %10.4f  %8.3f Gkeys/s\n", name.c_str(), method.c_str(),
                static_cast<unsigned long long>(n), spread.median, spread.least, spread.most, rate * 1e-9);
    std::fflush(stdout);
    return {{"case", name}, {"method", method},        {"n", n},          {"gpu_ms", json_of(spread)},
            {"keys", n},    {"rate_per_second", rate}, {"verified", true}};
}

/// Returns the row of libstdc++'s parallel sort; nullopt if the program was built without that sort.
std::optional<Measurement> parallel_row(const SortCase& timed, int repetitions) {
    const auto timing = time_parallel_sort(timed.type, random_keys(timed.type, timed.count), repetitions);
    if (!timing) {
        return std::nullopt;
    }
    Measurement row{.family = "sort", .method = "parallel sort", .about = "libstdc++", .n = timed.count};
    const std::string stem = std::string("sort-") + to_string(timed.type) + "-" + std::to_string(timed.count);
    row.name = stem + "-parallel";
    row.seed = 4711;  // The seed of random_keys
    row.work = static_cast<double>(timed.count);
    row.unit = "keys";
    row.gpu_ms = timing->milliseconds;
    row.by_host = true;
    row.facts["threads"] = timing->threads;
    row.verified_against = "std::sort";
    row.comparison = Comparison{.baseline = stem + "-one-core", .speed_up = true};
    return row;
}

/// Times the sorts of `vkalgo bench sort` at more sizes, without NumPy, and the parallel sort.
std::vector<Measurement> table(Runner& runner, const Arguments& arguments) {
    const bool software = runner.context().profile().type == DeviceType::software;
    std::vector<SortCase> cases;
    for (const ElementType type : {ElementType::u32, ElementType::u64}) {
        for (const int log2 : {10, 16, 18, 20, 22, 24, 26, 28}) {
            if ((software && log2 > 18) || (type == ElementType::u64 && (log2 % 4 != 0 || log2 > 24))) {
                continue;
            }
            for (const bool values : {false, true}) {
                cases.push_back({.type = type, .values = values, .count = std::uint64_t{1} << log2, .by_numpy = false});
            }
        }
    }
    BenchSettings settings;
    settings.repeat = arguments.repetitions;
    std::vector<Measurement> rows = value_of(bench_sorts(runner, settings, cases));
    for (const SortCase& timed : cases) {
        if (timed.values || timed.count > std::uint64_t{1} << 26) {  // Larger sizes take seconds per run
            continue;
        }
        if (auto row = parallel_row(timed, arguments.repetitions)) {
            rows.push_back(std::move(*row));
        }
    }
    compare(rows);
    return rows;
}

Json sweep(Runner& runner, const Arguments& arguments) {
    const DeviceProfile& profile = runner.context().profile();
    const std::uint64_t n = std::uint64_t{1} << (profile.type == DeviceType::software ? 16 : 24);
    SortWorkload work(runner, ElementType::u32, random_keys(ElementType::u32, n));
    Json rows = Json::array();
    const auto time = [&](const SortOptions& options, const SortTuning& tuning, const std::string& name) {
        const SortTiming timing = work.sort(options, {.repetitions = arguments.repetitions}, &tuning);
        rows.push_back(row_of(name, timing.method, n, timing.spread));
    };
    const SortOptions pratt{.method = "pratt"};
    for (const std::uint32_t threads : {128U, 512U, 1024U}) {
        for (const std::uint64_t columns : {8U, 16U, 32U, 64U, 128U, 256U}) {
            SortTuning tuning = sort_tuning(pratt, profile);
            tuning.pratt_columns_from = ~std::uint64_t{0};
            tuning.threads = threads;
            tuning.pratt.rows = tuning.pratt.tile / columns;
            time(pratt, tuning, std::to_string(threads) + " threads, " + std::to_string(columns) + " columns");
        }
    }
    for (const std::uint32_t height : {32U, 64U, 128U}) {
        for (const std::uint32_t threads : {32U, 64U, 128U}) {
            SortTuning tuning = sort_tuning(pratt, profile);
            tuning.pratt_columns_from = 0;
            tuning.pratt_column_rows = height;
            tuning.pratt_column_threads = threads;
            time(pratt, tuning, std::to_string(threads) + " threads, columns of " + std::to_string(height) + " rows");
        }
    }
    const SortOptions radix{.method = "radix"};
    for (const std::uint32_t threads : {128U, 256U, 512U}) {
        for (const std::uint32_t each : {4U, 8U, 16U, 24U}) {
            SortTuning tuning = sort_tuning(radix, profile);
            if (4 * (std::uint64_t{threads} / tuning.lanes << tuning.bits) > profile.shared_memory) {
                continue;
            }
            tuning.radix_threads = threads;
            tuning.each = each;
            time(radix, tuning, std::to_string(threads) + " threads x " + std::to_string(each));
        }
    }
    const SortOptions onesweep{.method = "onesweep"};
    for (const SweepShape shape :
         {SweepShape{256, 16, 1}, SweepShape{384, 12, 1}, SweepShape{512, 8, 1}, SweepShape{512, 20, 1},
          SweepShape{512, 24, 2}, SweepShape{512, 32, 2}, SweepShape{512, 40, 2}, SweepShape{512, 44, 2}}) {
        SortTuning tuning = sort_tuning(onesweep, profile);
        if (4 * (std::uint64_t{shape.threads} * (shape.each / shape.rounds) + 512) > profile.shared_memory) {
            continue;
        }
        tuning.sweep = tuning.few_sweep = shape;
        time(onesweep, tuning,
             std::to_string(shape.threads) + " threads x " + std::to_string(shape.each) + " in " +
                 std::to_string(shape.rounds));
    }
    return rows;
}

}  // namespace

// An exception (no memory for the keys) ends the program.
int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape)
    Arguments arguments;
    PaperArguments paper;
    parse(argc, argv, arguments, [&](const std::string& word, const char* value) {
        if (word == "--paper") {
            paper.wanted = true;
            return 1;
        }
        std::vector<std::string>* const names = word == "--tables"    ? &paper.tables
                                                : word == "--methods" ? &paper.methods
                                                                      : nullptr;
        if (names != nullptr && value != nullptr) {
            std::istringstream list(value);
            for (std::string name; std::getline(list, name, ',');) {
                names->push_back(name);
            }
            return 2;
        }
        double* const seconds = word == "--row-seconds"   ? &paper.row_seconds
                                : word == "--all-seconds" ? &paper.all_seconds
                                                          : nullptr;
        if (seconds == nullptr || value == nullptr) {
            return 0;
        }
        *seconds = std::atof(value);
        return 2;
    });
    ContextOptions options;
    options.device = arguments.device;
    const auto context = value_of(Context::create(options));
    Runner runner = value_of(Runner::create(*context));
    Json result = head_of("vkalgo_bench_sort", *context, arguments);
    if (paper.wanted) {
        result["tables"] = paper_tables(runner, paper, arguments.repetitions, [&](const Json& tables) {
            result["tables"] = tables;
            write_json(result, arguments);
        });
        return write_json(result, arguments);
    }
    if (arguments.sweep) {
        std::printf("%-28s %-13s %11s  %10s %10s %10s\n", "case", "method", "n", "median ms", "least", "most");
        result["sweep"] = sweep(runner, arguments);
        return write_json(result, arguments);
    }
    const std::vector<Measurement> rows = table(runner, arguments);
    return write_rows(rows, result, arguments);
}

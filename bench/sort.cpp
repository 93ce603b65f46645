// vkalgo_bench_sort: times our sorts by method, type and size, GPU time by timestamps, and the processor's sorts, with
// one thread and with all, by the host's clock. Each result is checked in the same run.
//
//     vkalgo_bench_sort [--device NAME] [--json FILE] [--repetitions R] [--sweep | --paper [--row-seconds S]
//                       [--all-seconds S] [--tables T,...] [--methods M,...]]
//
// --sweep   time shapes of the methods on 2^24 keys (2^16 on software devices) instead, for tuning
// --paper   instead, time the tables of the Shellsort paper, next to its figures, and distributions
// (docs/shellsort.md).
//           A row is skipped, and reports why, if it is expected, from smaller rows of the same kind, to take more than
//           --row-seconds (10), or if the total would exceed --all-seconds (480). --tables (1 2 3a 3b 4 5 distributions
//           threads) and --methods select some of them. FILE is rewritten after each table
#include "algorithms/sort/sort.hpp"

#include "algorithms/sort/sort_tuning.hpp"
#include "bench/harness/harness.hpp"
#include "bench/sort/paper_tables.hpp"
#include "bench/sort/processor_sorts.hpp"
#include "bench/sort/workload.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace vkalgo;
using namespace vkalgo::bench;

/// Returns a row of the result. `clock`: "gpu_ms" or "host_ms".
Json row_of(const std::string& name, const std::string& method, std::uint64_t n, const Spread& spread,
            const char* clock = "gpu_ms") {
    const double rate = static_cast<double>(n) / spread.median * 1e3;
    std::printf("%-28s %-13s %11llu  %10.4f %10.4f %10.4f  %8.3f Gkeys/s\n", name.c_str(), method.c_str(),
                static_cast<unsigned long long>(n), spread.median, spread.least, spread.most, rate * 1e-9);
    std::fflush(stdout);
    return {{"case", name}, {"method", method},        {"n", n},          {clock, json_of(spread)},
            {"keys", n},    {"rate_per_second", rate}, {"verified", true}};
}

Json table(Runner& runner, const Arguments& arguments) {
    const bool software = runner.context().profile().type == DeviceType::software;
    Json rows = Json::array();
    for (const ElementType type : {ElementType::u32, ElementType::u64}) {
        for (const int log2 : {10, 16, 18, 20, 22, 24, 26, 28}) {
            if ((software && log2 > 18) || (type == ElementType::u64 && (log2 % 4 != 0 || log2 > 24))) {
                continue;
            }
            const std::uint64_t n = std::uint64_t{1} << log2;
            SortWorkload work(runner, type, random_keys(type, n));
            const auto name = [&](bool values) {
                return std::string("sort-") + to_string(type) + (values ? "-values-" : "-") + std::to_string(n);
            };
            if (log2 <= 26) {  // Larger sizes take seconds per run
                for (const auto& peer : time_processor_sorts(type, work.before(), arguments.repetitions)) {
                    rows.push_back(row_of(name(false), peer.method, n, peer.spread, "host_ms"));
                    rows.back()["threads"] = peer.threads;
                }
            }
            for (const bool values : {false, true}) {
                for (const std::string_view method : sort_method_names()) {
                    const SortOptions options{
                        .type = type, .values = values, .stable = false, .method = std::string(method)};
                    if (method.rfind("shell-", 0) == 0 || !plan_sort({options, n}, runner.context().profile())) {
                        continue;  // --paper has the Shellsorts, some of which take minutes
                    }
                    const SortTiming timing = work.sort(options, {.repetitions = arguments.repetitions});
                    rows.push_back(row_of(name(values), timing.method, n, timing.spread));
                }
            }
        }
    }
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
    std::printf("%-28s %-13s %11s  %10s %10s %10s\n", "case", "method", "n", "median ms", "least", "most");
    result[arguments.sweep ? "sweep" : "cases"] = arguments.sweep ? sweep(runner, arguments) : table(runner, arguments);
    return write_json(result, arguments);
}

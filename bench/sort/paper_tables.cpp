#include "bench/sort/paper_tables.hpp"

#include "algorithms/sort/sort_phases.hpp"
#include "formats/random_array.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::bench {
namespace {

constexpr std::array<const char*, 11> kAll{"shell-seq", "shell-0", "shell-a", "shell-b", "shell-c", "shell-d",
                                           "shell-e",   "shell-f", "pratt",   "radix",   "onesweep"};
SortOptions options_of(const char* method, std::uint32_t threads, std::uint32_t elements, ShellRuns runs) {
    SortOptions options;
    options.method = method;
    if (options.method.rfind("shell-", 0) == 0) {  // The other methods take no parameters
        options.shell = {.max_threads = threads, .min_elements = elements, .runs = runs};
    }
    return options;
}

void title(const std::string& text) {
    std::printf("\n%s\n", text.c_str());
}

/// Returns the part of a title that says how the shell methods cut classes into runs.
std::string limits(std::uint32_t threads, std::uint32_t least) {
    return ", with at most " + std::to_string(threads) + " threads per class and at least " + std::to_string(least) +
           (least == 1 ? " key" : " keys") + " per thread";
}

Json json_or_null(double number) {
    return number == kUnpublished ? Json(nullptr) : Json(number);
}
std::string number(double value, int digits) {
    char text[40] = "-";
    if (value != kUnpublished) {
        std::snprintf(text, sizeof(text), "%.*f", digits, value);
    }
    return text;
}

/// Exchanges n / 200 random pairs of n keys, so about one key in a hundred moves.
void exchange_some(std::vector<std::byte>& keys) {
    const std::uint64_t count = keys.size() / 4;
    Random random(99);
    for (std::uint64_t turn = 0; turn < count / 200; ++turn) {
        const auto at = [&] { return keys.begin() + static_cast<std::ptrdiff_t>(4 * random.below(count)); };
        const auto first = at();
        std::swap_ranges(first, first + 4, at());
    }
}

class PaperTables {
public:
    PaperTables(Runner& runner, const PaperArguments& arguments, int repetitions)
        : runner_(runner),
          arguments_(arguments),
          rows_(runner, arguments, repetitions),
          software_(runner.context().profile().type == DeviceType::software) {}

    Json run(const std::function<void(const Json&)>& save) {
        Json tables;
        const auto make = [&](const char* id, const char* name, auto table) {
            if (among(arguments_.tables, id)) {
                tables[name] = table();
                save(tables);
            }
        };
        make("2", "table II", [&] { return reads_and_writes(); });
        make("5", "table V", [&] { return machines(); });
        make("3a", "table III, 512 threads", [&] { return increments(1'000'000, 512, 1, kTable3First); });
        make("3b", "table III, 256 threads", [&] { return increments(1'000'000, 256, 2, kTable3Second); });
        make("4", "table IV", [&] { return increments(500'000, 512, 5, kTable4); });
        make("1", "table I", [&] { return sizes(); });
        make("distributions", "distributions", [&] { return distributions(); });
        make("threads", "threads", [&] { return threads(); });
        return tables;
    }

private:
    SortWorkload workload(std::uint64_t count) {
        return {runner_, ElementType::u32, random_keys(ElementType::u32, count)};
    }

    /// Measures Table II: means over several arrays, by the model, without a device.
    Json reads_and_writes() {
        title("Table II: reads and writes per thread (model), means of 20 arrays; at most 512 threads per class");
        Json rows = Json::array();
        for (const auto& [count, least] : {std::pair{1000U, 5U}, {10'000U, 1U}}) {
            for (const char* method : {"shell-d", "shell-e"}) {
                const SortOptions options = options_of(method, 512, least, ShellRuns::text);
                const DeviceProfile& profile = runner_.context().profile();
                const SortPlan plan = value_of(plan_sort({options, count}, profile));
                std::vector<SortPhase> sums;
                constexpr std::uint64_t kArrays = 20;
                for (std::uint64_t seed = 1; seed <= kArrays; ++seed) {
                    const auto keys =
                        formats::random_array(ElementType::u32, count, formats::Distribution::uniform, seed).data;
                    const auto phases = value_of(sort_phases(plan, profile, keys, {}));
                    sums.resize(phases.size());
                    for (std::size_t i = 0; i < phases.size(); ++i) {
                        const SortPhase sum = sums[i];
                        sums[i] = phases[i];
                        sums[i].passes += sum.passes;
                        sums[i].reads += sum.reads;
                        sums[i].writes += sum.writes;
                    }
                }
                std::printf(
                    "%u keys, at least %u per thread, %s: increment, threads per class, keys per thread, reads, "
                    "writes, passes\n",
                    count, least, method);
                for (const SortPhase& sum : sums) {
                    std::printf("%12llu %8llu %10.2f %10.2f %10.2f %10.2f\n",
                                static_cast<unsigned long long>(sum.increment),
                                static_cast<unsigned long long>(sum.threads_per_class), sum.elements_per_thread,
                                sum.reads / kArrays, sum.writes / kArrays, sum.passes / kArrays);
                    rows.push_back({{"n", count},
                                    {"method", method},
                                    {"increment", sum.increment},
                                    {"classes", sum.classes},
                                    {"threads_per_class", sum.threads_per_class},
                                    {"elements_per_thread", sum.elements_per_thread},
                                    {"reads", sum.reads / kArrays},
                                    {"writes", sum.writes / kArrays},
                                    {"passes", sum.passes / kArrays}});
                }
            }
        }
        return rows;
    }

    Json machines() {
        title("Table V: ms per sort of 400,000 keys" + limits(512, 5) + " (paper: machine C, GeForce 8600 GT)");
        SortWorkload work = workload(400'000);
        Json rows = Json::array();
        // The paper reports 3.92 s, 5.61 s and 3.78 s for 20 sorts.
        for (const auto& [method, paper] : {std::pair{"shell-seq", 196.0},
                                            {"shell-b", 280.5},
                                            {"shell-d", 189.0},
                                            {"shell-e", kUnpublished},
                                            {"shell-f", kUnpublished},
                                            {"pratt", kUnpublished},
                                            {"auto", kUnpublished}}) {
            rows.push_back(rows_.timed_row(work, options_of(method, 512, 5, ShellRuns::table), method, paper));
        }
        return rows;
    }

    /// Measures Tables III and IV: one column per method, with our times and the paper's.
    Json increments(std::uint64_t count, std::uint32_t threads, std::uint32_t least, const PaperPhases& paper) {
        title("Times by increment: ms of one sort of " + std::to_string(count) + " keys" + limits(threads, least) +
              ", and the paper's");
        SortWorkload work = workload(count);
        Json rows = Json::array();
        constexpr std::array<const char*, 4> kMethods{"shell-seq", "shell-b", "shell-d", "shell-e"};
        std::array<std::vector<SpanTime>, kMethods.size()> spans;
        std::printf("%10s", "increment");
        for (std::size_t m = 0; m < kMethods.size(); ++m) {
            SortOptions options = options_of(kMethods[m], threads, least, ShellRuns::table);
            options.phases = true;
            Json row{{"n", count}, {"asked", options.method}, {"max_threads", threads}, {"min_elements", least}};
            if (auto timing = rows_.time(work, options, row)) {
                spans[m] = std::move(timing->spans);
            }
            rows.push_back(row);
            std::printf("%12s %9s", kMethods[m], "paper");
        }
        std::printf("\n");
        std::array<std::array<double, 2>, kMethods.size()> totals{};
        for (const auto& line : paper) {
            const auto increment = static_cast<std::uint64_t>(line[0]);
            std::printf("%10llu", static_cast<unsigned long long>(increment));
            for (std::size_t m = 0; m < kMethods.size(); ++m) {
                // The paper's numbers are seconds for 100 sorts.
                const double paper_ms = line[m + 1] < 0 ? kUnpublished : line[m + 1] * 10;
                const auto span = std::find_if(spans[m].begin(), spans[m].end(), [&](const SpanTime& one) {
                    return one.name == "increment " + std::to_string(increment);
                });
                const double ms = span == spans[m].end() ? kUnpublished : span->milliseconds;
                rows[m]["phases"].push_back(
                    {{"increment", increment}, {"ms", json_or_null(ms)}, {"paper_ms", json_or_null(paper_ms)}});
                std::printf("%12s %9s", number(ms, 4).c_str(), number(paper_ms, 1).c_str());
                totals[m][0] += std::max(ms, 0.0);
                totals[m][1] += std::max(paper_ms, 0.0);
            }
            std::printf("\n");
        }
        std::printf("%10s", "total");
        for (const auto& [ms, paper_ms] : totals) {
            std::printf("%12s %9s", number(ms, 4).c_str(), number(paper_ms, 1).c_str());
        }
        std::printf("\n");
        std::fflush(stdout);
        return rows;
    }

    Json sizes() {
        title("Table I: ms per sort by size" + limits(512, 1) + " (paper: machine A)");
        Json rows = Json::array();
        for (const std::uint64_t count : table_1_sizes()) {
            SortWorkload work = workload(count);
            for (const char* method : kAll) {
                rows.push_back(rows_.timed_row(work, options_of(method, 512, 1, ShellRuns::table),
                                               std::to_string(count) + " " + method, table_1(count, method)));
            }
        }
        return rows;
    }

    Json threads() {
        title("Threads per class: ms per sort, with at least 1 key per thread");
        Json rows = Json::array();
        for (const std::uint64_t count : {1024U, 65'536U, 1'048'576U, 56'975'000U}) {
            if (rows_.spent() || (software_ && count > 1'048'576)) {
                rows.push_back({{"n", count}, {"skipped", "not run: no time left, or a software device"}});
                std::printf("%llu keys not run: no time left, or a software device\n",
                            static_cast<unsigned long long>(count));
                continue;
            }
            SortWorkload work = workload(count);
            for (const char* method : kAll) {
                const SortOptions first = options_of(method, 512, 1, ShellRuns::table);
                const bool runs = method > std::string("shell-a") && method < std::string("shell-g");
                for (const std::uint32_t most : {128U, 256U, 512U, 1024U}) {
                    if (!runs && most != 512) {
                        continue;
                    }
                    SortOptions options = first;
                    options.shell.max_threads = most;
                    rows.push_back(rows_.timed_row(
                        work, options,
                        std::to_string(count) + " " + method + (runs ? " x " + std::to_string(most) : "")));
                    rows.back()["max_threads"] = most;
                }
            }
        }
        return rows;
    }

    /// Times the distributions. Method pratt compares the same pairs of positions whatever the keys are, so the other
    /// methods are compared with it.
    Json distributions() {
        title("Distributions: ms per sort; shell-d" + limits(512, 1));
        Json rows = Json::array();
        for (const int log2 : software_ ? std::vector<int>{14, 16} : std::vector<int>{20, 24}) {
            const std::uint64_t count = std::uint64_t{1} << log2;
            std::vector<std::string> names(formats::kDistributionNames.begin(), formats::kDistributionNames.end());
            names.emplace_back("almost sorted");
            for (const std::string& name : names) {
                const bool almost = name == "almost sorted";
                const auto distribution = almost ? formats::Distribution::sorted : *formats::distribution_from(name);
                std::vector<std::byte> keys = formats::random_array(ElementType::u32, count, distribution, 1).data;
                if (almost) {
                    exchange_some(keys);
                }
                SortWorkload work(runner_, ElementType::u32, std::move(keys));
                for (const char* method : {"pratt", "radix", "onesweep", "shell-d"}) {
                    rows.push_back(rows_.timed_row(work, options_of(method, 512, 1, ShellRuns::table),
                                                   std::to_string(count) + " " + name + " " + method));
                    rows.back()["distribution"] = name;
                }
            }
        }
        return rows;
    }

    Runner& runner_;
    const PaperArguments& arguments_;
    PaperRows rows_;
    bool software_;
};

}  // namespace

Json paper_tables(Runner& runner, const PaperArguments& arguments, int repetitions,
                  const std::function<void(const Json&)>& save) {
    return PaperTables(runner, arguments, repetitions).run(save);
}

}  // namespace vkalgo::bench

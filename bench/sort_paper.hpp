#pragma once

#include "algorithms/sort/sort_phases.hpp"
#include "bench/sort_workload.hpp"
#include "cli/random.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// `vkalgo_bench_sort --paper`: the tables of F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort, made
/// again on this device beside the paper's own figures, which are of an i5 560M and a Quadro NVS 3100M ("A").
namespace vkalgo::bench {

struct PaperArguments {
    bool wanted = false;
    /// for one row: a sort that is expected to take longer is not run; for all rows together
    double row_seconds = 10;
    double all_seconds = 480;
    /// Tables and methods by name; none: all.
    std::vector<std::string> tables, methods;
};

inline bool among(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

class PaperTables {
public:
    PaperTables(Runner& runner, const PaperArguments& arguments, int repetitions)
        : runner_(runner),
          arguments_(arguments),
          repetitions_(repetitions),
          software_(runner.context().profile().type == DeviceType::software) {}

    /// `save(tables)` is called after each table, so that a process that is ended early leaves what it has.
    template <class Save>
    Json run(Save save) {
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
    using Clock = std::chrono::steady_clock;
    /// The paper's milliseconds per sort; below 0: not there.
    struct PaperTimes {
        double seq, zero, a, b, d, e;
    };
    static constexpr double kNone = -1;
    static constexpr const char* kNotAsked = "not asked for";
    /// An increment, and seconds for 100 sorts by the linear one, B, D and E.
    using PaperPhases = std::vector<std::array<double, 5>>;

    static double published(const PaperTimes& times, std::string_view method) {
        constexpr std::array<std::string_view, 6> kMethods{"shell-seq", "shell-0", "shell-a",
                                                           "shell-b",   "shell-d", "shell-e"};
        const std::array<double, 6> all{times.seq, times.zero, times.a, times.b, times.d, times.e};
        const auto* const found = std::find(kMethods.begin(), kMethods.end(), method);
        return found == kMethods.end() ? kNone : all[static_cast<std::size_t>(found - kMethods.begin())];
    }

    static SortOptions options_of(const char* method, std::uint32_t threads, std::uint32_t elements, ShellRuns runs) {
        SortOptions options;
        options.method = method;
        if (options.method.rfind("shell-", 0) == 0) {  // the others take no parameters
            options.shell = {.max_threads = threads, .min_elements = elements, .runs = runs};
        }
        return options;
    }

    /// Seconds that a sort by these options will take, by sorts of other sizes by the same; 0 if there are none. Up to
    /// a size that was measured in proportion; beyond all of them with the exponent that the greatest and one of at
    /// most a quarter of its keys show, and 0.2 more, at least 1.3, which suits all that sort and is more than B and C
    /// take.
    double expected_seconds(const std::string& kind, std::uint64_t count) const {
        const auto found = history_.find(kind);
        if (found == history_.end() || found->second.empty()) {
            return 0;
        }
        const auto& measured = found->second;
        const auto share = [&](std::uint64_t of) { return static_cast<double>(count) / static_cast<double>(of); };
        if (const auto larger = measured.lower_bound(count); larger != measured.end()) {
            return larger->second / 1e3 * share(larger->first);
        }
        const auto& [most, last] = *measured.rbegin();
        double power = 1.3;
        if (const auto above = measured.upper_bound(most / 4); above != measured.begin()) {
            const auto& [few, first] = *std::prev(above);
            power =
                std::clamp(std::log(last / first) / std::log(static_cast<double>(most) / static_cast<double>(few)) + 0.2,
                           power, 2.5);
        }
        return last / 1e3 * std::pow(share(most), power);
    }

    double spent_seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    /// Times one row, or says why not.
    std::optional<SortTiming> time(SortWorkload& work, const SortOptions& options, Json& row) {
        const std::string kind = options.method + " " + std::to_string(options.shell.max_threads) + " " +
                                 std::to_string(options.shell.min_elements);
        const double expected = expected_seconds(kind, work.count());
        const auto plan = plan_sort({options, work.count()}, runner_.context().profile());
        std::string reason;
        if (!plan) {
            reason = "refused: " + plan.error().message;
        } else if (!among(arguments_.methods, options.method)) {
            reason = kNotAsked;
        } else if (expected > arguments_.row_seconds) {
            char text[80];
            std::snprintf(text, sizeof(text), "over budget: about %.3g s expected", expected);
            reason = text;
        } else if (spent_seconds() + 2 * expected > arguments_.all_seconds) {
            reason = "not run: no time left";
        }
        if (!reason.empty()) {
            row["skipped"] = reason;
            return std::nullopt;
        }
        const double left = std::min(arguments_.row_seconds, arguments_.all_seconds - spent_seconds());
        const SortEffort effort{repetitions_, left * 1e3, false};
        SortTiming timing = work.sort(options, effort);
        history_[kind][work.count()] = timing.wall_ms;
        row["method"] = timing.method;
        row[plan->on_host() ? "host_ms" : "gpu_ms"] = json_of(timing.spread);
        row["unsorted_pairs"] = timing.unsorted_pairs;
        row["dispatches"] = timing.dispatches;
        return timing;
    }

    static void title(const std::string& text) { std::printf("\n%s\n", text.c_str()); }

    /// One line: what, our time or the reason, and the paper's time with the ratio.
    static void print(const std::string& name, const Json& row, double paper_ms) {
        if (row.value("skipped", "") == kNotAsked) {
            return;
        }
        std::string line = name + std::string(name.size() < 40 ? 40 - name.size() : 1, ' ');
        char text[160];
        if (row.contains("skipped")) {
            std::printf("%s %s\n", line.c_str(), row["skipped"].get<std::string>().c_str());
            return;
        }
        const Json& spread = row.contains("gpu_ms") ? row["gpu_ms"] : row["host_ms"];
        const double median = spread["median"];
        std::snprintf(text, sizeof(text), "%12.4f %12.4f %12.4f", median, spread["least"].get<double>(),
                      spread["most"].get<double>());
        line += text;
        if (paper_ms >= 0) {
            std::snprintf(text, sizeof(text), "   paper %10.3f  %8.1f x", paper_ms, paper_ms / median);
            line += text;
        }
        if (row["unsorted_pairs"] != 0) {
            line += "   unsorted pairs " + std::to_string(row["unsorted_pairs"].get<std::uint64_t>());
        }
        std::printf("%s\n", line.c_str());
        std::fflush(stdout);
    }

    Json timed_row(SortWorkload& work, const SortOptions& options, const std::string& name, double paper_ms) {
        Json row{{"case", name}, {"n", work.count()}, {"asked", options.method}};
        if (paper_ms >= 0) {
            row["paper_ms"] = paper_ms;
        }
        time(work, options, row);
        print(name, row, paper_ms);
        return row;
    }

    SortWorkload workload(std::uint64_t count) const {
        return {runner_, ElementType::u32, random_keys(ElementType::u32, count)};
    }

    /// Table II: means over some arrays, by the model: no device.
    Json reads_and_writes() {
        title("Table II: means per thread (model; 20 arrays)");
        Json rows = Json::array();
        for (const auto& [count, least] : {std::pair{1000U, 5U}, {10'000U, 1U}}) {
            for (const char* method : {"shell-d", "shell-e"}) {
                const SortOptions options = options_of(method, 512, least, ShellRuns::text);
                const DeviceProfile& profile = runner_.context().profile();
                const SortPlan plan = value_of(plan_sort({options, count}, profile));
                std::vector<SortPhase> sums;
                constexpr std::uint64_t kArrays = 20;
                for (std::uint64_t seed = 1; seed <= kArrays; ++seed) {
                    const auto keys = cli::random_array(ElementType::u32, count, cli::Distribution::uniform, seed).data;
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
                std::printf("%u keys, %s: increment, threads per class, keys per thread, reads, writes, passes\n",
                            count, method);
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
        title("Table V: 400,000 keys, 512 threads, 5 keys at least; ms per sort (paper: machine C, GeForce 8600 GT)");
        SortWorkload work = workload(400'000);
        Json rows = Json::array();
        // 20 sorts in 3.92 s, 5.61 s, 3.78 s.
        for (const auto& [method, paper] : {std::pair{"shell-seq", 196.0},
                                            {"shell-b", 280.5},
                                            {"shell-d", 189.0},
                                            {"shell-e", kNone},
                                            {"shell-f", kNone},
                                            {"pratt", kNone},
                                            {"auto", kNone}}) {
            rows.push_back(timed_row(work, options_of(method, 512, 5, ShellRuns::table), method, paper));
        }
        return rows;
    }

    /// Tables III and IV: a column for each method, ours and the paper's.
    Json increments(std::uint64_t count, std::uint32_t threads, std::uint32_t least, const PaperPhases& paper) {
        title("Times by increment: " + std::to_string(count) + " keys, " + std::to_string(threads) + " threads, " +
              std::to_string(least) + " key(s) at least; ms of one sort, and the paper's");
        SortWorkload work = workload(count);
        Json rows = Json::array();
        constexpr std::array<const char*, 4> kMethods{"shell-seq", "shell-b", "shell-d", "shell-e"};
        std::array<std::vector<SpanTime>, kMethods.size()> spans;
        std::printf("%10s", "increment");
        for (std::size_t m = 0; m < kMethods.size(); ++m) {
            SortOptions options = options_of(kMethods[m], threads, least, ShellRuns::table);
            options.phases = true;
            Json row{{"n", count}, {"asked", options.method}, {"max_threads", threads}, {"min_elements", least}};
            if (auto timing = time(work, options, row)) {
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
                // 100 sorts in so many seconds.
                const double paper_ms = line[m + 1] < 0 ? kNone : line[m + 1] * 10;
                const auto span = std::find_if(spans[m].begin(), spans[m].end(), [&](const SpanTime& one) {
                    return one.name == "increment " + std::to_string(increment);
                });
                const double ms = span == spans[m].end() ? kNone : span->milliseconds;
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

    static Json json_or_null(double number) { return number < 0 ? Json(nullptr) : Json(number); }
    static std::string number(double value, int digits) {
        char text[40] = "-";
        if (value >= 0) {
            std::snprintf(text, sizeof(text), "%.*f", digits, value);
        }
        return text;
    }

    Json sizes() {
        title("Table I: ms per sort by size (paper: machine A); 512 threads, 1 key at least");
        // The paper has seconds for 1 or 100 sorts; 0.00 of them says nothing.
        const std::vector<std::pair<std::uint64_t, PaperTimes>> paper{
            {10, {kNone, 1.4, 0.4, 0.4, 0.7, 0.4}},
            {100, {kNone, 182.5, 2.4, 0.8, 1.4, 0.8}},
            {1000, {0.2, 630, 145.6, 1.0, 3.4, 1.7}},
            {10'000, {3.0, kNone, kNone, 7.3, 13.1, 15.7}},
            {100'000, {37.6, kNone, kNone, 107.8, 150.8, 213.2}},
            {400'000, {190.8, kNone, kNone, 584.9, 690.7, 950.2}},
            {1'000'000, {557.4, kNone, kNone, 1839.8, 1809.3, kNone}}};
        Json rows = Json::array();
        for (const auto& [count, times] : paper) {
            SortWorkload work = workload(count);
            for (const char* method : kAll) {
                rows.push_back(timed_row(work, options_of(method, 512, 1, ShellRuns::table),
                                         std::to_string(count) + " " + method, published(times, method)));
            }
        }
        return rows;
    }

    Json threads() {
        title("Threads per class: ms per sort; 1 key at least");
        Json rows = Json::array();
        for (const std::uint64_t count : {1024U, 65'536U, 1'048'576U, 56'975'000U}) {
            if (spent_seconds() > arguments_.all_seconds || (software_ && count > 1'048'576)) {
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
                    rows.push_back(timed_row(
                        work, options,
                        std::to_string(count) + " " + method + (runs ? " x " + std::to_string(most) : ""), kNone));
                    rows.back()["max_threads"] = most;
                }
            }
        }
        return rows;
    }

    /// pratt exchanges the same whatever the keys are; the others are beside it.
    Json distributions() {
        title("Distributions: ms per sort");
        Json rows = Json::array();
        for (const int log2 : software_ ? std::vector<int>{14, 16} : std::vector<int>{20, 24}) {
            const std::uint64_t count = std::uint64_t{1} << log2;
            std::vector<std::string> names(cli::kDistributionNames.begin(), cli::kDistributionNames.end());
            names.emplace_back("almost sorted");
            for (const std::string& name : names) {
                const bool almost = name == "almost sorted";
                const auto distribution = almost ? cli::Distribution::sorted : *cli::distribution_from(name);
                std::vector<std::byte> keys = cli::random_array(ElementType::u32, count, distribution, 1).data;
                if (almost) {
                    exchange_some(keys);
                }
                SortWorkload work(runner_, ElementType::u32, std::move(keys));
                for (const char* method : {"pratt", "radix", "onesweep", "shell-d"}) {
                    rows.push_back(timed_row(work, options_of(method, 512, 1, ShellRuns::table),
                                             std::to_string(count) + " " + name + " " + method, kNone));
                    rows.back()["distribution"] = name;
                }
            }
        }
        return rows;
    }

    /// One key in a hundred changes places with any other.
    static void exchange_some(std::vector<std::byte>& keys) {
        const std::uint64_t count = keys.size() / 4;
        Random random(99);
        for (std::uint64_t turn = 0; turn < count / 200; ++turn) {
            const auto at = [&] { return keys.begin() + static_cast<std::ptrdiff_t>(4 * random.below(count)); };
            const auto first = at();
            std::swap_ranges(first, first + 4, at());
        }
    }

    static constexpr std::array<const char*, 11> kAll{"shell-seq", "shell-0", "shell-a", "shell-b",
                                                      "shell-c",   "shell-d", "shell-e", "shell-f",
                                                      "pratt",     "radix",   "onesweep"};
    static const PaperPhases kTable3First, kTable3Second, kTable4;

    Runner& runner_;
    PaperArguments arguments_;
    int repetitions_;
    bool software_;
    Clock::time_point start_ = Clock::now();
    /// by method and parameters: milliseconds of wall time by number of keys
    std::map<std::string, std::map<std::uint64_t, double>> history_;
};

inline const PaperTables::PaperPhases PaperTables::kTable3First{
    {587521, 1.11, 5.03, 5.98, kNone}, {260609, 1.56, 6.58, 7.96, kNone}, {146305, 1.84, 7.15, 8.53, kNone},
    {64769, 2.16, 8.26, 9.63, kNone},  {36289, 2.60, 8.24, 9.53, kNone},  {16001, 2.74, 9.25, 10.44, kNone},
    {8929, 3.13, 8.74, 9.95, kNone},   {3905, 3.08, 9.61, 10.78, kNone},  {2161, 3.02, 9.21, 10.43, kNone},
    {929, 3.18, 9.90, 11.24, kNone},   {505, 3.41, 9.57, 16.60, kNone},   {209, 3.71, 6.10, 11.48, kNone},
    {109, 3.38, 3.99, 8.63, kNone},    {41, 7.61, 5.36, 8.45, kNone},     {19, 4.25, 4.36, 8.70, kNone},
    {5, 3.77, 20.97, 11.66, kNone},    {1, 3.94, 43.67, 14.70, kNone}};
inline const PaperTables::PaperPhases PaperTables::kTable3Second{
    {587521, 1.17, 5.07, 5.81, kNone}, {260609, 1.57, 6.56, 7.98, kNone}, {146305, 1.83, 7.06, 8.40, kNone},
    {64769, 2.20, 8.46, 9.73, kNone},  {36289, 2.55, 8.17, 9.41, kNone},  {16001, 2.79, 9.37, 10.41, kNone},
    {8929, 3.14, 8.50, 9.93, kNone},   {3905, 3.09, 9.82, 10.87, kNone},  {2161, 3.03, 9.06, 10.41, kNone},
    {929, 3.20, 10.07, 11.16, kNone},  {505, 3.39, 9.55, 10.73, kNone},   {209, 3.72, 8.97, 16.52, kNone},
    {109, 3.46, 5.84, 11.32, kNone},   {41, 7.82, 6.85, 9.42, kNone},     {19, 4.33, 4.93, 8.48, kNone},
    {5, 3.83, 21.52, 10.95, kNone},    {1, 3.89, 16.74, 13.62, kNone}};
inline const PaperTables::PaperPhases PaperTables::kTable4{
    {260609, 0.60, 2.34, 2.81, 7.46}, {146305, 0.70, 3.13, 3.69, 7.80}, {64769, 0.95, 3.82, 4.46, 8.42},
    {36289, 0.96, 3.84, 4.42, 8.48},  {16001, 1.26, 4.45, 4.99, 8.99},  {8929, 1.35, 4.22, 4.83, 8.94},
    {3905, 1.44, 4.82, 5.36, 9.43},   {2161, 1.48, 4.45, 5.12, 9.30},   {929, 1.56, 4.95, 5.52, 9.74},
    {505, 1.42, 4.72, 5.38, 13.15},   {209, 1.64, 5.47, 5.96, 7.60},    {109, 1.52, 4.84, 5.40, 4.61},
    {41, 2.88, 5.16, 10.46, 3.06},    {19, 1.94, 4.36, 8.11, 2.27},     {5, 1.87, 14.18, 9.48, 1.45},
    {1, 1.89, 16.34, 15.07, 4.57}};

}  // namespace vkalgo::bench

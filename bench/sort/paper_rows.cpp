#include "bench/sort/paper_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace vkalgo::bench {
namespace {

constexpr const char* kNotAsked = "not asked for";

/// Prints one line: the name, then our median, least and greatest time or the reason why the row is skipped, then the
/// paper's time, its ratio to our median, and the number of unsorted pairs if there are any. Prints nothing for a
/// method that was not asked for.
void print(const std::string& name, const Json& row, double paper_ms) {
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
    if (paper_ms != kUnpublished) {
        std::snprintf(text, sizeof(text), "   paper %10.3f  %8.1f x", paper_ms, paper_ms / median);
        line += text;
    }
    if (row["unsorted_pairs"] != 0) {
        line += "   unsorted pairs " + std::to_string(row["unsorted_pairs"].get<std::uint64_t>());
    }
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

}  // namespace

bool among(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

double PaperRows::expected_seconds(const std::string& kind, std::uint64_t count) const {
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
        power = std::clamp(
            std::log(last / first) / std::log(static_cast<double>(most) / static_cast<double>(few)) + 0.2, power, 2.5);
    }
    return last / 1e3 * std::pow(share(most), power);
}

std::optional<SortTiming> PaperRows::time(SortWorkload& work, const SortOptions& options, Json& row) {
    const std::string kind = options.method + " " + std::to_string(options.shell.max_threads) + " " +
                             std::to_string(options.shell.min_elements);
    const double expected = expected_seconds(kind, work.count());
    const auto plan = plan_sort({options, work.count()}, runner_.context().profile());
    std::string reason;
    if (!among(arguments_.methods, options.method)) {
        reason = kNotAsked;
    } else if (!plan) {
        reason = "refused: " + plan.error().message;
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

Json PaperRows::timed_row(SortWorkload& work, const SortOptions& options, const std::string& name, double paper_ms) {
    Json row{{"case", name}, {"n", work.count()}, {"asked", options.method}};
    if (paper_ms != kUnpublished) {
        row["paper_ms"] = paper_ms;
    }
    time(work, options, row);
    print(name, row, paper_ms);
    return row;
}

}  // namespace vkalgo::bench

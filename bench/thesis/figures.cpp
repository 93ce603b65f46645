#include "bench/thesis/case_study.hpp"
#include "bench/thesis/cases.hpp"
#include "formats/drawing/plot.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace vkalgo::bench::thesis {
using namespace vkalgo::cli;

namespace {

struct Line {
    const char* who;
    const char* recovered;
    const char* name;
};
constexpr Line kLines[] = {
    {kSequential, "host", "CPU"},         {kStage, "device", "stage"},       {kFramework, "device", "framework"},
    {kByHand, "device", "by hand"},       {kStage, "host", "stage, copied"}, {kFramework, "host", "framework, copied"},
    {kByHand, "host", "by hand, copied"},
};

const char* title_of(std::string_view problem) {
    return problem == "binomial"   ? "Binomial coefficients"
           : problem == "lcs"      ? "Longest common subsequence"
           : problem == "knapsack" ? "0/1 knapsack"
                                   : "Chain of matrices";
}

bool is_of(const Measurement& row, std::string_view problem, const Line& line) {
    return row.ran() && row.facts.value(kProblem, "") == problem && row.facts.value(kWho, "") == line.who &&
           row.facts.value(kRecovered, "") == line.recovered;
}

/// Returns the points of a line: the number of cells and the mean milliseconds of each row, by ascending number of
/// cells.
std::vector<std::pair<double, double>> points_of(const std::vector<Measurement>& rows, std::string_view problem,
                                                 const Line& line) {
    std::vector<std::pair<double, double>> points;
    for (const Measurement& row : rows) {
        if (is_of(row, problem, line)) {
            points.emplace_back(row.work, mean_of(row.gpu_ms));
        }
    }
    std::sort(points.begin(), points.end());
    return points;
}

/// Returns the speed-ups over the CPU, for the sizes at which the CPU was timed too.
std::vector<std::pair<double, double>> faster(const std::vector<std::pair<double, double>>& cpu,
                                              const std::vector<std::pair<double, double>>& points) {
    std::vector<std::pair<double, double>> ratios;
    for (const auto& [cells, ms] : points) {
        for (const auto& [cpu_cells, cpu_ms] : cpu) {
            if (cpu_cells == cells && ms > 0) {
                ratios.emplace_back(cells, cpu_ms / ms);
            }
        }
    }
    return ratios;
}

}  // namespace

std::vector<BenchFigure> figures(const std::vector<Measurement>& rows, const DeviceProfile& profile) {
    std::vector<BenchFigure> drawn;
    int number = 0;
    for (const std::string_view problem : problems()) {
        Plot times;
        times.title = fmt::format("{}: milliseconds by cells of the table", title_of(problem));
        times.subtitle = fmt::format("{}; copied: the table is copied to the host, which traces back", profile.name);
        times.x_label = "cells";
        Plot ratios = times;
        ratios.title = fmt::format("{}: times as fast as the CPU", title_of(problem));
        ratios.subtitle = fmt::format(
            "{}; in the thesis, the code written by hand was almost twice as fast as the framework (Tesla K20m)",
            profile.name);
        ratios.unit = "x";
        const auto cpu = points_of(rows, problem, kLines[0]);
        for (const Line& line : kLines) {
            const auto points = points_of(rows, problem, line);
            times.series.push_back({line.name, points});
            ratios.series.push_back(
                {line.name, std::string_view(line.who) == kSequential ? decltype(points){} : faster(cpu, points)});
        }
        const int first = ++number;
        const int second = ++number;
        if (cpu.empty()) {
            continue;
        }
        drawn.push_back({fmt::format("figure-5.{}-{}-time.svg", first, problem), plot_svg(times)});
        drawn.push_back({fmt::format("figure-5.{}-{}-speed-up.svg", second, problem), plot_svg(ratios)});
    }
    return drawn;
}

}  // namespace vkalgo::bench::thesis

#include "cli/dp/report.hpp"

#include "cli/dp/inputs.hpp"
#include "cli/formats/npy.hpp"
#include "cli/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::vector<std::byte>::const_iterator::difference_type offset_of(dp::Cell cell, const dp::Solution& solution,
                                                                  std::uint32_t bytes) {
    return (cell.i * solution.shape.size.columns + cell.j) * bytes;
}

dp::Number cell_value(dp::Cell cell, const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    return dp::read_number(header.cell, solution.table.data() + offset_of(cell, solution, size_of(header.cell)));
}

std::set<std::pair<std::int64_t, std::int64_t>> marked_cells(const dp::Solution& solution) {
    std::set<std::pair<std::int64_t, std::int64_t>> marked;
    for (const dp::PathRecord& record : solution.path) {
        marked.emplace(record.i, record.j);
    }
    if (solution.path_end && !solution.path.empty()) {
        marked.emplace(solution.path_end->i, solution.path_end->j);
    }
    return marked;
}

/// Is a cell a reduction over its row and column, so that its cost grows with its distance from the diagonal?
bool counts_terms(const dp::RecurrenceHeader& header) {
    return header.reduce && header.recurrence_class == dp::RecurrenceClass::segments;
}

}  // namespace

std::string show_table(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    const dp::TableSize size = solution.shape.size;
    const auto marked = marked_cells(solution);
    std::vector<std::string> texts;
    std::size_t width = std::to_string(std::max<std::int64_t>(size.columns - 1, 0)).size();
    for (std::int64_t i = 0; i < size.rows; ++i) {
        for (std::int64_t j = 0; j < size.columns; ++j) {
            texts.push_back(header.in_domain({i, j}) ? to_text(cell_value({i, j}, header, solution), header.cell)
                                                     : ".");
            width = std::max(width, texts.back().size());
        }
    }
    const std::size_t margin = std::to_string(std::max<std::int64_t>(size.rows - 1, 0)).size();
    std::string text = fmt::format("{:>{}} |", "", margin);
    for (std::int64_t j = 0; j < size.columns; ++j) {
        text += fmt::format(" {:>{}} ", j, width);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text +=
        fmt::format("\n{:->{}}+{:->{}}\n", "", margin + 1, "", static_cast<std::size_t>(size.columns) * (width + 2));
    auto cell = texts.begin();
    for (std::int64_t i = 0; i < size.rows; ++i) {
        text += fmt::format("{:>{}} |", i, margin);
        for (std::int64_t j = 0; j < size.columns; ++j, ++cell) {
            const bool on_path = marked.contains({i, j});
            text += on_path ? fmt::format("{:>{}}]", "[" + *cell, width + 1) : fmt::format(" {:>{}} ", *cell, width);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

Json table_json(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    Json rows = Json::array();
    for (std::int64_t i = 0; i < solution.shape.size.rows; ++i) {
        Json row = Json::array();
        for (std::int64_t j = 0; j < solution.shape.size.columns; ++j) {
            row.push_back(header.in_domain({i, j}) ? number_json(cell_value({i, j}, header, solution), header.cell)
                                                   : Json(nullptr));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Bytes table_npy(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    Array array;
    array.type = header.cell;
    array.shape = {static_cast<std::uint64_t>(solution.shape.size.rows),
                   static_cast<std::uint64_t>(solution.shape.size.columns)};
    array.data = solution.table;
    return encode_npy(array);
}

Json walk_json(const dp::Solution& solution) {
    Json path = Json::array();
    for (const dp::PathRecord& record : solution.path) {
        path.push_back({record.i, record.j, record.decision});
    }
    Json walk{{"path", std::move(path)}};
    if (solution.path_end) {
        walk["end"] = {solution.path_end->i, solution.path_end->j};
    }
    return walk;
}

std::string walk_text(const dp::Solution& solution) {
    std::string text =
        fmt::format("{} {}", solution.path.size(), solution.path_end ? "steps, (i, j) decision:" : "splits, (i, j) k:");
    for (const dp::PathRecord& record : solution.path) {
        text += fmt::format("\n({}, {}) {}", record.i, record.j, record.decision);
    }
    if (solution.path_end) {
        text += fmt::format("\n({}, {})", solution.path_end->i, solution.path_end->j);
    }
    return text;
}

Json number_json(const dp::Number& number, ElementType type) {
    return std::visit(
        [](auto value) -> Json {
            if constexpr (std::is_floating_point_v<decltype(value)>) {
                if (!std::isfinite(value)) {
                    return fmt::format("{}", value);
                }
            }
            return value;
        },
        shortest(number, type));
}

Answer describe_check(const dp::RecurrenceHeader& header, const std::string& file, dp::Pattern pattern,
                      const dp::CheckReport& report) {
    std::vector<std::string> offsets;
    Json offsets_json = Json::array();
    for (const dp::Cell& offset : report.offsets) {
        offsets.push_back(fmt::format("({:+}, {:+})", offset.i, offset.j));
        offsets_json.push_back({offset.i, offset.j});
    }
    std::vector<std::string_view> classes;
    std::vector<std::string_view> patterns;
    for (const dp::RecurrenceClass each : report.classes) {
        classes.push_back(dp::to_string(each));
    }
    for (const dp::Pattern each : report.patterns) {
        patterns.push_back(dp::to_string(each));
    }

    Answer answer;
    answer.parameters = {{"check", file}, {"pattern", dp::to_string(pattern)}};
    answer.result = {{"problem", header.problem},
                     {"pattern", dp::to_string(pattern)},
                     {"class", dp::to_string(header.recurrence_class)},
                     {"fits", true},
                     {"instances", report.instances},
                     {"cells", report.cells},
                     {"reads", report.reads},
                     {"offsets", std::move(offsets_json)},
                     {"offsets_complete", !report.offsets_cut},
                     {"classes", classes},
                     {"patterns", patterns},
                     {"warnings", report.warnings}};
    answer.line("problem", fmt::format("{} ({})", header.problem, file));
    answer.line("declared", fmt::format("pattern {}, class {}: every read fits", dp::to_string(pattern),
                                        dp::to_string(header.recurrence_class)));
    answer.line("seen", fmt::format("{}, {}, {}", plural(report.instances, "small instance"),
                                    plural(report.cells, "cell"), plural(report.reads, "read")));
    answer.line("reads", fmt::format("at (i, j) {}{}", fmt::join(offsets, " "), report.offsets_cut ? " and more" : ""));
    answer.line("classes", fmt::format("{} would fit", fmt::join(classes, ", ")));
    answer.line("patterns", fmt::format("{} would fit", fmt::join(patterns, ", ")));
    for (const std::string& warning : report.warnings) {
        answer.line("warning", warning + "; the values were made up: give INPUTs to check on real ones");
    }
    return answer;
}

double work_of(const dp::RecurrenceHeader& header, const dp::Shape& shape) {
    const auto rows = static_cast<double>(shape.size.rows);
    const auto columns = static_cast<double>(shape.size.columns);
    const double along = header.domain == dp::Domain::lower ? columns : rows;  // from 0, the domain's lines get shorter
    const double across = header.domain == dp::Domain::lower ? rows : columns;
    const double lines = std::min(along, across);
    const double cells = header.domain == dp::Domain::full ? rows * columns : lines * across - lines * (lines - 1) / 2;
    return counts_terms(header) ? cells * std::max(1.0, lines / 3)
                                : cells;  // a cell at distance d of the diagonal has d terms
}

std::string long_run_warning(const dp::RecurrenceHeader& header, const dp::Shape& shape, const dp::Method& method,
                             const DeviceProfile& profile, std::uint64_t runs) {
    constexpr double kLong = 1000;
    const double seconds = work_of(header, shape) * static_cast<double>(runs) / method.software_cells_per_second;
    if (profile.type != DeviceType::software || seconds < kLong) {
        return {};
    }
    const auto [number, unit] = seconds < 2 * 3600    ? std::pair(seconds / 60, "minutes")
                                : seconds < 2 * 86400 ? std::pair(seconds / 3600, "hours")
                                                      : std::pair(seconds / 86400, "days");
    return fmt::format(
        "about {:.1e} {} on {}, which is software, may take some {:.0f} {}; make the instance smaller (--n), or "
        "take another --device (see `vkalgo devices`)",
        work_of(header, shape) * static_cast<double>(runs), counts_terms(header) ? "terms" : "cells", profile.name,
        number, unit);
}

std::vector<std::string> plan_lines(const dp::SolvePlan& plan) {
    const dp::MethodPlan& run = *plan.run;
    std::vector<std::string> lines;
    lines.push_back(fmt::format("plan: method {}, table {} x {}, {}", run.method->name, plan.shape.size.rows,
                                plan.shape.size.columns, run.summary));
    lines.push_back(fmt::format("plan: {}, about {}", plural(run.steps, "step"), plural(run.dispatches, "dispatch")));
    lines.push_back(
        fmt::format("plan: {:>14} inputs", format_bytes(static_cast<std::uint64_t>(plan.shape.input_bytes))));
    for (const dp::MethodPlan::Part& part : run.parts) {
        lines.push_back(fmt::format("plan: {:>14} {}", format_bytes(part.bytes), part.name));
    }
    const std::uint64_t bytes = dp::device_bytes(run, plan.shape);
    lines.push_back(fmt::format("plan: {:>14} of device memory in all ({} bytes)", format_bytes(bytes), bytes));
    return lines;
}

}  // namespace vkalgo::cli

#include "cli/dp/report.hpp"

#include "algorithms/dp/method/prediction.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/graph.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/solution_kind.hpp"
#include "formats/npy.hpp"
#include "support/numbers.hpp"
#include "support/phrases.hpp"

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

const std::byte* cell_bytes(dp::Cell cell, const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    return solution.table.data() + offset_of(cell, solution, header.cell_bytes());
}

/// Returns "inf" or "-inf" for a number that stands for INFEASIBLE or UNBOUNDED in the cell's type; nullopt for any
/// other number.
std::optional<std::string> infinity_text(const dp::RecurrenceHeader& header, const dp::Number& number) {
    const dp::AnswerStatus status = dp::status_of(header, number);
    if (status == dp::AnswerStatus::ok) {
        return std::nullopt;
    }
    return (status == dp::AnswerStatus::infeasible) == (header.goal == dp::Goal::minimum) ? "inf" : "-inf";
}

/// Returns the cell's number, or its fields separated by commas.
std::string cell_value_text(dp::Cell cell, const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    const std::byte* bytes = cell_bytes(cell, header, solution);
    std::string text;
    for (const dp::CellField& field : header.numbers()) {
        const dp::Number number = dp::read_number(field.type, bytes + field.offset);
        text += (text.empty() ? "" : ",") + infinity_text(header, number).value_or(to_text(number, field.type));
    }
    return text;
}

/// Returns the cell's number, or an object of its fields.
Json cell_value_json(dp::Cell cell, const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    const std::byte* bytes = cell_bytes(cell, header, solution);
    const auto shown = [&](const dp::CellField& field) {
        const dp::Number number = dp::read_number(field.type, bytes + field.offset);
        const std::optional<std::string> infinity = infinity_text(header, number);
        return infinity ? Json(*infinity) : number_json(number, field.type);
    };
    if (header.fields.empty()) {
        return shown(header.numbers().front());
    }
    Json json;
    for (const dp::CellField& field : header.fields) {
        json[field.name] = shown(field);
    }
    return json;
}

Json indices_json(dp::Cell cell, std::size_t count) {
    const auto indices = cell.indices();
    return Json(std::vector<std::int64_t>(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(count)));
}

std::string index_name(const dp::RecurrenceHeader& header, std::size_t index) {
    return index < 2 ? std::string(1, "ij"[index]) : header.indices[index - 2].name;
}

/// Returns "(i, j, k)".
std::string index_names(const dp::RecurrenceHeader& header) {
    std::string names;
    for (std::size_t d = 0; d < header.index_count(); ++d) {
        names += (d == 0 ? "(" : ", ") + index_name(header, d);
    }
    return names + ")";
}

/// Returns "(-1, +0, +0)".
std::string offset_text(dp::Cell offset, std::size_t count) {
    std::string text;
    for (std::size_t d = 0; d < count; ++d) {
        text += fmt::format("{}{:+}", d == 0 ? "(" : ", ", offset.indices()[d]);
    }
    return text + ")";
}

std::set<std::pair<std::int64_t, std::int64_t>> marked_cells(const dp::RecurrenceHeader& header,
                                                             const dp::Solution& solution) {
    std::set<std::pair<std::int64_t, std::int64_t>> marked;
    for (const dp::Cell& cell : solution_cells(header, solution)) {
        marked.emplace(cell.i, cell.j);
    }
    return marked;
}

}  // namespace

Result<void> check_shown(const dp::RecurrenceHeader& header, const dp::Shape& shape) {
    const dp::TableSize size = shape.size;
    if (header.index_count() > 2) {
        return Error{ErrorCode::invalid_argument,
                     "--show prints only tables of two indices; write this table by --table FILE.npy",
                     {}};
    }
    if (std::max(size.rows, size.columns) > kMaxShown) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--show prints tables of at most {} x {}, but this one is {} x {}; write "
                                 "it by --table FILE.npy",
                                 kMaxShown, kMaxShown, size.rows, size.columns),
                     {}};
    }
    return {};
}

std::string show_table(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    const dp::TableSize size = solution.shape.size;
    const auto marked = marked_cells(header, solution);
    std::vector<std::string> texts;
    std::size_t width = std::to_string(std::max<std::int64_t>(size.columns - 1, 0)).size();
    for (std::int64_t i = 0; i < size.rows; ++i) {
        for (std::int64_t j = 0; j < size.columns; ++j) {
            texts.push_back(header.in_domain({i, j}) ? cell_value_text({i, j}, header, solution) : ".");
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
            row.push_back(header.in_domain({i, j}) ? cell_value_json({i, j}, header, solution) : Json(nullptr));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<Bytes> table_npy(const dp::RecurrenceHeader& header, const dp::Solution& solution, dp::Layout layout) {
    Array array;
    array.type = header.cell;
    const dp::TableSize size = solution.shape.size;
    const auto extents = size.extents();
    for (std::size_t d = 0; d < header.index_count(); ++d) {
        array.shape.push_back(static_cast<std::uint64_t>(extents[d]));
    }
    const bool by_diagonals = layout != dp::Layout::rows && layout != dp::Layout::columns;
    if (by_diagonals) {
        array.shape = {static_cast<std::uint64_t>(size.cells().value_or(0))};
    }
    const NpyOrder order = layout == dp::Layout::columns ? NpyOrder::fortran : NpyOrder::c;
    VKALGO_TRY(array.data, layout == dp::Layout::rows
                               ? Result<std::vector<std::byte>>(solution.table)
                               : dp::arranged(solution.table, size, header.cell_bytes(), layout));
    std::vector<NpyField> fields;
    for (const dp::CellField& field : header.fields) {
        fields.push_back({field.name, field.type, field.offset});
    }
    return fields.empty() ? encode_npy(array, order) : encode_npy_records(array, fields, header.cell_bytes(), order);
}

bool leaves_table(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    return solution.path_end &&
           !(solution.shape.size.contains(*solution.path_end) && header.in_domain(*solution.path_end));
}

Json traceback_json(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    Json path = Json::array();
    for (const dp::PathRecord& record : solution.path) {
        path.push_back(indices_json(cell_of(record), header.index_count()));
        path.back().push_back(record.decision);
    }
    Json traceback{{"path", std::move(path)}};
    if (solution.path_end) {
        traceback["end"] = indices_json(*solution.path_end, header.index_count());
        if (leaves_table(header, solution)) {
            traceback["leaves_table"] = true;
        }
    }
    return traceback;
}

std::string traceback_text(const dp::RecurrenceHeader& header, const dp::Solution& solution) {
    std::string text = fmt::format("{}, {} {}:", plural(solution.path.size(), solution.path_end ? "step" : "split"),
                                   index_names(header), solution.path_end ? "decision" : "k");
    for (const dp::PathRecord& record : solution.path) {
        text += fmt::format("\n{} {}", dp::cell_text(cell_of(record), header.index_count()), record.decision);
    }
    if (solution.path_end) {
        text += (leaves_table(header, solution) ? "\nout of the table at " : "\n") +
                dp::cell_text(*solution.path_end, header.index_count());
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

/// Returns names such as "max-plus" and "min-plus with a constant".
std::vector<std::string> algebra_names(const std::vector<dp::Algebra>& algebras) {
    std::vector<std::string> names;
    names.reserve(algebras.size());
    for (const dp::Algebra& each : algebras) {
        names.push_back(std::string(dp::to_string(each.semiring)) + (each.has_constant ? " with a constant" : ""));
    }
    return names;
}

Json algebras_json(const std::vector<dp::Algebra>& algebras) {
    Json json = Json::array();
    for (const dp::Algebra& each : algebras) {
        json.push_back({{"semiring", dp::to_string(each.semiring)}, {"constant", each.has_constant}});
    }
    return json;
}

/// Returns the sizes of the alphabets of the inputs that have letters, or whose ranges are numbers.
std::map<std::string, std::uint64_t> alphabets_of(const dp::RecurrenceHeader& header, const Scoring* scoring) {
    std::map<std::string, std::uint64_t> sizes;
    for (const dp::InputDeclaration& input : header.inputs) {
        const std::string letters = input.range ? "" : alphabet_of(header, input.name, scoring);
        if (const auto size = letters.empty() ? dp::alphabet_size(header, input) : letters.size()) {
            sizes[input.name] = *size;
        }
    }
    return sizes;
}

/// Returns "; at most max(weight) in j".
std::string reach_text(const dp::RecurrenceHeader& header) {
    std::string text;
    for (const dp::ReachDeclaration& each : header.reach) {
        const std::string far =
            each.least ? fmt::format("{} .. {}", each.least->text(), each.most.text()) : each.most.text();
        text += fmt::format("{} {} in {}", text.empty() ? (each.least ? "; within" : "; at most") : ",", far,
                            index_name(header, each.index));
    }
    return text;
}

std::string known_reads_text(const dp::RecurrenceHeader& header) {
    return header.properties.reach.text(header.index_count()) + reach_text(header);
}

std::vector<std::string> method_names(const dp::RecurrenceHeader& header, const dp::StageFunction& stage,
                                      const dp::Shape& shape, const dp::Params& params) {
    dp::PlanRequest wanted;
    wanted.header = &header;
    wanted.stage = stage;
    wanted.shape = shape;
    wanted.params = &params;
    std::vector<std::string> names;
    for (const dp::Method* method : dp::methods_for(wanted)) {
        names.emplace_back(method->name);
    }
    return names;
}

Answer describe_check(const dp::RecurrenceHeader& header, const std::string& file, const dp::StageFunction& stage,
                      const dp::CheckReport& report, const InstanceRequest& request) {
    std::vector<std::string> offsets;
    Json offsets_json = Json::array();
    for (const dp::Cell& offset : report.offsets) {
        offsets.push_back(offset_text(offset, header.index_count()));
        offsets_json.push_back(indices_json(offset, header.index_count()));
    }
    std::vector<std::string_view> classes;
    std::vector<std::string_view> patterns;
    for (const dp::RecurrenceClass each : report.classes) {
        classes.push_back(dp::to_string(each));
    }
    for (const dp::Pattern each : report.patterns) {
        patterns.push_back(dp::to_string(each));
    }

    std::vector<std::string> warnings = report.number_warnings;
    warnings.insert(warnings.end(), report.warnings.begin(), report.warnings.end());
    warnings.insert(warnings.end(), report.limit_warnings.begin(), report.limit_warnings.end());

    Answer answer;
    answer.parameters = {{"check", file}, {"pattern", pattern_json(stage)}};
    answer.result = {{"problem", header.problem},
                     {"pattern", pattern_json(stage)},
                     {"class", dp::to_string(header.recurrence_class)},
                     {"reach", header.properties.reach.text(header.index_count())},
                     {"fits", true},
                     {"instances", report.instances},
                     {"cells", report.cells},
                     {"reads", report.reads},
                     {"offsets", std::move(offsets_json)},
                     {"offsets_complete", !report.offsets_cut},
                     {"classes", classes},
                     {"patterns", patterns},
                     {"reduction", header.reduce ? Json(header.reduce->minimum ? "min" : "max") : Json(nullptr)},
                     {"algebras", algebras_json(report.algebras)},
                     {"alphabets", alphabets_of(header, request.scoring)},
                     {"warnings", warnings},
                     {"beginning_warnings", report.beginning_warnings}};
    answer.line("problem", header.problem == file ? file : fmt::format("{} ({})", header.problem, file));
    answer.line("declared", fmt::format("{}, class {}: every read fits", dp::stage_text(header, stage),
                                        dp::to_string(header.recurrence_class)));
    answer.line("known", "cells read at offsets " + known_reads_text(header));
    answer.line("seen", fmt::format("{}, {}, {}", plural(report.instances, "small instance"),
                                    plural(report.cells, "cell"), plural(report.reads, "read")));
    answer.line("reads", fmt::format("at {} {}{}", index_names(header), fmt::join(offsets, " "),
                                     report.offsets_cut ? " and more" : ""));
    answer.line("classes", fmt::format("{} would fit", fmt::join(classes, ", ")));
    answer.line("patterns",
                patterns.empty() ? "none would fit" : fmt::format("{} would fit", fmt::join(patterns, ", ")));
    if (header.reduce) {
        answer.line("reduces",
                    fmt::format("{} over {}", header.reduce->minimum ? "min" : "max", header.reduce->variable));
    }
    std::vector<std::string> alphabets;
    for (const auto& [name, size] : alphabets_of(header, request.scoring)) {
        alphabets.push_back(fmt::format("{} with {}", name, plural(size, "possible value")));
    }
    if (!alphabets.empty()) {
        answer.line("inputs", fmt::format("{}", fmt::join(alphabets, ", ")));
    }
    if (!report.algebras.empty()) {
        answer.line("algebra", fmt::format("linear over {}", fmt::join(algebra_names(report.algebras), ", ")));
    }
    describe_graph(header, stage, report, request.params, answer);
    for (const std::string& warning : report.number_warnings) {
        answer.line("warning", warning);
    }
    for (const std::string& warning : report.warnings) {
        const char* source =
            request.has_files()     ? "; the check drew these values at random, where possible from the INPUTs"
            : header.inputs.empty() ? "; the check made these values up"
                                    : "; the check made these values up, so give INPUTs to check on real values";
        answer.line("warning", warning + source);
    }
    for (const std::string& warning : report.limit_warnings) {
        answer.line("warning", warning);
    }
    for (const std::string& warning : report.beginning_warnings) {
        answer.line("warning", warning + "; only a run shows this for the whole instance");
    }
    return answer;
}

std::string long_run_warning(const dp::RecurrenceHeader& header, const dp::Shape& shape, double run_seconds,
                             const DeviceProfile& profile, std::uint64_t runs) {
    constexpr double kLong = 1000;
    const double seconds = run_seconds * static_cast<double>(runs);
    if (profile.type != DeviceType::software || seconds < kLong) {
        return {};
    }
    const auto [number, unit] = seconds < 2 * 3600    ? std::pair(seconds / 60, "minutes")
                                : seconds < 2 * 86400 ? std::pair(seconds / 3600, "hours")
                                                      : std::pair(seconds / 86400, "days");
    return fmt::format(
        "about {:.1e} {} on {}, which is software, may take some {:.0f} {}; make the instance smaller, or "
        "use another --device (see `vkalgo devices`)",
        dp::work_of(header, shape.size) * static_cast<double>(runs), dp::counts_terms(header) ? "terms" : "cells",
        profile.name, number, unit);
}

void warn_of_numbers(const Reporter& reporter, const dp::Recurrence& recurrence) {
    for (const std::string& warning : recurrence.warnings()) {
        reporter.warn(fmt::format("{}: {}", recurrence.file(), warning));
    }
}

std::vector<std::string> plan_lines(const dp::RecurrenceHeader& header, const dp::SolvePlan& plan) {
    const dp::MethodPlan& run = *plan.run;
    std::vector<std::string> lines;
    lines.push_back(fmt::format("plan: method {}, table {}, {}", run.method->name,
                                dp::size_text(header, plan.shape.size), run.summary));
    lines.push_back(fmt::format("plan: {}, about {}", plural(run.steps, "step"), plural(run.dispatches, "dispatch")));
    if (run.run_seconds > 0) {
        lines.push_back("plan: " + prediction_text(1000 * run.run_seconds, 1000 * run.make_seconds));
    }
    if (plan.seconds_as_batch) {
        lines.push_back("plan: solved as a batch of one problem, which is faster here: " +
                        prediction_text(1000 * *plan.seconds_as_batch, 0));
    }
    lines.push_back(
        fmt::format("plan: {:>14} inputs", format_bytes(static_cast<std::uint64_t>(plan.shape.input_bytes))));
    for (const dp::MethodPlan::Part& part : run.parts) {
        lines.push_back(fmt::format("plan: {:>14} {}", format_bytes(part.bytes), part.name));
    }
    const std::uint64_t bytes = dp::device_bytes(run, plan.shape);
    lines.push_back(fmt::format("plan: {:>14} of device memory in all ({} bytes)", format_bytes(bytes), bytes));
    return lines;
}

std::string recovery_line(const dp::RecurrenceHeader& header, const dp::Solution& solution, dp::Recover recover) {
    std::vector<double> times = solution.traceback_milliseconds;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    const std::string took = format_milliseconds(*middle);
    if (recover == dp::Recover::device) {
        return fmt::format("solution: {} on the device", took);
    }
    const auto cells = static_cast<std::uint64_t>(solution.shape.size.cells().value_or(0));
    return fmt::format("solution: {} on the host, from a copy of the {} of the table", took,
                       plural(cells * header.cell_bytes(), "byte"));
}

}  // namespace vkalgo::cli

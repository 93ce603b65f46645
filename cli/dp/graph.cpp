#include "cli/dp/graph.hpp"

#include "cli/dp/graph_drawing.hpp"
#include "cli/dp/report.hpp"
#include "formats/bytes.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::vector<std::string> names_of(const std::vector<dp::Direction>& directions, std::size_t indices) {
    std::vector<std::string> names;
    names.reserve(directions.size());
    for (const dp::Direction& each : directions) {
        names.push_back(each.text(indices));
    }
    return names;
}

std::string joined(const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// Returns the widths of the stages, that of the base cases first: "13 1 2 3". If there are more than 32, returns the
/// first 32 and " and so on".
std::string widths_text(const std::vector<std::size_t>& widths) {
    constexpr std::size_t kMaxShown = 32;
    const auto shown = static_cast<std::ptrdiff_t>(std::min(widths.size(), kMaxShown));
    const std::string text = fmt::format("{}", fmt::join(widths.begin(), widths.begin() + shown, " "));
    return widths.size() > kMaxShown ? text + " and so on" : text;
}

std::string_view source_name(dp::CheckedGraph::Source source) {
    using Source = dp::CheckedGraph::Source;
    return source == Source::random ? "random" : source == Source::beginning ? "beginning" : "whole";
}

std::string source_text(const dp::RecurrenceHeader& header, const dp::CheckedGraph& checked) {
    using Source = dp::CheckedGraph::Source;
    const std::string size = dp::size_text(header, checked.shape.size);
    return checked.source == Source::random      ? "a random instance, " + size
           : checked.source == Source::beginning ? "the instance's beginning, " + size
                                                 : "the instance, " + size;
}

}  // namespace

void describe_graph(const dp::RecurrenceHeader& header, const dp::StageFunction& stage, const dp::CheckReport& report,
                    const dp::Params& params, Answer& answer) {
    if (!report.graph) {
        answer.result["methods"] = nullptr;
        answer.result["graph"] = nullptr;
        return;
    }
    const dp::CheckedGraph& checked = *report.graph;
    const dp::DependencyGraph& graph = checked.graph;
    const auto direct = names_of(graph.direct_directions(), header.index_count());
    const auto absolute = names_of(graph.absolute_directions(), header.index_count());
    const auto stages = graph.stages();
    std::vector<std::size_t> widths;
    widths.reserve(stages.size());
    for (const auto& cells : stages) {
        widths.push_back(cells.size());
    }
    const std::size_t depth = stages.size() - 1;
    const std::size_t needed = graph.generated_by(checked.answers).size();
    const auto own = static_cast<std::uint64_t>(dp::Order::of(stage, checked.shape.size, header.domain).stages());
    const std::vector<std::string> methods = method_names(header, stage, checked.shape, params);

    const auto extents = checked.shape.size.extents();
    answer.result["methods"] = methods;
    answer.result["graph"] = {
        {"instance", source_name(checked.source)},
        {"extents", std::vector(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(header.index_count()))},
        {"cells", graph.cells().size()},
        {"base_cases", widths.front()},
        {"edges", graph.edges()},
        {"direct", direct},
        {"absolute", absolute},
        {"depth", depth},
        {"stages", widths},
        {"declared_stages", own},
        {"needed", needed}};
    answer.line("methods", joined(methods));
    answer.line("graph",
                fmt::format("of {}: {}, {}, {}", source_text(header, checked), plural(graph.cells().size(), "cell"),
                            plural(widths.front(), "base case"), plural(graph.edges(), "edge")));
    answer.line("direct", joined(direct));
    answer.line("absolute", joined(absolute));
    answer.line("depth", fmt::format("{}, stages S0 .. S{} of {} {}; {} takes {}", depth, depth, widths_text(widths),
                                     widths_text(widths) == "1" ? "cell" : "cells", dp::stage_text(header, stage),
                                     plural(own, "stage")));
    answer.line("needed", fmt::format("{} of {} by the answer", needed, plural(graph.cells().size(), "cell")));
}

Result<void> add_graph(const dp::RecurrenceHeader& header, const dp::CheckReport& report, const std::string& path,
                       Answer& answer) {
    const auto refused = [](const std::string& what, const char* wanted = "a smaller instance") {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--graph draws at most {} cells and {} edges, {}; give {} by --n and --m or INPUTs",
                                 dp::kMaxGraphCells, kMaxDrawn, what, wanted),
                     {}};
    };
    if (!report.graph) {
        return refused(fmt::format("but this check computed no table of 1 to {} cells", dp::kMaxGraphCells),
                       "another instance");
    }
    if (report.graph->source == dp::CheckedGraph::Source::beginning) {
        return refused("but the instance has more cells");
    }
    const std::size_t edges = report.graph->graph.edges();
    if (edges > kMaxDrawn) {
        return refused(fmt::format("but this graph has {} edges", edges));
    }
    const GraphDrawing drawing = drawing_of(header, *report.graph);
    answer.output(path, extension_of(path) == ".svg" ? graph_svg(drawing) : graph_dot(drawing));
    answer.result["graph_file"] = path;
    answer.line("written", path);
    return {};
}

}  // namespace vkalgo::cli

#pragma once

#include "algorithms/dp/check/check.hpp"
#include "cli/answer.hpp"

#include <string>

/// What `vkalgo dp --check` prints and draws of a recurrence's dependency graph.
namespace vkalgo::cli {

/// The most edges that --graph draws. The limit of cells is dp::kMaxGraphCells.
inline constexpr std::size_t kMaxDrawn = 4000;

/// If there is a graph, adds lines and JSON about it, and about the methods that run the recurrence in the order of
/// `stage` with these params. Otherwise "graph" and "methods" are null in the JSON.
void describe_graph(const dp::RecurrenceHeader& header, const dp::StageFunction& stage, const dp::CheckReport& report,
                    const dp::Params& params, Answer& answer);

/// Adds the drawing to the answer: an SVG document if the path ends in .svg, else in Graphviz's language. Errors:
/// invalid_argument: there is no graph, only the beginning of the graph is known, or it has too many edges.
Result<void> add_graph(const dp::RecurrenceHeader& header, const dp::CheckReport& report, const std::string& path,
                       Answer& answer);

}  // namespace vkalgo::cli

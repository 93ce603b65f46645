#pragma once

#include "algorithms/dp/check/check.hpp"
#include "cli/answer.hpp"

#include <string>

/// What `vkalgo dp --check` says and draws of a recurrence's dependency graph.
namespace vkalgo::cli {

/// Edges that --graph draws at most; of cells, dp::kMaxGraphCells.
inline constexpr std::size_t kMaxDrawn = 4000;

/// Adds lines and JSON on the graph, if there is one, and on the methods that run the recurrence in that order
/// with these params.
void describe_graph(const dp::RecurrenceHeader& header, const dp::StageFunction& stage, const dp::CheckReport& report,
                    const dp::Params& params, Answer& answer);

/// Adds the drawing to the answer, an SVG document if the path ends so, else in Graphviz's language. Errors:
/// invalid_argument: no graph, one of a beginning alone, or one with too many edges.
Result<void> add_graph(const dp::RecurrenceHeader& header, const dp::CheckReport& report, const std::string& path,
                       Answer& answer);

}  // namespace vkalgo::cli

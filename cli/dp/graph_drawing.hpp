#pragma once

#include "algorithms/dp/check/check.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli {

/// A dependency graph to draw: one column per stage of the minimal sequence of stages (dp::DependencyGraph), with base
/// cases on the left.
struct GraphDrawing {
    struct Node {
        /// The cell's indices, "3,4".
        std::string name;
        /// Whether the answer needs the cell, and whether the cell is the answer.
        bool needed = false, answer = false;
    };
    std::string title;
    std::vector<Node> nodes;
    /// The indices of the nodes of each stage.
    std::vector<std::vector<std::size_t>> stages;
    /// Pairs of indices of nodes. The first cell reads the second.
    std::vector<std::pair<std::size_t, std::size_t>> reads;
};

/// Returns the graph of a check.
GraphDrawing drawing_of(const dp::RecurrenceHeader& header, const dp::CheckedGraph& checked);

/// Returns the graph in Graphviz's language.
std::string graph_dot(const GraphDrawing& drawing);

/// Returns the graph as an SVG document.
std::string graph_svg(const GraphDrawing& drawing);

}  // namespace vkalgo::cli

#pragma once

#include "algorithms/dp/check/check.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::cli {

/// A dependency graph to draw: a column for each stage of the minimal sequence, base cases on the left.
struct GraphDrawing {
    struct Node {
        /// the cell's indices, "3,4"
        std::string name;
        /// the answer needs it, or it is the answer
        bool needed = false, answer = false;
    };
    std::string title;
    std::vector<Node> nodes;
    /// numbers of nodes: those of each stage
    std::vector<std::vector<std::size_t>> stages;
    /// numbers of nodes: a cell and what it reads
    std::vector<std::pair<std::size_t, std::size_t>> reads;
};

/// The graph of a check.
GraphDrawing drawing_of(const dp::RecurrenceHeader& header, const dp::CheckedGraph& checked);

/// In the language of Graphviz.
std::string graph_dot(const GraphDrawing& drawing);

/// As an SVG document.
std::string graph_svg(const GraphDrawing& drawing);

}  // namespace vkalgo::cli

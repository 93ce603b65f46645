#include "cli/dp/graph_drawing.hpp"

#include "cli/formats.hpp"
#include "formats/drawing/svg.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr const char* kNeeded = "#cfe3f5";
constexpr const char* kOther = "#ffffff";

// Sizes in the units of the SVG document.
constexpr double kMargin = 24;
constexpr double kHead = 72;  // The title and the stages' names
constexpr double kFoot = 40;  // The legend
constexpr double kRow = 34;
constexpr double kNodeHeight = 24;
constexpr double kBetweenColumns = 52;
constexpr double kTextSize = 13, kTitleSize = 17;
constexpr std::string_view kLegend =
    "An arrow leads from a cell to a cell that it reads. A filled cell is needed for the answer.";

/// Returns "3,4".
std::string name_of(dp::Cell cell, std::size_t indices) {
    std::string text = dp::cell_text(cell, indices);
    std::erase_if(text, [](char letter) { return letter == '(' || letter == ')' || letter == ' '; });
    return text;
}

/// The positions of the nodes in an SVG document.
struct Layout {
    explicit Layout(const GraphDrawing& drawing) : centres(drawing.nodes.size()) {
        std::size_t letters = 3;
        for (const GraphDrawing::Node& node : drawing.nodes) {
            letters = std::max(letters, node.name.size());
        }
        node_width = 14 + 7.5 * static_cast<double>(letters);
        std::size_t tallest = 0;
        for (const auto& stage : drawing.stages) {
            tallest = std::max(tallest, stage.size());
        }
        height = kHead + kRow * static_cast<double>(tallest) + kFoot;
        middle = kHead + kRow * static_cast<double>(tallest) / 2;
        for (std::size_t s = 0; s < drawing.stages.size(); ++s) {
            const double top = middle - kRow * static_cast<double>(drawing.stages[s].size()) / 2;
            for (std::size_t k = 0; k < drawing.stages[s].size(); ++k) {
                centres[drawing.stages[s][k]] = {column(s), top + kRow * (static_cast<double>(k) + 0.5)};
            }
        }
        // Even a text of wide letters takes, in a sans-serif font, only some 0.6 of the font size per letter.
        const double title = 0.6 * kTitleSize * static_cast<double>(drawing.title.size());
        const double legend = 0.6 * kTextSize * static_cast<double>(kLegend.size());
        width = std::max(2 * kMargin + std::max(title, legend),
                         column(drawing.stages.size()) - kBetweenColumns - node_width / 2 + kMargin);
    }

    /// Returns the x coordinate of the middle of a stage's nodes.
    double column(std::size_t stage) const {
        return kMargin + node_width / 2 + (node_width + kBetweenColumns) * static_cast<double>(stage);
    }

    struct Centre {
        double x = 0, y = 0;
    };
    std::vector<Centre> centres;
    double node_width = 0, width = 0, height = 0, middle = 0;
};

}  // namespace

GraphDrawing drawing_of(const dp::RecurrenceHeader& header, const dp::CheckedGraph& checked) {
    const dp::DependencyGraph& graph = checked.graph;
    GraphDrawing drawing;
    drawing.title = header.problem;
    for (std::size_t cell = 0; cell < graph.cells().size(); ++cell) {
        drawing.nodes.push_back({.name = name_of(graph.cells()[cell], header.index_count())});
        for (const std::size_t read : graph.reads(cell)) {
            drawing.reads.emplace_back(cell, read);
        }
    }
    for (const std::size_t cell : graph.generated_by(checked.answers)) {
        drawing.nodes[cell].needed = true;
    }
    for (const std::size_t cell : checked.answers) {
        drawing.nodes[cell].answer = true;
    }
    drawing.stages = graph.stages();
    return drawing;
}

std::string graph_dot(const GraphDrawing& drawing) {
    std::string dot;
    dot += fmt::format(
        "// One column per stage, S0 on the left. An arrow leads from a cell to a cell that it reads. A filled cell "
        "is needed for the answer.\n"
        "digraph \"{}\" {{\n"
        "    rankdir=RL;\n"
        "    node [shape=box, style=\"rounded,filled\", fillcolor=\"{}\", fontname=\"sans-serif\"];\n",
        drawing.title, kOther);
    for (std::size_t s = 0; s < drawing.stages.size(); ++s) {
        dot += fmt::format("    subgraph S{} {{\n        rank=same;\n", s);
        for (const std::size_t number : drawing.stages[s]) {
            const GraphDrawing::Node& node = drawing.nodes[number];
            const std::string filled =
                node.needed ? fmt::format(" [fillcolor=\"{}\"{}]", kNeeded, node.answer ? ", penwidth=3" : "") : "";
            dot += fmt::format("        \"{}\"{};\n", node.name, filled);
        }
        dot += "    }\n";
    }
    for (const auto& [from, to] : drawing.reads) {
        dot += fmt::format("    \"{}\" -> \"{}\";\n", drawing.nodes[from].name, drawing.nodes[to].name);
    }
    return dot + "}\n";
}

std::string graph_svg(const GraphDrawing& drawing) {
    const Layout layout(drawing);
    std::string svg;
    svg += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"{5:.0f}\" fill=\"#222\">\n"
        "<title>{2}</title>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n"
        "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
        "markerHeight=\"7\" orient=\"auto\"><polygon points=\"0,0 8,4 0,8\" fill=\"#888\"/></marker></defs>\n"
        "<text x=\"{3}\" y=\"28\" font-size=\"{6:.0f}\">{2}</text>\n"
        "<text x=\"{3}\" y=\"{4:.0f}\">{7}</text>\n<g text-anchor=\"middle\" font-weight=\"bold\">\n",
        layout.width, layout.height, svg_text(drawing.title), kMargin, layout.height - 14, kTextSize, kTitleSize,
        kLegend);
    for (std::size_t s = 0; s < drawing.stages.size(); ++s) {
        svg += fmt::format("<text x=\"{:.1f}\" y=\"58\">S{}</text>\n", layout.column(s), s);
    }
    svg += "</g>\n<g fill=\"none\" stroke=\"#888\" marker-end=\"url(#head)\">\n";
    for (const auto& [from, to] : drawing.reads) {
        const auto [from_x, from_y] = layout.centres[from];
        const auto [to_x, to_y] = layout.centres[to];
        const double begin = from_x - layout.node_width / 2;
        const double end = to_x + layout.node_width / 2;
        const double bend = (begin - end) / 2;
        svg += fmt::format("<path d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\"/>\n", begin, from_y,
                           begin - bend, from_y, end + bend, to_y, end, to_y);
    }
    svg += "</g>\n<g text-anchor=\"middle\" stroke-linejoin=\"round\">\n";
    for (std::size_t number = 0; number < drawing.nodes.size(); ++number) {
        const GraphDrawing::Node& node = drawing.nodes[number];
        const auto [x, y] = layout.centres[number];
        svg += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"5\" fill=\"{}\" "
            "stroke=\"#333\" stroke-width=\"{}\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
            x - layout.node_width / 2, y - kNodeHeight / 2, layout.node_width, kNodeHeight,
            node.needed ? kNeeded : kOther, node.answer ? 3 : 1, x, y + 4.5, svg_text(node.name));
    }
    return svg + "</g>\n</svg>\n";
}

}  // namespace vkalgo::cli

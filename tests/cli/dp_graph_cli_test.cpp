// Tests the dependency graph of `vkalgo dp --check`: its lines, its JSON and its drawings.
#include "cli/dp/graph.hpp"
#include "cli/dp/graph_drawing.hpp"
#include "formats/source.hpp"
#include "tests/cli/dp_texts.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::string line_of(const std::string& text, const std::string& label) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(label + " ")) {
            return line.substr(line.find_first_not_of(' ', label.size()));
        }
    }
    return "no line " + label;
}

TEST(DpGraph, IsPrintedByTheCheckOfABuiltInProblem) {
    const ProcessResult checked = run_vkalgo({"dp", "--check", "binomial", "--n", "6", "--m", "4"});
    ASSERT_EQ(checked.exit_code, 0) << checked.errors;
    EXPECT_EQ(line_of(checked.output, "problem"), "binomial");
    EXPECT_EQ(line_of(checked.output, "graph"), "of the instance, 7 x 5: 35 cells, 11 base cases, 48 edges");
    EXPECT_EQ(line_of(checked.output, "direct"), "UpLeft, Up");
    EXPECT_EQ(line_of(checked.output, "absolute"), "UpLeft, Up");
    EXPECT_EQ(line_of(checked.output, "depth"),
              "6, stages S0 .. S6 of 11 4 4 4 4 4 4 cells; pattern RUD takes 7 stages");
    EXPECT_EQ(line_of(checked.output, "needed"), "25 of 35 cells by the answer");
    EXPECT_NE(line_of(checked.output, "methods").find("stage"), std::string::npos);
}

TEST(DpGraph, IsOfTheInstanceIfAllItsParamsAreGiven) {
    const TemporaryFolder folder;
    const std::string file = folder.file("eggs.glsl", R"(//! problem  eggs
//! about    least trials that find the floor from which eggs break
//! pattern  NOSE
//! class    any
//! cell     u32
//! param    eggs u32
//! param    floors u32
//! rows     eggs + 1
//! columns  floors + 1
//! base     first-row 2
//! base     first-column 2
//! answer   last
//! reduce   min k = 1 .. j
cell_t base(int i, int j) { return uint(j); }
cell_t term(int i, int k, int j) { return 1u + max(at(i - 1, k - 1), at(i, j - k)); }
)");
    const ProcessResult checked = run_vkalgo({"dp", "--check", file, "--eggs", "3", "--floors", "6"});
    EXPECT_EQ(checked.exit_code, 0) << checked.errors;
    EXPECT_EQ(line_of(checked.output, "graph").find("of the instance, 4 x 7: 28 cells"), 0U) << checked.output;
    const ProcessResult half = run_vkalgo({"dp", "--check", file, "--eggs", "3"});
    EXPECT_EQ(half.exit_code, 0) << half.errors;
    EXPECT_EQ(line_of(half.output, "graph").find("of a random instance"), 0U) << half.output;
}

TEST(DpGraph, DrawingsOfFewStagesHaveRoomForTheirTitleAndLegend) {
    GraphDrawing drawing;
    drawing.title = "a problem whose name is longer than all of its stages are wide, as happens with one of two stages";
    drawing.nodes = {{.name = "0,0"}, {.name = "0,1"}};
    drawing.stages = {{0}, {1}};
    drawing.reads = {{1, 0}};
    const auto width_of = [](const std::string& svg) { return std::stod(svg.substr(svg.find("width=\"") + 7)); };
    EXPECT_GE(width_of(graph_svg(drawing)), 0.55 * 17 * static_cast<double>(drawing.title.size()));
    drawing.title = "short";
    EXPECT_GE(width_of(graph_svg(drawing)), 0.55 * 13 * 67);
}

TEST(DpGraph, IsAnObjectInJson) {
    const auto result = result_of_command("dp", {"--check", "matrix-chain", "--n", "5"});
    const nlohmann::json expected = {{"instance", "whole"},
                                     {"extents", {5, 5}},
                                     {"cells", 15},
                                     {"base_cases", 5},
                                     {"edges", 40},
                                     {"direct", {"Left", "Down"}},
                                     {"absolute", {"Left", "DownLeft", "Down"}},
                                     {"depth", 4},
                                     {"stages", {5, 4, 3, 2, 1}},
                                     {"declared_stages", 5},
                                     {"needed", 15}};
    EXPECT_EQ(result["graph"], expected);
    EXPECT_FALSE(result["methods"].empty());
}

TEST(DpGraph, IsOfInputFilesOrOfRandomInputs) {
    const TemporaryFolder folder;
    const std::string stairs = folder.file("steps.glsl", kStairs);
    EXPECT_EQ(result_of_command("dp", {"--check", stairs})["graph"]["instance"], "random");
    const auto whole = result_of_command("dp", {"--check", stairs, "--n", "50"});
    EXPECT_EQ(whole["graph"]["instance"], "whole");
    EXPECT_EQ(whole["graph"]["depth"], 49);
    const auto text = run_vkalgo({"dp", "--check", stairs, "--n", "50"}).output;
    EXPECT_EQ(line_of(text, "depth").substr(0, 30), "49, stages S0 .. S49 of 2 1 1 ");
    EXPECT_NE(line_of(text, "depth").find(" 1 1 and so on cells; pattern RUD takes 51 stages"), std::string::npos);
    const std::string letters = folder.file("letters.txt", std::string(900, 'A'));
    const auto beginning = result_of_command("dp", {"--check", "lcs", letters, letters});
    EXPECT_EQ(beginning["graph"]["instance"], "beginning");
    EXPECT_EQ(beginning["graph"]["extents"], nlohmann::json({17, 17}));
    EXPECT_EQ(line_of(run_vkalgo({"dp", "--check", "lcs", letters, letters}).output, "graph").substr(0, 42),
              "of the instance's beginning, 17 x 17: 289 ");
}

/// The content of a .dot file that the command wrote.
struct Dot {
    /// The stage of each cell.
    std::map<std::string, std::size_t> stages;
    std::set<std::string> needed, answers;
    std::vector<std::pair<std::string, std::string>> edges;
};

Dot parse_dot(const std::string& text) {
    Dot dot;
    std::istringstream lines(text);
    std::smatch parts;
    std::size_t stage = 0;
    int open = 0;
    for (std::string line; std::getline(lines, line);) {
        open += static_cast<int>(std::count(line.begin(), line.end(), '{')) -
                static_cast<int>(std::count(line.begin(), line.end(), '}'));
        if (std::regex_match(line, parts, std::regex(R"( *subgraph S(\d+) \{)"))) {
            EXPECT_EQ(std::stoul(parts[1]), stage);
            ++stage;
        } else if (std::regex_match(line, parts, std::regex(R"re( *"([^"]*)" -> "([^"]*)";)re"))) {
            dot.edges.emplace_back(parts[1], parts[2]);
        } else if (std::regex_match(line, parts, std::regex(R"re( *"([^"]*)"( \[fillcolor=[^\]]*\])?;)re"))) {
            EXPECT_TRUE(dot.stages.emplace(parts[1], stage - 1).second) << line;
            if (parts[2].matched) {
                dot.needed.insert(parts[1]);
            }
            if (line.find("penwidth") != std::string::npos) {
                dot.answers.insert(parts[1]);
            }
        }
    }
    EXPECT_EQ(open, 0);
    return dot;
}

TEST(DpGraph, IsDrawnForGraphviz) {
    const TemporaryFolder folder;
    const std::string path = folder.path("graph.dot");
    const auto result = result_of_command("dp", {"--check", "lcs", "--n", "4", "--m", "6", "--graph", path});
    EXPECT_EQ(result["graph_file"], path);
    const auto& graph = result["graph"];
    const Dot dot = parse_dot(content_of(path));
    EXPECT_EQ(dot.stages.size(), graph["cells"]);
    EXPECT_EQ(dot.edges.size(), graph["edges"]);
    EXPECT_EQ(dot.needed.size(), graph["needed"]);
    EXPECT_EQ(dot.answers, std::set<std::string>{"4,6"});
    std::vector<std::size_t> widths(graph["stages"].size());
    for (const auto& [name, stage] : dot.stages) {
        ++widths.at(stage);
    }
    EXPECT_EQ(nlohmann::json(widths), graph["stages"]);
    for (const auto& [from, to] : dot.edges) {
        EXPECT_GT(dot.stages.at(from), dot.stages.at(to)) << from << " reads " << to;
    }
    // Standard output gets the same content.
    const ProcessResult printed = run_vkalgo({"dp", "--check", "lcs", "--n", "4", "--m", "6", "--graph", "-"});
    EXPECT_EQ(printed.output, content_of(path));
}

/// Checks that tags are closed in order, attributes quoted and ampersands escaped. Returns the number of elements by
/// name.
std::map<std::string, std::size_t> parse_xml(const std::string& text) {
    std::map<std::string, std::size_t> elements;
    std::vector<std::string> open;
    const std::regex tag(R"re(<(/?)([a-z]+)((?: [a-z-A-Z]+="[^"<&]*")*)(/?)>)re");
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t next = text.find('<', at);
        const std::string words = text.substr(at, next - at);
        EXPECT_EQ(words.find('>'), std::string::npos) << words;
        if (next == std::string::npos) {
            break;
        }
        std::smatch parts;
        const std::string rest = text.substr(next, text.find('>', next) + 1 - next);
        EXPECT_TRUE(std::regex_match(rest, parts, tag)) << rest;
        if (parts[1] == "/") {
            EXPECT_TRUE(!open.empty() && open.back() == parts[2]) << rest;
            open.pop_back();
        } else {
            ++elements[parts[2]];
            if (parts[4] != "/") {
                open.push_back(parts[2]);
            }
        }
        at = next + rest.size();
    }
    EXPECT_TRUE(open.empty());
    return elements;
}

TEST(DpGraph, IsDrawnAsSvg) {
    const TemporaryFolder folder;
    for (const Words& words :
         {Words{"--check", "matrix-chain", "--n", "6"}, Words{"--check", "binomial", "--n", "19", "--m", "19"},
          Words{"--check", "knapsack", "--n", "1", "--capacity", "1"}}) {
        const std::string path = folder.path("graph.SVG");
        Words arguments = words;
        arguments.insert(arguments.end(), {"--graph", path});
        const auto graph = result_of_command("dp", arguments)["graph"];
        const std::string svg = content_of(path);
        auto elements = parse_xml(svg);
        EXPECT_EQ(elements["path"], graph["edges"]);
        EXPECT_EQ(elements["rect"], graph["cells"].get<std::size_t>() + 1) << "and the background";
        EXPECT_EQ(elements["text"], graph["cells"].get<std::size_t>() + graph["stages"].size() + 2);
        EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
}

TEST(DpGraph, IsNotDrawnIfItIsTooLargeOrMayNotBeWritten) {
    const TemporaryFolder folder;
    const std::string path = folder.path("graph.svg");
    const std::string grid = folder.file("grid.glsl", kGrid);
    const std::string dot = folder.file("grid.dot", kGrid);
    expect_refused({{"dp", "--check", "lcs", "--n", "20", "--graph", path},
                    2,
                    "--graph draws at most 400 cells and 4000 edges, but the instance has more cells; give a smaller "
                    "instance by --n and --m or INPUTs"});
    const std::string all = folder.file("all.glsl",
                                        "//! problem  all\n//! pattern  CLR\n//! class    any\n//! cell     u32\n"
                                        "//! rows     1\n//! columns  n\n//! answer   last\n"
                                        "cell_t cell(int i, int j) {\n    cell_t sum = 1u;\n"
                                        "    for (int k = 0; k < j; ++k) sum += at(0, k);\n    return sum;\n}\n");
    expect_refused({{"dp", "--check", all, "--n", "90", "--graph", path}, 2, "but this graph has 4005 edges"});
    EXPECT_EQ(run_vkalgo({"dp", "--check", all, "--n", "89", "--graph", path}).exit_code, 0);
    std::filesystem::remove(path);
    expect_refused({{"dp", "--check", all, "--n", "0", "--graph", path},
                    2,
                    "but this check computed no table of 1 to 400 cells; give another instance by --n and --m"});
    expect_refused({{"dp", "--check", "lcs", "--graph", ""}, 2, "--graph: the name of an output file is empty"});
    expect_refused({{"dp", "--check", "lcs", "--graph", folder.path("graph.png")}, 2, "ends in .svg or .dot"});
    expect_refused({{"dp", "--check", "lcs", "--graph", folder.path("no/graph.svg")}, 2, "no/graph.svg"});
    expect_refused({{"dp", "--check", dot, "--graph", dot}, 2, "--graph"});
    EXPECT_EQ(content_of(dot), kGrid);
    const std::string letters = folder.file("x.dot", "ACGT");
    expect_refused({{"dp", "--check", "lcs", letters, letters, "--format", "txt", "--graph", letters}, 2, "--graph"});
    EXPECT_EQ(content_of(letters), "ACGT");
    for (const Words& words : {Words{"--problem", "lcs", "--n", "4"}, Words{"--recurrence", grid, "--n", "4"},
                               Words{"--list"}, Words{"--new", "mine", folder.path("mine.glsl")}, Words{}}) {
        Words arguments{"dp", "--graph", path};
        arguments.insert(arguments.end(), words.begin(), words.end());
        expect_refused({arguments, 2, ""});
    }
    expect_refused({{"dp", "--problem", "lcs", "--n", "4", "--graph", path}, 2, "give --check FILE too"});
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_FALSE(std::filesystem::exists(folder.path("mine.glsl")));
    // Every table of this recurrence has too many cells for a graph.
    const std::string large = folder.file("large.glsl",
                                          "//! problem  large\n//! pattern  RUD\n//! class    any\n//! cell     u32\n"
                                          "//! rows     n + 500\n//! columns  1\n//! answer   last\n"
                                          "cell_t cell(int i, int j) { return i > 0 ? at(i - 1, j) : 1u; }\n");
    EXPECT_EQ(result_of_command("dp", {"--check", large})["graph"], nullptr);
    expect_refused({{"dp", "--check", large, "--graph", path}, 2, "this check computed no table of 1 to 400"});
}

TEST(DpGraph, OfACycleIsRefusedByTheNamesOfItsCells) {
    const TemporaryFolder folder;
    const std::string swapped =
        "//! problem  swap\n//! pattern  NOSE\n//! class    any\n//! cell     u32\n//! rows     n\n//! columns  n\n"
        "//! answer   last\ncell_t cell(int i, int j) { return i == j ? 1u : at(j, i); }\n";
    expect_refused(
        {{"dp", "--check", folder.file("swap.glsl", swapped), "--graph", folder.path("swap.dot")},
         2,
         "swap.glsl: cell (0, 1) reads at(1, 0), which reads at(0, 1); no order of the cells computes such a cycle"});
    EXPECT_FALSE(std::filesystem::exists(folder.path("swap.dot")));
    expect_refused(
        {{"dp", "--check", "lcs", "--pattern", "RUD"}, 2, "problem 'lcs' cannot run in pattern RUD: cell (1, "});
    expect_refused({{"dp", "--check", "lsc"}, 2, "lsc"});
}

}  // namespace
}  // namespace vkalgo::cli::test

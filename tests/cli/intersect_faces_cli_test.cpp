// Tests `vkalgo intersect` on faces of more than three corners, and pairs of faces.
#include "cli/formats.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// A mesh that can be written in every format that has faces of any number of corners.
struct Faces {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::vector<int>> faces;

    std::string obj() const {
        std::string text;
        for (const auto& vertex : vertices) {
            text += fmt::format("v {}\n", fmt::join(vertex, " "));
        }
        for (const auto& face : faces) {
            text += "f";
            for (const int corner : face) {
                text += fmt::format(" {}", corner + 1);
            }
            text += "\n";
        }
        return text;
    }
    std::string off() const { return fmt::format("OFF\n{} {} 0\n{}", vertices.size(), faces.size(), values()); }
    std::string ply() const {
        return fmt::format(
            "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double "
            "z\nelement "
            "face {}\nproperty list uchar int vertex_indices\nend_header\n{}",
            vertices.size(), faces.size(), values());
    }

private:
    std::string values() const {
        std::string text;
        for (const auto& vertex : vertices) {
            text += fmt::format("{}\n", fmt::join(vertex, " "));
        }
        for (const auto& face : faces) {
            text += fmt::format("{} {}\n", face.size(), fmt::join(face, " "));
        }
        return text;
    }
};

/// Returns a closed prism over an outline, tilted so that no face lies along an axis.
Faces prism(const std::vector<std::array<double, 2>>& outline) {
    Faces made;
    const auto n = static_cast<int>(outline.size());
    made.faces.resize(2);
    for (const double height : {0., 4.}) {
        for (const auto& [x, y] : outline) {
            made.vertices.push_back({x + height, y - 2 * height, 3 * x - y + height});
        }
    }
    for (int k = 0; k < n; ++k) {
        made.faces[0].push_back(n - 1 - k);
        made.faces[1].push_back(n + k);
        made.faces.push_back({k, (k + 1) % n, n + (k + 1) % n, n + k});
    }
    return made;
}

const std::vector<std::array<double, 2>> kL = {{4, 1}, {1, 1}, {1, 4}, {0, 4}, {0, 0}, {4, 0}};

/// A triangle by itself, and two squares that cross.
const Faces kCrossing = {{{0, 0, 0},
                          {4, 0, 0},
                          {4, 4, 0},
                          {0, 4, 0},
                          {2, 1, -1},
                          {2, 3, -1},
                          {2, 3, 1},
                          {2, 1, 1},
                          {9, 0, 0},
                          {9, 1, 0},
                          {9, 0, 1}},
                         {{8, 9, 10}, {0, 1, 2, 3}, {4, 5, 6, 7}}};

TEST(IntersectFaces, ThatAreConcaveOrHaveCornersOnALineIntersectNothing) {
    const TemporaryFolder folder;
    Faces corner;
    for (const auto& [x, y] : kL) {
        corner.vertices.push_back({x, y, 0});
    }
    corner.faces = {{0, 1, 2, 3, 4, 5}};
    const std::vector<std::pair<Faces, int>> meshes = {
        {corner, 4},
        {prism(kL), 4 + 4 + 12},
        // An outline with corners on its straight sides, the outline of a comb, and that of an arrow.
        {prism({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}}), 8 + 8 + 20},
        {prism({{0, 0}, {7, 0}, {7, 5}, {6, 5}, {6, 1}, {5, 1}, {5, 5}, {4, 5}, {4, 1}, {3, 1}, {3, 5}, {0, 5}}),
         10 + 10 + 24},
        {prism({{0, 0}, {4, 4}, {0, 8}, {1, 4}}), 2 + 2 + 8}};
    for (std::size_t k = 0; k < meshes.size(); ++k) {
        const Faces& mesh = meshes[k].first;
        for (const auto& [name, content] :
             {std::pair{"a.obj", mesh.obj()}, {"a.off", mesh.off()}, {"a.ply", mesh.ply()}}) {
            const auto result = result_of_command("intersect", {folder.file(name, content), "--verify"});
            EXPECT_EQ(result["pairs"], 0) << k << " " << name;
            EXPECT_EQ(result["faces"], mesh.faces.size());
            EXPECT_EQ(result["triangles"], meshes[k].second) << k;
            EXPECT_EQ(result_of_command("intersect", {folder.path(name), "--faces"})["pairs"], 0) << k << " " << name;
        }
    }
}

TEST(IntersectFaces, WithAHoleAreNamedAndDoNotMeetAPoleInIt) {
    const TemporaryFolder folder;
    // The hole is connected with the outside by an edge that the face passes in both directions. A pole stands in the
    // hole.
    const Faces mesh = {{{0, 0, 0},
                         {6, 0, 0},
                         {6, 6, 0},
                         {0, 6, 0},
                         {2, 2, 0},
                         {2, 4, 0},
                         {4, 4, 0},
                         {4, 2, 0},
                         {3, 3, -1},
                         {3.5, 3, 0},
                         {3, 3, 1}},
                        {{8, 9, 10}, {0, 1, 2, 3, 0, 4, 5, 6, 7, 4}}};
    const ProcessResult run = run_vkalgo({"intersect", folder.file("a.obj", mesh.obj()), "--verify", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto result = nlohmann::json::parse(run.output)["result"];
    EXPECT_EQ(result["pairs"], 0);
    EXPECT_EQ(result["triangles"], 9);
    EXPECT_NE(run.errors.find("a.obj: has 1 face with a vertex twice"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("(from 0): 1"), std::string::npos) << run.errors;
}

TEST(IntersectFaces, ThatAreBentDegenerateOrIncompleteAreNamedInWarnings) {
    const TemporaryFolder folder;
    const Faces mesh = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0.2}, {0, 1, 0}, {3, 0, 0}, {4, 0, 0}, {5, 0, 0}, {6, 0, 0}},
                        {{0, 1, 2, 3}, {4, 5, 6, 7}, {4, 5}}};
    const ProcessResult run = run_vkalgo({"intersect", folder.file("a.off", mesh.off()), "--faces"});
    EXPECT_EQ(run.exit_code, 0);
    for (const char* warning : {"1 face whose corners", "(from 0): 0", "1 face without area", "(from 0): 1",
                                "1 face with fewer than three", "(from 0): 2"}) {
        EXPECT_NE(run.errors.find(warning), std::string::npos) << run.errors;
    }
    EXPECT_NE(run.output.find("1-1"), std::string::npos) << run.output;
    EXPECT_EQ(run_vkalgo({"intersect", folder.path("a.off"), "--quiet"}).errors, "");
}

TEST(IntersectFaces, ThatCrossThemselvesAreRefusedByTheirNumber) {
    const TemporaryFolder folder;
    const Faces mesh = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}, {0, 1, 2}, {0, 2, 1, 3}}};
    for (const auto& [name, content] : {std::pair{"a.obj", mesh.obj()}, {"a.off", mesh.off()}, {"a.ply", mesh.ply()}}) {
        expect_refused(Refusal{.arguments = {"intersect", folder.file(name, content)},
                               .exit_code = 2,
                               .message = fmt::format("{}': face 2 crosses itself", name)});
    }
}

TEST(IntersectFaces, AreReportedInPairsByTheirNumbersInTheFile) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.ply", kCrossing.ply());
    const auto triangles = result_of_command("intersect", {mesh, "--verify"});
    EXPECT_GT(triangles["pairs"], 1);
    const auto json = json_of_command(
        "intersect", {mesh, "--faces", "--verify", "--output", folder.path("p.csv"), "--segments", folder.path("s.csv"),
                      "--marked", folder.path("m2.ply"), "--picture", folder.path("m.png")});
    EXPECT_EQ(json["parameters"]["faces"], true);
    EXPECT_EQ(json["verified"], true);
    const auto& result = json["result"];
    EXPECT_EQ(result["pairs"], 1);
    EXPECT_EQ(result["listed"], 1);
    EXPECT_EQ(result["groups"], 1);
    EXPECT_EQ(result["faces"], 3);
    EXPECT_EQ(result["triangles"], 5);
    EXPECT_EQ(content_of(folder.path("p.csv")), "first,second\n1,2\n");
    const std::string segments = content_of(folder.path("s.csv"));
    EXPECT_EQ(std::count(segments.begin(), segments.end(), '\n'), 1 + triangles["pairs"].get<int>());
    for (std::size_t line = segments.find('\n') + 1; line < segments.size(); line = segments.find('\n', line) + 1) {
        EXPECT_TRUE(segments.substr(line).starts_with("1,2,")) << segments;
    }
    // The original faces, two of which are marked.
    const auto marked = read_mesh(folder.path("m2.ply"));
    ASSERT_TRUE(marked) << marked.error().message;
    EXPECT_EQ(marked->sizes, (std::vector<std::uint32_t>{3, 4, 4}));
    EXPECT_EQ(marked->corners, (std::vector<std::uint32_t>{8, 9, 10, 0, 1, 2, 3, 4, 5, 6, 7}));
    const std::string bytes = content_of(folder.path("m2.ply"));
    std::vector<int> groups;
    for (const std::size_t end : {47U, 24U, 0U}) {
        groups.push_back(bytes.at(bytes.size() - end - 4));
    }
    EXPECT_EQ(groups, (std::vector<int>{0, 1, 1}));
    EXPECT_EQ(run_vkalgo({"intersect", mesh, "--faces", "--quiet"}).output, "1\n");
    EXPECT_NE(run_vkalgo({"intersect", mesh, "--faces"}).output.find("1 intersects, counted by faces"),
              std::string::npos);
}

TEST(IntersectFaces, OfTwoMeshesAndTheFirstOfManyAreListed) {
    const TemporaryFolder folder;
    const Faces floor = {{{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}}, {{0, 1, 2, 3}}};
    const auto walls = [](double from) {
        Faces made;
        for (int k = 0; k < 3; ++k) {
            const double x = from + k;
            made.vertices.insert(made.vertices.end(), {{x, 1, -1}, {x, 8, -1}, {x, 8, 1}, {x, 1, 1}});
            made.faces.push_back({4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3});
        }
        return made;
    };
    const std::string first = folder.file("floor.obj", floor.obj());
    const std::string second = folder.file("walls.off", walls(2).off());
    const auto result =
        result_of_command("intersect", {first, second, "--faces", "--max-pairs", "2", "--output", folder.path("p.json"),
                                        "--segments", folder.path("s.csv"), "--verify"});
    EXPECT_EQ(result["pairs"], 3);
    EXPECT_EQ(result["listed"], 2);
    EXPECT_EQ(result["groups"], 1);
    EXPECT_EQ(result["other_faces"], 3);
    EXPECT_EQ(nlohmann::json::parse(content_of(folder.path("p.json"))), (nlohmann::json{{0, 0}, {0, 1}}));
    EXPECT_EQ(content_of(folder.path("s.csv")).find("\n0,2,"), std::string::npos);
}

/// Merged vertices are also the corners of the marked faces.
TEST(IntersectFaces, AreWelded) {
    const TemporaryFolder folder;
    const Faces mesh = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}},
                        {{0, 1, 2, 3}, {4, 5, 6, 7}}};
    const std::string path = folder.file("m.obj", mesh.obj());
    EXPECT_EQ(result_of_command("intersect", {path, "--faces"})["pairs"], 1);
    EXPECT_EQ(result_of_command("intersect", {path, "--faces", "--weld", "--marked", folder.path("w.ply")})["pairs"],
              0);
    const auto welded = read_mesh(folder.path("w.ply"));
    ASSERT_TRUE(welded);
    EXPECT_EQ(welded->corners, (std::vector<std::uint32_t>{0, 1, 2, 3, 1, 4, 5, 2}));
}

TEST(IntersectCommand, ReadsOffWhoseCountsStandOnTwoLines) {
    const TemporaryFolder folder;
    const std::string values = "0 0 0\n2 0 0\n0 2 0\n.1 .1 -1\n.1 .1 1\n.1 -3 1\n3 0 1 2\n3 3 4 5\n";
    for (const char* front : {"OFF\n6 2\n9\n", "OFF\n6 2 9\n", "OFF6 2 9\n", "off 6\n2 9 "}) {
        EXPECT_EQ(result_of_command("intersect", {folder.file("m.off", front + values), "--verify"})["pairs"], 1)
            << front;
    }
}

}  // namespace
}  // namespace vkalgo::cli::test

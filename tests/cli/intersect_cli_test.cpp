// Runs `vkalgo intersect` as a process: inputs, outputs, and messages about bad input.
#include "algorithms/mesh/mesh_intersection_plan.hpp"
#include "cli/formats.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Faces 0 and 1 cross, faces 2 and 4 share an edge, face 3 has no area, and face 5 is the same triangle as face 0.
constexpr const char* kMesh = R"(OFF
13 6 0
0 0 0
2 0 0
0 2 0
0.5 0.5 -1
0.5 0.5 1
3 3 1
9 9 9
10 9 9
9 10 9
5 5 5
6 6 6
7 7 7
10 10 9.5
3 0 1 2
3 3 4 5
3 6 7 8
3 9 10 11
3 7 8 12
3 0 1 2
)";

TEST(IntersectCommand, FindsPairsInAMeshByEveryMethod) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.off", kMesh);
    for (const std::string_view method : mesh_method_names()) {
        const auto json = json_of_command("intersect", {mesh, "--method", std::string(method), "--verify"});
        EXPECT_EQ(json["result"]["triangles"], 6);
        EXPECT_EQ(json["result"]["pairs"], 4);
        EXPECT_EQ(json["result"]["listed"], 4);
        EXPECT_EQ(json["result"]["touching"], true);
        EXPECT_EQ(json["result"]["without_area"], 1);
        EXPECT_EQ(json["result"]["groups"], 2);
        EXPECT_EQ(json["result"]["method"], method);
        EXPECT_EQ(json["parameters"]["type"], "f64");
        EXPECT_EQ(json["verified"], true);
    }
    EXPECT_EQ(json_of_command("intersect", {mesh, "--touching", "no", "--verify"})["result"]["pairs"], 3);
    EXPECT_EQ(json_of_command("intersect", {mesh, "--region", "8,8,8,11,11,11", "--verify"})["result"]["pairs"], 0);
    EXPECT_EQ(run_vkalgo({"intersect", mesh, "--quiet"}).output, "4\n");
    const auto one = json_of_command("intersect", {mesh, "--max-pairs", "1"});
    EXPECT_EQ(one["result"]["pairs"], 4);
    EXPECT_EQ(one["result"]["listed"], 1);
    const auto nothing = run_vkalgo({"intersect", mesh, "--region", "20,20,20,30,30,30", "--verify"});
    EXPECT_EQ(nothing.exit_code, 0) << nothing.errors;
    EXPECT_NE(nothing.output.find("0 intersect"), std::string::npos) << nothing.output;
    EXPECT_NE(nothing.errors.find("m.off: no triangle meets --region; the mesh reaches from 0,"), std::string::npos)
        << nothing.errors;
}

TEST(IntersectCommand, SaysThatThereIsNothingToIntersect) {
    const TemporaryFolder folder;
    const auto notices = [&](const Words& words) {
        Words all{"intersect"};
        all.insert(all.end(), words.begin(), words.end());
        const auto run = run_vkalgo(all);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return run.errors;
    };
    const std::string mesh = folder.file("m.off", kMesh);
    const std::string points = folder.file("p.obj", "v 0 0 0\nv 1 0 0\n");
    const std::string edges = folder.file("e.obj", "v 0 0 0\nv 1 0 0\nf 1 2\nf\n");
    EXPECT_NE(notices({points}).find("p.obj: has 2 vertices and no face, so nothing intersects"), std::string::npos);
    EXPECT_NE(notices({mesh, points}).find("p.obj: has 2 vertices and no face"), std::string::npos);
    EXPECT_NE(notices({folder.file("n.obj", "# nothing\n")}).find("n.obj: has 0 vertices and no face"),
              std::string::npos);
    const std::string none = notices({edges});
    EXPECT_NE(none.find("e.obj: has 2 vertices and no face of three corners or more"), std::string::npos) << none;
    EXPECT_NE(none.find("2 faces with fewer than three corners, which vkalgo ignores; face numbers (from 0): 0, 1"),
              std::string::npos)
        << none;
    // The same triangle twice gives no segment.
    const std::string twice = folder.file("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n");
    EXPECT_NE(notices({twice, "--segments", folder.path("s.csv")}).find("no listed pair meets in a segment"),
              std::string::npos);
}

TEST(IntersectCommand, WritesPairsSegmentsAndTheMarkedMesh) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.off", kMesh);
    const std::string csv = folder.path("p.csv"), npy = folder.path("p.npy"), json = folder.path("p.json");
    const std::string segments = folder.path("s.csv"), marked = folder.path("m.ply");
    EXPECT_EQ(json_of_command("intersect",
                              {mesh, "--output", csv, "--segments", segments, "--marked", marked})["result"]["pairs"],
              4);
    EXPECT_EQ(content_of(folder.path("p.csv")), "first,second\n0,1\n0,5\n1,5\n3,3\n");
    EXPECT_EQ(content_of(folder.path("s.csv")),
              "first,second,x0,y0,z0,x1,y1,z1\n0,1,0.5,0.5,0,1,1,0\n1,5,0.5,0.5,0,1,1,0\n");
    const Mesh written = *read_mesh(marked);
    EXPECT_EQ(written.triangle_count(), 6U);
    // The last word of each face is its group.
    const std::string faces = content_of(folder.path("m.ply"));
    std::vector<std::uint32_t> groups;
    for (std::size_t face = 0; face < 6; ++face) {
        std::uint32_t group = 0;
        std::memcpy(&group, faces.data() + faces.size() - 20 * (5 - face) - sizeof group, sizeof group);
        groups.push_back(group);
    }
    EXPECT_EQ(groups, (std::vector<std::uint32_t>{1, 1, 0, 2, 0, 1}));
    json_of_command("intersect", {mesh, "--output", json, "--max-pairs", "2"});
    EXPECT_EQ(nlohmann::json::parse(content_of(folder.path("p.json"))), (nlohmann::json{{0, 1}, {0, 5}}));
    json_of_command("intersect", {mesh, "--output", npy});
    const auto array = parse_npy(*read_file(npy), npy);
    ASSERT_TRUE(array);
    EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{4, 2}));
    std::vector<std::uint32_t> words(8);
    std::memcpy(words.data(), array->data.data(), 32);
    EXPECT_EQ(words, (std::vector<std::uint32_t>{0, 1, 0, 5, 1, 5, 3, 3}));
    EXPECT_EQ(run_vkalgo({"intersect", mesh, "--output", "-"}).output, "first,second\n0,1\n0,5\n1,5\n3,3\n");
}

TEST(IntersectCommand, ComparesTwoMeshes) {
    const TemporaryFolder folder;
    const std::string a = folder.file("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string b =
        folder.file("b.off", "OFF\n6 2 0\n5 5 5\n6 5 5\n5 6 5\n.2 .2 -1\n.2 .2 1\n3 3 1\n3 0 1 2\n3 3 4 5\n");
    const auto json = json_of_command("intersect", {a, b, "--verify", "--segments", folder.path("s.csv")});
    EXPECT_EQ(json["result"]["triangles"], 1);
    EXPECT_EQ(json["result"]["other_triangles"], 2);
    EXPECT_EQ(json["result"]["pairs"], 1);
    EXPECT_EQ(json["result"]["groups"], 1);
    EXPECT_EQ(content_of(folder.path("s.csv")), "first,second,x0,y0,z0,x1,y1,z1\n0,1,0.2,0.2,0,0.5,0.5,0\n");
}

TEST(IntersectCommand, WeldsTrianglesThatHaveSeparateVertices) {
    const TemporaryFolder folder;
    const std::string stl = folder.file("t.stl",
                                        "solid t\n"
                                        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
                                        "endloop\nendfacet\n"
                                        "facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n"
                                        "endloop\nendfacet\nendsolid t\n");
    const ProcessResult plain = run_vkalgo({"intersect", stl, "--json"});
    EXPECT_EQ(nlohmann::json::parse(plain.output)["result"]["pairs"], 1);
    EXPECT_NE(plain.errors.find("--weld"), std::string::npos) << plain.errors;
    EXPECT_EQ(json_of_command("intersect", {stl, "--weld", "--verify"})["result"]["pairs"], 0);
}

TEST(IntersectCommand, MakesRandomTriangles) {
    const auto json = json_of_command("intersect", {"--n", "3000", "--seed", "5", "--verify", "--repeat", "2"});
    EXPECT_EQ(json["result"]["triangles"], 3000);
    EXPECT_GT(json["result"]["pairs"], 100);
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json_of_command("intersect", {"--n", "0"})["result"]["pairs"], 0);
}

TEST(IntersectBadInput, IsNamed) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.off", kMesh);
    const std::string beyond = folder.file("b.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n");
    const std::string nan = folder.file("n.off", "OFF\n3 1 0\n0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n");
    const std::string large = folder.file("l.off", "OFF\n3 1 0\n0 0 1e99\n1 0 0\n0 -2.5e-61 0\n3 0 1 2\n");
    const std::string small = folder.file("s.off", "OFF\n3 1 0\n0 0 1e-99\n0 0 0\n0 1e-90 0\n3 0 1 2\n");
    expect_refused("intersect", {}, "no mesh is given");
    expect_refused("intersect", {mesh, "--n", "5"}, "but a MESH is given");
    expect_refused("intersect", {mesh, "--seed", "5"}, "--seed");
    expect_refused("intersect", {"--n", "5", "--weld"}, "--weld");
    expect_refused("intersect", {"--n", "5", "--input-limit", "1M"}, "--input-limit");
    expect_refused("intersect", {"--n", "5", "--segments", "-"}, "--segments - would write to standard output");
    expect_refused("intersect", {beyond}, "b.off");
    expect_refused("intersect", {nan}, "n.off");
    expect_refused("intersect", {large},
                   "l.off: vertex 2 has a coordinate of -2.5e-61 and vertex 0 has one of 1e+99; vertices count");
    expect_refused("intersect", {large}, "replace coordinates that are too small to matter by 0");
    expect_refused("intersect", {small, large}, "l.off: vertex 2 has");
    const std::string larger = folder.file("r.off", "OFF\n3 1 0\n0 0 1e99\n1e99 0 0\n0 -1e99 0\n3 0 1 2\n");
    expect_refused("intersect", {small, larger},
                   "vertex 0 of the first mesh has a coordinate of 1e-99 and vertex 0 of the second");
    expect_refused("intersect", {folder.path("missing.ply")}, "missing.ply");
    expect_refused("intersect", {mesh, "--method", "guess"}, "guess");
    expect_refused("intersect", {mesh, "--touching", "maybe"}, "maybe");
    expect_refused("intersect", {mesh, "--region", "1,2,3"}, "six numbers");
    expect_refused("intersect", {mesh, "--region", "1,2,3,4,5,6,7"}, "six numbers");
    expect_refused("intersect", {mesh, "--region", "1,2,3,0,5,6"}, "least corner");
    expect_refused("intersect", {mesh, "--max-pairs", "0"}, "--max-pairs");
    expect_refused("intersect", {mesh, "--output", folder.path("p.png")}, "--output");
    expect_refused("intersect", {mesh, "--output", mesh}, "--output");
    expect_refused("intersect", {mesh, "--marked", "-"}, "--marked");
    expect_refused("intersect", {mesh, "--picture", "-"}, "--picture");
    expect_refused("intersect", {mesh, "--picture", folder.path("p.jpg")}, "--picture");
    expect_refused("intersect", {mesh, "--picture", folder.path("p.png"), "--memory", "50M"}, "--memory");
    expect_refused("intersect", {mesh, "--segments", folder.path("no/s.csv")}, "choose another folder");
    expect_refused("intersect", {mesh, "--memory", "1000"}, "--memory");
}

}  // namespace
}  // namespace vkalgo::cli::test

#include "tests/formats/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Values = std::vector<double>;
using Indices = std::vector<std::uint32_t>;

Result<Mesh> parse_stl(const std::string& content) {
    return parse_mesh(content, "a.stl");
}

std::string facet(const std::string& corners) {
    return "facet normal 0 0 1\nouter loop\n" + corners + "endloop\nendfacet\n";
}

const std::string kCorners = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 0.1 0\n";

TEST(Stl, IsBinaryByItsSizeWhateverItsHeaderSays) {
    for (const char* front : {"solid", "solid facet normal\nendsolid\n", "", "exported", "facet"}) {
        const auto mesh = parse_stl(binary_stl(front, {{0, 0, 0, 1, 0, 0, 0, .1F, 0}, {4, 4, 4, 5, 5, 5, 6, 6, 6}}));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->scalar(), ElementType::f32);
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, .1F, 0, 4, 4, 4, 5, 5, 5, 6, 6, 6}));
        EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2, 3, 4, 5}));
    }
    const auto empty = parse_stl(binary_stl("nothing", {}));
    ASSERT_TRUE(empty) << empty.error().message;
    EXPECT_EQ(empty->triangle_count(), 0U);
}

TEST(Stl, IsTextInEitherCaseAndOfSeveralSolids) {
    for (const std::string& content : std::vector<std::string>{
             "solid\n" + facet(kCorners) + "endsolid\n", "solid a b\n" + facet(kCorners) + "endsolid a b",
             "SOLID x\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 0 Vertex +1 0. 0e0\nVERTEX 0 1e-1 0 ENDLOOP ENDFACET\n"
             "ENDSOLID x\n",
             "\n solid nothing\nendsolid\nsolid solid\n" + facet(kCorners) + "endsolid solid\n",
             "solid\nfacet normal nan -nan(ind) 1.#INF outer loop\n" + kCorners + "endloop endfacet endsolid"}) {
        const auto mesh = parse_stl(content);
        ASSERT_TRUE(mesh) << content << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, .1F, 0})) << content;
        EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2})) << content;
    }
    EXPECT_TRUE(parse_stl("solid nothing\nendsolid nothing\n"));
}

TEST(Stl, MayWriteItsEndsAsTwoWords) {
    const std::string spaced = "facet normal 0 0 1\nouter loop\n" + kCorners + "End Loop\nEND FACET\n";
    for (const std::string& content :
         {"solid a\n" + facet(kCorners) + "end solid a\n", "solid a\n" + spaced + "endsolid a\n",
          "solid end\n" + spaced + "END SOLID\nsolid b\nend solid b\n"}) {
        std::string notices;
        InputSettings settings;
        settings.notice = [&](const std::string& notice) { notices += notice + "\n"; };
        const auto mesh = parse_mesh(content, "a.stl", settings);
        ASSERT_TRUE(mesh) << content << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, .1F, 0})) << content;
        EXPECT_NE(notices.find("'a.stl' has 'end "), std::string::npos) << notices;
        EXPECT_EQ(std::count(notices.begin(), notices.end(), '\n'), 1) << notices;
    }
    EXPECT_REFUSED(parse_stl("solid a\n" + facet(kCorners) + "end\nsolid a\n"),
                   "line 9: found 'end' in place of 'facet'");
    EXPECT_REFUSED(parse_stl("solid a\n" + facet(kCorners) + "en solid a\n"), "line 9: found 'en' in place of 'facet'");
}

/// A program that writes to a pipe does not know the number of triangles when it writes the header. It writes 0 or
/// 2^32 - 1 instead.
TEST(Stl, TakesTheNumberOfTrianglesFromItsSizeIfItHasNoCount) {
    const std::vector<std::vector<float>> triangles = {{0, 0, 0, 1, 0, 0, 0, .1F, 0}, {4, 4, 4, 5, 5, 5, 6, 6, 6}};
    for (const std::uint32_t count : {0U, 4'294'967'295U}) {
        for (const char* front : {"", "solid", "streamed"}) {
            std::string content = binary_stl(front, triangles);
            content.replace(80, 4, little(count));
            std::string notices;
            InputSettings settings;
            settings.notice = [&](const std::string& notice) { notices += notice; };
            const auto mesh = parse_mesh(content, "a.stl", settings);
            ASSERT_TRUE(mesh) << mesh.error().message;
            EXPECT_EQ(positions_of(*mesh), positions_of(*parse_stl(binary_stl(front, triangles))));
            EXPECT_EQ(mesh->triangle_count(), 2U);
            EXPECT_EQ(notices, "'a.stl' says that it has " + std::to_string(count) +
                                   " triangles, but has bytes for 2, all of which are read");
            EXPECT_REFUSED(parse_stl(content + "x"), "announces " + std::to_string(count));
        }
    }
}

TEST(Stl, RefusesTextWithItsLine) {
    const auto solid = [](const std::string& inside) { return parse_stl("solid a\n" + inside + "endsolid a\n"); };
    EXPECT_REFUSED(solid(facet("vertex 0 0 0\nvertex 0 nan 0\nvertex 0 0 0\n")),
                   "'a.stl' line 5: 'nan' is not a finite coordinate");
    EXPECT_REFUSED(solid(facet("vertex 0 0 0\nvertex 0 1e39 0\nvertex 0 0 0\n")), "line 5: '1e39' does not fit f32");
    EXPECT_REFUSED(solid(facet("vertex 0 0 0\nvertex 0 0\nvertex 0 0 0\n")), "line 6: 'vertex' is not a number");
    EXPECT_REFUSED(solid(facet("vertex 0 0 0\nvertex 0 0 0\n")), "line 6: a face has 2 corners, but needs three");
    EXPECT_REFUSED(solid(facet(kCorners + "vertex 1 1 1\n")), "line 7: a facet has more than three corners");
    EXPECT_REFUSED(solid("facette\n"), "line 2: found 'facette' in place of 'facet' or 'endsolid'");
    EXPECT_REFUSED(solid("facet 0 0 1\n"), "line 2: found '0' in place of 'normal'");
    EXPECT_REFUSED(solid("facet normal 0 0 1\ninner loop\n"), "line 3: found 'inner' in place of 'outer'");
    EXPECT_REFUSED(parse_stl("solid a\n" + facet(kCorners)), "'endsolid' is missing; the file is truncated; copy");
    EXPECT_REFUSED(parse_stl("solid a\nfacet normal 0 0 1\n"), "'outer' is missing; the file is truncated; copy");
    EXPECT_REFUSED(parse_stl("solid a\nendsolid a\nfacet\n"), "line 3: found 'facet' in place of 'solid'");
}

TEST(Stl, RefusesBinaryWithItsByte) {
    const float infinite = std::numeric_limits<float>::infinity();
    EXPECT_REFUSED(parse_stl(binary_stl("", {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, infinite, 0, 0, 0, 1, 0}})),
                   "'a.stl' byte 158: a coordinate is infinite or not a number; repair the mesh");
    const std::string whole = binary_stl("", {{0, 0, 0, 1, 0, 0, 0, 1, 0}});
    EXPECT_REFUSED(parse_stl(whole + "x"),
                   "announces 1 triangle as binary STL, so it must have 134 bytes, but has 135");
    EXPECT_REFUSED(parse_stl(whole.substr(0, 100)), "announces 1 triangle");
    EXPECT_REFUSED(parse_stl(whole.substr(0, 50)),
                   "its 50 bytes are fewer than the 84 bytes at the start of a binary file");
    EXPECT_REFUSED(parse_stl(binary_stl("solid trap", {{0, 0, 0, 1, 0, 0, 0, 1, 0}}).substr(0, 133)),
                   "announces 1 triangle");
    EXPECT_REFUSED(parse_stl(std::string(80, ' ') + little(4'000'000'000U) + stl_triangle({0, 0, 0, 1, 0, 0, 0, 1, 0})),
                   "announces 4000000000 triangles");
}

}  // namespace
}  // namespace vkalgo::formats::test

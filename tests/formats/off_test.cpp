#include "tests/formats/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Values = std::vector<double>;
using Indices = std::vector<std::uint32_t>;

const std::string kOffCorner = "0 0 0\n1 0 0\n0 1 0.1\n";

Result<Mesh> parse_off(const std::string& content) {
    return parse_mesh(content, "a.off");
}

TEST(Off, TakesItsHeadersAsTheyAreWritten) {
    for (const char* front :
         {"OFF\n3 1 0\n", "OFF 3 1 0\n", "OFF\n3 1\n", "# first\n\nOFF # x\n# y\n3 # z\n1 0\n", "3 1 0\n",
          "NOFF\n3 1 0\n", "COFF\n3 1 0\n", "STCNOFF\n3 1 0\n", "\xEF\xBB\xBFOFF\n3 1 3\n", "  OFF\t3\t1\t3\t\n"}) {
        const auto mesh = parse_off(front + kOffCorner + "3 2 1 0\n");
        ASSERT_TRUE(mesh) << front << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, 1, 0.1})) << front;
        EXPECT_EQ(mesh->triangles, (Indices{2, 1, 0})) << front;
    }
    EXPECT_TRUE(parse_off("OFF\n0 0 0"));
}

/// Numbers may be separated by any line breaks.
TEST(Off, BreaksItsLinesAnywhere) {
    for (const char* content : {
             "OFF\n3 1\n9\n0 0 0\n1 0 0\n0 1 .1\n3 0 1 2\n",
             "OFF\n3\n1\n9\n0 0 0\n1 0 0\n0 1 .1\n3 0 1 2\n",
             "OFF 3 1 9 0 0 0 1 0 0 0 1 .1 3 0 1 2",
             "OFF\n3 1 9 0\n0 0 1 0\n0 0 1 .1 3\n0 1\n2 1 0 0\n",
             "OFF\n3 1 9\n0\n0\n0\n1\n0\n0\n0\n1\n.1\n3\n0\n1\n2\n",
             "OFF # a\n3 # b\n1# c\n9#d\n0 0 0#e\n#f\n1 0 # g\n0 0 1 .1\n3 0 # h\n1 2#i\n#j",
             "OFF3 1 9\n0 0 0\n1 0 0\n0 1 .1\n3 0 1 2\n",
             "off3 1 9\n0 0 0 1 0 0\n0 1 .1\n3 0 1 2 7\n",
             "Off\n3 1 9\n0 0 0\n1 0 0 0 1 .1\n3 0 1 2 .5 .5 .5 1\n",
             "3 1\n9 0 0 0 1 0 0 0 1 .1 3 0 1 2",
             // Here the number of edges is missing.
             "OFF\n3 1\n0 0 0\n1 0 0\n0 1 .1\n3 0 1 2\n",
             "OFF3 1 # no edges\n\n0 0 0 1 0 0\n0 1 .1\n3 0 1 2\n",
             "3 1\n0 0 0 9 9 9\n1 0 0 9 9 9\n0 1 .1 9 9 9\n3 0 1 2\n",
             // Normals, colours and textures, in one line as the specification allows, or divided into lines.
             "NOFF 3 1 9 0 0 0 0 0 1 1 0 0 0 0 1 0 1 .1 0 nan 1 3 0 1 2",
             "noff 3 1 9 0 0 0 0 0 1 1 0 0 0 0 1 0 1 .1 0 0 1 3 0 1 2",
             "COFF 3 1 9 0 0 0 1 0 0 1\n1 0 0 1 0 0 1 0 1 .1 1 0\n0 1 3 0 1 2 255 0 0",
             "coff\n3 1 9\n0 0 0 1 0 0\n1 0 0 1 0 0\n0 1 .1 1 0 0\n3 0 1 2\n",
             "OFF\n3 1 9\n0 0 0 255 0 0\n1 0 0 255 0 0\n0 1 .1 255 0 0\n3 0 1 2\n",
             "STOFF 3 1 9 0 0 0 .5 .5 1 0 0 .5 .5 0 1 .1 .5 .5 3 0 1 2",
             "CNOFF 3 1 9 0 0 0 0 0 1 1 0 0 1 1 0 0 0 0 1 1 0 0 1 0 1 .1 0 0 1 1 0 0 1 3 0 1 2",
             "NCOFF 3 1 9 0 0 0 0 0 1 1 0 0 1 1 0 0 0 0 1 1 0 0 1 0 1 .1 0 0 1 1 0 0 1 3 0 1 2",
             "STCNOFF\n3 1 9\n0 0 0 0 0 1 9 9 9 0 0\n1 0 0 0 0 1 9 9 9 0 0\n0 1 .1 0 0 1 9 9 9 0 0\n3 0 1 2\n",
         }) {
        const auto mesh = parse_off(content);
        ASSERT_TRUE(mesh) << content << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, 1, 0.1})) << content;
        EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2})) << content;
    }
    // Without the number of edges, the file has other valid readings.
    const auto four = parse_off("OFF\n4 1\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 3 0 1 2\n");
    ASSERT_TRUE(four) << four.error().message;
    EXPECT_EQ(four->corners, (Indices{3, 0, 1, 2}));
    EXPECT_REFUSED(parse_off("OFF 3 1 0\n0 0 0\n0 -1.#IND 0\n0 0 0\n3 0 1 2\n"), "line 3: '-1.#IND' is not a number");
    EXPECT_REFUSED(parse_off("OFF 3 2 0\n0 0 0 1 0 0 0 1 0\n3 0 1 2 3 2 1 0 9\n"),
                   "line 3: 5 numbers follow the corners of a face, but a colour has at most 4");
    EXPECT_REFUSED(parse_off("OFF 3 2 0\n0 0 0 1 0 0 0 1 0\n3 0 1 2 3 2 1 0\n"), "number of corners is missing");
}

TEST(Off, IgnoresNormalsAndColours) {
    const auto mesh = parse_off(
        "CNOFF\n3 2 0\n0 0 0 0 0 1 255 0 0 255\n# between\n1 0 0 0 0 1 .5 .5 .5 1\n\n"
        "0 1 0 0 0 1 0 # red\n3 0 1 2 255 0 0\n4 0 1 2 1 0.5 0.5 0.5 1 # green\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2, 0, 1, 1}));
}

TEST(Off, RefusesOtherKindsOfOff) {
    EXPECT_REFUSED(parse_off("OFF BINARY\n3 1 0\n"), "'a.off' line 1: binary OFF is not read; save the mesh as text");
    EXPECT_REFUSED(parse_off("4OFF\n3 1 0\n"),
                   "line 1: 4OFF is not read, since its vertices may not have three coordinates");
    EXPECT_REFUSED(parse_off("nOFF\n4\n3 1 0\n"), "line 1: nOFF is not read");
    for (const char* keyword : {"4OFF", "nOFF", "4nOFF", "C4OFF", "STCN4nOFF", "4off", "CnOFF", "4OFF3"}) {
        EXPECT_REFUSED(parse_off(std::string(keyword) + " 4\n3 1 0\n"), "may not have three coordinates");
    }
    EXPECT_REFUSED(parse_off("off binary\n3 1 0\n"), "binary OFF is not read");
    EXPECT_REFUSED(parse_off("OOF\n3 1 0\n"), "line 1: found 'OOF' in place of OFF");
}

TEST(Off, NamesTheLineOfAnError) {
    const std::string front = "OFF\n3 1 0\n";
    EXPECT_REFUSED(parse_off("OFF\n"), "the number of vertices is missing");
    EXPECT_REFUSED(parse_off("OFF\n3 x 0\n"), "line 2: 'x' is not a whole number, but the number of faces must be one");
    EXPECT_REFUSED(parse_off("OFF\n-3 1 0\n"), "line 2: the number of vertices is -3");
    EXPECT_REFUSED(parse_off("OFF\n3 -1 0\n"), "line 2: the number of faces is -1");
    EXPECT_REFUSED(parse_off(front + "0 0 0\n0 nan 0\n0 0 0\n3 0 1 2\n"), "line 4: 'nan' is not a finite coordinate");
    EXPECT_REFUSED(parse_off(front + "0 0 0\n0 1e400 0\n0 0 0\n3 0 1 2\n"), "line 4: '1e400' does not fit f64");
    EXPECT_REFUSED(parse_off(front + "0 0 0\n0 1;5 0\n0 0 0\n3 0 1 2\n"), "line 4: '1;5' is not a number");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "3 0 1 3\n"),
                   "line 6: a face names vertex 3, but vertices are numbered 0 to 2");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "3 0 1 -1\n"), "line 6: a face names vertex -1");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "3 0 1 4294967296\n"), "a face names vertex 4294967296");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "-3 0 1\n"), "line 6: a face has -3 corners");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "3 0 1\n"), "an index is missing; the file is truncated");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "9999999999 0 1\n"), "an index is missing");
    EXPECT_REFUSED(parse_off(front + kOffCorner),
                   "line 2: the number of faces is 1, and each takes at least 2 bytes, but only 0 bytes");
    EXPECT_REFUSED(parse_off(front + kOffCorner + "3 0 1 2\n3 0 1 2\n"), "line 7: data follow the last face");
    EXPECT_REFUSED(parse_off("OFF\n0 1 0\n3 0 1 2\n"), "a face names vertex 0, but there are no vertices");
}

TEST(Off, RefusesACountThatExceedsTheFile) {
    EXPECT_REFUSED(parse_off("OFF\n4000000000 0 0\n0 0 0\n"),
                   "'a.off' line 2: the number of vertices is 4000000000, and each takes at least 6 bytes, but only 6 "
                   "bytes of the file are left");
    EXPECT_REFUSED(parse_off("OFF\n0 9223372036854775807 0\n3 0 0 0\n"), "the number of faces is 9223372036854775807");
    EXPECT_REFUSED(parse_off("OFF\n99999999999999999999 0 0\n"), "is not a whole number");
}

}  // namespace
}  // namespace vkalgo::formats::test

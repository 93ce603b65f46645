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

const std::string kObjCorner = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

Result<Mesh> parse_obj(const std::string& content) {
    return parse_mesh(content, "a.obj");
}

TEST(Obj, KeepsDecimalsAsF64) {
    const auto mesh = parse_obj("v 0.1 +2. -.5e+1\nv\t1e-400 -1e-400 4.9e-324\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(positions_of(*mesh), (Values{0.1, 2, -5, 0, 0, 4.9e-324}));
    EXPECT_TRUE(std::signbit(positions_of(*mesh)[4]));
}

TEST(Obj, CountsVerticesFromEitherEnd) {
    const auto mesh =
        parse_obj(kObjCorner + "f -3 -2 -1\nv 5 5 5\nf -1 1 -2\nf 1/2 2/2 3/1\nf 1//1 2//1 4//1\nf 1/1/1 +2 3\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2, 3, 0, 2, 0, 1, 2, 0, 1, 3, 0, 1, 2}));
}

TEST(Obj, MayUseVerticesThatComeLater) {
    const auto mesh = parse_obj("f 1 2 3\n" + kObjCorner);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2}));
    EXPECT_REFUSED(parse_obj("f 1 2 3\nf 1 2 5\nf 1 2 4\n" + kObjCorner),
                   "'a.obj' line 2: a face names vertex 5, but vertices are numbered 1 to 3");
    EXPECT_REFUSED(parse_obj("f 1 2 3\n"), "line 1: a face names vertex 3, but there are no vertices");
}

TEST(Obj, ContinuesALineAfterABackslash) {
    const auto mesh = parse_obj("v 0 \\\n0 0\nv 1 0\\\n 0\nv 0 1 0\nf 1 \\\n\\\n 2 3\nl 1 2 \\\n 3\n f 3 2 1 \\");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2, 2, 1, 0}));
}

TEST(Obj, IgnoresElementsOtherThanFaces) {
    const auto mesh =
        parse_obj("\xEF\xBB\xBF# comment\n  \n" + kObjCorner +
                  "g a b\no c\ns 1\nusemtl x\nmtllib \\x.mtl\nvt 0\nvn 0 0 1\nvp 1\np 1\nl 1 2\nunheard of\n"
                  "f 1 2 3 # the only one\n");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->faces, 1U);
    EXPECT_TRUE(parse_obj("# nothing\n"));
    EXPECT_TRUE(parse_obj("o nothing\n"));
    EXPECT_REFUSED(parse_obj("# a\nwhat is this\n"),
                   "line 2: 'what' is not a statement of OBJ, and the file has no vertices");
}

TEST(Obj, NamesTheLineOfAnError) {
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 0 1 2\n"), "line 4: a face names vertex 0, but OBJ counts from 1");
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 -4\n"),
                   "line 4: a face names vertex -4, counted back from the face, but only 3 vertices come before");
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 4\n\n"),
                   "line 4: a face names vertex 4, but vertices are numbered 1 to 3");
    for (const char* index : {"4294967296", "9223372036854775807"}) {
        EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 " + index + "\n"), "but the file has fewer vertices");
    }
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 -9223372036854775808\n"), "but only 3 vertices come before");
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 99999999999999999999\n"),
                   "is not a whole number, but an index must be one");
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 x/1\n"), "line 4: 'x' is not a whole number");
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 /1\n"), "line 4: an index is missing");
    EXPECT_REFUSED(parse_obj("v 1 2\n"), "line 1: a coordinate is missing");
    EXPECT_REFUSED(parse_obj("v 1 2 nan\nf 1 1 1\n"), "line 1: 'nan' is not a finite coordinate");
    EXPECT_REFUSED(parse_obj("v 1 2 -1.#IND\n"), "line 1: '-1.#IND' is not a number");
    EXPECT_REFUSED(parse_obj("v 1 2 1e999\n"), "line 1: '1e999' does not fit f64");
    EXPECT_REFUSED(parse_obj("v 1 2 " + std::string(1000, '9') + "\n"), "9...' does not fit f64");
}

TEST(Obj, TakesHugeLines) {
    const std::string blanks(std::size_t{1} << 20, ' ');
    const auto mesh = parse_obj(kObjCorner + "#" + blanks + "\nf" + blanks + "1 2 " + blanks + "3" + blanks);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->faces, 1U);
    EXPECT_REFUSED(parse_obj("v " + std::string(std::size_t{1} << 20, '-')), "line 1: '-----");
    EXPECT_REFUSED(parse_obj(kObjCorner + "f 1 2 " + std::string(std::size_t{1} << 20, '\\') + "\n"),
                   "is not a whole number");
}

}  // namespace
}  // namespace vkalgo::formats::test

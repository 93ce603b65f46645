#include "tests/formats/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Values = std::vector<double>;
using Indices = std::vector<std::uint32_t>;

const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";
const std::string kList = "property list uchar int vertex_indices\n";

std::string header(const std::string& format, const std::string& rest) {
    return "ply\nformat " + format + " 1.0\n" + rest + "end_header\n";
}

/// Returns an ASCII file with these lines of vertices and of faces. The counts are those that its header announces.
std::string text(const std::string& vertices, const std::string& faces, int vertex_count = 3, int face_count = 1) {
    return header("ascii", "element vertex " + std::to_string(vertex_count) + "\n" + kXyz + "element face " +
                               std::to_string(face_count) + "\n" + kList) +
           vertices + faces;
}

const std::string kPlyCorner = "0 0 0\n1 0 0\n0 1 0\n";

Result<Mesh> parse_ply(const std::string& content) {
    return parse_mesh(content, "a.ply");
}

TEST(Ply, KeepsThePrecisionThatItsPropertiesNeed) {
    const auto with_types = [](const std::string& x, const std::string& y, const std::string& z) {
        return parse_ply(
            header("ascii", "element vertex 1\nproperty " + x + " x\nproperty " + y + " y\nproperty " + z + " z\n") +
            (x == "float" ? "16777217.0 2 100\n" : "16777217 2 100\n"));
    };
    for (const char* type : {"float", "float32", "short", "uint16", "uchar", "int8"}) {
        const auto mesh = with_types("float", type, "uint8");
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->scalar(), ElementType::f32) << type;
        EXPECT_EQ(positions_of(*mesh), (Values{16777216, 2, 100}));
    }
    for (const char* type : {"double", "float64", "int", "uint32"}) {
        const auto mesh = with_types(type, "float", "char");
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->scalar(), ElementType::f64) << type;
        EXPECT_EQ(positions_of(*mesh), (Values{16777217, 2, 100}));
    }
    // The text is rounded to f32 once. If it were rounded to f64 first, the result would be 1.
    const auto once = parse_ply(text("1.000000059604644776 0 0\n0 0 0\n0 0 0\n", "3 0 1 2\n"));
    ASSERT_TRUE(once) << once.error().message;
    EXPECT_EQ(positions_of(*once)[0], 1.00000011920928955078125);
}

TEST(Ply, TakesPropertiesAndElementsInAnyOrder) {
    const std::string front =
        "obj_info by hand\nelement camera 1\nproperty list int float view\nelement face 1\n"
        "property uchar red\nproperty list uint ushort vertex_index\n"
        "property list uchar float texcoord\nelement vertex 3\nproperty double z\n"
        "property list char int near\nproperty uchar w\nproperty double y\nproperty double x\n"
        "element nothing 4000000000\n";
    const auto check = [](const Result<Mesh>& mesh) {
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{3, 2, 1, 6, 5, 4, 9, 8, 7}));
        EXPECT_EQ(mesh->triangles, (Indices{2, 0, 1}));
    };
    check(
        parse_ply(header("ascii", front) + "3 .5 .5 .5\n9 3 2 0 1 2 0.5 0.5\n1 0 7 2 3\n4 2 1\n1 7 5 6\n7 0 7 8 9\n"));
    const std::uint8_t w = 7;
    check(parse_ply(header("binary_big_endian", front) + big(2, .5F, .5F) + big(std::uint8_t{9}, 3U) +
                    big(std::uint16_t{2}, std::uint16_t{0}, std::uint16_t{1}, std::uint8_t{1}, 2.F) +
                    big(1., std::int8_t{0}, w, 2., 3.) + big(4., std::int8_t{2}, -1, 5, w, 5., 6.) +
                    big(7., std::int8_t{0}, w, 8., 9.)));
}

TEST(Ply, MayHaveNoFacesAndNoVertices) {
    const auto points = parse_ply(header("ascii", "element vertex 1\n" + kXyz) + "1 2 3");
    ASSERT_TRUE(points) << points.error().message;
    EXPECT_EQ(points->vertex_count(), 1U);
    EXPECT_EQ(points->triangle_count(), 0U);
    EXPECT_TRUE(parse_ply(text("", "", 0, 0)));
    EXPECT_TRUE(parse_ply(header("binary_little_endian", "element vertex 0\n" + kXyz)));
}

TEST(Ply, TakesElementsThatContinueOnTheNextLine) {
    const auto mesh = parse_ply(text("\n0 0 0\n1\n0 0\n\n0 1 0\n", "3 0\n1 2\n\n"));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, 1, 0}));
}

TEST(Ply, BreaksItsLinesAnywhere) {
    for (const char* values :
         {"0 0 0 1 0 0 0 1 0\n3 0 1 2\n", "0 0 0 1\n0 0 0 1 0 3 0\n1 2", "0\n0\n0\n1\n0\n0\n0 1 0 3 0 1 2"}) {
        const auto mesh = parse_ply(text(values, ""));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, 1, 0}));
        EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2}));
    }
}

TEST(Ply, MayStartWithAByteOrderMark) {
    for (const std::string& content :
         {text(kPlyCorner, "3 0 1 2\n"),
          header("binary_little_endian", "element vertex 1\n" + kXyz) + little(1.F, 2.F, 3.F)}) {
        const auto mesh = parse_mesh("\xEF\xBB\xBF" + content, "nameless");
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->positions, parse_ply(content)->positions);
    }
}

TEST(Ply, EndsItsHeaderAsOldMacsDid) {
    std::string old = header("binary_little_endian", "element vertex 1\n" + kXyz);
    std::replace(old.begin(), old.end(), '\n', '\r');
    std::string value = little(0.F, 0.F, 0.F);
    value[0] = '\n';  // Not a part of the line end
    const auto mesh = parse_ply(old + value);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->vertex_count(), 1U);
}

TEST(Ply, RefusesAHeaderWithItsLine) {
    const std::string vertex = "element vertex 0\n" + kXyz;
    EXPECT_REFUSED(parse_mesh("plywood", "a.ply"), "'a.ply' has no line 'end_header'");
    EXPECT_REFUSED(parse_mesh("v 0 0 0", "a.ply"), "does not start with 'ply'");
    EXPECT_REFUSED(parse_ply("ply\nformat ascii 1.0\n" + vertex), "has no line 'end_header'");
    EXPECT_REFUSED(parse_ply("ply\n" + vertex + "end_header\n"), "no line 'format'");
    EXPECT_REFUSED(parse_ply(header("binary", vertex)), "'a.ply' line 2: format 'binary' is unknown");
    EXPECT_REFUSED(parse_ply("ply\nformat ascii 2.0\nend_header\n"), "line 2: version '2.0'");
    EXPECT_REFUSED(parse_ply(header("ascii", "Created by hand\n" + vertex)), "line 3: 'Created' is not a keyword");
    EXPECT_REFUSED(parse_ply(header("ascii", vertex + "element vertex 1\n")),
                   "line 7: there is a second element 'vertex'");
    EXPECT_REFUSED(parse_ply(header("ascii", vertex + "property float x\n")), "line 7: there is a second property 'x'");
    EXPECT_REFUSED(parse_ply(header("ascii", "property float x\n")),
                   "line 3: a property comes before the first element");
    EXPECT_REFUSED(parse_ply(header("ascii", vertex + "property int64 id\n")), "line 7: 'int64' is not a type");
    EXPECT_REFUSED(parse_ply(header("ascii", vertex + "property list float int id\n")),
                   "line 7: the type of the length of a list");
    for (const char* count : {"-1", "many", "1.5", "99999999999999999999", ""}) {
        EXPECT_REFUSED(parse_ply(header("ascii", std::string("element vertex ") + count + "\n")),
                       "not a number of elements");
    }
    EXPECT_REFUSED(parse_ply(header("ascii", "element point 0\n" + kXyz)), "no element 'vertex'");
    EXPECT_REFUSED(parse_ply(header("ascii", "element vertex 0\nproperty float x\nproperty float y\n")),
                   "line 3: the vertices have no coordinate 'z'");
    EXPECT_REFUSED(parse_ply(header("ascii", vertex + "element face 0\nproperty list uchar float vertex_indices\n")),
                   "line 7: the faces have no list 'vertex_indices'");
    EXPECT_REFUSED(parse_ply(header("ascii", vertex + "element face 0\nproperty int vertex_indices\n")),
                   "the faces have no list 'vertex_indices'");
    EXPECT_REFUSED(
        parse_ply(header("ascii", vertex + "element tristrips 1\nproperty list int int vertex_indices\n") + "0\n"),
        "line 7: triangle strips are not read");
}

TEST(Ply, RefusesTextValuesWithTheirLine) {
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 nan 0\n0 1 0\n", "3 0 1 2\n")),
                   "'a.ply' line 11: 'nan' is not a finite coordinate");
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 0 -inf\n0 1 0\n", "3 0 1 2\n")),
                   "line 11: '-inf' is not a finite coordinate");
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 0 1e39\n0 1 0\n", "3 0 1 2\n")), "line 11: '1e39' does not fit f32");
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 0 1,5\n0 1 0\n", "3 0 1 2\n")), "line 11: '1,5' is not a number");
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 0 0 0\n0 1 0\n", "3 0 1 2\n")), "line 11: the line has more values");
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 0\n0 1 0\n", "3 0 1 2\n")), "line 12: the line has more values");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "3 0 1 3\n")),
                   "line 13: a face names vertex 3, but vertices are numbered 0 to 2");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "3 0 1 -1\n")), "line 13: a face names vertex -1, but");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "3 0 1 4294967296\n")), "a face names vertex 4294967296");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "3 0 1 1.5\n")),
                   "line 13: '1.5' is not a whole number, but an index must be one");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "-1 0 1\n")), "line 13: a face has -1 corners");
    EXPECT_REFUSED(parse_ply(text("0 0 0\n1 0 nan\n0 inf 0\n", "3 0 0 2\n")), "line 12: 'inf' is not a finite");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "4000000000 0 1\n")), "an index is missing; the file is truncated");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "3 0 1\n")), "an index is missing; the file is truncated");
    EXPECT_REFUSED(parse_ply(text(kPlyCorner, "3 0 1 2\n3 0 1 2\n")), "line 14: data follow the last element");
    EXPECT_REFUSED(parse_ply(text("", "3 0 1 2\n", 0)), "a face names vertex 0, but there are no vertices");
    const std::string huge(std::size_t{1} << 20, '7');
    EXPECT_REFUSED(parse_ply(text(huge + "x 0 0\n1 0 0\n0 1 0\n", "3 0 1 2\n")), "line 10: '7777777");
}

TEST(Ply, RefusesBinaryValuesWithTheirByte) {
    const auto mesh = [](const std::string& vertex, const std::string& face) {
        const std::string front =
            header("binary_little_endian", "element vertex 1\n" + kXyz + "element face 1\n" + kList);
        return std::pair(parse_ply(front + vertex + face), front.size());
    };
    const std::string origin = little(0.F, 0.F, 0.F);
    const std::uint8_t three = 3;
    const auto expect = [&](const std::string& vertex, const std::string& face, std::size_t behind,
                            const std::string& message) {
        const auto [result, front] = mesh(vertex, face);
        EXPECT_REFUSED(result, "'a.ply' byte " + std::to_string(front + behind) + ": " + message);
    };
    ASSERT_TRUE(mesh(origin, little(three, 0, 0, 0)).first);
    expect(little(0.F, std::numeric_limits<float>::quiet_NaN(), 0.F), little(three, 0, 0, 0), 8, "a coordinate is inf");
    expect(little(0.F, 0.F, std::numeric_limits<float>::infinity()), little(three, 0, 0, 0), 12, "a coordinate is inf");
    expect(origin, little(three, 0, 1, 0), 21, "a face names vertex 1, but vertices are numbered 0 to 0");
    expect(origin, little(three, 0, 0, -7), 25, "a face names vertex -7");
    expect(origin, little(three, 0, 0), 21, "the data ends within an element; the file is truncated");
    expect(origin, little(std::uint8_t{255}, 0, 0, 0), 25, "the data ends within an element");
    expect(origin, little(three, 0, 0, 0, 'x'), 25, "data follow the last element");
}

TEST(Ply, RefusesACountThatExceedsTheFile) {
    for (const char* format : {"ascii", "binary_little_endian"}) {
        EXPECT_REFUSED(parse_ply(header(format, "element vertex 4000000000\n" + kXyz) + "0 0 0\n"),
                       "'a.ply' line 3: the number of elements 'vertex' is 4000000000, and each takes at least");
        EXPECT_REFUSED(parse_ply(header(format, "element vertex 18446744073709551615\n" + kXyz) + "0 0 0\n"),
                       "the number of elements 'vertex' is 18446744073709551615");
        EXPECT_REFUSED(parse_ply(header(format, "element vertex 0\n" + kXyz + "element face 4000000000\n" + kList)),
                       "'a.ply' line 7: the number of elements 'face' is 4000000000, and each takes at least");
        EXPECT_REFUSED(parse_ply(header(format, "element other 1000000000\nproperty list uchar int a\n" + kXyz)),
                       "'vertex'");
    }
    const std::string lists =
        header("binary_little_endian", "element vertex 0\n" + kXyz + "element other 1\nproperty list uint double a\n");
    EXPECT_REFUSED(parse_ply(lists + little(4'000'000'000U, 1.)), "the data ends within an element");
    EXPECT_REFUSED(
        parse_ply(header("ascii", "element vertex 0\n" + kXyz + "element other 1\nproperty list int int a\n") +
                  "-5 1\n"),
        "a list has the length -5");
}

}  // namespace
}  // namespace vkalgo::formats::test

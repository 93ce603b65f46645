#include "formats/meshes/points.hpp"

#include "tests/formats/volume_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

TEST(Points, AreReadFromTablesArraysAndMeshes) {
    auto points = parse_points("x,y\n1,2.5\n-3,4e1\n", "a.csv");
    ASSERT_TRUE(points) << points.error().message;
    EXPECT_EQ(points->dimensions, 2U);
    EXPECT_EQ(points->count(), 2U);
    EXPECT_EQ(points->coordinates, (std::vector<double>{1, 2.5, -3, 40}));
    points = parse_points("1,2,3\n", "a.txt");
    EXPECT_EQ(points->coordinates, (std::vector<double>{1, 2, 3}));
    for (const char* const name : {"a.tsv", "a.TAB", "a.tsv.gz"}) {
        points = parse_points("# x and y\nx\ty\n1\t2.5\n-3\t4e1\n", name);
        ASSERT_TRUE(points) << points.error().message;
        EXPECT_EQ(points->coordinates, (std::vector<double>{1, 2.5, -3, 40})) << name;
        EXPECT_TRUE(names_points(name));
    }
    for (const NpyOrder order : {NpyOrder::c, NpyOrder::fortran}) {
        const Array array = array_of<float>(
            {2, 3}, order == NpyOrder::c ? std::vector<float>{1, 2, 3, 4, 5, 6} : std::vector<float>{1, 4, 2, 5, 3, 6});
        points = parse_points(as_text(encode_npy(array, order)), "a.npy");
        ASSERT_TRUE(points) << points.error().message;
        EXPECT_EQ(points->dimensions, 3U);
        EXPECT_EQ(points->coordinates, (std::vector<double>{1, 2, 3, 4, 5, 6}));
    }
    points = parse_points("v 1 2 3\nv 4 5 6\nv 7 8 9.5\nf 1 2 3\n", "a.obj");
    ASSERT_TRUE(points) << points.error().message;
    EXPECT_EQ(points->coordinates, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9.5}));
    const TemporaryFolder folder;
    EXPECT_EQ(read_points(folder.file("a.csv.gz", gzipped("1,2\n")))->count(), 1U);
    InputSettings settings;
    settings.format = "csv";
    EXPECT_EQ(parse_points("1,2\n", "points", settings)->count(), 1U);
    EXPECT_TRUE(names_points("a.csv") && names_points("a.PLY.gz") && !names_points("a.npy") && !names_points("a.nii"));
}

TEST(Points, MayHaveCommentsAndSigns) {
    for (const char* text : {"# by hand\nx,y\n+0.0,1\n  # more\n-2,+3e1\n#",
                             "\xEF\xBB\xBF#\r\n+0.0,1\r\n\r\n#,,,\r\n-2,+3e1\r\n", "#\r+0.0,1\r#\r-2,30\r"}) {
        const auto points = parse_points(text, "a.csv");
        ASSERT_TRUE(points) << text << points.error().message;
        EXPECT_EQ(points->coordinates, (std::vector<double>{0, 1, -2, 30})) << text;
    }
    EXPECT_REFUSED(parse_points("# one\n1,2\n# two\n\n3,x\n", "a.csv"), "line 5, column 2");
    EXPECT_REFUSED(parse_points("# only this\n", "a.csv"), "'a.csv' is an empty CSV file");
}

TEST(Points, WithOtherColumnsOrNoFiniteNumbersAreRefused) {
    EXPECT_REFUSED(parse_points("1\n2\n", "a.csv"), "has one number per row, but points have two or three");
    EXPECT_REFUSED(parse_points("1,2,3,4\n", "a.csv"), "has 4 numbers per row");
    EXPECT_REFUSED(parse_points("1,2\n3\n", "a.csv"), "line 2");
    EXPECT_REFUSED(parse_points("1,2\n3,inf\n", "a.csv"), "point 2 (counted from 1) has the coordinate inf");
    EXPECT_REFUSED(parse_points("", "a.csv"), "'a.csv'");
    EXPECT_REFUSED(parse_points(as_text(encode_npy(array_of<float>({1, 1, 2}, {1, 2}))), "a.npy"), "has 3 dimensions");
    EXPECT_REFUSED(parse_points(as_text(encode_npy(array_of<float>({0, 2}, {}))), "a.npy"), "has no point");
    EXPECT_REFUSED(parse_points("x", "a.xyz"), "is not in a known format");
}

}  // namespace
}  // namespace vkalgo::formats::test

#include "formats/rasters/dem_format.hpp"
#include "tests/formats/dem_samples.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

const std::string kHeader = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n";

Result<Dem> asc(const std::string& content) {
    return parse_dem(content, "a.asc");
}

TEST(AsciiGrid, TakesItsKeysInAnyCaseAndOrder) {
    const auto dem =
        asc("NROWS 2\r\nNCols 3\r\nNoData_Value -1\r\nCELLSIZE +10\r\nyllCenter 25\r\nXLLCORNER 1e2\r\n"
            "1 2 -1\r\n4\r\n+5.5 6 ");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->grid, (TerrainGrid{3, 2, 10, 10}));
    EXPECT_TRUE(same_heights(dem->heights, {1, 2, kNone, 4, 5.5F, 6}));
    EXPECT_TRUE(dem->row_dx.empty());
    ASSERT_TRUE(dem->georeference);
    EXPECT_EQ(dem->georeference->west, 100);
    EXPECT_EQ(dem->georeference->north, 40);
    const auto wide = asc("ncols 1\nnrows 1\ndx 2\ndy 3\n7");
    ASSERT_TRUE(wide) << wide.error().message;
    EXPECT_EQ(wide->grid, (TerrainGrid{1, 1, 2, 3}));
    EXPECT_EQ(wide->georeference->north, 3);
}

TEST(AsciiGrid, WithoutDataIsADemOfNaN) {
    const auto dem = asc(kHeader + "-9999 nan inf\n-inf 1e39 -1.7976931348623157e+308\n");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_TRUE(same_heights(dem->heights, std::vector<float>(6, kNone)));
    const auto tiny = asc(kHeader + "1e-60 -1e-60 0 0 0 0");
    ASSERT_TRUE(tiny) << tiny.error().message;
    EXPECT_EQ(tiny->heights, std::vector<float>(6, 0));
}

TEST(AsciiGrid, TakesWordsForNoData) {
    struct Case {
        std::string header, heights, notice;
        std::vector<float> right;
    };
    const std::vector<Case> cases = {{"NODATA_value null\n",
                                      "1 null 3 NULL 5 nan",
                                      "'a.asc' has the word 'null' in place of a number for no data",
                                      {1, kNone, 3, kNone, 5, kNone}},
                                     {"NODATA_value null\n",
                                      "null -9999 3 4 5 6",
                                      "has -9999 in 1 cell and no number as its NODATA_value",
                                      {kNone, kNone, 3, 4, 5, 6}},
                                     {"NODATA_value -1\n",
                                      "* NA 3 -1 5 6",
                                      "has the word '*' in place of a number for no data; 2 cells are without data",
                                      {kNone, kNone, 3, kNone, 5, 6}},
                                     {"",
                                      "1 2 3 4 N/A 6",
                                      "has the word 'N/A' in place of a number for no data; 1 cell is without data",
                                      {1, 2, 3, 4, kNone, 6}},
                                     {"NODATA_value -1\n", "1 2 3 4 -1 6", "", {1, 2, 3, 4, kNone, 6}}};
    for (const Case& one : cases) {
        std::string notices;
        InputSettings settings;
        settings.notice = [&](const std::string& notice) { notices += notice; };
        const auto dem =
            parse_dem("ncols 3\nnrows 2\ncellsize 1\n" + one.header + one.heights + "\n", "a.asc", settings);
        ASSERT_TRUE(dem) << one.heights << dem.error().message;
        EXPECT_TRUE(same_heights(dem->heights, one.right)) << one.heights;
        EXPECT_TRUE(one.notice.empty() ? notices.empty() : notices.find(one.notice) != std::string::npos) << notices;
    }
    EXPECT_REFUSED(asc(kHeader + "1 2 3\n4 nulls 6\n"), "line 7: 'nulls' is not a number");
    EXPECT_REFUSED(asc("ncols 1\nnrows 1\ncellsize 1\nNODATA_value zero\n1\n"), "line 4: 'zero' is not a number");
}

TEST(AsciiGrid, MayGiveItsCellsizeInTwoWays) {
    const auto dem = asc("ncols 1\nnrows 1\ncellsize 2\ndx 2.0\ndy 2\n7");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->grid, (TerrainGrid{1, 1, 2, 2}));
    EXPECT_REFUSED(asc("ncols 1\nnrows 1\ncellsize 2\ndx 2\ndy 3\n7"), "has a cellsize, and a dx or dy that differs");
}

/// Cells whose sides differ only by rounding, as in NetCDF and GeoTIFF, are written as squares, since some programs do
/// not read dx and dy.
TEST(AsciiGrid, IsWrittenWithACellsizeIfCellsAreSquare) {
    const auto written = [](double cell_x, double cell_y, std::uint64_t rows) {
        GeoReference georeference;
        georeference.north = 50;
        georeference.cell_x = cell_x;
        georeference.cell_y = cell_y;
        const auto bytes =
            encode_raster("a.asc", array_of<float>({rows, 1}, std::vector<float>(rows, 1)), georeference, std::nullopt);
        return std::string(as_text(*bytes));
    };
    for (const auto& [x, y] :
         {std::pair{30.0, 30.000000000000004}, {1 / 1200.0, 0.000833333333333}, {5.0, 5.00000001}}) {
        const std::string text = written(x, y, 1000);
        EXPECT_NE(text.find(fmt::format("cellsize {}\n", x)), std::string::npos) << text.substr(0, 200);
        EXPECT_EQ(text.find("dx"), std::string::npos);
        const auto read = asc(text);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_NEAR(read->georeference->north, 50, 2e-3 * x);
    }
    for (const auto& [x, y] : {std::pair{30.0, 30.1}, {30.0, 20.0}, {1.0, 1.0001}}) {
        const std::string text = written(x, y, 1000);
        EXPECT_NE(text.find(fmt::format("dx {}\ndy {}\n", x, y)), std::string::npos) << text.substr(0, 200);
        EXPECT_NEAR(asc(text)->georeference->north, 50, 1e-9);
    }
}

TEST(AsciiGrid, NamesTheLineOfAnError) {
    EXPECT_REFUSED(asc(kHeader + "1.00 2 3\n4 5\n"), "line 8: there are 5 heights, but 3 x 2 cells need 6");
    EXPECT_REFUSED(asc(kHeader + "1 2 3\n4 5 6 7\n"), "line 7: data follow the last of 3 x 2 heights");
    EXPECT_REFUSED(asc(kHeader + "1 2 3\n4 5,5 6\n"), "line 7: '5,5' is not a number");
    EXPECT_REFUSED(asc(kHeader), "there are no heights");
    EXPECT_REFUSED(asc(kHeader + "ncols 3\n1 2 3 4 5 6"), "line 6: 'ncols' is given twice");
    EXPECT_REFUSED(asc(kHeader + "colour 3\n1 2 3 4 5 6"), "line 6: 'colour' is not a key");
    EXPECT_REFUSED(asc("ncols 0\n"), "line 1: ncols is 0");
    EXPECT_REFUSED(asc("ncols 3 4\n"), "line 1: ncols has more than one value");
    EXPECT_REFUSED(asc("ncols 3\nnrows x\n"), "line 2: 'x' is not a whole number, but the number of rows must be one");
    EXPECT_REFUSED(asc("ncols 3\ncellsize\nnrows 1\n"), "line 2: cellsize has no value; add it");
    EXPECT_REFUSED(asc("ncols 3\nxllcorner 1e999\n"), "line 2: '1e999' does not fit f64; give a number nearer to 0");
    EXPECT_REFUSED(asc("ncols 3\ncellsize 1\n1 2 3"), "has no nrows");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\n1 2 3"), "has no cellsize");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\ncellsize 1\ndx 2\n1 2 3"), "has a cellsize, and a dx or dy");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\ndx 2\n1 2 3"), "has no cellsize, and not both dx and dy");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\ncellsize 1\nxllcorner 2\nxllcenter 1\n1 2 3"),
                   "has both xllcorner and xllcenter");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\ncellsize 1\nyllcentre 2\nyllcorner 1\n1 2 3"),
                   "has both yllcorner and yllcenter");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\ncellsize -1\n1 2 3"), "both sizes must be positive");
    EXPECT_REFUSED(asc("ncols 3\nnrows 1\ncellsize nan\n1 2 3"), "'nan' is not a finite");
    EXPECT_REFUSED(asc("ncols 30000\nnrows 30000\ncellsize 1\n1 2 3"), "the number of heights is 900000000");
    const auto large = asc("ncols 9223372036854775807\nnrows 9223372036854775807\ncellsize 1\n1");
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::too_large);
}

TEST(NpyDem, TakesEveryTypeAndOrder) {
    for (const ElementType type :
         {ElementType::u8, ElementType::i8, ElementType::u16, ElementType::i16, ElementType::u32, ElementType::i32,
          ElementType::u64, ElementType::i64, ElementType::f16, ElementType::f32, ElementType::f64}) {
        const Array array = with_type(type, [](auto value) {
            using T = decltype(value);
            std::vector<T> values;
            for (const int number : {1, 2, 3, 4, 5, 6}) {
                values.push_back(static_cast<T>(number));
            }
            return array_of<T>({2, 3}, values);
        });
        for (const NpyOrder order : {NpyOrder::c, NpyOrder::fortran}) {
            const auto dem = parse_dem(as_text(encode_npy(array, order)), "a.npy");
            ASSERT_TRUE(dem) << dem.error().message;
            EXPECT_EQ(dem->grid, (TerrainGrid{3, 2, 1, 1}));
            EXPECT_FALSE(dem->georeference);
            EXPECT_EQ(dem->heights, order == NpyOrder::c ? (std::vector<float>{1, 2, 3, 4, 5, 6})
                                                         : (std::vector<float>{1, 3, 5, 2, 4, 6}))
                << to_string(type);
        }
    }
    std::string swapped(as_text(encode_npy(array_of<float>({1, 1}, {1}))));
    swapped[swapped.find('<')] = '>';
    std::reverse(swapped.end() - 4, swapped.end());
    EXPECT_EQ(parse_dem(swapped, "a.npy")->heights, std::vector<float>{1});
}

TEST(NpyDem, RefusesOtherShapes) {
    const auto parse = [](const Array& array) { return parse_dem(as_text(encode_npy(array)), "a.npy"); };
    EXPECT_REFUSED(parse(array_of<float>({6}, {1, 2, 3, 4, 5, 6})), "is an array of 1 dimension, but a DEM has two");
    EXPECT_REFUSED(parse(array_of<float>({1, 2, 1}, {1, 2})), "is an array of 3 dimensions");
    EXPECT_REFUSED(parse(array_of<float>({0, 3}, {})), "has 3 columns and 0 rows, so it has no cell");
    EXPECT_TRUE(same_heights(parse(array_of<double>({1, 3}, {1e300, -0x1p126, 7}))->heights, {kNone, kNone, 7}));
}

TEST(Dems, AreReadByTheirContent) {
    std::string heard;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { heard += notice; };
    for (const DemSample& sample : dem_samples()) {
        const auto dem = parse_dem(sample.content, "a", settings);
        ASSERT_TRUE(dem) << sample.name << dem.error().message;
        EXPECT_EQ(defect_of(*dem), "") << sample.name;
    }
    EXPECT_EQ(heard, "");
    EXPECT_TRUE(parse_dem(netcdf_sample().file(), "a.tif", settings));
    EXPECT_EQ(heard,
              "'a.tif' is read as netcdf because of its content, although its name has another ending; <format> tiff "
              "reads the file as its name says");
    settings.format = "ascii";
    EXPECT_REFUSED(parse_dem("x", "a.asc", settings), "<format>: 'ascii' is not a format of a DEM");
    EXPECT_REFUSED(parse_dem("x", "a.xyz"), "is not in a known format of DEMs");
    EXPECT_REFUSED(parse_dem("", "a.asc"), "is empty, so it is not a DEM");
    EXPECT_EQ(dem_format_names(), (std::vector<std::string>{"asc", "netcdf", "npy", "tiff"}));
    EXPECT_NE(dem_formats_help().find(".tif .tiff (GeoTIFF)"), std::string::npos) << dem_formats_help();
}

TEST(Dems, AreReadFromFilesPackedOrNot) {
    const TemporaryFolder folder;
    const auto dem = read_dem(folder.file("a.asc.gz", gzipped(kHeader + "1 2 3 4 5 6")));
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->heights[5], 6);
    EXPECT_REFUSED(read_dem(folder.path("b.asc")), "cannot read");
}

TEST(Dems, OfDegreesHaveTheMetresOfTheEllipsoid) {
    // The numbers are from Snyder, Map Projections: A Working Manual, table 3. They are for GRS 80, and those for WGS84
    // differ by less than a millimetre.
    EXPECT_NEAR(metres_per_degree_east(0), 111319.5, 0.1);
    EXPECT_NEAR(metres_per_degree_east(45), 78846.8, 0.1);
    EXPECT_NEAR(metres_per_degree_north(0), 110574.3, 0.1);
    EXPECT_NEAR(metres_per_degree_north(45), 111131.8, 0.2);
    EXPECT_NEAR(metres_per_degree_north(90), 111693.9, 0.1);
    const auto dem = parse_dem(netcdf_sample().file(), "a.nc");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_DOUBLE_EQ(dem->row_dx[0], metres_per_degree_east(51.5));
    EXPECT_DOUBLE_EQ(dem->grid.dx, metres_per_degree_east(50.5));
    EXPECT_DOUBLE_EQ(dem->grid.dy, metres_per_degree_north(51));
}

TEST(Rasters, AreWrittenAndReadBackUnchanged) {
    GeoReference georeference;
    georeference.west = 100;
    georeference.north = 50;
    georeference.cell_x = 2;
    georeference.cell_y = 0.5;
    const auto check = [&](const Array& array, const std::vector<float>& heights) {
        for (const char* name : {"a.npy", "a.asc", "a.TIF"}) {
            const auto bytes = encode_raster(name, array, georeference, 255);
            ASSERT_TRUE(bytes) << bytes.error().message;
            const auto dem = parse_dem(as_text(*bytes), name);
            ASSERT_TRUE(dem) << dem.error().message;
            const bool npy = std::string_view(name) == "a.npy";
            std::vector<float> wanted = heights;
            std::replace(wanted.begin(), wanted.end(), 255.F, npy ? 255.F : kNone);
            EXPECT_TRUE(same_heights(dem->heights, wanted)) << name << to_string(array.type);
            EXPECT_EQ(dem->grid, (npy ? TerrainGrid{3, 2, 1, 1} : TerrainGrid{3, 2, 2, 0.5}));
            EXPECT_TRUE(npy || (dem->georeference->west == 100 && dem->georeference->north == 50));
        }
    };
    check(array_of<std::uint8_t>({2, 3}, {1, 2, 255, 4, 5, 6}), {1, 2, 255, 4, 5, 6});
    check(array_of<std::int16_t>({2, 3}, {-1, 2, 255, 4, 5, 32767}), {-1, 2, 255, 4, 5, 32767});
    check(array_of<std::uint32_t>({2, 3}, {1, 2, 255, 4, 5, 4294967295}), {1, 2, 255, 4, 5, 4294967295.F});
    check(array_of<std::int32_t>({2, 3}, {1, 2, 255, 4, 5, -7}), {1, 2, 255, 4, 5, -7});
    check(array_of<float>({2, 3}, {1, 2, 255, 4, 0.1F, -1e-7F}), {1, 2, 255, 4, 0.1F, -1e-7F});
    check(array_of<float>({2, 3}, {1, 2, 255, 4, 0.1F, 3}), {1, 2, 255, 4, 0.1F, 3});
}

TEST(Rasters, InTextHaveANumberForNoData) {
    const auto bytes = encode_raster("a.asc", array_of<float>({1, 3}, {kNone, -9999, 1}), std::nullopt, std::nullopt);
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_EQ(as_text(*bytes),
              "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -99999\n-99999 -9999 1\n");
}

TEST(Rasters, AreRefusedUnderOtherNames) {
    const Array one = array_of<float>({1, 1}, {1});
    for (const char* name : {"a.nc", "a", "a.tif.gz", "-"}) {
        EXPECT_REFUSED(encode_raster(name, one, std::nullopt, std::nullopt), "ends in one of .asc, .npy, .tif, .tiff");
    }
    EXPECT_REFUSED(encode_raster("a.tif", array_of<float>({1}, {1}), std::nullopt, std::nullopt),
                   "a raster must have two");
    EXPECT_REFUSED(encode_raster("a.tif", array_of<Half>({1, 1}, {Half(1.0)}), std::nullopt, std::nullopt), "f16");
    EXPECT_REFUSED(encode_raster("a.asc", array_of<Half>({1, 1}, {Half(1.0)}), std::nullopt, std::nullopt), "f16");
}

}  // namespace
}  // namespace vkalgo::formats::test

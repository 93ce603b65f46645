#include "tests/formats/dem_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

Result<Dem> parse(const Netcdf& file) {
    return parse_dem(file.file(), "a.nc");
}

TEST(Netcdf3, IsFlippedScaledAndGeoreferenced) {
    for (const bool wide : {false, true}) {
        const auto dem = parse_dem(netcdf_sample().file(wide), "a.nc");
        ASSERT_TRUE(dem) << dem.error().message;
        EXPECT_TRUE(same_heights(dem->heights, kNetcdfHeights));
        ASSERT_TRUE(dem->georeference);
        EXPECT_TRUE(dem->georeference->geographic);
        EXPECT_EQ(dem->georeference->west, 10);
        EXPECT_EQ(dem->georeference->north, 52);
        EXPECT_EQ(dem->georeference->cell_x, 1);
        EXPECT_EQ(dem->georeference->cell_y, 1);
    }
}

TEST(Netcdf3, TakesAxesInEveryDirectionAndOrder) {
    Netcdf file = netcdf_sample();
    file.variables[0].data = big(51.5, 50.5);
    file.variables[1].data = big(12.5F, 11.5F, 10.5F);
    auto dem = parse(file);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_TRUE(same_heights(dem->heights, {101.5F, 101, 100.5F, 97, 102.5F, kNone}));
    EXPECT_EQ(dem->georeference->west, 10);
    EXPECT_EQ(dem->georeference->north, 52);
    file = netcdf_sample();
    std::swap(file.variables[0].attributes, file.variables[1].attributes);
    dem = parse(file);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->grid.width, 2U);
    EXPECT_EQ(dem->grid.height, 3U);
    EXPECT_TRUE(same_heights(dem->heights, {101.5F, 97, 101, 102.5F, 100.5F, kNone}));
}

TEST(Netcdf3, NamesTextAttributesThatShouldBeNumbers) {
    Netcdf file = netcdf_sample();
    const auto grid = std::find_if(file.variables.begin(), file.variables.end(),
                                   [](const Netcdf::Variable& variable) { return variable.dimensions.size() == 2; });
    ASSERT_NE(grid, file.variables.end());
    grid->attributes = {Netcdf::words("_FillValue", "null"), Netcdf::words("scale_factor", "0.5")};
    std::string notices;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { notices += notice; };
    ASSERT_TRUE(parse_dem(file.file(), "a.nc", settings));
    EXPECT_NE(notices.find("'a.nc' has 'null' as its _FillValue, which is not a number and is ignored"),
              std::string::npos)
        << notices;
    EXPECT_EQ(notices.find("scale_factor"), std::string::npos) << notices;
}

TEST(Netcdf3, WithoutDegreesOrCoordinatesIsNotGeographic) {
    Netcdf file = netcdf_sample();
    file.variables[0].attributes = {Netcdf::words("units", "m")};
    auto dem = parse(file);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_FALSE(dem->georeference->geographic);
    file.variables.erase(file.variables.begin());
    dem = parse(file);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_FALSE(dem->georeference);
    EXPECT_EQ(dem->heights[0], 100.5F);
}

TEST(Netcdf3, ReadsRecords) {
    Netcdf file = netcdf_sample();
    file.dimensions[0].second = 0;
    file.records = 2;
    // Each record has a latitude of 8 bytes, then a row of heights of 6 bytes and 2 bytes of padding.
    std::string records = big(50.5) + big(std::int16_t{1}, std::int16_t{2}, std::int16_t{3}, std::int16_t{0});
    records += big(51.5) + big(std::int16_t{-99}, std::int16_t{5}, std::int16_t{-6}, std::int16_t{0});
    file.variables[2].data.clear();
    file.variables[0].data.clear();
    std::swap(file.variables[0], file.variables[1]);
    std::swap(file.variables[2], file.variables[3]);
    // Now the variables are lon, lat, crs and z. In the first record, lat begins at byte 0 and z at byte 8.
    std::string content = file.file();
    const std::size_t start = content.size();
    content += records;
    const auto patch = [&](const std::string& name, std::uint32_t begin) {
        const std::string old = Netcdf::text(name);
        std::size_t at = content.rfind(old);
        at = content.find(name == "lat" ? big(6U) + big(0U) : big(3U) + big(0U), at);
        content.replace(at + 8, 4, big(begin));
    };
    patch("lat", static_cast<std::uint32_t>(start));
    patch("z", static_cast<std::uint32_t>(start + 8));
    const auto dem = parse_dem(content, "a.nc");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_TRUE(same_heights(dem->heights, kNetcdfHeights));
    // A program that does not yet know the number of records writes 2^32 - 1.
    content.replace(4, 4, std::string(4, '\xff'));
    EXPECT_TRUE(same_heights(parse_dem(content, "a.nc")->heights, kNetcdfHeights));
    content.replace(4, 4, std::string("\x7f\xff\xff\xff"));
    EXPECT_REFUSED(parse_dem(content, "a.nc"), "2147483647 records of 16 bytes are announced");
}

TEST(Netcdf3, ChoosesTheLargestGridWithCoordinates) {
    Netcdf file = netcdf_sample();
    file.dimensions.push_back({"n", 9});
    file.dimensions.push_back({"time", 1});
    file.variables.push_back({"table", {2, 2}, {}, 1, std::string(81, '\1')});
    file.variables.push_back({"text", {0, 1}, {}, 2, "abcdef"});
    file.variables[2].dimensions = {3, 0, 1};
    std::string heard;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { heard += notice; };
    const auto dem = parse_dem(file.file(), "a.nc", settings);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_TRUE(same_heights(dem->heights, kNetcdfHeights));
    EXPECT_EQ(heard, "");
    file.variables.push_back(file.variables[2]);
    EXPECT_TRUE(parse_dem(file.file(), "a.nc", settings));
    EXPECT_EQ(heard, "'a.nc' has 2 grids of one size; 'z', the first, is read");
}

TEST(Netcdf3, OfOneCellTakesOneCoordinate) {
    Netcdf file = netcdf_sample();
    file.dimensions = {{"lat", 1}, {"lon", 1}};
    file.variables[0].data = big(50.5);
    file.variables[1].data = big(10.5F);
    file.variables[2].data = big(std::int16_t{4});
    auto dem = parse(file);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->heights, std::vector<float>{102});
    EXPECT_EQ(dem->georeference->west, 10);
    file.variables[2].data = big(std::int16_t{-99});
    dem = parse(file);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_TRUE(same_heights(dem->heights, {kNone}));
}

TEST(Netcdf3, RefusesFilesThatAreNoGridOfNetcdf3) {
    EXPECT_REFUSED(parse_dem("\x89HDF\r\n\x1a\n", "a.nc"), "nccopy -3 IN OUT");
    EXPECT_REFUSED(parse_dem("CDF\x05" + std::string(40, '\0'), "a.nc"), "nccopy -3 IN OUT");
    EXPECT_REFUSED(parse_dem("CDX", "a.nc"), "is not NetCDF");
    EXPECT_REFUSED(parse_dem("CDF\x01\x01\x01", "a.nc"), "the file ends within the header of NetCDF");
    EXPECT_REFUSED(parse_dem(std::string("CDF\1", 4) + std::string(7, '\0') + '\x0b' + std::string(40, '\0'), "a.nc"),
                   "has the tag 11, but must have 10");
    // Errors in words of the header name the byte where the word begins.
    const auto of_type = [](std::uint32_t attribute, std::uint32_t variable) {
        Netcdf small;
        small.dimensions = {{"x", 2}};
        small.variables = {{"z", {0}, {{"u", attribute, 1, big(std::uint32_t{7})}}, variable, big(7, 8)}};
        return small;
    };
    const auto byte_of = [](const Netcdf& small, const std::string& piece) {
        return "byte " + std::to_string(small.file().find(piece) + piece.size()) + ": ";
    };
    EXPECT_REFUSED(parse(of_type(99, 4)), byte_of(of_type(99, 4), Netcdf::text("u")) + "99 is not a type of NetCDF-3");
    EXPECT_REFUSED(parse(of_type(4, 98)),
                   byte_of(of_type(4, 98), Netcdf::word(1) + big(std::uint32_t{7})) + "98 is not a type of NetCDF-3");
    Netcdf far = of_type(4, 4);
    far.variables[0].dimensions = {5};
    EXPECT_REFUSED(parse(far), byte_of(far, Netcdf::text("z") + Netcdf::word(1)) + "a variable has dimension 5");
    Netcdf file = netcdf_sample();
    file.variables.resize(2);
    EXPECT_REFUSED(parse(file), "has 2 variables, but none is a grid");
    file = netcdf_sample();
    file.variables[1].data = big(10.5F, 11.F, 12.5F);
    EXPECT_REFUSED(parse(file), "has coordinates 'lon' that are not evenly spaced: number 2 (counted from 1) is 11");
    file.variables[1].data = big(10.5F, kNone, 12.5F);
    EXPECT_REFUSED(parse(file), "not evenly spaced");
    file.variables[1].data = big(10.5F, 10.5F, 10.5F);
    EXPECT_REFUSED(parse(file), "not evenly spaced");
    file = netcdf_sample();
    file.variables[0].data = big(5000.5, 5001.5);
    EXPECT_REFUSED(parse(file), "beyond a pole");
    file.dimensions[1].second = 4000000000;
    EXPECT_FALSE(parse(file));
    file.dimensions[1].second = 1000000000;
    EXPECT_REFUSED(parse(file), "has 1000000000 x 2 numbers of 2 bytes");
}

}  // namespace
}  // namespace vkalgo::formats::test

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
    std::string told;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { told += notice; };
    ASSERT_TRUE(parse_dem(file.file(), "a.nc", settings));
    EXPECT_NE(told.find("'a.nc' has 'null' as its _FillValue, which is not a number and is ignored"), std::string::npos)
        << told;
    EXPECT_EQ(told.find("scale_factor"), std::string::npos) << told;
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
    // The two record variables alternate: a latitude of 8 bytes, a row of 6 and 2 bytes of padding.
    std::string records = big(50.5) + big(std::int16_t{1}, std::int16_t{2}, std::int16_t{3}, std::int16_t{0});
    records += big(51.5) + big(std::int16_t{-99}, std::int16_t{5}, std::int16_t{-6}, std::int16_t{0});
    file.variables[2].data.clear();
    file.variables[0].data.clear();
    std::swap(file.variables[0], file.variables[1]);
    std::swap(file.variables[2], file.variables[3]);
    // The variables are lon, lat, crs and z. lat begins at the start of the records, z 8 bytes later.
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
    // As written by a program that does not yet know the number of records.
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
    Netcdf file = netcdf_sample();
    file.variables.resize(2);
    EXPECT_REFUSED(parse(file), "has 2 variables, but none is a grid");
    file = netcdf_sample();
    file.variables[1].data = big(10.5F, 11.F, 12.5F);
    EXPECT_REFUSED(parse(file), "has coordinates 'lon' that are not evenly spaced: number 2 is 11");
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

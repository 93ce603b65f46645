#include "tests/formats/dem_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

Result<Dem> parse(const Tiff& tiff, bool tiled = false) {
    return parse_dem(tiff.file(tiled), "a.tif");
}

/// Removes the entry of this tag from `tiff`.
void drop(Tiff& tiff, std::uint16_t tag) {
    std::erase_if(tiff.entries, [&](const Tiff::Entry& entry) { return entry.tag == tag; });
}

TEST(GeoTiff, IsReadWithItsGeoreference) {
    for (const bool high_first : {false, true}) {
        const auto dem = parse(tiff_sample(high_first));
        ASSERT_TRUE(dem) << dem.error().message;
        EXPECT_TRUE(same_heights(dem->heights, kTiffHeights));
        ASSERT_TRUE(dem->georeference);
        EXPECT_TRUE(dem->georeference->geographic);
        EXPECT_EQ(dem->georeference->west, 10);
        EXPECT_EQ(dem->georeference->north, 50);
        EXPECT_EQ(dem->georeference->cell_x, 0.5);
        EXPECT_EQ(dem->georeference->cell_y, 0.25);
        EXPECT_EQ(dem->georeference->tags.size(), 1U);
        EXPECT_EQ(dem->row_dx.size(), 2U);
    }
}

TEST(GeoTiff, TakesEveryKindOfNumber) {
    const auto check = [](auto low, std::uint16_t kind) {
        using T = decltype(low);
        for (const bool high_first : {false, true}) {
            Tiff tiff = tiff_of(2, 1, 8 * sizeof(T), kind, high_first);
            tiff.parts = {tiff.raw(low) + tiff.raw(T{7})};
            const auto dem = parse(tiff);
            ASSERT_TRUE(dem) << dem.error().message;
            EXPECT_EQ(dem->heights, (std::vector<float>{static_cast<float>(low), 7})) << sizeof(T) << " " << kind;
            EXPECT_FALSE(dem->georeference);
        }
    };
    check(std::uint8_t{200}, 1);
    check(std::int8_t{-100}, 2);
    check(std::uint16_t{60000}, 1);
    check(std::int16_t{-30000}, 2);
    check(std::uint32_t{4000000000}, 1);
    check(std::int32_t{-2000000000}, 2);
    check(std::uint64_t{1} << 40, 1);
    check(-(std::int64_t{1} << 40), 2);
    check(-1.5F, 3);
    check(-2.5, 3);
}

TEST(GeoTiff, ReadsTilesAndEmptyOnes) {
    Tiff tiff = tiff_of(20, 18, 8, 1);
    tiff.add_short(322, {16});
    tiff.add_short(323, {16});
    for (char tile = 1; tile <= 4; ++tile) {
        tiff.parts.emplace_back(256, tile);
    }
    tiff.parts[2].clear();
    tiff.add_text(42113, "9");
    const auto dem = parse(tiff, true);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->heights[0], 1);
    EXPECT_EQ(dem->heights[15 * 20 + 16], 2);
    EXPECT_TRUE(std::isnan(dem->heights[16 * 20]));
    EXPECT_EQ(dem->heights[17 * 20 + 19], 4);
}

TEST(GeoTiff, PixelsThatArePointsAreCentresOfCells) {
    Tiff tiff = tiff_sample();
    drop(tiff, 34735);
    tiff.add_short(34735, {1, 1, 0, 2, 1024, 0, 1, 1, 1025, 0, 1, 2});
    const auto dem = parse(tiff);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_FALSE(dem->georeference->geographic);
    EXPECT_EQ(dem->georeference->west, 9.75);
    EXPECT_EQ(dem->georeference->north, 50.125);
    // The coordinates are still correct after the raster was written and read again.
    const auto bytes = encode_raster("b.tif", array_of<float>({2, 3}, dem->heights), dem->georeference, std::nullopt);
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto again = parse_dem(as_text(*bytes), "b.tif");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->georeference->west, 9.75);
    EXPECT_EQ(again->georeference->north, 50.125);
    EXPECT_TRUE(same_heights(again->heights, kTiffHeights));
}

TEST(GeoTiff, TakesATransformationWithoutARotation) {
    Tiff tiff = tiff_sample();
    drop(tiff, 33550);
    drop(tiff, 33922);
    drop(tiff, 34735);
    Tiff rotated = tiff;
    tiff.add_doubles(34264, {2, 0, 0, 10, 0, -3, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1});
    auto dem = parse(tiff);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->grid, (TerrainGrid{3, 2, 2, 3}));
    EXPECT_EQ(dem->georeference->north, 50);
    drop(tiff, 34264);
    tiff.add_doubles(34264, {2, 0, 0, 10, 0, 3, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1});
    dem = parse(tiff);
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->georeference->north, 56);
    EXPECT_TRUE(same_heights(dem->heights, {4, 5.5F, 6, 1, 2, kNone}));
    rotated.add_doubles(34264, {2, 1, 0, 10, 0, -3, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1});
    EXPECT_REFUSED(parse(rotated), "is rotated or sheared against its coordinates");
    drop(tiff, 34264);
    tiff.add_doubles(34264, {-2, 0, 0, 10, 0, -3, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1});
    EXPECT_REFUSED(parse(tiff), "has its columns from east to west");
}

TEST(GeoTiff, KeepsItsTags) {
    Tiff tiff = tiff_sample();
    tiff.add_doubles(34736, {6378137, 298.25});
    tiff.add_text(34737, "WGS 84|");
    const auto dem = parse(tiff);
    ASSERT_TRUE(dem) << dem.error().message;
    ASSERT_EQ(dem->georeference->tags.size(), 3U);
    const auto bytes = encode_raster("b.tif", array_of<std::uint8_t>({2, 3}, {1, 2, 3, 4, 5, 6}), dem->georeference, 6);
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto again = parse_dem(as_text(*bytes), "b.tif");
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(again->georeference->tags.size(), 3U);
    for (std::size_t at = 0; at < 3; ++at) {
        EXPECT_EQ(again->georeference->tags[at].tag, dem->georeference->tags[at].tag);
        EXPECT_EQ(again->georeference->tags[at].type, dem->georeference->tags[at].type);
        EXPECT_EQ(again->georeference->tags[at].data, dem->georeference->tags[at].data);
    }
    EXPECT_EQ(again->row_dx, dem->row_dx);
    EXPECT_TRUE(same_heights(again->heights, {1, 2, 3, 4, 5, kNone}));
}

TEST(GeoTiff, WrittenInDegreesIsReadAsGeographic) {
    const auto dem = parse_dem(netcdf_sample().file(), "a.nc");
    const auto bytes = encode_raster("b.tif", array_of<float>({2, 3}, dem->heights), dem->georeference, kNone);
    const auto again = parse_dem(as_text(*bytes), "b.tif");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(again->georeference->geographic);
    EXPECT_EQ(again->row_dx, dem->row_dx);
    EXPECT_TRUE(same_heights(again->heights, dem->heights));
}

TEST(GeoTiff, OfManyStripsIsReadBackUnchanged) {
    std::vector<float> heights(900 * 1000);
    for (std::size_t at = 0; at < heights.size(); ++at) {
        heights[at] = static_cast<float>(at % 977) * 0.25F;
    }
    const auto bytes = encode_raster("b.tif", array_of<float>({900, 1000}, heights), std::nullopt, std::nullopt);
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto dem = parse_dem(as_text(*bytes), "b.tif");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->heights, heights);
    InputSettings settings;
    settings.limits.unsized = 100000;
    const auto limited = parse_dem(as_text(*bytes), "b.tif", settings);
    ASSERT_FALSE(limited);
    EXPECT_EQ(limited.error().code, ErrorCode::too_large);
    EXPECT_NE(limited.error().message.find("raise <input-limit>"), std::string::npos) << limited.error().message;
}

TEST(GeoTiff, RefusesWhatItCannotRead) {
    Tiff tiff = tiff_sample();
    drop(tiff, 277);
    drop(tiff, 258);
    tiff.add_short(277, {3});
    tiff.add_short(258, {32, 32, 32});
    EXPECT_REFUSED(parse(tiff), "has 3 samples per pixel");
    tiff = tiff_of(2, 1, 16, 3);
    tiff.parts = {"abcd"};
    EXPECT_REFUSED(parse(tiff), "has samples of 16 bits (SampleFormat 3)");
    tiff = tiff_of(30000, 30000, 8, 1);
    tiff.parts = {"abcd"};
    EXPECT_FALSE(parse(tiff));
    tiff = tiff_of(4000, 4000, 8, 1);
    tiff.parts = {"abcd"};
    EXPECT_REFUSED(parse(tiff), "do not fit in its");
    EXPECT_REFUSED(parse_dem("II*", "a.tif"), "is not a valid TIFF");
    EXPECT_REFUSED(parse_dem(std::string("II*\0\x08\0\0\0", 8), "a.tif"), "is not a valid TIFF: Can not read");
    tiff = tiff_sample();
    drop(tiff, 33550);
    tiff.add_doubles(33550, {0, 0, 0});
    EXPECT_REFUSED(parse(tiff), "has cells of 0 x");
}

}  // namespace
}  // namespace vkalgo::formats::test

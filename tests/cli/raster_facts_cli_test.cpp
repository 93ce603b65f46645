// Tests what `vkalgo drainage` takes from a DEM and the files beside it about numbers and georeference.
#include "cli/formats.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/formats/dem_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;
using namespace vkalgo::formats::test;

namespace {

/// Returns 3 x 2 heights that fall to the west, so that filling changes nothing, without a georeference.
Tiff slope() {
    Tiff tiff = tiff_of(3, 2, 16, 2);
    tiff.add_long(278, {2});
    std::string part;
    for (const int height : {1, 2, 3, 4, 5, 6}) {
        part += tiff.raw(static_cast<std::int16_t>(height));
    }
    tiff.parts = {part};
    return tiff;
}

/// Returns a mask by which the first and the last cell have no data, as bytes or bits, in a strip or a tile.
Tiff mask_page(bool bytes, bool tiled) {
    Tiff mask = tiff_of(3, 2, bytes ? 8 : 1, 1);
    mask.entries.erase(mask.entries.begin() + 4);  // The photometric interpretation, which is added below
    mask.add_long(254, {4});
    mask.add_short(262, {4});
    const std::vector<std::string> rows =
        bytes ? std::vector<std::string>{std::string("\0\1\xFF", 3), std::string("\1\1\0", 3)}
              : std::vector<std::string>{"\x60", "\xC0"};
    if (tiled) {
        mask.add_short(322, {16});
        mask.add_short(323, {16});
        std::string tile(bytes ? 256 : 32, '\0');
        for (std::size_t row = 0; row < 2; ++row) {
            tile.replace(row * (bytes ? 16 : 2), rows[row].size(), rows[row]);
        }
        mask.parts = {tile};
    } else {
        mask.add_long(278, {2});
        mask.parts = {rows[0] + rows[1]};
    }
    return mask;
}

struct ReadRaster {
    nlohmann::json result;
    std::vector<float> heights;
    std::string warnings;
    std::optional<GeoReference> georeference;
};

/// Returns the surface that the command makes of a file, written as a GeoTIFF.
ReadRaster drained(const TemporaryFolder& folder, const std::string& path) {
    const std::string filled = folder.path("filled.tif");
    const auto run = run_vkalgo({"drainage", path, "--output-filled", filled, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
    ReadRaster read;
    if (run.exit_code == 0) {
        const auto dem = read_dem(filled);
        EXPECT_TRUE(dem) << (dem ? "" : dem.error().message);
        read = {nlohmann::json::parse(run.output), dem ? dem->heights : std::vector<float>{}, run.errors,
                dem ? dem->georeference : std::nullopt};
    }
    return read;
}

const std::vector<float> kMasked = {kNone, 2, 3, 4, 5, kNone};

TEST(RasterFacts, CellsThatAMaskLeavesOutHaveNoData) {
    const TemporaryFolder folder;
    for (const bool bytes : {false, true}) {
        for (const bool tiled : {false, true}) {
            const std::string path = folder.file("m.tif", slope().file(false, {mask_page(bytes, tiled)}));
            const ReadRaster read = drained(folder, path);
            EXPECT_EQ(read.result["result"]["cells"], 4);
            EXPECT_TRUE(same_heights(read.heights, kMasked)) << bytes << tiled;
            EXPECT_EQ(read.warnings, "");
        }
    }
    // The mask is in a separate file.
    const std::string path = folder.file("o.tif", slope().file());
    folder.file("o.tif.msk", mask_page(true, false).file());
    EXPECT_TRUE(same_heights(drained(folder, path).heights, kMasked));
    const std::string text = folder.file("o.asc", "ncols 3\nnrows 2\ncellsize 1\n1 2 3\n4 5 6\n");
    folder.file("o.asc.msk", mask_page(false, false).file());
    EXPECT_TRUE(same_heights(drained(folder, text).heights, kMasked));
    folder.file("o.asc.msk", slope().file(false, {mask_page(false, false)}));
    expect_refused(
        {.arguments = {"drainage", text}, .exit_code = 2, .message = "o.asc.msk' has a mask of 1 sample of "});
    Tiff small = mask_page(false, false);
    small.entries[0].bytes = small.raw(std::uint32_t{2});
    expect_refused({.arguments = {"drainage", folder.file("s.tif", slope().file(false, {small}))},
                    .exit_code = 2,
                    .message = "a mask of 2 x 2 cells for a raster of 3 x 2"});
}

/// Overviews of a raster and their masks are not the raster's own mask.
TEST(RasterFacts, OverviewsAreNotTakenForMasks) {
    const TemporaryFolder folder;
    std::vector<Tiff> pages(2, mask_page(false, false));
    for (std::size_t page = 0; page < 2; ++page) {
        std::erase_if(pages[page].entries, [](const Tiff::Entry& entry) { return entry.tag == 254; });
        pages[page].add_long(254, {page == 0 ? 1U : 5U});
    }
    const ReadRaster read = drained(folder, folder.file("o.tif", slope().file(false, pages)));
    EXPECT_EQ(read.heights, (std::vector<float>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(read.warnings, "");
}

TEST(RasterFacts, HeightsAreScaled) {
    const TemporaryFolder folder;
    Tiff tiff = slope();
    tiff.add_text(42112,
                  "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">100</Item>\n"
                  "  <Item name=\"SCALE\" sample=\"1\" role=\"scale\">7</Item>\n"
                  "  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.5</Item>\n</GDALMetadata>\n");
    // The no-data value is as the file stores it, before scale and offset.
    tiff.add_text(42113, "6");
    const std::vector<float> right = {100.5F, 101, 101.5F, 102, 102.5F, kNone};
    EXPECT_TRUE(same_heights(drained(folder, folder.file("s.tif", tiff.file())).heights, right));
    // An .aux.xml takes precedence.
    folder.file("s.tif.aux.xml",
                "<PAMDataset>\n  <PAMRasterBand band=\"1\">\n    <NoDataValue>1</NoDataValue>\n"
                "    <Offset>0</Offset>\n    <Scale>1e1</Scale>\n  </PAMRasterBand>\n</PAMDataset>\n");
    EXPECT_TRUE(same_heights(drained(folder, folder.path("s.tif")).heights, {kNone, 20, 30, 40, 50, 60}));
    const auto refused = [&](const std::string& scale, const std::string& message) {
        Tiff wrong = slope();
        wrong.add_text(42112,
                       "<GDALMetadata><Item name='SCALE' sample='0' role='scale'>" + scale + "</Item></GDALMetadata>");
        expect_refused(
            {.arguments = {"drainage", folder.file("w.tif", wrong.file())}, .exit_code = 2, .message = message});
    };
    refused("much", "'much' for the scale of its heights");
    refused("0", "scales its heights by 0");
    refused("nan", "'nan' for the scale");
}

TEST(RasterFacts, TheNoDataValueOfTheDataSetTakesPrecedenceOverThatOfTheBand) {
    const TemporaryFolder folder;
    const auto read_with = [&](const std::string& items, const std::string& band) {
        Tiff tiff = slope();
        tiff.add_text(42112, "<GDALMetadata>\n  " + items + "\n</GDALMetadata>\n");
        if (!band.empty()) {
            tiff.add_text(42113, band);
        }
        return drained(folder, folder.file("n.tif", tiff.file()));
    };
    ReadRaster read = read_with("<Item name=\"NODATA_VALUES\">6</Item>", "");
    EXPECT_TRUE(same_heights(read.heights, {1, 2, 3, 4, 5, kNone}));
    EXPECT_EQ(read.warnings, "");
    // The no-data value applies before scale and offset.
    read = read_with("<Item name=\"NODATA_VALUES\">6</Item><Item name=\"OFFSET\" sample=\"0\" role=\"offset\">1</Item>",
                     "6");
    EXPECT_TRUE(same_heights(read.heights, {2, 3, 4, 5, 6, kNone}));
    EXPECT_EQ(read.warnings, "");
    read = read_with("<Item name=\"NODATA_VALUES\">6</Item>", "1");
    EXPECT_TRUE(same_heights(read.heights, {1, 2, 3, 4, 5, kNone}));
    EXPECT_NE(read.warnings.find("has 6 for no data (NODATA_VALUES), but 1 for its band"), std::string::npos)
        << read.warnings;
    for (const char* wrong : {"6 6", "", "none"}) {
        read = read_with("<Item name=\"NODATA_VALUES\">" + std::string(wrong) + "</Item>", "1");
        EXPECT_TRUE(same_heights(read.heights, {kNone, 2, 3, 4, 5, 6})) << wrong;
        EXPECT_NE(read.warnings.find("has '" + std::string(wrong) + "' for no data (NODATA_VALUES), which is not one "),
                  std::string::npos)
            << read.warnings;
    }
    // Items of a band or of another domain mean something else.
    for (const char* other : {"sample=\"0\"", "domain=\"MINE\""}) {
        read = read_with("<Item name=\"NODATA_VALUES\" " + std::string(other) + ">6</Item>", "");
        EXPECT_EQ(read.heights, (std::vector<float>{1, 2, 3, 4, 5, 6})) << other;
        EXPECT_EQ(read.warnings, "");
    }
}

TEST(RasterFacts, TheDefaultNoDataValueOfAnAsciiGridIsReported) {
    const TemporaryFolder folder;
    const std::string header = "ncols 3\nnrows 2\ncellsize 1\n";
    const ReadRaster read = drained(folder, folder.file("n.asc", header + "1 2 3\n4 5 -9999.0\n"));
    EXPECT_TRUE(same_heights(read.heights, {1, 2, 3, 4, 5, kNone}));
    EXPECT_NE(read.warnings.find("has -9999 in 1 cell and no NODATA_value"), std::string::npos) << read.warnings;
    const ReadRaster said = drained(folder, folder.file("n.asc", header + "NODATA_value -9999\n1 2 3\n4 5 -9999\n"));
    EXPECT_TRUE(same_heights(said.heights, {1, 2, 3, 4, 5, kNone}));
    EXPECT_EQ(said.warnings, "");
    EXPECT_EQ(drained(folder, folder.file("n.asc", header + "1 2 3\n4 5 6\n")).warnings, "");
}

TEST(RasterFacts, TiePointsWithoutACellSizeAreReportedWithAdvice) {
    const TemporaryFolder folder;
    Tiff tiff = slope();
    tiff.add_doubles(33922, {0, 0, 0, 1, 2, 0, 3, 2, 0, 9, 8, 0});
    const ReadRaster read = drained(folder, folder.file("t.tif", tiff.file()));
    EXPECT_NE(read.warnings.find("has coordinates by 2 tie points"), std::string::npos) << read.warnings;
    EXPECT_NE(read.warnings.find("cells are 1 x 1; convert it with: gdalwarp IN OUT"), std::string::npos)
        << read.warnings;
    EXPECT_FALSE(read.georeference);
    EXPECT_EQ(read.result["parameters"]["cell_size"], nlohmann::json::array({1.0, 1.0}));
}

TEST(RasterFacts, AWorldFileGeoreferencesARasterWithoutAGeoreference) {
    for (const char* ending : {"tfw", "tifw", "wld", "TFW"}) {
        const TemporaryFolder folder;
        const std::string path = folder.file("w.tif", slope().file());
        folder.file(std::string("w.") + ending, "10\n0\n0\n-20\n1005\r\n1990\n");
        const ReadRaster read = drained(folder, path);
        EXPECT_EQ(read.result["parameters"]["cell_size"], nlohmann::json::array({10.0, 20.0})) << ending;
        ASSERT_TRUE(read.georeference);
        EXPECT_EQ(read.georeference->west, 1000);
        EXPECT_EQ(read.georeference->north, 2000);
        EXPECT_EQ(read.warnings, "");
    }
    const TemporaryFolder folder;
    const std::string path = folder.file("w.tif", slope().file());
    const auto refused = [&](const std::string& world, const std::string& message) {
        folder.file("w.tfw", world);
        expect_refused({.arguments = {"drainage", path}, .exit_code = 2, .message = message});
    };
    refused("10\n0\n0\n-20\n1005\n", "w.tfw' line 6");
    refused("10\n0\nzero\n-20\n1005\n1990\n", "w.tfw' line 3");
    refused("10\n1\n1\n-20\n1005\n1990\n", "is rotated or sheared against its coordinates");
    refused("0\n0\n0\n-20\n1005\n1990\n", "has cells of 0 x -20");
    // The georeference within the file takes precedence.
    Tiff placed = slope();
    placed.add_doubles(33550, {10, 20, 0});
    placed.add_doubles(33922, {0, 0, 0, 1000, 2000, 0});
    folder.file("w.tif", placed.file());
    folder.file("w.tfw", "10\n0\n0\n-20\n1005\n1990\n");
    EXPECT_EQ(drained(folder, path).warnings, "");
    folder.file("w.tfw", "10\n0\n0\n-20\n1007\n1990\n");
    const ReadRaster read = drained(folder, path);
    EXPECT_EQ(read.georeference->west, 1000);
    EXPECT_NE(read.warnings.find("w.tfw"), std::string::npos) << read.warnings;
}

TEST(RasterFacts, AnAuxXmlTakesPrecedenceOverTheRastersOwnGeoreference) {
    const TemporaryFolder folder;
    Tiff placed = slope();
    placed.add_doubles(33550, {10, 20, 0});
    placed.add_doubles(33922, {0, 0, 0, 1000, 2000, 0});
    const std::string path = folder.file("a.tif", placed.file());
    folder.file("a.tif.aux.xml",
                "<PAMDataset>\n  <SRS dataAxisToSRSAxisMapping=\"2,1\">GEOGCS[&quot;WGS 84&quot;,DATUM[&quot;WGS_1984"
                "&quot;,SPHEROID[&quot;WGS 84&quot;,6378137,298.257223563]],PRIMEM[&quot;Greenwich&quot;,0],UNIT["
                "&quot;degree&quot;,0.0174532925199433],AUTHORITY[&quot;EPSG&quot;,&quot;4326&quot;]]</SRS>\n"
                "  <GeoTransform>  1.0000000000000000e+01,  5.0e-01,  0.0, 5.0e+01,  0.0, -2.5e-01</GeoTransform>\n"
                "</PAMDataset>\n");
    const ReadRaster read = drained(folder, path);
    EXPECT_EQ(read.result["parameters"]["geographic"], true);
    ASSERT_TRUE(read.georeference);
    EXPECT_EQ(read.georeference->west, 10);
    EXPECT_EQ(read.georeference->north, 50);
    EXPECT_EQ(read.georeference->crs, "EPSG:4326");
    folder.file("a.tif.aux.xml", "<PAMDataset><GeoTransform>1, 2, 3</GeoTransform></PAMDataset>");
    expect_refused({.arguments = {"drainage", path}, .exit_code = 2, .message = "a.tif.aux.xml': GeoTransform"});
}

TEST(RasterFacts, APrjSaysThatAnAsciiGridIsInDegrees) {
    const TemporaryFolder folder;
    const char* const grid = "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 50\ncellsize 0.5\n1 2 3\n4 5 6\n";
    const std::string path = folder.file("g.asc", grid);
    for (const char* prj :
         {"GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
          "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]",
          "Projection    GEOGRAPHIC\r\nDatum         WGS84\r\nUnits         DD\r\nSpheroid      "
          "WGS84\r\nParameters\r\n"}) {
        folder.file("g.prj", prj);
        const ReadRaster read = drained(folder, path);
        EXPECT_EQ(read.result["parameters"]["geographic"], true);
        EXPECT_TRUE(read.georeference && read.georeference->geographic);
        EXPECT_EQ(read.warnings, "");
    }
    folder.file("g.prj", "Projection UTM\nZone 32\nDatum WGS84\nUnits METERS\n");
    const ReadRaster utm = drained(folder, path);
    EXPECT_EQ(utm.result["parameters"]["geographic"], false);
    EXPECT_EQ(utm.georeference->crs, "EPSG:32632");
    folder.file("g.prj",
                "GEOGCS[\"NTF\",DATUM[\"NTF\",SPHEROID[\"Clarke\",6378249.2,293.466]],UNIT[\"grad\",0.015707963]]");
    expect_refused({.arguments = {"drainage", path}, .exit_code = 2, .message = "angles that are not degrees"});
}

/// A warning names what is ignored, and the run continues.
TEST(RasterFacts, IgnoredInformationIsReported) {
    const TemporaryFolder folder;
    const auto tiff_with = [&](const std::function<void(Tiff&)>& change, const std::vector<Tiff>& more = {}) {
        Tiff tiff = slope();
        change(tiff);
        return folder.file("n.tif", tiff.file(false, more));
    };
    const auto expect_named = [&](const std::string& path, const std::string& warning) {
        const ReadRaster read = drained(folder, path);
        EXPECT_NE(read.warnings.find(warning), std::string::npos) << warning << "\n" << read.warnings;
    };
    expect_named(tiff_with([](Tiff& tiff) { tiff.add_text(42113, "none"); }), "'none' for no data");
    expect_named(tiff_with([](Tiff& tiff) { tiff.add_short(274, {3}); }), "orientation 3");
    expect_named(tiff_with([](Tiff&) {}, {slope(), slope()}),
                 "has 2 pages after the first that are neither a mask nor a smaller copy; they are ignored");
    expect_named(tiff_with([](Tiff& tiff) { tiff.add_doubles(33922, {0, 0, 0, 1, 2, 0}); }), "has no coordinates");
    expect_named(tiff_with([](Tiff& tiff) {
                     tiff.add_doubles(33550, {10, -20, 0});
                     tiff.add_doubles(33922, {0, 0, 0, 1000, 2000, 0});
                 }),
                 "a negative ScaleY");
    const std::string text = folder.file("n.asc", "ncols 3\nnrows 2\ncellsize 1\n1 2 3\n4 5 6\n");
    folder.file("n.prj", "Projection LAMBERT\nDatum NAD83\n");
    expect_named(text, "n.prj' does not name a known coordinate system");
    folder.file("n.prj", "");
    folder.file("n.asc.aux.xml", "<PAMDataset><PAMRasterBand band='1'><Scale>2</Scale></PAMRasterBand></PAMDataset>");
    expect_named(text, "n.asc.aux.xml': a scale");
}

TEST(RasterFacts, OfNetcdfFollowTheConventionsOfCf) {
    const TemporaryFolder folder;
    const auto heights_of = [&](const std::function<void(Netcdf&)>& change, const std::string& warning = "") {
        Netcdf file = netcdf_sample();
        change(file);
        const ReadRaster read = drained(folder, folder.file("a.nc", file.file()));
        EXPECT_NE(read.warnings.find(warning), std::string::npos) << read.warnings;
        EXPECT_EQ(read.warnings.empty(), warning.empty()) << read.warnings;
        return read.heights;
    };
    // The file stores the southern row (1, 2, 3) and then the northern row (no data, 5, -6). A height is 100 plus half
    // of the stored number. Filling changes no height.
    const auto attribute = [](Netcdf& file, const Netcdf::Attribute& more) {
        file.variables[2].attributes.push_back(more);
    };
    EXPECT_TRUE(same_heights(heights_of([&](Netcdf& file) {
                                 attribute(file, {"valid_range", 3, 2, big(std::int16_t{2}, std::int16_t{5})});
                             }),
                             {kNone, 102.5F, kNone, kNone, 101, 101.5F}));
    EXPECT_TRUE(same_heights(heights_of([&](Netcdf& file) {
                                 attribute(file, {"valid_min", 6, 1, big(101.0)});
                             }),
                             {kNone, 102.5F, kNone, kNone, 101, 101.5F}));
    EXPECT_TRUE(same_heights(heights_of([&](Netcdf& file) {
                                 attribute(file, Netcdf::words("_Unsigned", "true"));
                                 file.variables[2].data = big(std::int16_t{1}, std::int16_t{2}, std::int16_t{-1},
                                                              std::int16_t{-99}, std::int16_t{-2}, std::int16_t{-3});
                             }),
                             {kNone, 32867, 32866.5F, 100.5F, 101, 32867.5F}));
    EXPECT_TRUE(same_heights(heights_of([&](Netcdf& file) { attribute(file, Netcdf::words("missing_value", "5")); }),
                             {kNone, kNone, 97, 100.5F, 101, 101.5F}));
    heights_of([&](Netcdf& file) { attribute(file, Netcdf::words("positive", "down")); }, "grows downwards");
    heights_of([&](Netcdf& file) { attribute(file, Netcdf::words("grid_mapping", "albers")); },
               "gives its coordinate system by the variable 'albers', which it does not have");
    heights_of(
        [&](Netcdf& file) {
            file.variables.push_back({"small", {0, 1}, {}, 1, std::string(6, '\1')});
        },
        "2 grids of one size");
    // Coordinates are packed too, and in kilometres although the coordinate system is in metres.
    Netcdf packed = netcdf_sample();
    packed.variables[0] = {
        "lat", {0}, {Netcdf::words("units", "km"), {"add_offset", 6, 1, big(4000.0)}}, 6, big(1.0, 2.0)};
    packed.variables[1] = {
        "lon", {1}, {Netcdf::words("units", "km"), {"scale_factor", 6, 1, big(0.5)}}, 6, big(2.0, 4.0, 6.0)};
    packed.variables[2].attributes.push_back(Netcdf::words("grid_mapping", "crs"));
    packed.variables[3].attributes.push_back(Netcdf::words("epsg_code", "EPSG:32632"));
    const ReadRaster read = drained(folder, folder.file("p.nc", packed.file()));
    ASSERT_TRUE(read.georeference);
    EXPECT_EQ(read.georeference->crs, "EPSG:32632");
    EXPECT_EQ(read.georeference->cell_x, 1000);
    EXPECT_EQ(read.georeference->west, 500);
    EXPECT_EQ(read.georeference->north, 4002500);
}

}  // namespace
}  // namespace vkalgo::cli::test

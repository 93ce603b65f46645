// Tests the georeferences of what `vkalgo drainage` reads and writes: streams in longitude and latitude, coordinate
// systems that are copied from input to output, weights that are aligned with their DEM.
#include "cli/formats.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/rasters/proj_library.hpp"
#include "formats/rasters/tiff_file.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/formats/dem_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;
using namespace vkalgo::formats::test;

namespace {

const std::vector<float> kHeights = {1, 2, 3, 4, 5, 6};

/// Returns 3 x 2 heights that fall to the west and the north, in cells of 1000 from (500000, 2000) on, with these
/// GeoTIFF keys.
Tiff placed(const std::vector<std::uint16_t>& keys, const std::vector<float>& heights = kHeights) {
    Tiff tiff = tiff_of(3, 2, 32, 3);
    tiff.add_long(278, {2});
    std::string part;
    for (const float height : heights) {
        part += tiff.raw(height);
    }
    tiff.parts = {part};
    tiff.add_doubles(33550, {1000, 1000, 0});
    tiff.add_doubles(33922, {0, 0, 0, 500000, 2000, 0});
    if (!keys.empty()) {
        tiff.add_short(34735, keys);
    }
    return tiff;
}

std::vector<std::uint16_t> projected(std::uint16_t code) {
    return {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, code};
}

struct Streams {
    nlohmann::json json;
    std::string text;
    std::string warnings;
    /// The points of all lines.
    std::vector<std::pair<double, double>> points;
};

Streams streams_of(const TemporaryFolder& folder, const std::string& dem, const ProcessSettings& settings = {}) {
    const std::string path = folder.path("s.geojson");
    const auto run = run_vkalgo({"drainage", dem, "--threshold", "0", "--streams", path}, settings);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    Streams streams{nlohmann::json::parse(content_of(path)), content_of(path), run.errors, {}};
    for (const auto& feature : streams.json["features"]) {
        const bool several = feature["geometry"]["type"] == "MultiLineString";
        const auto& coordinates = feature["geometry"]["coordinates"];
        for (const auto& line : several ? coordinates : nlohmann::json::array({coordinates})) {
            for (const auto& point : line) {
                streams.points.emplace_back(point[0].get<double>(), point[1].get<double>());
            }
        }
    }
    EXPECT_FALSE(streams.points.empty());
    return streams;
}

const ProcessSettings kWithoutProj{.environment = {{"VKALGO_PROJ", "/nonexistent/libproj.so"}}};

/// Web Mercator projects a sphere, so the test can invert it by a formula.
TEST(StreamCoordinates, OfAProjectedDemAreLongitudesAndLatitudes) {
    const TemporaryFolder folder;
    const std::string dem = folder.file("m.tif", placed(projected(3857)).file());
    if (!ProjLibrary::load()) {
        GTEST_SKIP() << "this machine has no PROJ";
    }
    const Streams streams = streams_of(folder, dem);
    EXPECT_EQ(streams.warnings, "");
    EXPECT_FALSE(streams.json.contains("crs"));
    constexpr double kRadius = 6378137, kDegrees = 180 / 3.14159265358979323846;
    for (const auto& [longitude, latitude] : streams.points) {
        // The centres of cells are at multiples of 1000 m plus 500 m.
        const double x = longitude / kDegrees * kRadius;
        const double y = std::asinh(std::tan(latitude / kDegrees)) * kRadius;
        EXPECT_NEAR(std::remainder(x - 500, 1000), 0, 1e-3);
        EXPECT_NEAR(std::remainder(y - 500, 1000), 0, 1e-3);
        EXPECT_TRUE(x > 500000 && x < 503000 && y > 0 && y < 2000) << x << " " << y;
    }
    // x = 500000 in UTM zone 32 is the meridian of 9 degrees, so all points are slightly east of it.
    const Streams utm = streams_of(folder, folder.file("u.tif", placed(projected(32632)).file()));
    EXPECT_EQ(utm.warnings, "");
    for (const auto& [longitude, latitude] : utm.points) {
        EXPECT_TRUE(longitude > 9 && longitude < 9.03) << longitude;
        EXPECT_TRUE(latitude > 0 && latitude < 0.02) << latitude;
    }
}

TEST(StreamCoordinates, WithoutProjKeepTheNameOfTheirCoordinateSystemAndSaySo) {
    const TemporaryFolder folder;
    const Streams streams = streams_of(folder, folder.file("m.tif", placed(projected(32632)).file()), kWithoutProj);
    EXPECT_EQ(streams.json["crs"]["properties"]["name"], "urn:ogc:def:crs:EPSG::32632");
    EXPECT_NE(streams.warnings.find("written in EPSG:32632"), std::string::npos) << streams.warnings;
    EXPECT_NE(streams.warnings.find("'/nonexistent/libproj.so', the value of VKALGO_PROJ"), std::string::npos);
    EXPECT_EQ(streams.points.front().second, 1500);
}

TEST(StreamCoordinates, InUnknownCoordinateSystemsCauseAWarning) {
    const TemporaryFolder folder;
    const std::string grid = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 20\ncellsize 10\n1 2 3\n4 5 6\n";
    const std::string own = folder.file("o.tif", placed(projected(32767)).file());
    // A UTM zone, in kilometres.
    const std::vector<std::uint16_t> thousands{1,    1, 0, 5,     1024, 0, 1, 1,     2048, 0, 1, 4326,
                                               3072, 0, 1, 32767, 3074, 0, 1, 16032, 3076, 0, 1, 9036};
    const std::pair<std::string, std::string> cases[] = {
        {folder.file("u.tif", placed(thousands).file()), "has no code of EPSG"},
        {folder.file("a.asc", grid), "does not name its coordinate system"},
        {folder.file("k.tif", placed({}).file()), "does not name its coordinate system"},
        {own, "has no code of EPSG"},
        {folder.file("o.npy", std::string(as_text(encode_npy(array_of<float>({2, 3}, kHeights))))),
         "has no coordinates"},
    };
    for (const auto& [dem, warning] : cases) {
        const Streams streams = streams_of(folder, dem);
        EXPECT_NE(streams.warnings.find(warning), std::string::npos) << dem << "\n" << streams.warnings;
        EXPECT_FALSE(streams.json.contains("crs"));
    }
}

TEST(StreamCoordinates, InDegreesStayAsTheyAre) {
    const TemporaryFolder folder;
    for (const std::uint16_t code : {std::uint16_t{4326}, std::uint16_t{0}}) {
        Tiff tiff = placed(code == 0 ? std::vector<std::uint16_t>{1, 1, 0, 1, 1024, 0, 1, 2}
                                     : std::vector<std::uint16_t>{1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, code});
        std::erase_if(tiff.entries, [](const Tiff::Entry& entry) { return entry.tag == 33550 || entry.tag == 33922; });
        tiff.add_doubles(33550, {0.5, 0.25, 0});
        tiff.add_doubles(33922, {0, 0, 0, 10, 50, 0});
        const Streams streams = streams_of(folder, folder.file("d.tif", tiff.file()), kWithoutProj);
        EXPECT_EQ(streams.warnings, "");
        EXPECT_NE(streams.text.find("[10.25, 49.875]"), std::string::npos) << streams.text;
    }
}

/// Six cells, each 30 degrees wide, from longitude 80 to 260, fall to the west. The easternmost cell receives no water,
/// so the stream begins in the cell beside it, at -145 degrees.
TEST(StreamCoordinates, AreCutAtTheAntimeridian) {
    const TemporaryFolder folder;
    const std::string dem =
        folder.file("a.asc", "ncols 6\nnrows 1\nxllcorner 80\nyllcorner 0\ncellsize 30\n1 2 3 4 5 6\n");
    folder.file("a.prj", "Projection GEOGRAPHIC\nDatum WGS84\nUnits DD\n");
    const Streams streams = streams_of(folder, dem);
    ASSERT_EQ(streams.json["features"].size(), 1U);
    const auto& geometry = streams.json["features"][0]["geometry"];
    EXPECT_EQ(geometry["type"], "MultiLineString");
    EXPECT_EQ(geometry["coordinates"], nlohmann::json::parse("[[[-145, 15], [-175, 15], [-180, 15]], "
                                                             "[[180, 15], [155, 15], [125, 15], [95, 15]]]"));
    EXPECT_EQ(streams.warnings, "");
}

TEST(CoordinateSystems, GoFromInputToOutput) {
    const TemporaryFolder folder;
    const std::string wkt =
        "PROJCS[\"of my own\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,"
        "298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION["
        "\"Transverse_Mercator\"],PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],PARAMETER["
        "\"Central_Meridian\",11.0],PARAMETER[\"Scale_Factor\",1.0],PARAMETER[\"Latitude_Of_Origin\",0.0],"
        "UNIT[\"Meter\",1.0]]";
    const std::string dem = folder.file("w.asc", "ncols 3\nnrows 2\ncellsize 10\n1 2 3\n4 5 6\n");
    folder.file("w.prj", wkt);
    const std::string text = folder.path("out.asc"), tiff = folder.path("out.tif");
    json_of_command("drainage", {dem, "--output-filled", text, "--output-accumulation", tiff});
    EXPECT_EQ(content_of(folder.path("out.prj")), wkt + "\n");
    for (const std::string& written : {text, tiff}) {
        const auto read = read_dem(written);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->georeference->crs.substr(0, 24), wkt.substr(0, 24)) << written;
        EXPECT_FALSE(read->georeference->geographic);
    }
    // GDAL reads WKT only from a model that is user-defined.
    constexpr std::uint16_t kUserDefined = 32767, kProjectedCitation = 3073;
    const auto tags = read_dem(tiff)->georeference->tags;
    EXPECT_EQ(geo_key(tags, kModelTypeKey), kUserDefined);
    ASSERT_EQ(tags.front().data.size(), 32U);
    std::uint16_t key = 0;
    std::memcpy(&key, tags.front().data.data() + 24, sizeof key);
    EXPECT_EQ(key, kProjectedCitation);
    // Coordinates in degrees need no library.
    const std::string degrees = folder.file("d.tif", tiff_sample().file());
    EXPECT_EQ(run_vkalgo({"drainage", degrees, "--output-filled", folder.path("d.asc")}, kWithoutProj).errors, "");
    const auto read = read_dem(folder.path("d.asc"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->georeference->geographic);
    const std::string utm = folder.file("u.tif", placed(projected(32632)).file());
    const auto without = run_vkalgo({"drainage", utm, "--output-filled", folder.path("u.asc")}, kWithoutProj);
    EXPECT_NE(without.errors.find("written without a .prj"), std::string::npos) << without.errors;
    if (ProjLibrary::load()) {
        EXPECT_EQ(run_vkalgo({"drainage", utm, "--output-filled", folder.path("u.asc")}).errors, "");
        EXPECT_NE(content_of(folder.path("u.prj")).find("WGS_1984_UTM_Zone_32N"), std::string::npos);
    }
}

TEST(SameCells, WeightsWithAnotherGeoreferenceAreRefused) {
    const TemporaryFolder folder;
    const std::string dem = folder.file("dem.tif", placed(projected(32632)).file());
    const auto moved = [](double west, double north, double x, double y, const std::vector<std::uint16_t>& keys) {
        Tiff tiff = placed(keys);
        std::erase_if(tiff.entries, [](const Tiff::Entry& entry) { return entry.tag == 33550 || entry.tag == 33922; });
        tiff.add_doubles(33550, {x, y, 0});
        tiff.add_doubles(33922, {0, 0, 0, west, north, 0});
        return tiff.file();
    };
    const auto utm = projected(32632);
    const std::string refused[] = {
        moved(501000, 2000, 1000, 1000, utm),
        moved(500000, 2200, 1000, 1000, utm),
        moved(500000, 2000, 1100, 1000, utm),
        moved(500000, 2000, 1000, 500, utm),
        moved(500000, 2000, 1000, 1000, projected(32633)),
        moved(10, 50, 0.5, 0.5, {1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326}),
    };
    for (const std::string& weights : refused) {
        const std::string path = folder.file("weights.tif", weights);
        for (const char* part :
             {"does not have the cells of", "weights.tif", "dem.tif",
              "2 rows of 3 cells, each 1000 wide and 1000 high, with the north-west corner at x = 500000, y = 2000",
              "EPSG:32632"}) {
            expect_refused({.arguments = {"drainage", dem, "--weights", path}, .exit_code = 2, .message = part});
        }
    }
    // Without -t_srs, gdalwarp keeps the system of IN, so only a raster of another system needs it.
    const std::pair<std::string, std::string> resampled[] = {{refused[0], ""},
                                                             {moved(501000, 2000, 1000, 1000, {}), ""},
                                                             {refused[4], "-t_srs EPSG:32632 "},
                                                             {refused[5], "-t_srs EPSG:32632 "}};
    for (const auto& [weights, option] : resampled) {
        expect_refused({.arguments = {"drainage", dem, "--weights", folder.file("weights.tif", weights)},
                        .exit_code = 2,
                        .message = "with: gdalwarp " + option + "-te 500000 0 503000 2000 -ts 3 2 IN OUT"});
    }
    // Coordinates are often rounded, and a georeference need not name its system.
    for (const std::string& weights : {moved(500000, 2000, 1000, 1000, utm), moved(500020, 1980, 1000.01, 999.99, utm),
                                       moved(500000, 2000, 1000, 1000, {})}) {
        const std::string path = folder.file("weights.tif", weights);
        EXPECT_EQ(json_of_command("drainage", {dem, "--weights", path})["result"]["cells"], 6);
        EXPECT_EQ(json_of_command("drainage",
                                  {"--directions", folder.file("ways.tif", placed(utm, {0, 16, 16, 64, 16, 16}).file()),
                                   "--weights", path})["result"]["cells"],
                  6);
    }
    expect_refused({.arguments = {"drainage", "--directions", folder.path("ways.tif"), "--weights",
                                  folder.file("weights.tif", refused[0])},
                    .exit_code = 2,
                    .message = "does not have the cells of"});
    // Systems that files describe by their parameters are known to be equal only if their texts are equal.
    const auto own = projected(32767), other = std::vector<std::uint16_t>{1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32767};
    const std::string own_dem = folder.file("own.tif", placed(own).file());
    const std::pair<std::string, bool> described[] = {{placed(own).file(), false},
                                                      {placed(other).file(), true},
                                                      {placed(utm).file(), true},
                                                      {placed({}).file(), false}};
    for (const auto& [weights, warned] : described) {
        const auto run = run_vkalgo({"drainage", own_dem, "--weights", folder.file("weights.tif", weights)});
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(run.errors.find("whether these are the same") != std::string::npos, warned) << run.errors;
    }
    // A shift by 360 degrees does not count.
    const std::string grid = "ncols 3\nnrows 2\nxllcorner {}\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n";
    const auto at = [&](const std::string& name, const std::string& west) {
        folder.file(name + ".prj", "Projection GEOGRAPHIC\nDatum WGS84\nUnits DD\n");
        return folder.file(name + ".asc", std::string(grid).replace(grid.find("{}"), 2, west));
    };
    json_of_command("drainage", {at("west", "-100"), "--weights", at("east", "260")});
}

/// The rows of an array are in the order of the file that it was made from.
TEST(SameCells, AnArrayOfWeightsHasTheOrderOfTheDemsFile) {
    const TemporaryFolder folder;
    // The southern row, 6 5 4, comes first; the northern row is 1 2 3. Water flows west and north.
    Tiff tiff = placed({}, {6, 5, 4, 1, 2, 3});
    std::erase_if(tiff.entries, [](const Tiff::Entry& entry) { return entry.tag == 33550 || entry.tag == 33922; });
    Tiff weights = tiff;
    weights.parts = {weights.raw(10.F) + weights.raw(0.F) + weights.raw(0.F) + weights.raw(0.F) + weights.raw(0.F) +
                     weights.raw(7.F)};
    for (Tiff* raster : {&tiff, &weights}) {
        raster->add_doubles(34264, {10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    }
    const std::string dem = folder.file("south.tif", tiff.file());
    const std::string sums = folder.path("sums.asc");
    const auto water = [&](const std::string& input, const std::string& path, std::string& warnings) {
        const auto run =
            run_vkalgo({"drainage", input, "--weights", path, "--include-self", "--output-accumulation", sums});
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        warnings = run.errors;
        const auto read = read_dem(sums);
        return read ? read->heights : std::vector<float>{};
    };
    std::string warnings;
    const auto right = water(dem, folder.file("w.tif", weights.file()), warnings);
    EXPECT_EQ(warnings, "");
    const std::string array =
        folder.file("w.npy", std::string(as_text(encode_npy(array_of<float>({2, 3}, {10, 0, 0, 0, 0, 7})))));
    EXPECT_EQ(water(dem, array, warnings), right);
    EXPECT_NE(warnings.find("from south to north"), std::string::npos) << warnings;
    // Numbers that f32 does not hold are reordered too, and not rounded.
    const std::string wide =
        folder.file("v.npy", std::string(as_text(encode_npy(array_of<double>({2, 3}, {16777217, 0, 0, 0, 0, 7})))));
    run_vkalgo(
        {"drainage", dem, "--weights", wide, "--include-self", "--output-accumulation", folder.path("v.npy.npy")});
    const auto exact = read_dem(folder.path("v.npy.npy"));
    ASSERT_TRUE(exact) << exact.error().message;
    EXPECT_EQ(
        std::accumulate(exact->wide.begin(), exact->wide.end(), 0.0) - std::accumulate(right.begin(), right.end(), 0.0),
        2 * (16777217 - 10))
        << exact->wide.size();
    // The same holds for an array of heights with weights that have a georeference.
    const std::string heights =
        folder.file("z.npy", std::string(as_text(encode_npy(array_of<float>({2, 3}, {6, 5, 4, 1, 2, 3})))));
    auto upside_down = water(heights, folder.path("w.tif"), warnings);
    std::swap_ranges(upside_down.begin(), upside_down.begin() + 3, upside_down.begin() + 3);
    EXPECT_EQ(upside_down, right);
    EXPECT_NE(warnings.find("from south to north"), std::string::npos) << warnings;
    // Rows of points are counted from the north.
    const std::string points = folder.file("p.csv", "row,column\n0,0\n");
    const auto run = run_vkalgo({"drainage", dem, "--outlets", points, "--output-watersheds", folder.path("l.tif")});
    EXPECT_NE(run.errors.find("count from the north-west"), std::string::npos) << run.errors;
}

}  // namespace
}  // namespace vkalgo::cli::test

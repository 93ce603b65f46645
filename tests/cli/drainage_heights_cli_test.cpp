// Runs `vkalgo drainage` on heights that f32 cannot hold, from files of every format. The directions must be those of
// f64.
#include "algorithms/terrain/flow_reference.hpp"
#include "cli/formats.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/formats/dem_samples.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;
using namespace vkalgo::formats::test;

namespace {

constexpr std::uint32_t kRasterRows = 31, kRasterColumns = 43;

/// Returns random heights: `offset` plus `scale` times a whole number from 0 to 59. The same seed gives the same whole
/// numbers. The heights are rounded to T, so `offset`, `scale` and T determine what f32 loses.
template <class T>
std::vector<T> heights_of(double offset, double scale, std::uint64_t seed) {
    vkalgo::test::SplitMix64 random(seed);
    std::vector<T> heights;
    for (std::uint32_t cell = 0; cell < kRasterRows * kRasterColumns; ++cell) {
        heights.push_back(static_cast<T>(offset + scale * random.below(60)));
    }
    return heights;
}

/// Computes the directions of steepest descent cell by cell. Returns their ESRI codes, or 0 for cells without a lower
/// neighbour.
template <class T>
std::vector<int> steepest(const std::vector<T>& heights, double dx, double dy) {
    const int columns[] = {1, 1, 0, -1, -1, -1, 0, 1}, rows[] = {0, 1, 1, 1, 0, -1, -1, -1};
    std::vector<int> codes(heights.size(), 0);
    for (int row = 0; row < static_cast<int>(kRasterRows); ++row) {
        for (int column = 0; column < static_cast<int>(kRasterColumns); ++column) {
            const auto at = static_cast<std::size_t>(row * static_cast<int>(kRasterColumns) + column);
            double best = 0;
            for (int k = 0; k < 8; ++k) {
                const int y = row + rows[k], x = column + columns[k];
                if (y < 0 || x < 0 || y >= static_cast<int>(kRasterRows) || x >= static_cast<int>(kRasterColumns)) {
                    continue;
                }
                const double drop =
                    static_cast<double>(heights[at]) -
                    static_cast<double>(
                        heights[static_cast<std::size_t>(y) * kRasterColumns + static_cast<std::size_t>(x)]);
                const double distance = rows[k] == 0 ? dx : columns[k] == 0 ? dy : std::sqrt(dx * dx + dy * dy);
                if (drop / distance > best) {
                    best = drop / distance;
                    codes[at] = 1 << k;
                }
            }
        }
    }
    return codes;
}

class WideDem : public ::testing::Test {
protected:
    template <class T>
    std::string write(const std::string& name, const std::vector<T>& heights) const {
        const auto bytes =
            encode_raster(name, array_of<T>({kRasterRows, kRasterColumns}, heights), std::nullopt, std::nullopt);
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
        return folder_.file(name, bytes ? std::string(as_text(*bytes)) : "");
    }

    /// Compares directions with unfilled pits from the command with steepest descent in f64.
    template <class T>
    void compare(const std::string& name, const std::vector<T>& heights, double dx = 1, double dy = 1) const {
        SCOPED_TRACE(name);
        const std::string file = write(name, heights), ways = folder_.path("ways.npy");
        const std::string cell = std::to_string(dx) + "," + std::to_string(dy);
        const auto json = json_of_command(
            "drainage", {file, "--pits", "keep", "--cell-size", cell, "--verify", "--output-directions", ways});
        EXPECT_EQ(json["verified"], true);
        const auto found = read_dem(ways);
        ASSERT_TRUE(found);
        const std::vector<int> right = steepest(heights, dx, dy);
        int wrong = 0;
        for (std::size_t at = 0; at < right.size(); ++at) {
            wrong += right[at] != 0 && found->heights[at] != static_cast<float>(right[at]) ? 1 : 0;
        }
        EXPECT_EQ(wrong, 0) << "of " << right.size();
    }

    TemporaryFolder folder_;
};

}  // namespace

TEST_F(WideDem, GivesTheDirectionsOfF64FromEveryFormat) {
    compare("a.tif", heights_of<double>(1e6, 1e-9, 1));
    compare("a.npy", heights_of<double>(1e6, 1e-9, 2), 0.1, 0.3);
    compare("a.asc", heights_of<double>(1e6, 1e-9, 3), 30, 30);
    compare("i.tif", heights_of<std::int32_t>(2e9, 1, 4));
    compare("i.npy", heights_of<std::int32_t>(-2e9, 1, 5), 3, 1);
    compare("i.asc", heights_of<std::int32_t>(16777216, 1, 6));
    compare("u.tif", heights_of<std::uint32_t>(4e9, 1, 7), 92, 75);
    compare("u.npy", heights_of<std::uint32_t>(4e9, 1, 8));
    compare("l.npy", heights_of<std::int64_t>(9e15, 1, 9));
    compare("m.npy", heights_of<std::uint64_t>(9e15, 1, 10));
    compare("tiny.npy", heights_of<double>(0, 5e-324, 11));
    compare("tiny.asc", heights_of<double>(-1e-310, 5e-324, 12));
    compare("single.npy", heights_of<float>(0, 1e-40, 13));
    // Some of these drops, such as 5741 and 8119, have a ratio near the square root of 2. f32 holds the heights, but is
    // not precise enough to show whether the straight or the diagonal slope is steeper.
    std::vector<float> close = heights_of<float>(0, 1, 14);
    const float drops[] = {0, 5741, 8119, 13860, 19601, 33461, 47321};
    std::transform(close.begin(), close.end(), close.begin(),
                   [&](float z) { return 50000 - drops[static_cast<int>(z) % 7]; });
    compare("close.tif", close);
}

TEST_F(WideDem, DrainsAsTheSameDemWithoutAnOffset) {
    const auto drained = [&](const std::string& file, const std::string& name, const char* pits,
                             const std::string& memory) {
        return json_of_command(
            "drainage",
            {file, "--pits", pits, "--verify", "--memory", memory, "--threshold", "20", "--output-directions",
             folder_.path(name + "d.npy"), "--output-accumulation", folder_.path(name + "a.npy"), "--output-watersheds",
             folder_.path(name + "w.npy"), "--picture", folder_.path(name + "p.png")});
    };
    const std::string low = write("low.npy", heights_of<std::int32_t>(0, 1, 1));
    const std::string high = write("high.npy", heights_of<std::int32_t>(2e9, 1, 1));
    for (const char* pits : {"fill", "carve", "keep"}) {
        drained(low, "low-", pits, "1G");
        std::string memory = "1G";
        for (const bool in_parts : {false, true}) {
            const auto json = drained(high, "high-", pits, memory);
            EXPECT_EQ(json["verified"], true);
            EXPECT_GT(json["result"]["pits"], 0);
            EXPECT_EQ(json["result"]["parts"] > 1, in_parts);
            memory = std::to_string(json["memory_bytes"]["device"].get<std::uint64_t>() * 3 / 4);
            for (const char* output : {"d.npy", "a.npy", "w.npy", "p.png"}) {
                EXPECT_EQ(as_text(*read_file(folder_.path(std::string("high-") + output))),
                          as_text(*read_file(folder_.path(std::string("low-") + output))))
                    << output << " by " << pits << " in " << memory;
            }
        }
    }
}

TEST_F(WideDem, IsFilledInF64) {
    const std::vector<double> heights = heights_of<double>(1e6, 1e-9, 1);
    const std::vector<double> right = fill_reference(heights, {kRasterColumns, kRasterRows});
    for (const char* name : {"z.npy", "z.tif", "z.asc"}) {
        const std::string filled = folder_.path(std::string("f-") + name);
        json_of_command("drainage", {write(name, heights), "--output-filled", filled});
        const auto found = read_dem(filled);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->wide, right) << name;
    }
    // Heights of f64 stay f64 even if f32 could hold them, and heights of f32 stay f32.
    json_of_command("drainage",
                    {write("d.npy", heights_of<double>(0, 1, 1)), "--output-filled", folder_.path("o.npy")});
    EXPECT_NE(as_text(*read_file(folder_.path("o.npy"))).find("<f8"), std::string_view::npos);
    json_of_command("drainage", {write("s.npy", heights_of<float>(0, 1, 1)), "--output-filled", folder_.path("o.npy")});
    EXPECT_NE(as_text(*read_file(folder_.path("o.npy"))).find("<f4"), std::string_view::npos);
    const auto run = run_vkalgo({"drainage", write("z.npy", heights), "--verbose"});
    EXPECT_NE(run.errors.find("f64"), std::string::npos) << run.errors;
}

TEST_F(WideDem, IsRefusedWhereF64DoesNotHoldAWholeNumber) {
    const auto refused = [](const std::string& file, const std::string& message) {
        expect_refused(Refusal{.arguments = {"drainage", file}, .exit_code = 2, .message = message});
    };
    std::vector<std::int64_t> heights(kRasterRows * kRasterColumns, 5);
    heights[2 * kRasterColumns + 3] = 9007199254740993;
    refused(write("l.npy", heights), "has 9007199254740993 at row 2, column 3 (counted from 0)");
    heights[2 * kRasterColumns + 3] = std::numeric_limits<std::int64_t>::max();
    refused(write("l.npy", heights), "has 9223372036854775807 at row 2, column 3");
    std::vector<std::uint64_t> large(kRasterRows * kRasterColumns, 5);
    large[kRasterColumns] = std::numeric_limits<std::uint64_t>::max();
    refused(write("m.npy", large), "has 18446744073709551615 at row 1, column 0");
    const std::string head = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
    refused(folder_.file("l.asc", head + "1 9007199254740993\n"), "line 6: '9007199254740993' is a whole number");
    refused(folder_.file("l.asc", head + "1 -36893488147419103233\n"), "f64 cannot hold");
    for (const char* held : {"9007199254740992", "+0036893488147419103232", "9007199254740993.5", "1e30"}) {
        EXPECT_EQ(run_vkalgo({"drainage", folder_.file("h.asc", head + "1 " + held + "\n")}).exit_code, 0) << held;
    }
}

}  // namespace vkalgo::cli::test

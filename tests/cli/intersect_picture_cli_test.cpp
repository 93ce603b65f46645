// Tests `vkalgo intersect --picture`. The pictures are read by libpng.
#include "cli/commands/intersect/picture.hpp"
#include "formats/drawing/number_labels.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <png.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

constexpr std::uint32_t kSize = kMeshPictureSize;

/// A picture of kSize pixels per side, with the queries that tests use.
struct Picture {
    explicit Picture(const std::string& path) {
        png_image image{};
        image.version = PNG_IMAGE_VERSION;
        if (png_image_begin_read_from_file(&image, path.c_str()) == 0 || image.width != kSize ||
            image.height != kSize) {
            ADD_FAILURE() << path << ": " << image.message << ", " << image.width << " x " << image.height;
            return;
        }
        image.format = PNG_FORMAT_RGB;
        rgb.resize(PNG_IMAGE_SIZE(image));
        EXPECT_NE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr), 0) << image.message;
    }

    /// Counts the pixels of a colour under any light: their channels are those of the colour, all multiplied by one
    /// factor from 0.35 to 1.
    std::uint64_t count(const std::array<std::uint8_t, 3>& colour) const {
        const auto strongest =
            static_cast<std::size_t>(std::max_element(colour.begin(), colour.end()) - colour.begin());
        std::uint64_t found = 0;
        for (std::size_t at = 0; at < rgb.size(); at += 3) {
            const double factor = static_cast<double>(rgb[at + strongest]) / colour.at(strongest);
            bool same = factor > 0.33 && factor < 1.01;
            for (std::size_t c = 0; c < 3; ++c) {
                same = same && std::abs(rgb[at + c] - factor * colour.at(c)) < 4;
            }
            found += same ? 1U : 0U;
        }
        return found;
    }

    /// Returns whether the picture has a number somewhere, pixel by pixel as NumberLabels draws it.
    bool shows(std::uint32_t number) const {
        constexpr std::uint32_t kSide = 60;
        NumberLabels labels(kSide, kSide);
        EXPECT_TRUE(labels.add(number, 30, 30, kSide, kSide));
        std::vector<std::uint8_t> alone(std::size_t{3} * kSide * kSide);
        labels.draw(alone);
        std::uint32_t left = kSide, right = 0, top = kSide, bottom = 0;
        for (std::uint32_t at = 0; at < kSide * kSide; ++at) {
            if (alone[3 * std::size_t{at}] == 255) {
                left = std::min(left, at % kSide);
                right = std::max(right, at % kSide + 1);
                top = std::min(top, at / kSide);
                bottom = std::max(bottom, at / kSide + 1);
            }
        }
        const auto same = [&](std::uint32_t x, std::uint32_t y) {
            for (std::uint32_t row = top; row < bottom; ++row) {
                const auto begin = alone.begin() + 3 * (row * kSide + left);
                if (!std::equal(begin, begin + 3 * (right - left), rgb.begin() + 3 * ((y + row - top) * kSize + x))) {
                    return false;
                }
            }
            return true;
        };
        for (std::uint32_t y = 0; y + bottom - top <= kSize; ++y) {
            for (std::uint32_t x = 0; x + right - left <= kSize; ++x) {
                if (same(x, y)) {
                    return true;
                }
            }
        }
        return false;
    }

    std::vector<std::uint8_t> rgb;
};

/// The colours of triangles that are in no group: of the first mesh, and of the second.
constexpr std::array<std::uint8_t, 3> kPlain{196, 198, 200}, kOther{150, 172, 196};

/// Two triangles that cross, one beside them, and two that cross further away.
constexpr const char* kCrossings = R"(OFF
15 5 0
0 0 0
2 0 0
0 2 0
0.5 0.5 -1
0.5 0.5 1
3 3 1
4 0 0
6 0 0
4 2 0
8 0 0
10 0 0
8 2 0
8.5 0.5 -1
8.5 0.5 1
11 3 1
3 0 1 2
3 3 4 5
3 6 7 8
3 9 10 11
3 12 13 14
)";

TEST(IntersectPicture, ShowsEachGroupInItsColourAndWithItsNumber) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.off", kCrossings);
    const auto result = result_of_command("intersect", {mesh, "--picture", folder.path("p.png")});
    EXPECT_EQ(result["pairs"], 2);
    EXPECT_EQ(result["groups"], 2);
    const Picture picture(folder.path("p.png"));
    EXPECT_GT(picture.count(kPlain), 1000U);
    EXPECT_GT(picture.count(group_colour(1)), 2000U);
    EXPECT_GT(picture.count(group_colour(2)), 2000U);
    EXPECT_EQ(picture.count(group_colour(3)), 0U);
    EXPECT_TRUE(picture.shows(1));
    EXPECT_TRUE(picture.shows(2));
    EXPECT_FALSE(picture.shows(3));
}

TEST(IntersectPicture, ShowsOnlyTheRegionAndTheListedPairs) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.off", kCrossings);
    EXPECT_EQ(result_of_command("intersect",
                                {mesh, "--picture", folder.path("r.png"), "--region", "7,-5,-5,20,5,5"})["groups"],
              1);
    const Picture region(folder.path("r.png"));
    EXPECT_EQ(region.count(kPlain), 0U);
    EXPECT_GT(region.count(group_colour(1)), 20000U);
    EXPECT_TRUE(region.shows(1));
    EXPECT_EQ(result_of_command("intersect", {mesh, "--picture", folder.path("m.png"), "--max-pairs", "1"})["groups"],
              1);
    const Picture listed(folder.path("m.png"));
    EXPECT_GT(listed.count(group_colour(1)), 2000U);
    EXPECT_EQ(listed.count(group_colour(2)), 0U);
    EXPECT_GT(listed.count(kPlain), 3000U);
}

TEST(IntersectPicture, ShowsTwoMeshesInDifferentColours) {
    const TemporaryFolder folder;
    const std::string a = folder.file("a.off", kCrossings);
    const std::string b =
        folder.file("b.off", "OFF\n6 2 0\n4.5 0.5 -1\n4.5 0.5 1\n7 3 1\n0 5 0\n2 5 0\n0 7 0\n3 0 1 2\n3 3 4 5\n");
    EXPECT_EQ(result_of_command("intersect", {a, b, "--picture", folder.path("p.png")})["groups"], 1);
    const Picture picture(folder.path("p.png"));
    EXPECT_GT(picture.count(kPlain), 2000U);
    EXPECT_GT(picture.count(kOther), 1000U);
    EXPECT_GT(picture.count(group_colour(1)), 1000U);
    EXPECT_TRUE(picture.shows(1));
}

/// A tower along z: in STL files z is up.
TEST(IntersectPicture, IsUprightByTheFormatOrByTheOption) {
    const TemporaryFolder folder;
    const std::string stl = folder.file("t.stl",
                                        "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                                        "vertex 0 0 9\nendloop\nendfacet\nendsolid t\n");
    const std::string off = folder.file("t.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 0 9\n3 0 1 2\n");
    const auto rows = [&](const std::string& mesh, std::vector<std::string> more = {}) {
        std::vector<std::string> words{"intersect", mesh, "--picture", folder.path("p.png")};
        words.insert(words.end(), more.begin(), more.end());
        run_vkalgo(words);
        const Picture picture(folder.path("p.png"));
        std::size_t found = 0;
        for (std::size_t row = 0; row < kSize; ++row) {
            const auto begin = picture.rgb.begin() + static_cast<std::ptrdiff_t>(3 * kSize * row);
            found += std::any_of(begin, begin + 3 * kSize, [](std::uint8_t value) { return value < 240; }) ? 1U : 0U;
        }
        return found;
    };
    EXPECT_GT(rows(stl), 0.9 * kSize);
    EXPECT_LT(rows(off), 0.9 * kSize);
    EXPECT_GT(rows(off, {"--up", "z"}), 0.9 * kSize);
    EXPECT_LT(rows(off, {"--up", "x"}), 0.9 * kSize);
    EXPECT_LT(rows(stl, {"--up", "y"}), 0.9 * kSize);
    EXPECT_EQ(run_vkalgo({"intersect", off, "--up", "z"}).exit_code, 2);
}

TEST(IntersectPicture, OfNoTrianglesIsAPictureToo) {
    const TemporaryFolder folder;
    EXPECT_EQ(result_of_command("intersect", {"--n", "0", "--picture", folder.path("p.png")})["groups"], 0);
    const Picture picture(folder.path("p.png"));
    EXPECT_EQ(*std::min_element(picture.rgb.begin(), picture.rgb.end()), 248U);
}

TEST(IntersectPicture, NumbersOnlyTheLargestGroups) {
    const TemporaryFolder folder;
    const ProcessResult ran =
        run_vkalgo({"intersect", "--n", "4000", "--picture", folder.path("p.png"), "--verbose", "--json"});
    const auto groups = nlohmann::json::parse(ran.output)["result"]["groups"].get<std::size_t>();
    EXPECT_GT(groups, 2 * kMaxGroupNumbers);
    const std::string words = " pixels with the numbers of ";
    const std::size_t at = ran.errors.find(words);
    ASSERT_NE(at, std::string::npos) << ran.errors;
    const auto numbers = std::stoul(ran.errors.substr(at + words.size()));
    EXPECT_GT(numbers, kMaxGroupNumbers / 2);
    EXPECT_LE(numbers, kMaxGroupNumbers);
}

TEST(IntersectGroups, AreDescribedInWords) {
    const TemporaryFolder folder;
    const std::string mesh = folder.file("m.off", kCrossings);
    EXPECT_NE(run_vkalgo({"intersect", mesh}).output.find("groups    2, the largest of 2 triangles\n"),
              std::string::npos);
    EXPECT_NE(run_vkalgo({"intersect", mesh, "--max-pairs", "1"})
                  .output.find("groups    1 of the listed pairs, the largest of 2 triangles\n"),
              std::string::npos);
    EXPECT_EQ(run_vkalgo({"intersect", "--n", "1"}).output.find("groups"), std::string::npos);
}

TEST(GroupColours, OfNeighboursDiffer) {
    for (std::uint32_t first = 1; first < 40; ++first) {
        for (std::uint32_t other = first + 1; other < first + 12; ++other) {
            EXPECT_NE(group_colour(first), group_colour(other));
        }
    }
}

}  // namespace
}  // namespace vkalgo::cli::test

#include "formats/drawing/number_labels.hpp"

#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
namespace {

using vkalgo::test::SplitMix64;

constexpr std::uint32_t kSide = 300;
using Pixels = std::vector<std::uint8_t>;

/// Draws the labels on black.
Pixels drawn(const NumberLabels& labels) {
    Pixels rgb(std::size_t{3} * kSide * kSide);
    labels.draw(rgb);
    return rgb;
}

Pixels drawn_alone(std::uint32_t number, std::uint32_t x, std::uint32_t y, std::uint32_t extent) {
    NumberLabels labels(kSide, kSide);
    EXPECT_TRUE(labels.add(number, x, y, extent, extent));
    return drawn(labels);
}

auto grounds(const Pixels& rgb) {
    return std::count(rgb.begin(), rgb.end(), 255);
}

TEST(NumberLabels, LieOnAWideObjectAndBesideASmallOne) {
    const std::size_t byte = 3 * (150 * std::size_t{kSide} + 150);
    EXPECT_GT(drawn_alone(8, 150, 150, 200)[byte], 0);
    const Pixels beside = drawn_alone(8, 150, 150, 3);
    EXPECT_EQ(beside[byte], 20) << "a line begins at the object";
    const Pixels over = drawn_alone(8, 150, 150, 200);
    EXPECT_EQ(grounds(beside), grounds(over));
    EXPECT_NE(beside, over);
}

TEST(NumberLabels, LookDifferentForEveryNumber) {
    std::set<Pixels> pictures;
    for (std::uint32_t number = 0; number < 200; ++number) {
        pictures.insert(drawn_alone(number, 150, 150, 200));
    }
    EXPECT_EQ(pictures.size(), 200U);
}

/// Every label is the number 8. If no label is drawn over another or beyond the border, each has the same number of
/// pale pixels, and the picture has that number times the number of labels.
TEST(NumberLabels, CoverNeitherEachOtherNorTheirObjects) {
    const auto one = grounds(drawn_alone(8, 150, 150, 200));
    for (const std::uint32_t extent : {2U, 200U}) {
        SplitMix64 random(extent);
        NumberLabels labels(kSide, kSide);
        std::vector<std::size_t> bytes;
        std::int64_t added = 0;
        for (int k = 0; k < 500; ++k) {
            const std::uint32_t x = random.below(kSide), y = random.below(kSide);
            if (labels.add(8, x, y, extent, extent)) {
                ++added;
                bytes.push_back(3 * (std::size_t{y} * kSide + x));
            }
        }
        EXPECT_GT(added, 50);
        EXPECT_LT(added, 500);
        const Pixels picture = drawn(labels);
        EXPECT_EQ(grounds(picture), added * one);
        if (extent == 2) {
            for (const std::size_t byte : bytes) {
                EXPECT_EQ(picture[byte], 20);
            }
        }
    }
}

TEST(NumberLabels, CoverNoLineAndLeaveAGap) {
    const Pixels alone = drawn_alone(8, 150, 150, 2);
    SplitMix64 random(3);
    for (int k = 0; k < 300; ++k) {
        NumberLabels labels(kSide, kSide);
        ASSERT_TRUE(labels.add(8, 150, 150, 2, 2));
        const std::uint32_t extent = k % 2 == 0 ? 2 : 200;
        labels.add(8, 120 + random.below(90), 120 + random.below(60), extent, extent);
        const Pixels both = drawn(labels);
        std::size_t lost = 0;
        for (std::size_t at = 0; at < alone.size(); ++at) {
            lost += alone[at] == 20 && both[at] != 20 ? 1U : 0U;
        }
        EXPECT_EQ(lost, 0U) << k;
    }
    // Two numbers would be side by side, so the second one moves elsewhere.
    const auto side_by_side = [](std::uint32_t gap) {
        NumberLabels labels(kSide, kSide);
        labels.add(8, 150, 150, 200, 200);
        labels.add(8, 150 + 14 + gap, 150, 200, 200);
        return drawn(labels)[3 * (std::size_t{150} * kSide + 164 + gap)];
    };
    EXPECT_EQ(side_by_side(3), 20) << "a line begins at the object";
    EXPECT_NE(side_by_side(6), 0);
}

TEST(NumberLabels, StayInThePicture) {
    const auto one = grounds(drawn_alone(8, 150, 150, 200));
    for (const std::uint32_t x : {0U, 1U, kSide - 1}) {
        for (const std::uint32_t y : {0U, 7U, kSide - 1}) {
            EXPECT_EQ(grounds(drawn_alone(8, x, y, 200)), one) << x << ", " << y;
        }
    }
    NumberLabels tiny(10, 10);
    EXPECT_FALSE(tiny.add(8, 5, 5, 10, 10));
    Pixels rgb(300);
    tiny.draw(rgb);
    EXPECT_EQ(rgb, Pixels(300));
}

}  // namespace
}  // namespace vkalgo::formats::test

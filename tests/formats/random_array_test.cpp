#include "formats/random_array.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
namespace {

template <class T>
std::vector<T> values(const Array& array) {
    std::vector<T> result(array.count());
    if (!result.empty()) {
        std::memcpy(result.data(), array.data.data(), array.data.size());
    }
    return result;
}

template <class T>
std::vector<T> draw(Distribution distribution, std::uint64_t count = 10000, std::uint64_t seed = 1) {
    return values<T>(random_array(element_type_of<T>(), count, distribution, seed));
}

TEST(Random, GivesTheNumbersOfSplitMix64) {
    // The first numbers of the authors' reference program for the seed 1234567.
    SplitMix64 random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317U);
    EXPECT_EQ(random.next(), 3203168211198807973U);
    EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(Random, ReportsItsProgress) {
    for (const char* name : kDistributionNames) {
        const Distribution distribution = distribution_from(name).value();
        std::vector<double> fractions;
        const Array array = random_array(ElementType::u8, 2'500'000, distribution, 1,
                                         [&](double fraction) { fractions.push_back(fraction); });
        EXPECT_EQ(array.data, random_array(ElementType::u8, 2'500'000, distribution, 1).data);
        // A constant array has one draw and reports no progress.
        EXPECT_EQ(fractions.size(), distribution == Distribution::constant ? 0 : 3) << name;
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_EQ(fractions.empty() ? 1.0 : fractions.back(), 1.0);
    }
}

TEST(Random, RepeatsItselfForASeedAndDiffersForAnother) {
    for (const char* name : kDistributionNames) {
        const Distribution distribution = distribution_from(name).value();
        EXPECT_STREQ(to_string(distribution), name);
        EXPECT_EQ(draw<std::uint32_t>(distribution), draw<std::uint32_t>(distribution));
        EXPECT_NE(draw<std::uint32_t>(distribution, 1000, 1), draw<std::uint32_t>(distribution, 1000, 2)) << name;
        EXPECT_TRUE(draw<float>(distribution, 0).empty());
    }
    EXPECT_EQ(distribution_from("normal"), std::nullopt);
}

TEST(Random, UniformReachesTheWholeType) {
    const auto bytes = draw<std::int8_t>(Distribution::uniform);
    EXPECT_EQ(std::set<std::int8_t>(bytes.begin(), bytes.end()).size(), 256U);
    const auto words = draw<std::uint32_t>(Distribution::uniform);
    EXPECT_GT(*std::max_element(words.begin(), words.end()), 0xFF000000U);
    for (const float value : draw<float>(Distribution::uniform)) {
        ASSERT_GE(value, 0.0F);
        ASSERT_LT(value, 1.0F);
    }
}

TEST(Random, SortedAndReversedAreTheSameValuesInOrder) {
    const auto sorted = draw<std::int16_t>(Distribution::sorted);
    auto reversed = draw<std::int16_t>(Distribution::reversed);
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
    std::reverse(reversed.begin(), reversed.end());
    EXPECT_EQ(sorted, reversed);
}

TEST(Random, ConstantHasOneValueAndFewHasSixteen) {
    const auto constant = draw<std::uint64_t>(Distribution::constant);
    EXPECT_EQ(std::set<std::uint64_t>(constant.begin(), constant.end()).size(), 1U);
    const auto few = draw<std::uint64_t>(Distribution::few);
    EXPECT_EQ(std::set<std::uint64_t>(few.begin(), few.end()).size(), 16U);
}

TEST(Random, ZipfHalvesFromTheFirstRankToTheSecond) {
    std::map<std::uint32_t, int> counts;
    for (const std::uint32_t value : draw<std::uint32_t>(Distribution::zipf, 200000)) {
        ASSERT_LT(value, 65536U);
        ++counts[value];
    }
    EXPECT_NEAR(counts[0], 2.0 * counts[1], 0.05 * counts[0]);
    EXPECT_NEAR(counts[0], 10.0 * counts[9], 0.15 * counts[0]);
    for (const std::int8_t value : draw<std::int8_t>(Distribution::zipf)) {
        ASSERT_GE(value, 0) << "ranks must not wrap";
    }
    for (const Half value : draw<Half>(Distribution::zipf, 200000)) {
        ASSERT_LE(static_cast<double>(value), 2048) << "an f16 does not hold every larger rank";
    }
}

}  // namespace
}  // namespace vkalgo::formats::test

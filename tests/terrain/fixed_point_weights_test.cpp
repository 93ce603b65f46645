// Tests weights that are converted to multiples of one unit.
#include "algorithms/terrain/fixed_point_weights.hpp"

#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace vkalgo::test {

TEST(FixedPointWeights, LosesNothingOfFloatsThatAreNotFarBelowTheirSum) {
    SplitMix64 random(3);
    for (const int scale : {-1065, -100, -20, 0, 30, 900}) {
        std::vector<double> amounts;
        for (int k = 0; k < 1000; ++k) {
            amounts.push_back(std::ldexp(static_cast<double>(random.below(1 << 24)), scale - static_cast<int>(k % 8)));
        }
        amounts.push_back(0.0);
        amounts.push_back(-0.0);
        const FixedPointWeights water = take(fixed_point_weights(amounts));
        ASSERT_EQ(water.units.size(), amounts.size());
        std::uint64_t total = 0;
        for (std::size_t k = 0; k < amounts.size(); ++k) {
            EXPECT_EQ(water.value(water.units[k]), amounts[k]) << scale;
            EXPECT_FALSE(__builtin_add_overflow(total, water.units[k], &total)) << scale;
        }
        const bool least = water.exponent == -1074;
        EXPECT_TRUE(least || total >= std::uint64_t{1} << 62) << scale << ": " << total;
        EXPECT_EQ(least, scale == -1065) << water.exponent;
    }
}

TEST(FixedPointWeights, RoundsSmallFloatsToTheNearestUnitAndTiesToEven) {
    // The sum is slightly more than 2^62, so a unit is 1.
    const double large = std::ldexp(1.0, 62);
    const FixedPointWeights water =
        take(fixed_point_weights(std::vector<double>{large, 0.5, 1.5, 2.5, 0.75, 0.25, 3.0}));
    EXPECT_EQ(water.exponent, 0);
    EXPECT_EQ(water.units, (std::vector<std::uint64_t>{std::uint64_t{1} << 62, 0, 2, 2, 1, 0, 3}));
    EXPECT_EQ(water.units_in(2.75), 2U);
    EXPECT_EQ(water.units_in(1e300), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(water.units_in(std::numeric_limits<double>::infinity()), std::numeric_limits<std::uint64_t>::max());
}

TEST(FixedPointWeights, KeepsWholeNumbers) {
    const std::vector<double> amounts{16777217, 4294967297, 0x1p53 - 1, 1, 0x1p62};
    const FixedPointWeights water = take(fixed_point_weights(amounts));
    EXPECT_EQ(water.exponent, 0);
    for (std::size_t k = 0; k < amounts.size(); ++k) {
        EXPECT_EQ(water.value(water.units[k]), amounts[k]);
    }
}

TEST(FixedPointWeights, HoldsTheLargestFloats) {
    const std::vector<double> amounts(1000, double{std::numeric_limits<float>::max()});
    const FixedPointWeights water = take(fixed_point_weights(amounts));
    const std::uint64_t total = std::accumulate(water.units.begin(), water.units.end(), std::uint64_t{0});
    EXPECT_EQ(water.value(total), 1000.0 * std::numeric_limits<float>::max());
    EXPECT_GT(water.exponent, 0);
}

TEST(FixedPointWeights, OfNoWeightsIsEmpty) {
    EXPECT_TRUE(take(fixed_point_weights({})).units.empty());
    EXPECT_EQ(take(fixed_point_weights({})).units_in(7.5), 7U);
    EXPECT_EQ(take(fixed_point_weights(std::vector<double>(3))).units, std::vector<std::uint64_t>(3));
}

TEST(FixedPointWeights, RefusesValuesThatAreNoAmounts) {
    for (const double wrong :
         {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        const auto refused = fixed_point_weights(std::vector<double>{1, wrong, 2});
        ASSERT_ERROR(refused, ErrorCode::invalid_argument);
        EXPECT_EQ(refused.error().where, "real_weights");
        EXPECT_NE(refused.error().message.find("cell 1"), std::string::npos) << refused.error().message;
    }
    EXPECT_EQ(fixed_point_weights(std::vector<double>{-1e-9}).error().message,
              "cell 0 (row by row from 0) has the weight -1e-09; weights must be finite numbers of 0 or more");
    EXPECT_ERROR(fixed_point_weights(std::vector<double>(3, std::numeric_limits<double>::max())),
                 ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test

#include "algorithms/histogram/histogram_call.hpp"
#include "tests/histogram/counting.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

TEST(Half, HasTheValueOfEveryBitPatternAndRoundsToTheNearest) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const Half half = Half::of_bits(static_cast<std::uint16_t>(bits));
        // By the definition of binary16.
        const int exponent = static_cast<int>(bits >> 10 & 31);
        const double fraction = (bits & 1023) / 1024.0;
        const double magnitude = exponent == 0    ? std::ldexp(fraction, -14)
                                 : exponent == 31 ? (bits & 1023) == 0 ? HUGE_VAL : NAN
                                                  : std::ldexp(1 + fraction, exponent - 15);
        const double value = (bits >> 15) != 0 ? -magnitude : magnitude;
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(float{half})) << bits;
            continue;
        }
        ASSERT_EQ(static_cast<double>(float{half}), value) << bits;
        ASSERT_EQ(Half(value).bits(), bits);
        // A number half-way between two values is rounded to the even value, any other number to the nearer value.
        if (bits < 0x7800) {
            const double next = static_cast<double>(float{Half::of_bits(static_cast<std::uint16_t>(bits + 1))});
            const double middle = (value + next) / 2;
            ASSERT_EQ(Half(middle).bits(), bits + bits % 2);
            ASSERT_EQ(Half(std::nextafter(middle, 0.0)).bits(), bits);
            ASSERT_EQ(Half(std::nextafter(middle, 1e9)).bits(), bits + 1);
        }
    }
    EXPECT_EQ(Half(65519.0).bits(), 0x7bff);
    EXPECT_EQ(Half(65520.0).bits(), 0x7c00);
    EXPECT_EQ(Half(-1e300).bits(), 0xfc00);
    EXPECT_TRUE(std::isnan(float{Half(NAN)}));
}

class HistogramOfHalves : public DeviceTest {};

TEST_F(HistogramOfHalves, CountsEachOf65536BitPatternsByEveryMethod) {
    std::vector<std::uint8_t> bytes(2 * 65536);
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        std::memcpy(bytes.data() + 2 * bits, &bits, 2);
    }
    for (const char* method : {"two-kernel", "atomic", "copies", "packed", "ranges", "global", "general"}) {
        for (const HistogramRange range : {whole_range(ElementType::f16), HistogramRange{-1e-7, 6e-6}}) {
            HistogramOptions options{.type = ElementType::f16, .bins = 1000, .range = range, .method = method};
            options.threads = 64;
            const Histogram histogram = take(Histogram::create(context(), options));
            count_and_compare(runner(), histogram, bytes, method);
        }
    }
    const Histogram between = take(Histogram::create(
        context(), {.type = ElementType::f16, .edges = {-70.1, -1e-9, 0, 6e-8, 0.1, 65504, HUGE_VAL}}));
    count_and_compare(runner(), between, bytes, "edges");
}

TEST_F(HistogramOfHalves, CountsASpan) {
    const std::vector<Half> samples{Half(0.25), Half(0.5), Half(1.0), Half(NAN), Half(HUGE_VAL)};
    const HistogramResult result =
        take(histogram(runner(), std::span(samples), {.histogram = {.bins = 4}, .range_of_data = true}));
    EXPECT_EQ(result.rule.type, ElementType::f16);
    EXPECT_EQ(result.rule.range, (HistogramRange{0.25, 1}));
    EXPECT_EQ(result.counts, (std::vector<std::uint64_t>{1, 1, 0, 1}));
    EXPECT_EQ(result.outside, 2u);
    EXPECT_EQ(result.nan, 1u);
    EXPECT_ERROR(make_bin_rule(ElementType::f16, 4, HistogramRange{0, 65520}), ErrorCode::invalid_argument);
    const std::vector<ExactNumber> edges{0, 65505};
    EXPECT_ERROR(make_bin_rule(ElementType::f16, edges), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test

#include "support/numbers.hpp"

#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(Numbers, AnF32IsShownByTheFewestDigitsThatReadBackTheSame) {
    const auto text = [](float value) { return fmt::format("{}", shortest_f32(value)); };
    EXPECT_EQ(text(0.1F), "0.1");
    EXPECT_EQ(text(1.0F / 3), "0.33333334");
    EXPECT_EQ(text(16777216.0F), "16777216");
    EXPECT_EQ(text(-std::numeric_limits<float>::max()), "-3.4028235e+38");
    EXPECT_EQ(text(std::numeric_limits<float>::denorm_min()), "1e-45");
    EXPECT_EQ(text(std::numeric_limits<float>::infinity()), "inf");
    float value = 1;
    for (std::uint32_t bits = 1; bits < 0x7f800000; bits += 0x31415) {
        std::memcpy(&value, &bits, sizeof value);
        EXPECT_EQ(static_cast<float>(shortest_f32(value)), value);
    }
}

TEST(Numbers, ReadSizesWithTheirSuffixes) {
    const std::pair<const char*, std::uint64_t> table[] = {
        {"0", 0},
        {"4096", 4096},
        {"007", 7},
        {"010", 10},
        {"4K", 4000},
        {"5M", 5000000},
        {"6G", 6000000000},
        {"4Ki", 4096},
        {"3Mi", 3U << 20U},
        {"2Gi", 2ULL << 30U},
        {"2^0", 1},
        {"2^20", 1U << 20U},
        {"2^63", 1ULL << 63U},
        {"18446744073709551615", ~0ULL},
        {"17179869183Gi", 17179869183ULL << 30U},
    };
    for (const auto& [text, size] : table) {
        const auto parsed = parse_size(text);
        ASSERT_TRUE(parsed) << text << ": " << parsed.error().message;
        EXPECT_EQ(*parsed, size) << text;
    }
}

TEST(Numbers, RefuseTextsThatAreNoSizes) {
    for (const char* text :
         {"",    "K",  "Ki",   "k",    "1k",   "1KB", "1kib", "1T",    " 1",    "1 ", "++1", "0x10",
          "1e3", "2^", "2^-1", "2^1K", "2^ 3", "3^2", "ten",  "1_000", "1,000", "-",  "-x",  "--m"}) {
        EXPECT_REFUSED(parse_size(text), "is not a size");
    }
    EXPECT_REFUSED(parse_size("-1"), "'-1' is negative");
    EXPECT_REFUSED(parse_size("1.5G"), "has a fraction; write it with a smaller suffix");
    EXPECT_REFUSED(parse_size("3.5"), "'3.5' has a fraction; give a whole number");
}

TEST(Numbers, RefuseASizeThatDoesNotFitInsteadOfWrappingIt) {
    for (const char* text : {"18446744073709551616", "999999999999999999999", "2^64", "2^99999999999999999999",
                             "17179869184Gi", "18446744073709551615K"}) {
        EXPECT_REFUSED(parse_size(text), "does not fit 64 bits");
    }
}

TEST(Numbers, ReadIntegersAndNumbersStrictly) {
    EXPECT_EQ(parse_integer("-9223372036854775808").value(), INT64_MIN);
    EXPECT_REFUSED(parse_integer("9223372036854775808"), "does not fit");
    EXPECT_REFUSED(parse_integer("-9223372036854775809"), "give a number nearer to 0");
    EXPECT_REFUSED(parse_integer("1.0"), "not a whole number; give decimal digits without a point");
    EXPECT_REFUSED(parse_integer(""), "not a whole number");
    EXPECT_EQ(parse_number("-2.5e-1").value(), -0.25);
    for (const char* text : {"", "nan", "inf", "-inf", "1.0x", " 1"}) {
        EXPECT_REFUSED(parse_number(text), "number; give decimal digits");
    }
    EXPECT_REFUSED(parse_number("1e400"), "does not fit");
    EXPECT_EQ(parse_number("1e-400").value(), 0);
    EXPECT_EQ(parse_number("+5").value(), 5);
    EXPECT_EQ(parse_integer("+5").value(), 5);
    EXPECT_EQ(parse_size("+5K").value(), 5000U);
    EXPECT_REFUSED(parse_number("9007199254740993"), "a whole number that a 64-bit floating-point number cannot hold");
    EXPECT_EQ(parse_number("9007199254740993.0").value(), 0x1p53);
    EXPECT_EQ(parse_exact("9007199254740993")->bits(), 9007199254740993U);
    EXPECT_REFUSED(parse_exact("18446744073709551617"), "cannot hold exactly");
}

TEST(Numbers, ReadRanges) {
    const auto range = parse_range("-5:2.5");
    ASSERT_TRUE(range);
    EXPECT_EQ(range->low, -5);
    EXPECT_EQ(range->high, 2.5);
    EXPECT_REFUSED(parse_range("5"), "is not a range");
    EXPECT_TRUE(parse_range("5:5"));
    EXPECT_EQ(parse_range("0:18446744073709551615")->high.bits(), 18446744073709551615U);
    EXPECT_EQ(parse_range("-9223372036854775808:1e3")->low.bits(), 1ULL << 63);
    EXPECT_REFUSED(parse_range("6:5"), "is an empty range");
    EXPECT_REFUSED(parse_range(":5"), "':5' is not a range; give LO:HI");
    EXPECT_REFUSED(parse_range("5:"), "'5:' is not a range; give LO:HI");
    EXPECT_REFUSED(parse_range("1:2:3"), "is not a number");
}

TEST(Numbers, AreWrittenForPeople) {
    EXPECT_EQ(format_bytes(0), "0 B");
    EXPECT_EQ(format_bytes(1023), "1023 B");
    EXPECT_EQ(format_bytes(1536), "1.5 KiB");
    EXPECT_EQ(format_bytes(1048575), "1.0 MiB");
    EXPECT_EQ(format_bytes(~0ULL), "16777216.0 TiB");
    EXPECT_EQ(format_milliseconds(0.3123), "0.312 ms");
    EXPECT_EQ(format_milliseconds(123.45), "123.5 ms");
    EXPECT_EQ(format_milliseconds(61000), "61.00 s");
}

TEST(Plurals, FollowTheCount) {
    EXPECT_EQ(plural(0, "part"), "0 parts");
    EXPECT_EQ(plural(1, "part"), "1 part");
    EXPECT_EQ(plural(2, "part"), "2 parts");
    EXPECT_EQ(plural(1, "dispatch"), "1 dispatch");
    EXPECT_EQ(plural(16, "dispatch"), "16 dispatches");
    EXPECT_EQ(plural(1, "box"), "1 box");
    EXPECT_EQ(plural(2, "box"), "2 boxes");
}

}  // namespace
}  // namespace vkalgo::cli::test

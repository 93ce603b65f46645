// Compares read_number(), which reads all numbers in texts, with the C library.
#include "support/read_number.hpp"

#include "algorithms/half.hpp"
#include "cli/formats.hpp"
#include "formats/number_text.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using vkalgo::test::SplitMix64;

template <class T>
void expect_read(const std::string& text, T wanted) {
    T value{};
    EXPECT_EQ(read_number(text, value), NumberFault::none) << text;
    EXPECT_EQ(value, wanted) << text;
    EXPECT_EQ(std::signbit(static_cast<double>(value)), std::signbit(static_cast<double>(wanted))) << text;
}

template <class T>
void expect_fault(const std::string& text, NumberFault wanted) {
    T value{};
    EXPECT_EQ(static_cast<int>(read_number(text, value)), static_cast<int>(wanted)) << text;
}

/// Returns digits, the first of which may be 0.
std::string digits(SplitMix64& random, std::size_t count) {
    std::string text;
    for (std::size_t k = 0; k < count; ++k) {
        text += static_cast<char>('0' + random.below(10));
    }
    return text;
}

TEST(ReadNumber, TakesTheUsualSpellings) {
    for (const char* text : {"5", "+5", "5.", "5.0", "+5.0", "05", "5e0", "5E0", ".5e1", "50e-1", "+.5e+1"}) {
        expect_read<float>(text, 5);
        expect_read<double>(text, 5);
        expect_read<Half>(text, Half(5));
    }
    expect_read<double>("+0.0", 0.0);
    expect_read<double>("-0", -0.0);
    expect_read<std::int32_t>("+5", 5);
    expect_read<std::int8_t>("-128", -128);
    expect_read<std::uint8_t>("+255", 255);
    expect_read<std::uint64_t>("-0", 0);
    expect_read<std::uint64_t>("000018446744073709551615", ~std::uint64_t{0});
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const char* text : {"inf", "+inf", "INF", "Infinity", "+infinity"}) {
        expect_read<double>(text, kInfinity);
    }
    expect_read<Half>("-inf", Half(-kInfinity));
    for (const char* text : {"nan", "NaN", "-nan", "+nan"}) {
        float value = 0;
        EXPECT_EQ(read_number(text, value), NumberFault::none) << text;
        EXPECT_TRUE(std::isnan(value)) << text;
    }
}

TEST(ReadNumber, RefusesTextsThatAreNoNumbers) {
    for (const char* text : {"",
                             "+",
                             "-",
                             ".",
                             "e5",
                             "1e",
                             "1e+",
                             "+-5",
                             "-+5",
                             "++5",
                             "--5",
                             " 5",
                             "5 ",
                             "5,",
                             "0x10",
                             "1_000",
                             "5f",
                             "infinite",
                             "\xC2\xA0"
                             "5",
                             "\xE2\x88\x92"
                             "5",
                             "1.2.3"}) {
        expect_fault<double>(text, NumberFault::no_number);
        expect_fault<Half>(text, NumberFault::no_number);
        expect_fault<std::int32_t>(text, NumberFault::no_number);
        expect_fault<std::uint32_t>(text, NumberFault::no_number);
    }
}

TEST(ReadNumber, TakesWholeNumbersExactlyOrNotAtAll) {
    for (const char* text :
         {"16777216", "16777218", "-16777218", "+1000000000", "340282346638528859811704183484516925440",
          "0000000016777216", "18446744073709551616", "2047"}) {
        expect_read<float>(text, std::strtof(text, nullptr));
    }
    for (const char* text : {"16777217", "-16777217", "+16777217", "0016777217", "1700000001", "18446744073709551615",
                             "340282350000000000000000000000000000000"}) {
        expect_fault<float>(text, NumberFault::rounded);
    }
    for (const char* text : {"9007199254740993", "18446744073709551615", "123456789012345678901"}) {
        expect_fault<double>(text, NumberFault::rounded);
    }
    expect_read<double>("9007199254740992", 0x1p53);
    expect_read<double>("100000000000000000000", 1e20);
    expect_read<Half>("2050", Half(2050));
    expect_fault<Half>("2049", NumberFault::rounded);
    // A number with a point or an exponent is a measurement, so the nearest number of the type is accepted.
    expect_read<float>("16777217.0", 16777216.0F);
    expect_read<float>("16777217.", 16777216.0F);
    expect_read<float>("1.6777217e7", 16777216.0F);
    expect_read<double>("9007199254740993.0", 0x1p53);
}

TEST(ReadNumber, KnowsTheEndsOfIntegers) {
    expect_read<std::int64_t>("-9223372036854775808", std::numeric_limits<std::int64_t>::min());
    expect_fault<std::int64_t>("9223372036854775808", NumberFault::beyond);
    expect_fault<std::uint64_t>("18446744073709551616", NumberFault::beyond);
    expect_fault<std::uint8_t>("256", NumberFault::beyond);
    expect_fault<std::uint8_t>("-1", NumberFault::beyond);
    expect_fault<std::uint8_t>("1e3", NumberFault::beyond);
    expect_fault<std::uint8_t>("inf", NumberFault::beyond);
    expect_fault<std::uint8_t>("1e2", NumberFault::not_whole);
    expect_fault<std::uint8_t>("3.0", NumberFault::not_whole);
    expect_fault<std::uint8_t>("0.5", NumberFault::not_whole);
    expect_fault<std::uint8_t>("nan", NumberFault::not_whole);
}

TEST(ReadNumber, TakesTheNearestWhereANumberIsTooSmall) {
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    expect_read<double>("1e-400", 0.0);
    expect_read<double>("-1e-400", -0.0);
    expect_read<double>("0.0000000000000000000001e-400", 0.0);
    expect_read<double>("3e-324", kLeast);
    expect_read<double>("-5e-324", -kLeast);
    expect_read<double>("2e-324", 0.0);
    expect_read<double>("1e-310", 1e-310);
    expect_read<float>("1e-60", 0.0F);
    expect_read<float>("1e-45", std::numeric_limits<float>::denorm_min());
    expect_read<float>("1e-40", 1e-40F);
    expect_read<float>("1e-400", 0.0F);
    expect_read<Half>("1e-400", Half(0));
    expect_read<Half>("1e-9", Half(0));
    expect_read<Half>("6e-8", Half(0x1p-24));
    expect_fault<double>("1e400", NumberFault::beyond);
    expect_fault<double>("-1e400", NumberFault::beyond);
    expect_fault<float>("1e39", NumberFault::beyond);
    expect_fault<Half>("65520", NumberFault::beyond);
    expect_fault<Half>("1e400", NumberFault::beyond);
}

TEST(ReadNumber, EqualsTheCLibrary) {
    SplitMix64 random(5);
    for (int round = 0; round < 20000; ++round) {
        std::string text = std::vector<std::string>{"", "-", "+"}[random.below(3)] +
                           digits(random, 1 + random.below(12)) + "." + digits(random, random.below(12));
        if (random.below(2) == 0) {
            text += fmt::format("e{}", static_cast<int>(random.below(680)) - 360);
        }
        double real = 0;
        const double wanted = std::strtod(text.c_str(), nullptr);
        ASSERT_EQ(read_number(text, real), std::isinf(wanted) ? NumberFault::beyond : NumberFault::none) << text;
        ASSERT_TRUE(std::isinf(wanted) || real == wanted) << text;
        float single = 0;
        const float nearest = std::strtof(text.c_str(), nullptr);
        ASSERT_EQ(read_number(text, single), std::isinf(nearest) ? NumberFault::beyond : NumberFault::none) << text;
        ASSERT_TRUE(std::isinf(nearest) || single == nearest) << text;
    }
}

TEST(ReadNumber, RoundsToF16Once) {
    expect_read<Half>("2049.0", Half(2048));
    expect_read<Half>("2049.00000000000000000001", Half(2050));
    expect_read<Half>("-2049.00000000000000000001", Half(-2050));
    expect_read<Half>("2048.99999999999999999999e0", Half(2048));
    expect_read<Half>("0.0000204900000000000000000001e+8", Half(2050));
    expect_read<Half>("2.9802322387695312500001E-8", Half(0x1p-24));
    expect_read<Half>("2.98023223876953125E-8", Half(0));
    expect_read<Half>("65519.99999999999999999999999999", Half(65504));
    expect_fault<Half>("65520.000000000000000000000001", NumberFault::beyond);
    expect_read<Half>("0.000000000000000000000000000000", Half(0));
    // These numbers are within 1e-12 of 2051 or 2049, which lie halfway between two f16.
    expect_read<Half>("2050.9999999999996", Half(2050));
    expect_read<Half>("2049.0000000000003", Half(2050));
    expect_read<Half>("-2050.9999999999996", Half(-2050));
    SplitMix64 random(7);
    for (int round = 0; round < 2000; ++round) {
        const auto bits = static_cast<std::uint16_t>(random.below(0x7bff));
        const Half low = Half::of_bits(bits), high = Half::of_bits(static_cast<std::uint16_t>(bits + 1));
        const double tie = (static_cast<double>(low) + static_cast<double>(high)) / 2;
        expect_read<Half>(fmt::format("{}", std::nextafter(tie, 0.0)), low);
        expect_read<Half>(fmt::format("{}", std::nextafter(tie, 1e6)), high);
        std::string text = fmt::format("{:.40f}", tie);  // All digits
        text.erase(text.find_last_not_of('0') + 1);
        expect_read<Half>(text + "0000000000000000000000", bits % 2 == 0 ? low : high);
        expect_read<Half>(text + "0000000000000000000001", high);
        if (text.back() != '.') {
            --text.back();
            expect_read<Half>(text + "9999999999999999999999", low);
        }
    }
}

TEST(ReadNumber, KnowsWhetherAWholeNumberIsRounded) {
    SplitMix64 random(6);
    int exact = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::string text = std::to_string(1 + random.below(9)) + digits(random, random.below(24)) +
                                 std::string(random.below(3) == 0 ? random.below(14) : 0, '0');
        // printf prints every digit of a double.
        double real = 0;
        const bool holds = text == [&] {
            std::vector<char> room(64);
            std::snprintf(room.data(), room.size(), "%.0f", std::strtod(text.c_str(), nullptr));
            return std::string(room.data());
        }();
        ASSERT_EQ(read_number(text, real), holds ? NumberFault::none : NumberFault::rounded) << text;
        exact += holds ? 1 : 0;
    }
    EXPECT_GT(exact, 5000);
    EXPECT_LT(exact, 19000);
}

TEST(ReadNumber, ReadsWhatIsWritten) {
    SplitMix64 random(7);
    for (int round = 0; round < 20000; ++round) {
        const auto single = static_cast<float>(
            std::ldexp(static_cast<double>(random.next() >> 40), static_cast<int>(random.below(230)) - 140));
        expect_read<float>(number_text(single), single);
        const double real =
            std::ldexp(static_cast<double>(random.next() >> 11), static_cast<int>(random.below(2000)) - 1060);
        expect_read<double>(number_text(real), real);
        const Half half = Half::of_bits(static_cast<std::uint16_t>(random.below(0x7c00)));
        expect_read<Half>(number_text(half), half);
    }
    EXPECT_EQ(number_text(123456792.0F), "123456792");
    EXPECT_EQ(number_text(0.1F), "0.1");
    EXPECT_EQ(number_text(std::uint8_t{7}), "7");
}

}  // namespace
}  // namespace vkalgo::cli::test

#include "cli/command.hpp"
#include "cli/commands/histogram/report.hpp"
#include "formats/npy.hpp"

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

BinRule rule_of(ElementType type, std::uint32_t bins, HistogramRange range) {
    return make_bin_rule(type, bins, range).value();
}

TEST(HistogramReport, FindsEachDifferenceFromTheReference) {
    HistogramCounts expected;
    expected.counts = {1, 2, 3};
    expected.outside = 4;
    expected.nan = 2;
    const std::vector<std::uint64_t> right{1, 2, 3};
    const std::vector<std::uint64_t> wrong{1, 2, 4};
    const auto difference = [&](const std::vector<std::uint64_t>& counts, std::uint64_t outside, std::uint64_t nan) {
        return counted_difference({nullptr, counts, 10, outside, nan}, expected);
    };
    EXPECT_EQ(difference(right, 4, 2), "");
    EXPECT_EQ(difference(wrong, 4, 2), "the count of bin 2 is 4, but that of the reference is 3");
    EXPECT_EQ(difference(right, 5, 2), "the count outside the range is 5, but that of the reference is 4");
    EXPECT_EQ(difference(right, 1, 2), "the count outside the range is 1, but that of the reference is 4");
    EXPECT_EQ(difference(right, 4, 1), "the count of NaN is 1, but that of the reference is 2");
}

TEST(HistogramReport, WritesWholeEdgesInFull) {
    const BinRule rule = rule_of(ElementType::u64, 2, {18446744073709551612U, 18446744073709551615U});
    const std::vector<std::uint64_t> counts{7, 1ULL << 40};
    const CountedBins counted{&rule, counts, 7 + (1ULL << 40), 0};
    EXPECT_EQ(counted.edges(0, 0), "18446744073709551612 .. 18446744073709551613");
    EXPECT_EQ(as_text(write_table(counted_table(counted, false), "-")),
              "bin,low,high,count\n0,18446744073709551612,18446744073709551613,7\n"
              "1,18446744073709551614,18446744073709551615,1099511627776\n");
    EXPECT_EQ(counted_json(counted)["max_count"], 1ULL << 40);
    EXPECT_EQ(end_json(rule, rule.range.high).dump(), "18446744073709551615");
    // A count beyond 32 bits makes the file one of 64-bit integers.
    EXPECT_EQ(parse_npy(write_table(counted_table(counted, false), "a.npy"), "a.npy")->type, ElementType::u64);
    const std::vector<std::uint64_t> small{7, 8};
    EXPECT_EQ(parse_npy(write_table(counted_table({&rule, small, 15, 0}, false), "a.npy"), "a.npy")->type,
              ElementType::u32);
    const BinRule negative = rule_of(ElementType::i64, 1, {-9223372036854775807 - 1, -9223372036854775807 - 1});
    EXPECT_EQ(shown(negative, negative.range.low), "-9223372036854775808");
    const BinRule doubles = rule_of(ElementType::f64, 3, {0, 0.3});
    EXPECT_EQ(shown(doubles, doubles.range.high), "0.3");
}

TEST(HistogramReport, TheMemoryAllowedIsTheContextsLimitToo) {
    Globals globals;
    globals.memory = 12'345'678;
    const Reporter reporter({});
    Session session(globals, reporter);
    const auto context = session.context();
    ASSERT_TRUE(context) << context.error().message;
    EXPECT_EQ((*context)->memory_limit(), 12'345'678U);
}

}  // namespace
}  // namespace vkalgo::cli::test

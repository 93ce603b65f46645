// Random instances, drawn by the header lines that describe them.
#include "algorithms/dp/instance/random_instance.hpp"

#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

RecurrenceHeader header_of(const std::string& lines) {
    const auto header = parse_header(
        "//! problem  a\n//! pattern  RUD\n//! cell     u32\n//! rows     n\n//! columns  n\n//! answer   last\n" +
            lines + "cell_t cell(int i, int j) { return 0u; }\n",
        "a.glsl");
    EXPECT_TRUE(header) << (header ? "" : header.error().message);
    return header ? *header : RecurrenceHeader{};
}

Instance drawn_instance(const std::string& lines, const GeneratorOptions& options) {
    const auto instance = random_instance(header_of(lines), options);
    EXPECT_TRUE(instance) << (instance ? "" : instance.error().message);
    return instance ? *instance : Instance{};
}

std::vector<std::int64_t> whole(const Instance& instance, const std::string& name) {
    const InputArray& array = instance.inputs.at(name);
    std::vector<std::int64_t> values(array.count);
    for (std::uint64_t k = 0; k < array.count; ++k) {
        values[k] = array.integer(k);
    }
    return values;
}

/// Returns the k-th number of SplitMix64, counted from 1, with the published constants.
std::uint64_t number(std::uint64_t seed, std::uint64_t k) {
    std::uint64_t z = seed + k * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}
__extension__ using WideUnsigned = unsigned __int128;
std::uint64_t below(std::uint64_t random, std::uint64_t bound) {
    return static_cast<std::uint64_t>((WideUnsigned{random} * bound) >> 64);
}

TEST(RandomInstance, StaysWithinTheRangesThatInputsDeclare) {
    const std::string lines =
        "//! input a i32[] in -2 .. 5\n//! input b f64[] in 0 .. 1\n//! random a 3 .. n\n//! random b -4 .. 9\n";
    const Instance made = drawn_instance(lines, {200, 200, 4, {}});
    const std::vector<std::int64_t> a = whole(made, "a");
    EXPECT_EQ(*std::min_element(a.begin(), a.end()), 3);
    EXPECT_EQ(*std::max_element(a.begin(), a.end()), 5);
    for (std::uint64_t k = 0; k < 200; ++k) {
        EXPECT_TRUE(made.inputs.at("b").real(k) >= 0 && made.inputs.at("b").real(k) <= 1);
    }
    const auto none = random_instance(header_of("//! input a u32[] in 0 .. 5\n//! random a 6 .. 9\n"), {3, 3, 4, {}});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message,
              "random values of input 'a' are drawn from 6 .. 9, and none of these lies in its range 0 .. 5");
    const auto tiny =
        random_instance(header_of("//! input a f32[] in 0 .. 1e-8\n//! random a 1e-7 .. 0.1\n"), {3, 3, 4, {}});
    ASSERT_FALSE(tiny);
    EXPECT_EQ(tiny.error().message,
              "random values of input 'a' are drawn from 1e-7 .. 0.1, and none of these lies in its range 0 .. 1e-8");
}

TEST(RandomInstance, DrawsInputKFromTheKthNumberOfTheSeed) {
    const Instance made = drawn_instance(
        "//! input a i32[]\n//! input b u16[]\n//! input c f64[]\n//! input d u8[]\n//! input e f32[]\n"
        "//! random a -5 .. 20\n//! random c 2 .. 6\n//! random d letters xyz\n",
        {33, 17, 9, {}});
    EXPECT_EQ(made.inputs.at("a").count, 33U);
    EXPECT_EQ(made.inputs.at("b").count, 17U);
    for (std::uint64_t k = 1; k <= 17; ++k) {
        EXPECT_EQ(whole(made, "a")[k - 1], static_cast<std::int64_t>(below(number(9, k), 26)) - 5);
        EXPECT_EQ(whole(made, "b")[k - 1], static_cast<std::int64_t>(below(number(number(9, 1), k), 100)));
        EXPECT_EQ(made.inputs.at("c").real(k - 1),
                  2 + 4 * (static_cast<double>(number(number(9, 2), k) >> 11) * 0x1p-53));
        EXPECT_EQ(whole(made, "d")[k - 1], "xyz"[below(number(number(9, 3), k), 3)]);
        EXPECT_EQ(made.inputs.at("e").real(k - 1), static_cast<double>(number(number(9, 4), k) >> 40) * 0x1p-24);
    }
}

TEST(RandomInstance, StaysWithinRangesWithoutARandomLine) {
    const Instance made = drawn_instance(
        "//! input a u8[] in 0 .. 3\n//! input b i64[] in -2 .. n\n//! input c f32[] in 1 .. 2\n"
        "//! input d u8[]\n",
        {500, 500, 1, {}});
    const auto expect_all = [&](const std::string& name, std::int64_t low, std::int64_t high) {
        const auto values = whole(made, name);
        EXPECT_EQ(*std::min_element(values.begin(), values.end()), low) << name;
        EXPECT_EQ(*std::max_element(values.begin(), values.end()), high) << name;
    };
    expect_all("a", 0, 3);
    EXPECT_GE(whole(made, "b")[0], -2);
    EXPECT_LE(whole(made, "b")[0], 500);
    expect_all("d", 'A', 'T');
    for (std::uint64_t k = 0; k < 500; ++k) {
        EXPECT_GE(made.inputs.at("c").real(k), 1);
        EXPECT_LT(made.inputs.at("c").real(k), 2);
    }
}

TEST(RandomInstance, SortsWhatIsAscending) {
    const Instance made = drawn_instance(
        "//! input a u32[]\n//! input b f64[]\n//! random a 1 .. 50 ascending\n//! random b 0 .. 1 ascending\n",
        {300, 300, 4, {}});
    const auto a = whole(made, "a");
    EXPECT_TRUE(std::is_sorted(a.begin(), a.end()));
    EXPECT_NE(a.front(), a.back());
    for (std::uint64_t k = 1; k < 300; ++k) {
        EXPECT_LE(made.inputs.at("b").real(k - 1), made.inputs.at("b").real(k));
    }
}

TEST(RandomInstance, DrawsInputsAfterTheInputsOnWhichTheyDepend) {
    const std::string lines =
        "//! input first u32[sum(second)]\n//! input second u32[]\n//! input third u32[]\n"
        "//! random second[m + 1] 1 .. 5\n//! random third 0 .. max(first)\n"
        "//! random first 10 .. 10 + len(second)\n";
    const Instance made = drawn_instance(lines, {30, 4, 7, {}});
    const auto second = whole(made, "second");
    ASSERT_EQ(second.size(), 5U);
    EXPECT_EQ(whole(made, "first").size(),
              static_cast<std::size_t>(std::accumulate(second.begin(), second.end(), std::int64_t{0})));
    EXPECT_EQ(whole(made, "third").size(), 30U) << "the first input whose length nothing says";
    const auto first = whole(made, "first");
    const auto third = whole(made, "third");
    EXPECT_LE(*std::max_element(third.begin(), third.end()), *std::max_element(first.begin(), first.end()));
    const auto outline = outline_instance(header_of(lines), {30, 4, 7, {}});
    ASSERT_OK(outline);
    EXPECT_EQ(outline->inputs.at("second").count, 5U);
    EXPECT_EQ(outline->inputs.at("first").count, 5U) << "the least that the sum may be";
    EXPECT_TRUE(outline->inputs.at("first").data.empty());
}

TEST(RandomInstance, GivesParamsTheirDefaultsUnlessTheyHaveValues) {
    const std::string lines =
        "//! input w u32[]\n//! param part u32\n//! param more i64\n//! param none u32\n//! random w 3 .. 9\n"
        "//! default part sum(w) / 2\n//! default more part - 100\n";
    const Instance made = drawn_instance(lines, {10, 10, 5, {}});
    const auto w = whole(made, "w");
    const std::int64_t part = std::accumulate(w.begin(), w.end(), std::int64_t{0}) / 2;
    EXPECT_EQ(made.params.at("part"), Number(static_cast<std::uint64_t>(part)));
    EXPECT_EQ(made.params.at("more"), Number(part - 100));
    EXPECT_FALSE(made.params.contains("none"));
    const auto outline = outline_instance(header_of(lines), {10, 10, 5, {}});
    ASSERT_OK(outline);
    EXPECT_EQ(outline->params.at("part"), Number(std::uint64_t{15}));
    const Instance given = drawn_instance(lines, {10, 10, 5, {{"part", Number(std::uint64_t{7})}}});
    EXPECT_EQ(given.params.at("part"), Number(std::uint64_t{7}));
    EXPECT_EQ(given.params.at("more"), Number(std::int64_t{-93}));
    EXPECT_EQ(given.inputs.at("w").data, made.inputs.at("w").data);
}

TEST(RandomInstance, CompletesTheParamsOfInstancesThatAreNotDrawnToo) {
    const RecurrenceHeader header =
        header_of("//! input w u32[]\n//! param part u32\n//! default part sum(w) / 2 - 5\n");
    Instance instance;
    const std::vector<std::uint32_t> w{6, 7, 8};
    instance.n = 1;
    instance.inputs["w"] = InputArray::of(ElementType::u32, std::span<const std::uint32_t>(w));
    ASSERT_OK(check_instance(header, instance, header.stage));
    EXPECT_EQ(instance.params.at("part"), Number(std::uint64_t{5}));
    instance.params.clear();
    instance.inputs["w"] = InputArray::of(ElementType::u32, std::span<const std::uint32_t>());
    const auto refused = check_instance(header, instance, header.stage);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().message,
              "the default of param 'part', sum(w) / 2 - 5 = -5, does not fit u32; give the param a value");
}

TEST(RandomInstance, RefusesRangesThatTheInstanceMakesImpossible) {
    const auto refused = [](const std::string& lines, const GeneratorOptions& options, const std::string& part) {
        const auto made = random_instance(header_of(lines), options);
        ASSERT_ERROR(made, ErrorCode::invalid_argument);
        EXPECT_NE(made.error().message.find(part), std::string::npos) << made.error().message;
    };
    refused("//! input w u32[]\n//! random w 5 .. n\n", {4, 4, 1, {}},
            "are drawn from 5 .. 4, which is an empty range");
    refused("//! input w u8[]\n//! random w 0 .. n\n", {300, 4, 1, {}}, "does not fit the input's type");
    refused("//! input w u8[]\n//! random w[n - 5] 0 .. 1\n", {4, 4, 1, {}}, "would have -1 elements");
    refused("//! input w u8[]\n//! input v u32[]\n//! random v 0 .. max(w) - 200\n", {4, 4, 1, {}}, "an empty range");
}

TEST(RandomInstance, DescribesWhatItDraws) {
    EXPECT_EQ(random_instance_text(header_of("")), "no input is drawn");
    EXPECT_EQ(random_instance_text(
                  header_of("//! input a u8[]\n//! input b f32[]\n//! input c u32[len(a)]\n//! param p u32\n"
                            "//! random c 1 .. n ascending\n//! random b 0.25 .. 2\n//! default p sum(c)\n")),
              "a: n letters of ACGT; b: m numbers 0.25 to 2; c: len(a) numbers 1 to n, ascending; p: sum(c) (default)");
    EXPECT_EQ(random_instance_text(
                  header_of("//! input a f32[]\n//! random a 1e-7 .. 0.1\n//! input b f64[] in -2 .. 1e30\n")),
              "a: n numbers 1e-7 to 0.1; b: m numbers -2 to 1e30");
}

TEST(RandomInstance, KnowsWhetherMIsUsed) {
    EXPECT_FALSE(uses_m(header_of("//! input a u8[]\n")));
    EXPECT_TRUE(uses_m(header_of("//! input a u8[]\n//! input b u8[]\n")));
    EXPECT_FALSE(uses_m(header_of("//! input a u8[]\n//! input b u8[]\n//! random b[n] 0 .. 1\n")));
    EXPECT_TRUE(uses_m(header_of("//! input a u8[]\n//! random a[m] 0 .. 1\n")));
    EXPECT_TRUE(uses_m(header_of("//! input a u8[]\n//! random a 0 .. m\n")));
    EXPECT_TRUE(uses_m(header_of("//! input a u32[] in 0 .. m\n//! random a 0 .. 1\n")));
    EXPECT_TRUE(uses_m(header_of("//! param p u32 1 in 0 .. m\n")));
    EXPECT_TRUE(uses_m(header_of("//! bound 2 * m\n")));
    EXPECT_TRUE(uses_m(header_of("//! reach j m\n")));
    EXPECT_TRUE(uses_m(header_of("//! reach j -m .. 0\n")));
    EXPECT_FALSE(
        uses_m(header_of("//! input a u32[] in 0 .. n\n//! param p u32 1 in 0 .. n\n//! bound n\n//! reach j n\n")));
}

// With `most`, values are as near to 0 as the header allows. Values for which the header gives no range are not 0.
TEST(RandomInstance, ForACheckHasSmallValuesWithinTheRangesOfTheHeader) {
    const std::string lines =
        "//! input a i32[] in 0 .. 1000\n//! input b i32[n] in 50 .. 1000\n//! input c i64[n] in -1000 .. -60\n"
        "//! input d i32[n] in -3 .. 1000\n//! input e u8[n]\n//! input f f32[n]\n//! input g f64[n] in 0.5 .. 0.75\n"
        "//! input h u16[n] in 0 .. n - 1\n//! random b 50 .. 1000 ascending\n//! param p i32\n//! param q f64\n"
        "//! param r u32 6\n";
    const Instance made = drawn_instance(lines, {.n = 40, .m = 11, .seed = 3, .most = 7});
    const auto expect = [&](const char* name, std::int64_t low, std::int64_t high) {
        const std::vector<std::int64_t> values = whole(made, name);
        ASSERT_EQ(values.size(), 40U);
        EXPECT_EQ(*std::min_element(values.begin(), values.end()), low) << name;
        EXPECT_EQ(*std::max_element(values.begin(), values.end()), high) << name;
    };
    expect("a", 0, 7);
    expect("b", 50, 57);
    expect("c", -67, -60);
    expect("d", -3, 7);
    expect("e", 1, 7);
    expect("f", 1, 7);
    expect("h", 0, 7);
    EXPECT_TRUE(std::ranges::is_sorted(whole(made, "b")));
    EXPECT_TRUE(made.inputs.at("g").real(0) >= 0.5 && made.inputs.at("g").real(0) < 0.75);
    EXPECT_EQ(made.params.at("p"), Number(std::int64_t{11}));
    EXPECT_TRUE(std::get<double>(made.params.at("q")) < 1);
    EXPECT_FALSE(made.params.contains("r"));
    // With `like`, values are those of another instance, except for those that a range of this size does not contain.
    const Instance other = drawn_instance(lines, {.n = 40, .m = 11, .seed = 8, .params = {}, .most = 1000});
    const Instance alike = drawn_instance(lines, {.n = 9, .m = 11, .seed = 3, .params = {}, .most = 7, .like = &other});
    for (const char* name : {"a", "b", "d", "e"}) {
        const std::vector<std::int64_t> known = whole(other, name);
        for (const std::int64_t value : whole(alike, name)) {
            EXPECT_NE(std::find(known.begin(), known.end(), value), known.end()) << name;
        }
    }
    for (const std::int64_t value : whole(alike, "h")) {
        EXPECT_LT(value, 9);
    }
}

}  // namespace
}  // namespace vkalgo::dp

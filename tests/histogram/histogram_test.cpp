#include "tests/histogram/counting.hpp"
#include "tests/support/effort.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

constexpr std::size_t kSizes[] = {0, 1, 7, 8, 9, 31, 32, 33, 255, 256, 257, 1023, 1025, 10007};

/// Returns bins for the type. Those of all types together cover every rule and values outside, and their numbers are
/// mostly not powers of two.
HistogramOptions options_for(ElementType type) {
    switch (type) {
        case ElementType::u8:
            return {.type = type};
        case ElementType::u16:
            return {.type = type, .bins = 1000};
        case ElementType::u32:
            return {.type = type, .bins = 333, .range = HistogramRange{17, 3e9}};
        case ElementType::i8:
            return {.type = type, .bins = 7, .range = HistogramRange{-100, 100}};
        case ElementType::i16:
            return {.type = type, .bins = 4096};
        case ElementType::i32:
            return {.type = type, .bins = 777};
        case ElementType::u64:
            return {.type = type, .bins = 333, .range = HistogramRange{17, 0xf000000000000000u}};
        case ElementType::i64:
            return {.type = type, .bins = 4096};
        default:
            break;
    }
    return {.type = type, .bins = 321, .range = HistogramRange{-3.5, 12.25}};
}

}  // namespace

class Histograms : public DeviceTest, public ::testing::WithParamInterface<std::string> {
protected:
    HistogramOptions options(ElementType type) const {
        HistogramOptions options = options_for(type);
        options.method = GetParam();
        if (options.method == "two-kernel") {
            options.blocks = 5;
            options.threads = 32;
        }
        return options;
    }
};

TEST_P(Histograms, CountEveryTypeAtEverySize) {
    for (const ElementType type : kElements) {
        if (!kEveryKernel && static_cast<unsigned>(type) % 3 != 0) {
            continue;
        }
        const Histogram histogram = take(Histogram::create(context(), options(type)));
        for (const std::size_t size : kSizes) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                count_and_compare(runner(), histogram, make_values(type, Distribution::uniform, size, seed),
                                  to_string(type));
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(Histograms, CountEveryDistribution) {
    for (const ElementType type :
         {ElementType::u8, ElementType::i16, ElementType::f32, ElementType::i64, ElementType::f64}) {
        const Histogram histogram = take(Histogram::create(context(), options(type)));
        for (const Distribution distribution : kDistributions) {
            count_and_compare(runner(), histogram, make_values(type, distribution, 70001, 5), to_string(type));
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_P(Histograms, CountTwiceInOneCommandBufferWithDifferentBuffers) {
    const HistogramOptions wanted = options(ElementType::u16);
    const Histogram histogram = take(Histogram::create(context(), wanted));
    const std::vector<std::uint8_t> first_bytes = make_values(wanted.type, Distribution::uniform, 3001, 1);
    const std::vector<std::uint8_t> second_bytes = make_values(wanted.type, Distribution::zipf, 70003, 2);
    const CountBuffers first(runner(), wanted, first_bytes);
    const CountBuffers second(runner(), wanted, second_bytes);
    const auto both = [&](Recorder& recorder) -> Result<void> {
        VKALGO_CHECK(histogram.record(recorder, first.arguments()));
        return histogram.record(recorder, second.arguments());
    };
    ASSERT_OK(runner().run(both));
    first.expect(wanted, first_bytes, "first");
    second.expect(wanted, second_bytes, "second");
}

TEST_P(Histograms, AddToWhatWasCountedBefore) {
    const HistogramOptions wanted = options(ElementType::u8);
    const Histogram histogram = take(Histogram::create(context(), wanted));
    const std::vector<std::uint8_t> bytes = make_values(wanted.type, Distribution::few, 5003, 3);
    const CountBuffers buffers(runner(), wanted, bytes);
    const auto thrice = [&](Recorder& recorder) -> Result<void> {
        HistogramArguments arguments = buffers.arguments();
        VKALGO_CHECK(histogram.record(recorder, arguments));
        arguments.add_to_counts = true;
        VKALGO_CHECK(histogram.record(recorder, arguments));
        return histogram.record(recorder, arguments);
    };
    ASSERT_OK(runner().run(thrice));
    buffers.expect(wanted, bytes, "three times", 3);
}

TEST_P(Histograms, TakeTheirCountFromTheDevice) {
    const HistogramOptions wanted = options(ElementType::i8);
    const Histogram histogram = take(Histogram::create(context(), wanted));
    const std::vector<std::uint8_t> all = make_values(wanted.type, Distribution::uniform, 20011, 4);
    for (const std::uint32_t present : {0u, 1u, 15u, 4099u, 20011u, 4294967295u}) {
        const GuardedBuffer count(runner(), std::vector<std::uint32_t>{present});
        const CountBuffers buffers(runner(), wanted, all);
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            HistogramArguments arguments = buffers.arguments();
            arguments.count_buffer = count.view();
            return histogram.record(recorder, arguments);
        }));
        std::vector<std::uint8_t> some = all;
        some.resize(std::min<std::size_t>(present, all.size()));
        buffers.expect(wanted, some, "indirect");
    }
}

TEST_P(Histograms, TakeTheirCountFromAnyWord) {
    // The count may be any word of a buffer, such as a draw command's instanceCount at byte 4.
    const HistogramOptions wanted = options(ElementType::u16);
    const Histogram histogram = take(Histogram::create(context(), wanted));
    std::vector<std::uint8_t> bytes = make_values(wanted.type, Distribution::uniform, 20011, 4);
    std::vector<std::uint32_t> words(70, 20011);
    for (const std::uint32_t word : {1u, 2u, 3u, 33u, 67u}) {
        words[word] = 3001;
        const GuardedBuffer count(runner(), words);
        const CountBuffers buffers(runner(), wanted, bytes);
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            HistogramArguments arguments = buffers.arguments();
            arguments.count_buffer = count.view().slice(4 * word, 4);
            return histogram.record(recorder, arguments);
        }));
        std::vector<std::uint8_t> some = bytes;
        some.resize(2 * 3001);
        buffers.expect(wanted, some, "word " + std::to_string(word));
        words[word] = 20011;
    }
}

TEST_P(Histograms, CountValuesOutsideIfTheBinsAreAMultipleOf256) {
    // With 512 bins, the last counter is the only one in the last workgroup of two-kernel's additions.
    HistogramOptions wanted = options(ElementType::u16);
    wanted.bins = 512;
    wanted.range = HistogramRange{1000, 30000};
    const Histogram histogram = take(Histogram::create(context(), wanted));
    count_and_compare(runner(), histogram, make_values(wanted.type, Distribution::uniform, 10007, 4), "512 bins");
}

INSTANTIATE_TEST_SUITE_P(ByEachMethod, Histograms,
                         ::testing::Values("auto", "two-kernel", "atomic", "copies", "packed", "ranges", "global",
                                           "general"),
                         [](const ::testing::TestParamInfo<std::string>& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

class Histogram65536 : public DeviceTest {};

TEST_F(Histogram65536, CountsEvery16BitValueByEveryMethod) {
    for (const std::string method : {"auto", "two-kernel", "atomic", "packed", "ranges", "global", "general"}) {
        HistogramOptions options{.type = ElementType::u16, .method = method};
        if (method == "two-kernel") {
            options.blocks = 3;
            options.threads = 128;
        }
        const Histogram histogram = take(Histogram::create(context(), options));
        for (const Distribution distribution : kDistributions) {
            count_and_compare(runner(), histogram, make_values(options.type, distribution, 300007, 9), method);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_F(Histogram65536, MovesPackedCountersBeforeTheyOverflow) {
    // One chunk reads 4 million equal values, about sixty times the maximum of a packed counter.
    const HistogramOptions options{.type = ElementType::u16, .method = "ranges", .blocks = 1};
    const Histogram histogram = take(Histogram::create(context(), options));
    count_and_compare(runner(), histogram, make_values(options.type, Distribution::constant, 4'000'003, 1), "constant");
    // Five values in random order: few counts are merged, and both halves of words fill up.
    std::vector<std::uint8_t> bytes = make_values(options.type, Distribution::few, 2'000'003, 1);
    count_and_compare(runner(), histogram, bytes, "few");
}

TEST_F(Histogram65536, CorrectsPackedCountersWhicheverOverflow) {
    // With 65,533 bins, the last word has fields without a bin.
    HistogramOptions options{
        .type = ElementType::u16, .bins = 65533, .range = HistogramRange{3u, 65535u}, .method = "packed", .blocks = 2};
    const std::uint32_t fields = take(plan_histogram({options, 1}, context().profile())).fields;
    SplitMix64 random(7);
    // A word has `fields` counters. The values lie in 1, 2, 3, `fields` or `fields` + 1 neighbouring bins. The first
    // value is below the range, in the first bin of a word, or such that the last value is in the last bin.
    for (const std::uint32_t neighbours : {1u, 2u, 3u, fields, fields + 1}) {
        // With and without memory for tables.
        options.max_scratch = options.max_scratch == 0 ? 4 : 0;
        const Histogram histogram = take(Histogram::create(context(), options));
        for (const std::uint32_t first : {0u, 3 + 400 * fields, 65536 - neighbours}) {
            // The values are so few that no workgroup searches for hot bins.
            std::vector<std::uint16_t> values(100'011);
            for (std::size_t k = 0; k < values.size(); ++k) {
                const std::uint64_t which = k % 3 == 0 ? random.below(neighbours) : k / 7 % neighbours;
                values[k] = static_cast<std::uint16_t>(first + which);
            }
            std::vector<std::uint8_t> bytes(values.size() * 2);
            std::memcpy(bytes.data(), values.data(), bytes.size());
            count_and_compare(runner(), histogram, bytes, std::to_string(neighbours) + " neighbours");
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_F(Histogram65536, CountsFrequentBinsSeparately) {
    // Enough values for a workgroup to inspect a sample. Hot bins whose numbers differ by a multiple of 16 compete.
    SplitMix64 random(11);
    for (const ElementType type : {ElementType::u16, ElementType::i32, ElementType::u64, ElementType::f32}) {
        // For i32 there are fewer invocations than hot bins.
        const HistogramOptions options{.type = type,
                                       .bins = 40'000,
                                       .range = HistogramRange{100, 40'099},
                                       .method = "packed",
                                       .blocks = 2,
                                       .threads = type == ElementType::i32 ? 8u : 0u};
        const Histogram histogram = take(Histogram::create(context(), options));
        for (const std::uint32_t step : {1u, 16u, 4097u}) {
            for (const std::uint32_t hot : {1u, 2u, 9u, 40u}) {
                for (const std::uint32_t hot_percent : {20u, 60u, 100u}) {
                    std::vector<std::uint8_t> bytes(150'011 * std::size_t{size_of(type)});
                    for (std::size_t k = 0; k < 150'011; ++k) {
                        // Some values are outside, and bins without a hot value are counted as usual.
                        const bool chosen = random.below(100) < hot_percent;
                        const std::uint64_t value = chosen ? 90 + random.below(hot) * step : random.below(65536);
                        if (type == ElementType::f32) {
                            const float real = k % 50 == 0 ? std::nanf("") : static_cast<float>(value);
                            std::memcpy(bytes.data() + k * 4, &real, 4);
                        } else {
                            std::memcpy(bytes.data() + k * size_of(type), &value, size_of(type));
                        }
                    }
                    count_and_compare(runner(), histogram, bytes,
                                      std::string(to_string(type)) + ", " + std::to_string(hot) + " hot values " +
                                          std::to_string(step) + " apart");
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST_F(Histogram65536, CountsByTwoKernelWithItsDefaultBlocks) {
    const HistogramOptions options{.type = ElementType::u16, .method = "two-kernel", .threads = 128};
    const Histogram histogram = take(Histogram::create(context(), options));
    count_and_compare(runner(), histogram, make_values(options.type, Distribution::uniform, 1024, 1), "1,024 values");
}

TEST_F(Histogram65536, CountsWithManyBins) {
    const HistogramOptions options{.type = ElementType::u32, .bins = 3'000'017};
    const Histogram histogram = take(Histogram::create(context(), options));
    count_and_compare(runner(), histogram, make_values(options.type, Distribution::uniform, 500'009, 1), "many bins");
}

TEST_F(Histogram65536, DividesTheEdgesOfBinsExactlyOnTheDevice) {
    // Values at and next to edges, where the kernels' multiplication gives one bin less and their correction is needed.
    for (const ElementType type : {ElementType::u32, ElementType::u64, ElementType::i64}) {
        const std::uint64_t span = size_of(type) == 4 ? 0xfffffff1u : 0xfffffffffffffff1u;
        const HistogramRange range = is_signed(type) ? HistogramRange{std::numeric_limits<std::int64_t>::min() + 7,
                                                                      std::numeric_limits<std::int64_t>::max() - 7}
                                                     : HistogramRange{7, 7 + span};
        const HistogramOptions options{.type = type, .bins = 1'000'003, .range = range};
        const Histogram histogram = take(Histogram::create(context(), options));
        SplitMix64 random(4);
        std::vector<std::uint8_t> bytes;
        const auto step = static_cast<long double>(span) + 1;
        for (int value = 0; value < 20000; ++value) {
            // The value is within one of the edge; the reference knows on which side of the edge it is.
            const auto edge = static_cast<std::uint64_t>(step / options.bins * random.below(options.bins));
            const std::uint64_t bits = range.low.bits() + edge + random.below(3) - (edge == 0 ? 0u : 1u);
            bytes.resize(bytes.size() + size_of(type));
            std::memcpy(bytes.data() + bytes.size() - size_of(type), &bits, size_of(type));
        }
        count_and_compare(runner(), histogram, bytes, to_string(type));
    }
}

TEST_F(Histogram65536, DividesForEveryRatioOfBinsToValues) {
    // The kernels shift a product of 64 bits. With fewer bins than half the values they shift by more than a word, with
    // more bins by exactly one word, and with more bins than values by less.
    std::vector<std::uint8_t> bytes(3 * 256);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    for (const std::uint32_t values : {10u, 253u}) {
        for (const std::uint32_t bins : {3u, values / 2 + 1, values + 1}) {
            const HistogramOptions options{
                .type = ElementType::u8, .bins = bins, .range = HistogramRange{2, values + 1}};
            const Histogram histogram = take(Histogram::create(context(), options));
            count_and_compare(runner(), histogram, bytes,
                              std::to_string(values) + " values in " + std::to_string(bins));
        }
    }
}

TEST_F(Histogram65536, RefusesViewsThatAreTooSmallOrMissing) {
    const HistogramOptions options{.type = ElementType::u8, .method = "two-kernel", .blocks = 4, .threads = 64};
    const Histogram histogram = take(Histogram::create(context(), options));
    const CountBuffers buffers(runner(), options, make_values(options.type, Distribution::uniform, 1000, 1));
    const auto record = [&](auto&& change) {
        HistogramArguments arguments = buffers.arguments();
        change(arguments);
        return runner().run([&](Recorder& recorder) { return histogram.record(recorder, arguments); });
    };
    EXPECT_OK(record([](HistogramArguments&) {}));
    EXPECT_ERROR(record([](HistogramArguments& a) { a.counts.size -= 4; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](HistogramArguments& a) { a.scratch.size = 3 * 257 * 4 - 4; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](HistogramArguments& a) { a.scratch = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](HistogramArguments& a) { a.values = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](HistogramArguments& a) { a.count = 1005; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](HistogramArguments& a) { a.values.offset += 4; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](HistogramArguments& a) { a.count = 1ull << 32; }), ErrorCode::invalid_argument);
    const auto on_top = [](BufferView& lower, BufferView& upper) { upper = lower.slice(0, upper.size); };
    EXPECT_ERROR(record([&](HistogramArguments& a) {
                     a.count = 16;
                     a.counts.size = a.values.size = 257 * 4;
                     on_top(a.scratch, a.counts);
                 }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record([&](HistogramArguments& a) {
                     a.count = 16;
                     a.values = a.scratch.slice(0, 16);
                 }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record([&](HistogramArguments& a) { a.count_buffer = a.scratch.slice(8, 4); }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record([&](HistogramArguments& a) { a.count_buffer = a.counts.slice(256 * 4, 4); }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record([&](HistogramArguments& a) {
                     a.count = 16;
                     a.values.size = 16;
                     on_top(a.counts, a.values);
                 }),
                 ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test

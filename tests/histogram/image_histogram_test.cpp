#include "algorithms/histogram/image_histogram.hpp"

#include "engine/descriptors.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"
#include "tests/support/test_image.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using Texel = std::array<double, 4>;

/// A format, and what a shader reads from a texel, written from the formats' definitions.
struct Format {
    const char* name;
    VkFormat format;
    ElementType type;
    std::size_t bytes;
    std::function<Texel(const std::byte*)> decode;
    /// Tolerance of the value that a device reads: Vulkan allows an approximate sRGB decoding.
    double tolerance = 1e-6;
};

template <class T>
T at(const std::byte* texel, std::size_t channel) {
    T value;
    std::memcpy(&value, texel + channel * sizeof(T), sizeof(T));
    return value;
}

double linear(double code) {
    const double c = code / 255;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 1023;
    const double value = exponent == 0    ? std::ldexp(fraction, -24)
                         : exponent == 31 ? (fraction == 0 ? HUGE_VAL : NAN)
                                          : std::ldexp(1024 + fraction, exponent - 25);
    return (bits >> 15) != 0 ? -value : value;
}

const Format kFormats[] = {
    {"R8_UNORM", VK_FORMAT_R8_UNORM, ElementType::f32, 1,
     [](const std::byte* t) {
         return Texel{at<std::uint8_t>(t, 0) / 255.0, 0, 0, 1};
     }},
    {"R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, ElementType::f32, 4,
     [](const std::byte* t) {
         return Texel{at<std::uint8_t>(t, 0) / 255.0, at<std::uint8_t>(t, 1) / 255.0, at<std::uint8_t>(t, 2) / 255.0,
                      at<std::uint8_t>(t, 3) / 255.0};
     }},
    {"R8G8B8A8_SRGB", VK_FORMAT_R8G8B8A8_SRGB, ElementType::f32, 4,
     [](const std::byte* t) {
         return Texel{linear(at<std::uint8_t>(t, 0)), linear(at<std::uint8_t>(t, 1)), linear(at<std::uint8_t>(t, 2)),
                      at<std::uint8_t>(t, 3) / 255.0};
     },
     0.003},
    {"R16_SFLOAT", VK_FORMAT_R16_SFLOAT, ElementType::f32, 2,
     [](const std::byte* t) {
         return Texel{half(at<std::uint16_t>(t, 0)), 0, 0, 1};
     }},
    {"R32G32B32A32_SFLOAT", VK_FORMAT_R32G32B32A32_SFLOAT, ElementType::f32, 16,
     [](const std::byte* t) {
         return Texel{at<float>(t, 0), at<float>(t, 1), at<float>(t, 2), at<float>(t, 3)};
     }},
    {"R32_UINT", VK_FORMAT_R32_UINT, ElementType::u32, 4,
     [](const std::byte* t) {
         return Texel{double(at<std::uint32_t>(t, 0)), 0, 0, 1};
     }},
    {"R8G8B8A8_UINT", VK_FORMAT_R8G8B8A8_UINT, ElementType::u32, 4,
     [](const std::byte* t) {
         return Texel{double(at<std::uint8_t>(t, 0)), double(at<std::uint8_t>(t, 1)), double(at<std::uint8_t>(t, 2)),
                      double(at<std::uint8_t>(t, 3))};
     }},
    {"R16_SINT", VK_FORMAT_R16_SINT, ElementType::i32, 2,
     [](const std::byte* t) {
         return Texel{double(at<std::int16_t>(t, 0)), 0, 0, 1};
     }},
};

/// Returns the number that is counted.
double counted_value(const Texel& texel, const ImageHistogramOptions& options) {
    double value = texel[static_cast<std::size_t>(options.channel) & 3];
    if (options.channel == ImageChannel::luminance) {
        value = options.weights[0] * texel[0] + options.weights[1] * texel[1] + options.weights[2] * texel[2];
    }
    if (!options.log2 || std::isnan(value)) {
        return value;
    }
    return value > 0 ? std::log2(value) : -HUGE_VAL;
}

/// Returns the bin, or rule.bins if the value is outside, or -1 if rounding may decide.
int bin_by_reals(double value, const BinRule& rule, bool clamp, double tolerance) {
    const double low = rule.range.low.real();
    const double width = rule.range.high.real() - low + (is_float(rule.type) ? 0 : 1);
    const auto bins = static_cast<int>(rule.bins);
    if (std::isnan(value)) {
        return bins;
    }
    const double position = (value - low) / width * bins;
    if (is_float(rule.type) && std::abs(position - std::round(position)) < 0.005 + tolerance * bins / width) {
        return -1;
    }
    if (position < 0) {
        return clamp ? 0 : bins;
    }
    if (position >= bins) {
        return clamp ? bins - 1 : bins;
    }
    return static_cast<int>(position);
}

struct Picture {
    VkExtent2D size;
    std::vector<std::byte> texels;
};

/// Returns random texels that rounding cannot move to another bin.
Picture picture_for(const Format& format, const ImageHistogramOptions& options, const BinRule& rule, VkExtent2D size,
                    std::uint64_t seed) {
    SplitMix64 random(seed);
    Picture picture{size, std::vector<std::byte>(format.bytes * size.width * size.height)};
    for (std::size_t begin = 0; begin < picture.texels.size(); begin += format.bytes) {
        std::byte* texel = picture.texels.data() + begin;
        do {
            for (std::size_t byte = 0; byte < format.bytes; ++byte) {
                texel[byte] = std::byte(random.next32() & 255);
            }
            if (format.format == VK_FORMAT_R32G32B32A32_SFLOAT) {
                for (std::size_t channel = 0; channel < 4; ++channel) {
                    const float value = std::ldexp(static_cast<float>(random.below(1u << 24)), -23) - 0.5F;
                    std::memcpy(texel + 4 * channel, &value, 4);
                }
            }
        } while (bin_by_reals(counted_value(format.decode(texel), options), rule, options.clamp, format.tolerance) < 0);
    }
    return picture;
}

class ImageHistograms : public DeviceTest {
protected:
    static void expect_counted(Runner& runner, const Format& format, const ImageHistogramOptions& options,
                               VkExtent2D size, VkRect2D region, int times = 1) {
        const ImageHistogram histogram = take(ImageHistogram::create(runner.context(), options), format.name);
        const Picture picture = picture_for(format, options, histogram.rule(), size, 5);
        const TestImage image(runner, format.format, {size.width, size.height, 1}, picture.texels);
        const GuardedBuffer counts(runner, histogram.counts_bytes());
        const auto recorded = runner.run([&](Recorder& recorder) -> Result<void> {
            for (int turn = 0; turn < times; ++turn) {
                VKALGO_CHECK(histogram.record(recorder, {.image = image.view(),
                                                         .size = region.extent,
                                                         .offset = region.offset,
                                                         .counts = counts.view(),
                                                         .add_to_counts = turn > 0}));
            }
            return {};
        });
        ASSERT_OK(recorded) << format.name;
        std::vector<std::uint32_t> expected(options.bins + std::size_t{1});
        for (std::uint32_t y = 0; y < region.extent.height; ++y) {
            for (std::uint32_t x = 0; x < region.extent.width; ++x) {
                const std::size_t index =
                    (std::size_t(region.offset.y) + y) * size.width + std::size_t(region.offset.x) + x;
                const Texel texel = format.decode(picture.texels.data() + index * format.bytes);
                const int bin =
                    bin_by_reals(counted_value(texel, options), histogram.rule(), options.clamp, format.tolerance);
                expected[static_cast<std::size_t>(bin)] += static_cast<std::uint32_t>(times);
            }
        }
        EXPECT_EQ(counts.values<std::uint32_t>(options.bins + std::size_t{1}), expected) << format.name;
        counts.expect_intact(format.name);
    }

    static void expect_counted(const Format& format, const ImageHistogramOptions& options, VkExtent2D size) {
        expect_counted(runner(), format, options, size, {{0, 0}, size});
    }
};

ImageHistogramOptions options_for(const Format& format) {
    ImageHistogramOptions options{.type = format.type, .bins = 37};
    options.range = format.type == ElementType::f32       ? HistogramRange{0.05, 0.9}
                    : format.type == ElementType::i32     ? HistogramRange{-20000, 25000}
                    : format.format == VK_FORMAT_R32_UINT ? HistogramRange{1000, 4000000000u}
                                                          : HistogramRange{5, 250};
    return options;
}

TEST_F(ImageHistograms, CountOneChannelOfEveryKindOfFormat) {
    for (const Format& format : kFormats) {
        for (const VkExtent2D size : {VkExtent2D{1, 1}, VkExtent2D{16, 16}, VkExtent2D{97, 61}}) {
            expect_counted(format, options_for(format), size);
        }
    }
}

TEST_F(ImageHistograms, CountEachOfFourChannels) {
    for (const Format& format : kFormats) {
        for (const ImageChannel channel :
             {ImageChannel::red, ImageChannel::green, ImageChannel::blue, ImageChannel::alpha}) {
            if (format.bytes < 4 || format.format == VK_FORMAT_R32_UINT) {
                continue;
            }
            ImageHistogramOptions options = options_for(format);
            options.channel = channel;
            expect_counted(format, options, {33, 18});
        }
    }
}

TEST_F(ImageHistograms, CountTheLuminanceOfColours) {
    for (const Format& format : kFormats) {
        if (format.type != ElementType::f32 || format.bytes < 4) {
            continue;
        }
        ImageHistogramOptions options = options_for(format);
        options.channel = ImageChannel::luminance;
        expect_counted(format, options, {64, 33});
        options.weights = {0.25F, 0.5F, 0.25F};
        expect_counted(format, options, {64, 33});
    }
}

TEST_F(ImageHistograms, CountLogarithmsAndClampValuesOutside) {
    const Format& floats = kFormats[4];
    const ImageHistogramOptions options{.type = ElementType::f32,
                                        .bins = 50,
                                        .range = HistogramRange{-6, 0.25},
                                        .channel = ImageChannel::luminance,
                                        .log2 = true,
                                        .clamp = true};
    expect_counted(floats, options, {71, 40});
    for (const Format& format : kFormats) {
        ImageHistogramOptions clamped = options_for(format);
        clamped.clamp = true;
        expect_counted(format, clamped, {71, 40});
    }
}

TEST_F(ImageHistograms, CountNaNAsOutsideWithEveryOption) {
    // About one in 32 random half floats is NaN. Expects that there are some.
    const Format& halves = kFormats[3];
    for (const bool log2 : {false, true}) {
        for (const bool clamp : {false, true}) {
            const ImageHistogramOptions options{.type = ElementType::f32,
                                                .bins = 20,
                                                .range = HistogramRange{-10.3, 10.1},
                                                .log2 = log2,
                                                .clamp = clamp};
            const Picture picture = picture_for(
                halves, options, take(make_bin_rule(options.type, options.bins, options.range)), {64, 32}, 5);
            int nans = 0;
            for (std::size_t at = 0; at < picture.texels.size(); at += halves.bytes) {
                nans += std::isnan(halves.decode(picture.texels.data() + at)[0]) ? 1 : 0;
            }
            ASSERT_GT(nans, 10);
            expect_counted(halves, options, {64, 32});
        }
    }
}

TEST_F(ImageHistograms, RefuseAnImageWithoutAViewBeforeAnythingIsRecorded) {
    const ImageHistogram histogram = take(ImageHistogram::create(context(), {}));
    const std::vector<std::byte> texels(64);
    const TestImage image(runner(), VK_FORMAT_R8_UNORM, {8, 8, 1}, texels);
    const Buffer counts = take(Buffer::create(context(), {.size = histogram.counts_bytes()}));
    const auto refused = [&](const ImageView& view) {
        HazardTracker hazards(HazardTracker::Before::nothing);
        DescriptorArena arena(context());
        Recorder recorder(context(), VK_NULL_HANDLE, arena, {.hazards = &hazards, .dry = true});
        const auto result = histogram.record(recorder, {.image = view, .size = {8, 8}, .counts = counts.view()});
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, "image");
        EXPECT_OK(recorder.status());
        EXPECT_EQ(hazards.last(counts.view()), StageAccess{}) << "not even the fill";
    };
    ImageView only_sampler;
    only_sampler.sampler = reinterpret_cast<VkSampler>(16);
    refused(only_sampler);
    ImageView without_view = image.view();
    without_view.view = VK_NULL_HANDLE;
    without_view.sampler = only_sampler.sampler;
    refused(without_view);
    ImageView without_image = image.view();
    without_image.image = VK_NULL_HANDLE;
    refused(without_image);
}

TEST_F(ImageHistograms, CountARegionAndAddToEarlierCounts) {
    const Format& format = kFormats[1];
    expect_counted(runner(), format, options_for(format), {100, 80}, {{17, 5}, {50, 33}});
    expect_counted(runner(), format, options_for(format), {100, 80}, {{99, 79}, {1, 1}});
    expect_counted(runner(), format, options_for(format), {100, 80}, {{0, 0}, {100, 80}}, 3);
}

TEST_F(ImageHistograms, CountMoreBinsThanSharedMemoryHolds) {
    ImageHistogramOptions options = options_for(kFormats[5]);
    options.bins = 100003;
    expect_counted(kFormats[5], options, {200, 100});
}

TEST_F(ImageHistograms, CountOnSmallDevices) {
    for (const Narrow& narrow : {Narrow([](DeviceProfile& profile) {
                                     profile.max_workgroup_invocations = 128;
                                     profile.max_workgroup_size = {128, 128, 64};
                                     profile.shared_memory = 1024;
                                 }),
                                 Narrow([](DeviceProfile& profile) {
                                     // Not a multiple of 16, the texels of a row of a tile
                                     profile.max_workgroup_invocations = 200;
                                     profile.max_workgroup_size = {200, 200, 64};
                                 }),
                                 Narrow([](DeviceProfile& profile) { profile.push_descriptors = false; }),
                                 Narrow([](DeviceProfile& profile) { profile.storage_offset_alignment = 256; })}) {
        ContextOptions wanted = test_options();
        wanted.narrow = narrow;
        ValidatedContext context(wanted);
        Runner own = take(Runner::create(*context));
        expect_counted(own, kFormats[1], options_for(kFormats[1]), {130, 70}, {{0, 0}, {130, 70}});
    }
}

TEST_F(ImageHistograms, RefuseInvalidOptionsAndArguments) {
    EXPECT_ERROR(ImageHistogram::create(context(), {.type = ElementType::u8}), ErrorCode::invalid_argument);
    EXPECT_ERROR(ImageHistogram::create(context(), {.type = ElementType::u32, .channel = ImageChannel::luminance}),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(ImageHistogram::create(context(), {.type = ElementType::i32, .log2 = true}),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(ImageHistogram::create(context(), {.bins = 0}), ErrorCode::invalid_argument);
    const ImageHistogram histogram = take(ImageHistogram::create(context(), {}));
    const std::vector<std::byte> texels(64);
    const TestImage image(runner(), VK_FORMAT_R8_UNORM, {8, 8, 1}, texels);
    const GuardedBuffer counts(runner(), histogram.counts_bytes());
    const auto record = [&](auto&& change) {
        ImageHistogramArguments arguments{.image = image.view(), .size = {8, 8}, .counts = counts.view()};
        change(arguments);
        return runner().run([&](Recorder& recorder) { return histogram.record(recorder, arguments); });
    };
    EXPECT_OK(record([](ImageHistogramArguments&) {}));
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.image = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.size.width = 0; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.size = {65536, 65536}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.size.height = 0; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.offset.x = -1; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.offset.y = -1; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.counts.size -= 4; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record([](ImageHistogramArguments& a) { a.counts = {}; }), ErrorCode::invalid_argument);
    ValidatedContext other;
    Runner own = take(Runner::create(*other));
    EXPECT_ERROR(own.run([&](Recorder& recorder) {
        return histogram.record(recorder, {.image = image.view(), .size = {8, 8}, .counts = counts.view()});
    }),
                 ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test

#include "cli/commands/histogram/groups.hpp"

#include "algorithms/histogram/histogram_reference.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/weights.hpp"
#include "cli/commands/histogram/words.hpp"
#include "cli/segment_offsets.hpp"
#include "formats/npy.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Parses whole numbers between commas.
Result<std::vector<std::uint64_t>> parse_sizes(std::string_view text) {
    std::vector<std::uint64_t> sizes;
    VKALGO_CHECK(each_word(text, [&](std::string_view word) -> Result<void> {
        VKALGO_TRY(const std::uint64_t size, parse_size(word));
        sizes.push_back(size);
        return {};
    }));
    return sizes;
}

Result<std::vector<std::uint32_t>> read_words(const std::string& path, const InputLimits& limits) {
    InputSettings settings;
    settings.limits = limits;
    InputReader reader(std::move(settings));
    VKALGO_TRY(const Array array, read_segment_offsets(reader, path, ElementType::u32));
    std::vector<std::uint32_t> words(static_cast<std::size_t>(array.count()));
    if (!words.empty()) {
        std::memcpy(words.data(), array.data.data(), array.data.size());
    }
    return words;
}

/// Returns one of the histograms of a result, without the numbers of its values and of its NaN.
CountedBins one_of(const HistogramResult& result, std::size_t number) {
    const std::span<const std::uint64_t> counts(result.counts);
    CountedBins counted{&result.rule, counts.subspan(number * result.rule.bins, result.rule.bins), 0, 0, 0};
    counted.outside = result.outside_of[number];
    return counted;
}

}  // namespace

void GroupOptions::declare(Options& options) {
    options.group("Pixels and segments");
    options.value(
        "--channels", "N[:LIST]",
        "the number of interleaved channels of a pixel, 1 to 4; one histogram per channel, or per listed channel: "
        "4:0,1,2 leaves out the last",
        [this](const std::string& text) { return take_channels(text); });
    options.size("--width", width_, "number of pixels in a row (default: that of the .npy or image)", 1,
                 std::numeric_limits<std::uint32_t>::max());
    options.size("--stride", stride_,
                 "bytes from the start of a row to the start of the next row (default: the bytes of its pixels)", 1);
    options.value("--region", "X,Y,W,H", "count only this part: W x H pixels from column X and row Y, both from 0",
                  [this](const std::string& text) { return take_region(text); });
    options.text(
        "--segments", segments_, "FILE",
        "one histogram per segment: each segment begins at an offset of this file and ends before the next offset "
        "(.npy or text)");
    options.text("--weights", weights_, "FILE",
                 "add up these numbers, one per pixel or point, instead of counting pixels or points: u32 or f32");
}

std::vector<std::string> GroupOptions::files() const {
    std::vector<std::string> files;
    for (const auto& file : {segments_, weights_}) {
        if (file) {
            files.push_back(*file);
        }
    }
    return files;
}

Result<void> GroupOptions::take_channels(const std::string& text) {
    const std::size_t colon = text.find(':');
    VKALGO_TRY(const std::uint64_t count, parse_size(std::string_view(text).substr(0, colon)));
    if (count < 1 || count > 4) {
        return bad_usage(fmt::format("pixels can have 1 to 4 channels, not {}", count));
    }
    channel_count_ = static_cast<std::uint32_t>(count);
    if (colon != std::string::npos) {
        VKALGO_TRY(const std::vector<std::uint64_t> list, parse_sizes(std::string_view(text).substr(colon + 1)));
        for (const std::uint64_t channel : list) {
            if (channel >= count) {
                return bad_usage(
                    fmt::format("'{}' has channel {}; give channels from 0 to {}", text, channel, count - 1));
            }
            if ((counted_ >> channel & 1) != 0) {
                return bad_usage(fmt::format("'{}' has channel {} twice; give each channel once", text, channel));
            }
            counted_ |= 1U << channel;
        }
    }
    channels_ = text;
    return {};
}

Result<void> GroupOptions::take_region(const std::string& text) {
    VKALGO_TRY(const std::vector<std::uint64_t> numbers, parse_sizes(text));
    const bool fit = std::all_of(numbers.begin(), numbers.end(), [](std::uint64_t each) { return each >> 32 == 0; });
    if (numbers.size() != 4 || !fit || numbers[2] == 0 || numbers[3] == 0) {
        return bad_usage(fmt::format(
            "'{}' is not a region; give X,Y,W,H, each below 2^32, with W and H above 0, as in 0,0,640,480", text));
    }
    const auto word = [&](std::size_t index) { return static_cast<std::uint32_t>(numbers[index]); };
    rows_ = {word(2), word(3), 0, word(0), word(1)};
    region_ = text;
    return {};
}

Result<void> GroupOptions::take_rows(Array& values, const HistogramCallOptions& call) const {
    // Whether the array has the shape rows x columns, or rows x columns x channels if a pixel has several channels.
    const bool shaped = values.shape.size() == (channel_count_ == 1 ? 2U : 3U);
    if (!width_ && !shaped) {
        return bad_usage("--stride and --region need the number of pixels in a row; give --width");
    }
    const std::uint64_t width = width_.value_or(shaped ? values.shape[1] : 0);
    const std::uint64_t pixel = std::uint64_t{size_of(values.type)} * channel_count_;
    HistogramRows rows = rows_;
    rows.stride = stride_.value_or(width * pixel);
    if (rows.stride % size_of(values.type) != 0) {
        return bad_usage(fmt::format("--stride: {} is not a multiple of the {} bytes of {}; give a multiple",
                                     rows.stride, size_of(values.type), to_string(values.type)));
    }
    if (!region_) {
        // The bytes may end after the pixels of the last row, or after its whole stride.
        const std::uint64_t bytes = values.data.size(), row = width * pixel;
        const std::uint64_t stride = std::max<std::uint64_t>(rows.stride, 1);
        const std::uint64_t height = bytes / stride + (bytes % stride == 0 ? 0 : 1);
        if (row > stride || (bytes % stride != 0 && bytes % stride != row) ||
            height > std::numeric_limits<std::uint32_t>::max()) {
            return bad_usage(
                fmt::format("{} cannot hold whole rows of {} that begin {} apart; correct --width or "
                            "--stride, or give a --region",
                            plural(bytes, "byte"), plural(row, "byte"), plural(stride, "byte")));
        }
        rows.width = static_cast<std::uint32_t>(width);
        rows.height = static_cast<std::uint32_t>(height);
    } else if (std::uint64_t{rows.x} + rows.width > width) {
        return bad_usage(
            fmt::format("--region: {} exceeds a row of {}; give a smaller X or W", *region_, plural(width, "pixel")));
    }
    VKALGO_TRY(values.data, gather_rows(values.data, call.histogram, rows));
    values.shape = {values.data.size() / size_of(values.type)};
    return {};
}

Result<HistogramWeights> GroupOptions::take_weights(std::uint64_t count, std::string_view noun,
                                                    const InputLimits& limits) {
    VKALGO_TRY(const HistogramWeights kind, read_weights(*weights_, limits, pixel_weights_, float_weights_));
    if (const std::size_t found = pixel_weights_.size() + float_weights_.size(); found != count) {
        return bad_usage(fmt::format("--weights: '{}' has {} for {}; give one weight for each", *weights_,
                                     plural(found, "weight"), plural(count, noun)));
    }
    return kind;
}

Result<void> GroupOptions::apply(std::uint64_t points, Histogram2dCallOptions& call, const InputLimits& limits) {
    if (weights_) {
        VKALGO_CHECK(take_weights(points, "point", limits));
        call.weights = pixel_weights_;
        call.float_weights = float_weights_;
    }
    return {};
}

Result<void> GroupOptions::apply(Array& values, HistogramCallOptions& call, const InputLimits& limits) {
    call.histogram.channels = channel_count_;
    call.histogram.counted_channels = counted_;
    if (rows_given()) {
        VKALGO_CHECK(take_rows(values, call));
    }
    if (values.count() % channel_count_ != 0) {
        return bad_usage(
            fmt::format("--channels: {} cannot make a whole number of pixels of {}; correct the number of channels",
                        plural(values.count(), "value"), plural(channel_count_, "channel")));
    }
    const std::uint64_t pixels = values.count() / channel_count_;
    if (segments_) {
        if (channel_count_ != 1) {
            return bad_usage("--segments divides values, not pixels; leave out --channels");
        }
        VKALGO_TRY(offsets_, read_words(*segments_, limits));
        if (offsets_.size() < 2 || !std::is_sorted(offsets_.begin(), offsets_.end())) {
            return bad_usage(fmt::format(
                "--segments: '{}' must have two or more offsets in ascending order; correct it", *segments_));
        }
        if (offsets_.back() > pixels) {
            return bad_usage(
                fmt::format("--segments: the last offset, {}, exceeds the number of values, {}; correct it",
                            offsets_.back(), pixels));
        }
        call.offsets = offsets_;
        call.histogram.segments = static_cast<std::uint32_t>(offsets_.size() - 1);
    }
    if (weights_) {
        VKALGO_TRY(call.histogram.weights, take_weights(pixels, "pixel", limits));
        call.weights = pixel_weights_;
        call.float_weights = float_weights_;
    }
    return {};
}

void GroupOptions::describe(Json& parameters) const {
    const auto put = [&](const char* name, const auto& value) {
        if (value) {
            parameters[name] = *value;
        }
    };
    put("channels", channels_);
    put("width", width_);
    put("stride", stride_);
    put("region", region_);
    put("segments", segments_);
    put("weights", weights_);
}

void describe_groups(const HistogramResult& result, Answer& answer) {
    const std::size_t bins = result.rule.bins;
    const std::size_t histograms = result.outside_of.size();
    answer.result = {{"histograms", histograms},  {"bins", bins},      {"count", result.count},
                     {"outside", result.outside}, {"nan", result.nan}, {"outside_of", result.outside_of}};
    if (result.counts.size() <= kMaxListedInJson) {
        Json counts = Json::array();
        for (std::size_t number = 0; number < histograms; ++number) {
            counts.push_back(one_of(result, number).counts);
        }
        answer.result["counts"] = std::move(counts);
    }
    answer.line("pixels", fmt::format("{} of {}, {} of {}", result.count, to_string(result.rule.type),
                                      plural(histograms, "histogram"), plural(bins, "bin")));
    for (std::uint32_t number = 0; number < std::min<std::size_t>(histograms, kMaxShownInText); ++number) {
        const CountedBins counted = one_of(result, number);
        const std::uint32_t fullest = counted.fullest();
        answer.line(fmt::format("{}", number),
                    fmt::format("fullest bin {} ({}): {}; {} outside", fullest, counted.edges(fullest, fullest),
                                counted.counts[fullest], counted.outside));
    }
    tell_of_more(histograms, answer);
}

OutputTable groups_table(const HistogramResult& result, bool wide) {
    const std::size_t bins = result.rule.bins;
    const std::size_t histograms = result.outside_of.size();
    return {.columns = {"histogram", "bin", "low", "high", "count"},
            .rows =
                [&result, histograms](std::string& text, std::string_view separator) {
                    for (std::size_t number = 0; number < histograms; ++number) {
                        append_bins(one_of(result, number), fmt::format("{}{}", number, separator), separator, text);
                    }
                },
            .array = [&result, histograms, bins, wide, made = Array()]() mutable -> const Array& {
                return made = counters(result.counts, {histograms, bins}, wide);
            },
            .json =
                [&result, histograms, bins] {
                    Json counts = Json::array();
                    for (std::size_t number = 0; number < histograms; ++number) {
                        counts.push_back(one_of(result, number).counts);
                    }
                    return dump({{"type", to_string(result.rule.type)},
                                 {"bins", bins},
                                 {"low", end_json(result.rule, result.rule.range.low)},
                                 {"high", end_json(result.rule, result.rule.range.high)},
                                 {"outside_of", result.outside_of},
                                 {"counts", std::move(counts)}});
                }};
}

Result<std::string> groups_difference(const HistogramResult& result, const Array& values,
                                      const HistogramCallOptions& call) {
    VKALGO_TRY(const std::vector<HistogramCounts> expected,
               histogram_references(values.data, call.histogram, call.offsets, call.weights));
    std::uint64_t nan = 0;
    for (std::size_t number = 0; number < expected.size(); ++number) {
        CountedBins counted = one_of(result, number);
        counted.nan = expected[number].nan;
        nan += expected[number].nan;
        if (const std::string difference = counted_difference(counted, expected[number]); !difference.empty()) {
            return expected.size() == 1 ? difference : fmt::format("histogram {}: {}", number, difference);
        }
    }
    return nan == result.nan ? std::string()
                             : fmt::format("the count of NaN is {}, but that of the reference is {}", result.nan, nan);
}

}  // namespace vkalgo::cli

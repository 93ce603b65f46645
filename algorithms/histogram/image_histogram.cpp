#include "algorithms/histogram/image_histogram.hpp"

#include "algorithms/histogram/even_constants.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/invalid.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/sampled_image.hpp"
#include "engine/arguments.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/count_image_f32.hpp>
#include <vkalgo_spirv/histogram/count_image_i32.hpp>
#include <vkalgo_spirv/histogram/count_image_u32.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

using namespace histogram_detail;

static_assert(static_cast<std::uint32_t>(ImageChannel::luminance) == VKALGO_IMAGE_LUMINANCE);
static_assert(sizeof(shader::ImagePush) <= 128);

Result<void> check_options(const ImageHistogramOptions& options) {
    if (options.type != ElementType::f32 && options.type != ElementType::u32 && options.type != ElementType::i32) {
        return invalid(std::string("the type must be f32, u32 or i32, which shaders read from images, not ") +
                           to_string(options.type),
                       "type");
    }
    if (options.type != ElementType::f32 && options.channel == ImageChannel::luminance) {
        return invalid("integer images have no luminance; give a channel", "channel");
    }
    if (options.type != ElementType::f32 && options.log2) {
        return invalid("log2 counts only values of f32", "log2");
    }
    return {};
}

std::string size_text(VkExtent2D size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height);
}

/// Checks that the region has 1 to 2^32 - 1 texels and is inside the image.
Result<void> check_region(const ImageView& image, VkOffset2D offset, VkExtent2D size) {
    const std::uint64_t texels = std::uint64_t{size.width} * size.height;
    if (texels == 0 || texels > std::numeric_limits<std::uint32_t>::max() || offset.x < 0 || offset.y < 0) {
        return invalid("a region must have 1 to " + std::to_string(std::numeric_limits<std::uint32_t>::max()) +
                           " texels and begin in column and row 0 or later; this one has " + size_text(size) +
                           " texels and begins in column " + std::to_string(offset.x) + " and row " +
                           std::to_string(offset.y),
                       "size");
    }
    const std::uint64_t right = static_cast<std::uint64_t>(offset.x) + size.width;
    const std::uint64_t bottom = static_cast<std::uint64_t>(offset.y) + size.height;
    if (right > image.extent.width || bottom > image.extent.height) {
        return invalid("the region of " + size_text(size) + " texels that begins in column " +
                           std::to_string(offset.x) + " and row " + std::to_string(offset.y) +
                           " (from 0) exceeds the image, which has " +
                           size_text({image.extent.width, image.extent.height}) + " texels",
                       "size");
    }
    return {};
}

KernelInfo module_of(ElementType type) {
    switch (type) {
        case ElementType::u32:
            return {"histogram/count_image_u32", spirv::histogram_count_image_u32, {}};
        case ElementType::i32:
            return {"histogram/count_image_i32", spirv::histogram_count_image_i32, {}};
        default:
            return {"histogram/count_image_f32", spirv::histogram_count_image_f32, {}};
    }
}

}  // namespace

Result<ImageHistogram> ImageHistogram::create(Context& context, const ImageHistogramOptions& options) {
    VKALGO_CHECK(check_options(options));
    const DeviceProfile& profile = context.profile();
    const HistogramTuning tuning = histogram_tuning(profile);
    ImageHistogram made;
    made.context_ = &context;
    made.options_ = options;
    std::optional<HistogramRange> range = options.range;
    if (!range && options.type == ElementType::f32) {
        range = HistogramRange{0, 1};
    }
    VKALGO_TRY(made.rule_, make_bin_rule(options.type, options.bins, range));
    if (made.counts_bytes() > std::min(profile.max_storage_range, profile.max_allocation)) {
        return Error{ErrorCode::too_large,
                     "the counters of " + std::to_string(options.bins) + " bins do not fit one buffer of this device",
                     "bins"};
    }
    made.threads_ = std::min(tuning.image_threads, most_threads(profile));
    if (made.threads_ > 16) {
        made.threads_ -= made.threads_ % 16;  // The rows of a tile have 16 texels.
    }
    HistogramPlan plan;
    plan.rule = made.rule_;
    std::uint32_t copies = 0;
    if (options.bins <= counter_words(profile)) {
        copies = std::min(tuning.image_copies, std::bit_floor(counter_words(profile) / options.bins));
        plan.shared_words = copies * options.bins;
        made.counter_iterations_ =
            divide_up(plan.shared_words, made.threads_) + 1 + divide_up(options.bins, made.threads_) * (copies + 2) + 1;
        if (made.counter_iterations_ + 1 > loop_budget(profile) / 2) {
            copies = 0;
            plan.shared_words = 0;
            made.counter_iterations_ = 0;
        }
    }
    KernelInfo info = module_of(options.type);
    info.constants = constants_of(plan, made.threads_, copies);
    info.constants.push_back({VKALGO_CONSTANT_CLAMP, options.clamp ? 1u : 0u});
    info.constants.push_back({VKALGO_CONSTANT_LOG2, options.log2 ? 1u : 0u});
    VKALGO_TRY(made.kernel_, context.kernel(info));
    return made;
}

Result<void> ImageHistogram::record(Recorder& recorder, const ImageHistogramArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "histogram"));
    VKALGO_CHECK(check_sampled_image(arguments.image, options_.type, "histogram"));
    VKALGO_CHECK(check_region(arguments.image, arguments.offset, arguments.size));
    const Argument counts[] = {{.name = "counts",
                                .view = arguments.counts,
                                .bytes = counts_bytes(),
                                .access = Access::read_write,
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT}};
    const DeviceProfile& profile = context_->profile();
    VKALGO_CHECK(check_arguments(counts, profile));

    const std::uint32_t tile_width = threads_ >= 16 ? 16 : 1;
    const std::uint64_t tiles =
        divide_up(arguments.size.width, tile_width) * divide_up(arguments.size.height, threads_ / tile_width);
    const std::uint64_t most_tiles =
        std::max<std::uint64_t>((loop_budget(profile) - counter_iterations_ - 1) / (1 + bin_iterations(rule_)), 1);
    const std::uint64_t groups =
        std::max(std::min(histogram_tuning(profile).image_groups, tiles), divide_up(tiles, most_tiles));
    const SpanScope span(recorder, "histogram image");
    const BufferView result = arguments.counts.slice(0, counts_bytes());
    if (!arguments.add_to_counts) {
        recorder.fill(result, 0);
    }
    const shader::ImagePush push{.x = arguments.offset.x,
                                 .y = arguments.offset.y,
                                 .width = arguments.size.width,
                                 .height = arguments.size.height,
                                 .tiles_per_group = static_cast<std::uint32_t>(divide_up(tiles, groups)),
                                 .channel = static_cast<std::uint32_t>(options_.channel),
                                 .red = options_.weights[0],
                                 .green = options_.weights[1],
                                 .blue = options_.weights[2]};
    recorder.dispatch(*kernel_, {arguments.image, result}, push, Groups::linear(groups, *context_));
    return recorder.status();
}

}  // namespace vkalgo

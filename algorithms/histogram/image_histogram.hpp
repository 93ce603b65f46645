#pragma once

#include "../../engine/image.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "bin_rule.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// Which number of a texel is counted.
enum class ImageChannel : std::uint8_t { red, green, blue, alpha, luminance };

/// What is counted of an image, and into which bins.
struct ImageHistogramOptions {
    /// The type of the numbers that a shader reads from the view's format: f32 for UNORM, SNORM, SRGB and
    /// floating-point formats, u32 for UINT, i32 for SINT.
    ElementType type = ElementType::f32;
    /// 1 to kMaxHistogramBins.
    std::uint32_t bins = 256;
    /// The range of the bins; if not set: 0 to 1 for f32, whole_range(type) for integers.
    std::optional<HistogramRange> range = {};
    /// The number of a texel that is counted. Luminance requires f32.
    ImageChannel channel = ImageChannel::red;
    /// Luminance is red * weights[0] + green * weights[1] + blue * weights[2], of the numbers that a shader reads; an
    /// SRGB format is decoded to linear numbers. The default weights are those of ITU-R BT.709.
    std::array<float, 3> weights = {0.2126F, 0.7152F, 0.0722F};
    /// Counts the binary logarithm; the range is then a range of logarithms, and values of 0 and below lie below every
    /// range. f32 only. Vulkan allows an error of 3 units in the last place, and for values from 0.5 to 2 an error of
    /// 2^-21, so a logarithm that close to an edge may have either bin.
    bool log2 = false;
    /// Values below the range have the first bin, values above it the last; only NaN is outside.
    bool clamp = false;
};

/// What one recording reads and writes.
struct ImageHistogramArguments {
    /// A 2-D view of a sampled image (VK_IMAGE_USAGE_SAMPLED_BIT). Its first mip level is read; no sampler is needed.
    /// Layout: one that can be sampled (can_be_sampled()), such as SHADER_READ_ONLY_OPTIMAL. `format` and `extent` are
    /// required: the format must be of the type that the histogram was created for.
    ImageView image;
    /// Size in texels of the region that is counted: inside the image, at most 2^32 - 1 texels.
    VkExtent2D size = {};
    /// The region's first texel.
    VkOffset2D offset = {};
    /// The result: bins + 1 uint32, the counters of bins 0 to bins - 1, then the number of texels outside the range.
    BufferView counts;
    /// Adds to what `counts` holds instead of clearing it first.
    bool add_to_counts = false;
};

/// Counts the texels of an image in bins of equal width. It reads the image itself and makes no copy. bin_rule.hpp
/// defines which value has which bin.
///
/// vkalgo records a fill of `counts` (unless add_to_counts is set), one dispatch and the barriers between them. The
/// caller does everything that Recorder requires, creates `counts` with Histogram::kCountsUsage, and puts the image
/// into its layout.
class ImageHistogram {
public:
    /// Takes the kernel from the context's cache. Errors: those of make_bin_rule; invalid_argument (a type that no
    /// image has, luminance or log2 of integers); too_large (the counters do not fit one storage buffer); those of
    /// Context::kernel.
    static Result<ImageHistogram> create(Context& context, const ImageHistogramOptions& options);

    /// Returns the rule that gives the bin of a value.
    const BinRule& rule() const { return rule_; }
    /// Returns the bytes of `counts`.
    std::uint64_t counts_bytes() const { return (std::uint64_t{rule_.bins} + 1) * 4; }

    /// Records the whole count. Thread-safe; does not submit, wait or allocate device memory. Errors: invalid_argument
    /// (a missing image, a layout that no shader reads, a missing format or one of another type, a region with no
    /// texels, too many, or some outside the image, `counts` too small or badly aligned, a recorder of another
    /// context); those of the recorder.
    Result<void> record(Recorder& recorder, const ImageHistogramArguments& arguments) const;

private:
    Context* context_ = nullptr;
    ImageHistogramOptions options_;
    BinRule rule_;
    std::uint32_t threads_ = 0;
    /// Loop iterations of an invocation, in addition to those for its tiles.
    std::uint64_t counter_iterations_ = 0;
    std::shared_ptr<const Kernel> kernel_;
};

}  // namespace vkalgo

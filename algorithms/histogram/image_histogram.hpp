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

/// What of a texel is counted.
enum class ImageChannel : std::uint8_t { red, green, blue, alpha, luminance };

/// What is counted of an image, into which bins.
struct ImageHistogramOptions {
    /// The numbers that a shader reads from the view's format: f32 for UNORM, SNORM, SRGB and floating-point formats,
    /// u32 for UINT, i32 for SINT.
    ElementType type = ElementType::f32;
    /// 1 to kMaxHistogramBins
    std::uint32_t bins = 256;
    /// none: 0 to 1 for f32, whole_range(type) for integers
    std::optional<HistogramRange> range = {};
    /// luminance: of f32 only
    ImageChannel channel = ImageChannel::red;
    /// Luminance is red * weights[0] + green * weights[1] + blue * weights[2], of the numbers that a shader reads:
    /// linear ones, which an SRGB format decodes. The weights are those of ITU-R BT.709.
    std::array<float, 3> weights = {0.2126F, 0.7152F, 0.0722F};
    /// Counts the binary logarithm, and the range is one of logarithms; 0 and below lie below every range. f32 only.
    /// Devices compute it to a few units in the last place, so that a value that close to an edge may have either bin.
    bool log2 = false;
    /// Values below the range have the first bin, values above it the last; only NaN is outside.
    bool clamp = false;
};

/// What one recording reads and writes.
struct ImageHistogramArguments {
    /// A 2-D view of a sampled image (VK_IMAGE_USAGE_SAMPLED_BIT), of which the first mip level is read; no sampler is
    /// needed. Layout: SHADER_READ_ONLY_OPTIMAL or GENERAL.
    ImageView image;
    /// texels of the region that is counted; inside the image, together at most 2^32 - 1
    VkExtent2D size = {};
    /// its first texel
    VkOffset2D offset = {};
    /// The result: bins + 1 uint32, the counters of bins 0 to bins - 1, then how many texels lay outside the range.
    BufferView counts;
    /// adds to what `counts` holds instead of clearing it first
    bool add_to_counts = false;
};

/// Counts the texels of an image by bins of even width, in place: no copy of the image is made. Which value has which
/// bin: bin_rule.hpp.
///
/// vkalgo does: record a fill of `counts`, one dispatch and the barriers between them. The caller does: everything that
/// Recorder asks; create `counts` with Histogram::kCountsUsage; put the image into its layout.
class ImageHistogram {
public:
    /// Errors: those of make_bin_rule; invalid_argument (a type that no image has, luminance or log2 of integers);
    /// too_large (the counters do not fit one storage buffer); those of Context::kernel.
    static Result<ImageHistogram> create(Context& context, const ImageHistogramOptions& options);

    /// How a value finds its bin.
    const BinRule& rule() const { return rule_; }
    /// Bytes of `counts`.
    std::uint64_t counts_bytes() const { return (std::uint64_t{rule_.bins} + 1) * 4; }

    /// Records the whole count. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: invalid_argument (a missing image, a region without texels or of too many, `counts` too small or badly
    /// aligned, a recorder of another context); the recorder's.
    Result<void> record(Recorder& recorder, const ImageHistogramArguments& arguments) const;

private:
    Context* context_ = nullptr;
    ImageHistogramOptions options_;
    BinRule rule_;
    std::uint32_t threads_ = 0;
    /// loop iterations of an invocation besides one per tile
    std::uint64_t counter_iterations_ = 0;
    std::shared_ptr<const Kernel> kernel_;
};

}  // namespace vkalgo

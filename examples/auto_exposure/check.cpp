#include "check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace {

using Histogram = std::array<std::uint32_t, EXPOSURE_BINS + 1>;  // The last element counts pixels outside the range

double metered(const Histogram& histogram, double pixels) {
    double below = 0;
    double weight = 0;
    double total = 0;
    for (std::size_t bin = 0; bin < EXPOSURE_BINS; ++bin) {
        const double from = std::max(below, EXPOSURE_FROM * pixels);
        below += histogram[bin];
        const double inside = std::max(std::min(below, EXPOSURE_TO * pixels) - from, 0.0);
        weight += inside;
        total += inside * (EXPOSURE_LOWEST + (static_cast<double>(bin) + 0.5) * (EXPOSURE_RANGE / EXPOSURE_BINS));
    }
    return total / weight;
}

double value_of_half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 1023;
    const double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return (bits >> 15) != 0 ? -value : value;
}

/// Returns the position of the pixel's log2 luminance among the bins, 0 to EXPOSURE_BINS.
double position_of(std::span<const std::uint16_t> pixel) {
    const double luminance =
        0.2126 * value_of_half(pixel[0]) + 0.7152 * value_of_half(pixel[1]) + 0.0722 * value_of_half(pixel[2]);
    const double position = (std::log2(std::max(luminance, 1e-9)) - EXPOSURE_LOWEST) * (EXPOSURE_BINS / EXPOSURE_RANGE);
    return std::clamp(position, 0.0, EXPOSURE_BINS - 1e-9);
}

/// Compares the counts with the scene. A pixel near an edge of a bin may be counted on the other side, since a device's
/// log2 is not exact. So the number of pixels up to each edge must be at least the number of pixels that are certainly
/// below the edge, and at most the number of pixels that may be below it. Prints the first bin where this fails.
bool counted_rightly(std::uint32_t frame, std::span<const std::uint32_t> counts, std::span<const std::uint16_t> scene) {
    constexpr double kNear = 1e-3;
    std::array<std::uint64_t, EXPOSURE_BINS> least{};
    std::array<std::uint64_t, EXPOSURE_BINS> most{};
    for (std::size_t pixel = 0; pixel < scene.size(); pixel += 4) {
        const double position = position_of(scene.subspan(pixel, 4));
        ++least[static_cast<std::size_t>(std::min(position + kNear, EXPOSURE_BINS - 1.0))];
        ++most[static_cast<std::size_t>(std::max(position - kNear, 0.0))];
    }
    unsigned long long counted = 0;
    unsigned long long fewest = 0;
    unsigned long long greatest = 0;
    if (counts[EXPOSURE_BINS] != 0) {
        std::fprintf(stderr, "frame %u: %u pixels lie outside the histogram; is their luminance a number?\n", frame,
                     counts[EXPOSURE_BINS]);
        return false;
    }
    for (std::size_t bin = 0; bin < EXPOSURE_BINS; ++bin) {
        counted += counts[bin];
        fewest += least[bin];
        greatest += most[bin];
        if (counted < fewest || counted > greatest) {
            std::fprintf(stderr,
                         "frame %u: the histogram has %llu pixels up to bin %zu, but should have %llu to %llu (in bin "
                         "%zu alone: %u)\n",
                         frame, counted, bin, fewest, greatest, bin, counts[bin]);
            return false;
        }
    }
    return true;
}

bool close(const char* what, std::uint32_t frame, double device, double processor) {
    // The difference is in stops. A thousandth of a stop is far below what an eye or a byte of a picture can
    // distinguish.
    if (std::abs(device - processor) <= 1e-3) {
        return true;
    }
    std::fprintf(stderr, "frame %u: %s is %.6f on the device, %.6f on the processor\n", frame, what, device, processor);
    return false;
}

}  // namespace

bool metering_is_right(const Renderer& renderer, std::uint32_t frames) {
    bool right = true;
    double adapted = 0;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        const std::span<const std::uint32_t> counts = renderer.counts(frame);
        Histogram histogram{};
        std::copy(counts.begin(), counts.end(), histogram.begin());
        right &= counted_rightly(frame, counts, renderer.scene(frame));
        const double now = metered(histogram, renderer.pixels());
        const double previous = frame == 0 ? now : adapted;
        const double delay = now > previous ? EXPOSURE_TO_BRIGHT : EXPOSURE_TO_DARK;
        adapted = previous + (now - previous) * (1.0 - std::exp(-renderer.seconds_per_frame() / delay));
        const Exposure device = renderer.exposure(frame);
        right &= close("the metered luminance (EV)", frame, device.metered, now);
        right &= close("the adapted luminance (EV)", frame, device.adapted, adapted);
        right &= close("the logarithm to base 2 of the exposure", frame, std::log2(device.exposure),
                       std::log2(EXPOSURE_KEY) - adapted);
    }
    return right;
}

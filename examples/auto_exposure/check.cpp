#include "check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace {

using Histogram = std::array<std::uint32_t, EXPOSURE_BINS + 1>;  // the last counts what lies outside: nothing here

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

bool close(const char* what, std::uint32_t frame, double device, double processor) {
    // Stops: a thousandth of one is far below what an eye or a byte of a picture tells apart.
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
        Histogram histogram{};
        for (const std::uint8_t code : renderer.codes(frame)) {
            ++histogram[code];
        }
        const std::span<const std::uint32_t> counts = renderer.counts(frame);
        if (!std::equal(histogram.begin(), histogram.end(), counts.begin(), counts.end())) {
            std::fprintf(stderr, "frame %u: the histogram is wrong\n", frame);
            right = false;
        }
        const double now = metered(histogram, renderer.pixels());
        const double previous = frame == 0 ? now : adapted;
        const double delay = now > previous ? EXPOSURE_TO_BRIGHT : EXPOSURE_TO_DARK;
        adapted = previous + (now - previous) * (1.0 - std::exp(-renderer.seconds_per_frame() / delay));
        const Exposure device = renderer.exposure(frame);
        right &= close("the metered luminance", frame, device.metered, now);
        right &= close("the adapted luminance", frame, device.adapted, adapted);
        right &= close("the exposure", frame, std::log2(device.exposure), std::log2(EXPOSURE_KEY) - adapted);
    }
    return right;
}

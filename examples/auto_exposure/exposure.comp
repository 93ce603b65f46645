#version 460
#extension GL_GOOGLE_include_directive : require
// Computes the exposure from the histogram, in one workgroup. The darkest and the brightest pixels are left out: only
// those between two fractions of the count give the mean log2 luminance. The exposure follows this mean with a delay.
// The host reads nothing back: the tone mapping reads `next` in the same command buffer.
#include "exposure.h"

layout(local_size_x = EXPOSURE_BINS) in;
layout(set = 0, binding = 0, std430) readonly buffer Counts { uint counts[]; };
// `before` and `next` are the same buffer, bound once to read and once to write: synchronization validation detects
// hazards only between a reader and a writer.
layout(set = 0, binding = 1, std430) readonly buffer Before { Exposure before; };
layout(set = 0, binding = 2, std430) writeonly buffer Next { Exposure next; };
layout(push_constant) uniform Push { ExposurePush push; };

shared uint below[EXPOSURE_BINS];  // Number of pixels up to and including each bin
shared float weight[EXPOSURE_BINS];
shared float total[EXPOSURE_BINS];

void main() {
    uint bin = gl_LocalInvocationID.x;
    uint mine = counts[bin];
    below[bin] = mine;
    barrier();
    for (uint reach = 1; reach < EXPOSURE_BINS; reach *= 2) {
        uint other = bin >= reach ? below[bin - reach] : 0;
        barrier();
        below[bin] += other;
        barrier();
    }

    // The number of this bin's pixels between the two fractions.
    float from = EXPOSURE_FROM * float(push.pixels);
    float to = EXPOSURE_TO * float(push.pixels);
    float inside = max(min(float(below[bin]), to) - max(float(below[bin] - mine), from), 0.0);
    float middle = EXPOSURE_LOWEST + (float(bin) + 0.5) * (EXPOSURE_RANGE / EXPOSURE_BINS);
    weight[bin] = inside;
    total[bin] = inside * middle;
    barrier();
    for (uint half_of = EXPOSURE_BINS / 2; half_of > 0; half_of /= 2) {
        if (bin < half_of) {
            weight[bin] += weight[bin + half_of];
            total[bin] += total[bin + half_of];
        }
        barrier();
    }

    if (bin == 0) {
        float metered = total[0] / max(weight[0], 1.0);
        float previous = push.first != 0 ? metered : before.adapted;
        float delay = metered > previous ? EXPOSURE_TO_BRIGHT : EXPOSURE_TO_DARK;
        float adapted = previous + (metered - previous) * (1.0 - exp(-push.seconds / delay));
        next.metered = metered;
        next.adapted = adapted;
        next.exposure = EXPOSURE_KEY * exp2(-adapted);
        next.unused = 0.0;
    }
}

// Shared by this example's shaders and its C++, so that no number is written twice.
#ifndef AUTO_EXPOSURE_H
#define AUTO_EXPOSURE_H

#ifdef __cplusplus
#include <cstdint>
using uint = std::uint32_t;
#endif

// A pixel's luminance is metered by its log2, in bins of RANGE / BINS above LOWEST.
#define EXPOSURE_BINS 256
#define EXPOSURE_LOWEST -12.0
#define EXPOSURE_RANGE 20.0

// Metering: the mean log2 luminance of the pixels between these two fractions of the histogram, so that neither a dark
// corner nor the sun determines it alone. A pixel of this luminance is shown as middle grey, EXPOSURE_KEY.
#define EXPOSURE_FROM 0.30
#define EXPOSURE_TO 0.90
#define EXPOSURE_KEY 0.18

// Adaptation: seconds until 63 % of a change is followed. Eyes adapt to light faster than to darkness.
#define EXPOSURE_TO_BRIGHT 0.20
#define EXPOSURE_TO_DARK 0.45

struct ScenePush {
    float eye_x;
    float eye_y;
    float eye_z;
    float yaw;    // Radians; 0 looks along -z, positive to the right
    float pitch;  // Radians; positive looks up
    float aspect;
};

struct ExposurePush {
    uint pixels;
    uint first;     // 1 if there is no earlier frame to adapt from
    float seconds;  // Seconds since the earlier frame
};

struct TonePush {
    uint width;
    uint height;
    float fixed_exposure;  // Exposure of the picture that does not adapt
};

// Output of the exposure pass, for the tone mapping of this frame and the adaptation of the next frame.
struct Exposure {
    float metered;   // Log2 luminance of this frame, clipped and averaged
    float adapted;   // The same, with the eye's delay
    float exposure;  // Factor of the scene's radiance
    float unused;
};

#endif

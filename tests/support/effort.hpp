#pragma once

#include <cstdlib>

/// Under AddressSanitizer it takes ten times as long to compile a kernel, by our compiler as by the driver's, and it
/// sees nothing of what the kernel then does. Loops over many kernels that walk through the same code of the host take
/// some of them there; every other build takes all.
namespace vkalgo::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kEveryKernel = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kEveryKernel = false;
#else
inline constexpr bool kEveryKernel = true;
#endif
#else
inline constexpr bool kEveryKernel = true;
#endif

/// Whether tests take their long forms, which take minutes (VKALGO_DEEP is set, as by ./check --deep).
inline bool deep() {
    return std::getenv("VKALGO_DEEP") != nullptr;
}

}  // namespace vkalgo::test

#pragma once

#include <cstdlib>

/// AddressSanitizer makes the compilation of a kernel, by our compiler and by the driver's, ten times slower, and does
/// not check what the kernel then does. In such a build, loops over many kernels that run the same host code take only
/// some of the kernels; every other build takes all.
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

/// Returns whether tests take their long forms, which take minutes (VKALGO_DEEP is set, as by ./check --deep).
inline bool deep() {
    return std::getenv("VKALGO_DEEP") != nullptr;
}

}  // namespace vkalgo::test

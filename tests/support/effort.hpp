#pragma once

#include <cstdlib>

/// With AddressSanitizer, our compiler and the driver's take ten times as long to compile a kernel, and the sanitizer
/// does not check what the kernel does. So in such a build, tests that run the same host code with many kernels take
/// only some of the kernels. In every other build they take all.
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

/// Returns whether the long forms of tests run, which take minutes: whether VKALGO_DEEP is set, as by ./check --deep.
inline bool deep() {
    return std::getenv("VKALGO_DEEP") != nullptr;
}

}  // namespace vkalgo::test

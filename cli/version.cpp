#include "cli/version.hpp"

#include <fmt/format.h>
#include <vulkan/vulkan_core.h>

namespace vkalgo::cli {

/// Defined in build/generated/build_facts.cpp, the one file that changes with every commit.
extern const char* const kBuiltVersion;
extern const char* const kBuiltCommit;
extern const char* const kBuiltType;

namespace {

std::string compiler() {
#if defined(__clang__)
    return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return "unknown";
#endif
}

}  // namespace

const BuildFacts& build_facts() {
    static const BuildFacts facts{
        kBuiltVersion,
        kBuiltCommit,
        compiler(),
        kBuiltType,
        fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(VK_HEADER_VERSION_COMPLETE),
                    VK_API_VERSION_MINOR(VK_HEADER_VERSION_COMPLETE), VK_API_VERSION_PATCH(VK_HEADER_VERSION_COMPLETE)),
    };
    return facts;
}

}  // namespace vkalgo::cli

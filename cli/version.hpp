#pragma once

#include <string>

namespace vkalgo::cli {

/// Version and origin of this program.
struct BuildFacts {
    /// For example "0.1.0".
    std::string version;
    /// The full hash of the commit; "unknown" if the sources were not in a repository.
    std::string commit;
    /// For example "GCC 12.2.0".
    std::string compiler;
    /// For example "Release"; "unknown" if none was named.
    std::string build_type;
    /// Version of the Vulkan headers that the program was compiled with: "1.3.239".
    std::string vulkan_headers;
};

const BuildFacts& build_facts();

}  // namespace vkalgo::cli

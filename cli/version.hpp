#pragma once

#include <string>

namespace vkalgo::cli {

/// Where this program comes from.
struct BuildFacts {
    /// "0.1.0"
    std::string version;
    /// the commit's full hash; "unknown" where the sources lay in no repository
    std::string commit;
    /// "GCC 12.2.0"
    std::string compiler;
    /// "Release"; "unknown" where none was named
    std::string build_type;
    /// of the headers that it was compiled with: "1.3.239"
    std::string vulkan_headers;
};

const BuildFacts& build_facts();

}  // namespace vkalgo::cli

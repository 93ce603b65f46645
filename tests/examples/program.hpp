// Running an example as a user does, and looking at the pictures that it wrote.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vkalgo::test {

struct Ended {
    int status = -1;
    /// both streams
    std::string output;
};

/// `arguments` as a shell takes them.
Ended run_program(const std::string& program, const std::string& arguments);

/// A PNG; a failure of the test, and empty, if it cannot be read.
struct Decoded {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgb;
};

Decoded decode(const std::filesystem::path& path);

}  // namespace vkalgo::test

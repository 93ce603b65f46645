// Functions that run an example as a user does, and read its pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vkalgo::test {

struct Ended {
    int status = -1;
    /// Standard output and standard error.
    std::string output;
};

/// Runs a program. `arguments` are given as to a shell.
Ended run_program(const std::string& program, const std::string& arguments);

/// The pixels of a PNG; if it cannot be read, they are empty and the test fails.
struct Decoded {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgb;
};

Decoded decode(const std::filesystem::path& path);

}  // namespace vkalgo::test

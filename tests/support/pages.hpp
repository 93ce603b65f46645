// Functions that read the pages of the documentation.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace vkalgo::test {

/// Reads the lines of a text file; returns an empty list if it cannot be read.
std::vector<std::string> lines_of(const std::filesystem::path& file);

/// A block between two lines of three backticks.
struct Fence {
    /// The word after the opening backticks: "console".
    std::string language;
    /// The line above the block.
    std::string before;
    /// Number of the opening line, from 1.
    std::size_t line = 0;
    std::vector<std::string> lines;
};

/// Returns the fenced blocks of a page, in order.
std::vector<Fence> fences_of(const std::filesystem::path& page);

/// Returns the recurrence of this name on a page: the text of its block of GLSL, and of the following blocks of GLSL
/// that name no problem.
std::string recurrence_of(const std::filesystem::path& page, const std::string& problem);

/// Returns the problem that a block of GLSL names in its first line; empty if it continues the block before it.
std::string problem_of(const Fence& block);

}  // namespace vkalgo::test

// Pages of the documentation, as tests read them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace vkalgo::test {

/// The lines of a text file; none if it cannot be read.
std::vector<std::string> lines_of(const std::filesystem::path& file);

/// What stands between two lines of three backticks.
struct Fence {
    /// behind the first backticks: "console"
    std::string language;
    /// the line above them
    std::string before;
    /// theirs, from 1
    std::size_t line = 0;
    std::vector<std::string> lines;
};

/// The fenced blocks of a page, in its order.
std::vector<Fence> fences_of(const std::filesystem::path& page);

/// The recurrence of that name that a page shows: its block, and those that follow without a name of their own.
std::string recurrence_of(const std::filesystem::path& page, const std::string& problem);

/// The problem that a block of GLSL names in its first line; empty: it goes on where the block before it ends.
std::string problem_of(const Fence& block);

}  // namespace vkalgo::test

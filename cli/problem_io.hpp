#pragma once

#include "algorithms/dp/instance.hpp"
#include "algorithms/dp/solve.hpp"
#include "cli/answer.hpp"
#include "cli/formats/reader.hpp"
#include "engine/result.hpp"

#include <span>
#include <string>
#include <string_view>

/// How a built-in problem is read and printed. Each file cli/problems/NAME.cpp defines `const ProblemIo&
/// problem_io_NAME()`; CMake collects them into problem_ios(), so that a new problem touches no list.
namespace vkalgo::cli {

struct ProblemIo {
    /// the problem's
    const char* name = "";
    /// what the answer is called in text: "length"
    const char* answer_label = "";
    /// what to do where a value does not fit the problem's cells: "give smaller profits"
    const char* overflow_advice = "make the instance smaller";
    /// INPUT files that `read` wants
    std::size_t file_count = 0;
    /// what those files are, for `dp --list --verbose` and for messages
    const char* files = "";
    /// what they are taken for; the formats that may be are listed from it
    Want want = Want::letters;
    /// Reads `file_count` INPUT files; null where there are none. Errors: invalid_argument, naming file and line.
    Result<dp::Instance> (*read)(InputReader& reader, std::span<const std::string> paths) = nullptr;
    /// `files`, with the formats that they may have.
    std::string files_text() const;

    /// The object that stands in the JSON as "solution".
    Json (*solution_json)(const dp::Instance& instance, const dp::Solution& solution) = nullptr;
    /// The solution as people read it, without a final line break; null where a problem has none.
    std::string (*solution_text)(const dp::Instance& instance, const dp::Solution& solution) = nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const ProblemIo* const> problem_ios();

/// The one of that name, or null.
const ProblemIo* find_problem_io(std::string_view name);

}  // namespace vkalgo::cli

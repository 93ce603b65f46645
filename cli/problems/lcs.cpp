#include "cli/dp/inputs.hpp"
#include "cli/problem_io.hpp"

#include <algorithm>

namespace vkalgo::cli {
namespace {

/// The symbols that the walk met on its diagonal steps; it runs from the strings' ends to their beginnings.
std::string solution_text(const dp::Instance& instance, const dp::Solution& solution) {
    constexpr std::uint32_t kShared = 0;
    const dp::InputArray& x = instance.inputs.at("x");
    std::string symbols;
    for (const dp::PathRecord& record : solution.path) {
        if (record.decision == kShared) {
            symbols += static_cast<char>(x.integer(static_cast<std::uint64_t>(record.i - 1)));
        }
    }
    std::reverse(symbols.begin(), symbols.end());
    return symbols;
}

Json solution_json(const dp::Instance& instance, const dp::Solution& solution) {
    return text_json(solution_text(instance, solution));
}

}  // namespace

const ProblemIo& problem_io_lcs();
const ProblemIo& problem_io_lcs() {
    static const ProblemIo io{
        .name = "lcs",
        .answer_label = "length",
        .file_count = 2,
        .files = "two files, x and y",
        .want = Want::letters,
        .read = read_two_strings,
        .solution_json = solution_json,
        .solution_text = solution_text,
    };
    return io;
}

}  // namespace vkalgo::cli

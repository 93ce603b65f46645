#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "algorithms/dp/solve.hpp"
#include "cli/answer.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How solutions are printed: the kinds that a recurrence's `//! solution` line chooses from. Each file
/// cli/dp/solutions/NAME.cpp defines `const SolutionKind& solution_kind_NAME()`. CMake collects them, so that a new
/// kind needs no change to a list.
namespace vkalgo::cli {

/// A solved instance, and the line that says how its solution is printed.
struct Solved {
    const dp::RecurrenceHeader& header;
    const dp::Instance& instance;
    const dp::Solution& solution;
    const dp::SolutionDeclaration& declaration;
    /// How the letters of an alignment are printed.
    ScoredLetters letters = {};
};

/// The printed forms of a solution.
struct SolutionShown {
    /// The value of "solution" in the JSON.
    Json json = Json::object();
    /// The text without a final line break. If not set, nothing is printed.
    std::optional<std::string> text;
};

struct SolutionKind {
    /// The parts that may follow the kind in the line.
    static constexpr unsigned kInput = 1, kIndex = 2, kDecision = 4, kSum = 8, kText = 16;
    /// What a solution consists of: the steps of a traceback, the splits of a reduction, or output arrays.
    enum class Of : std::uint8_t { steps, splits, outputs, anything };

    const char* name = "";
    /// The line with all parts that it may have: "letters x(i - 1) where decision 0".
    const char* usage = "";
    Of of = Of::steps;
    /// The parts that the line must have, and all parts that it may have: sums of the constants above.
    unsigned required = 0, allowed = 0;
    /// Returns the printed forms of a solution. Errors: invalid_argument, for example if the line's index is not an
    /// index of its input.
    Result<SolutionShown> (*show)(const Solved& solved) = nullptr;
};

/// Returns all kinds, by name. CMake generates this function.
std::span<const SolutionKind* const> solution_kinds();

/// Returns the kind that the header chooses. Without a solution line, the kind is `arrays` if there are outputs and no
/// traceback, else `path`. Errors: invalid_argument, at the file's line: no kind has that name; the line has parts that
/// the kind does not take, or lacks parts that it needs; the recurrence has no such solution.
Result<const SolutionKind*> find_solution_kind(const dp::RecurrenceHeader& header, const std::string& file);

/// Returns the printed forms of a solution, for the kind that the header chooses. Errors: those of find_solution_kind()
/// and of SolutionKind::show.
Result<SolutionShown> show_solution(const dp::RecurrenceHeader& header, const std::string& file,
                                    const dp::Instance& instance, const dp::Solution& solution,
                                    const ScoredLetters& letters = {});

/// Returns the cells of a solution in its table: those of its records and, for a traceback, the cell where it ends, if
/// that is in the table. An alignment may leave out steps ('.'). Then returns only the cells of the alignment, up to
/// the cell of the first step that is left out. The result may be empty.
std::vector<dp::Cell> solution_cells(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// Returns the steps that have the decision of the solution line, or all steps if the line has none. They are in the
/// order of the sequences: reversed if traces_backwards().
std::vector<dp::PathRecord> kept_steps(const Solved& solved);

/// Returns the index that the line gives for each of kept_steps(). Errors: those of the expression; invalid_argument:
/// an index that no element of `input` has. If the recurrence has no input of that name, every index is allowed.
Result<std::vector<std::int64_t>> kept_indices(const Solved& solved, const std::string& input);

}  // namespace vkalgo::cli

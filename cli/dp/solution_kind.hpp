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
/// cli/dp/solutions/NAME.cpp defines `const SolutionKind& solution_kind_NAME()`; CMake collects them, so that a new
/// kind touches no list.
namespace vkalgo::cli {

/// A solved instance, and the line that says how its solution is printed.
struct Solved {
    const dp::RecurrenceHeader& header;
    const dp::Instance& instance;
    const dp::Solution& solution;
    const dp::SolutionDeclaration& declaration;
    /// of an alignment
    ScoredLetters letters = {};
};

/// What there is to print.
struct SolutionShown {
    /// stands in the JSON as "solution"
    Json json = Json::object();
    /// as people read it, without a final line break; none: nothing is printed
    std::optional<std::string> text;
};

struct SolutionKind {
    /// The parts that the line may have behind the kind.
    static constexpr unsigned kInput = 1, kPlace = 2, kDecision = 4, kSum = 8, kText = 16;
    /// What a solution must be made of: the steps of a traceback, the splits of a reduction, or output arrays.
    enum class Of : std::uint8_t { steps, splits, outputs, anything };

    const char* name = "";
    /// the line with all that it may have: "letters x(i - 1) where decision 0"
    const char* usage = "";
    Of of = Of::steps;
    /// sums of parts
    unsigned required = 0, allowed = 0;
    /// Errors: invalid_argument: the line's place is none of its input.
    Result<SolutionShown> (*show)(const Solved& solved) = nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const SolutionKind* const> solution_kinds();

/// The kind that the header chooses: without a line `path`, or `arrays` where there
/// are outputs and no traceback. Errors: invalid_argument, at the file's line: there is none
/// of that name, or the line has parts that the kind does not take, or lacks some that it needs, or the recurrence has
/// no such solution.
Result<const SolutionKind*> find_solution_kind(const dp::RecurrenceHeader& header, const std::string& file);

/// Prints it as its header says. Errors: those of its kind.
Result<SolutionShown> show_solution(const dp::RecurrenceHeader& header, const std::string& file,
                                    const dp::Instance& instance, const dp::Solution& solution,
                                    const ScoredLetters& letters = {});

/// The cells of a solution on its table: those of its records, and where a traceback ends. Of an alignment that leaves
/// steps out, '.', those of the alignment alone: up to the cell that the first such step is taken from, or none.
std::vector<dp::Cell> solution_cells(const dp::RecurrenceHeader& header, const dp::Solution& solution);

/// The steps that the line keeps, in the order of the table.
std::vector<dp::PathRecord> kept_steps(const Solved& solved);

/// The line's place for each of kept_steps. Errors: those of the expression; invalid_argument: of a line with an input,
/// no place of it.
Result<std::vector<std::int64_t>> kept_places(const Solved& solved, const std::string& input);

}  // namespace vkalgo::cli

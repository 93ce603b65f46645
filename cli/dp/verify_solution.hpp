#pragma once

// Internal to --verify of `vkalgo dp`.

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/solve.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::cli {

/// The answer that one of two computations found.
struct Answered {
    std::optional<dp::Number> number;
    dp::AnswerStatus status = dp::AnswerStatus::ok;
};
/// Describes how two answers differ; empty if they are equal. `other` names the interpreter or the method that found
/// `theirs`, for the text.
std::string answer_difference(const dp::RecurrenceHeader& header, const Answered& mine, const Answered& theirs,
                              std::string_view other);
/// Describes the first cell of the domain in which the tables differ; empty if they are equal.
std::string table_difference(const dp::RecurrenceHeader& header, const dp::Solution& solution,
                             std::span<const std::byte> expected, std::string_view other);

/// Describes the first element in which outputs differ; empty if they are equal.
std::string output_difference(const dp::RecurrenceHeader& header, const dp::Solution& solution,
                              std::span<const dp::InputArray> expected, std::string_view other);

/// Returns " within a relative 1e-10" or the like if floats are compared, else an empty text.
std::string tolerance_text(const dp::RecurrenceHeader& header);

struct Replay {
    /// The first difference between the solution and the interpreter; empty if none exists.
    std::string difference;
    /// For the message: ", 12 steps replayed".
    std::string remark;
    /// The end of the message: what the steps do not show. Empty if each step leads to a cell that the value depends
    /// on.
    std::string doubt;
};
/// If the recurrence has a function solution(), runs it. Otherwise compares each record of the solution with the
/// interpreter's own step() or split at that cell. If cells hold floats, rounding may decide between steps. Records
/// that differ are then counted in the remark and are not a difference. Errors: those of the interpretation.
Result<Replay> replay_solution(const dp::RecurrenceHeader& header, dp::Interpretation& run,
                               const dp::Solution& solution);

}  // namespace vkalgo::cli

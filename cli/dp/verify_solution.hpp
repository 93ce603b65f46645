#pragma once

// Internal to --verify of `vkalgo dp`.

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/solve.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::cli {

/// What one of two computations has found.
struct Answered {
    std::optional<dp::Number> number;
    dp::AnswerStatus status = dp::AnswerStatus::ok;
};
/// Where two answers differ; empty: nowhere.
std::string answer_difference(const dp::RecurrenceHeader& header, const Answered& mine, const Answered& theirs,
                              std::string_view other);
/// The first cell of the domain in which the tables differ; empty: none.
std::string table_difference(const dp::RecurrenceHeader& header, const dp::Solution& solution,
                             std::span<const std::byte> expected, std::string_view other);

/// The first element in which outputs differ; empty: none.
std::string output_difference(const dp::RecurrenceHeader& header, const dp::Solution& solution,
                              std::span<const dp::InputArray> expected, std::string_view other);

/// " within a relative 1e-10" for floats, else nothing.
std::string tolerance_text(const dp::RecurrenceHeader& header);

struct Replay {
    /// empty: none
    std::string difference;
    /// for the message: ", its 12 steps replayed"
    std::string remark;
};
/// Runs solution(), or holds each record of the solution against the interpreter's own step() or split at that cell.
/// Where a float's rounding may decide, a record that differs is counted and no difference. Errors: those of the
/// interpretation.
Result<Replay> replay_solution(const dp::RecurrenceHeader& header, dp::Interpretation& run,
                               const dp::Solution& solution);

}  // namespace vkalgo::cli

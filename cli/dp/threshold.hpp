#pragma once

#include "algorithms/dp/solve.hpp"
#include "algorithms/exact_number.hpp"
#include "cli/answer.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <optional>

namespace vkalgo::cli {

/// Returns whether an answer is within the limits that are given. The comparison is exact. NaN is not within any limit.
bool is_within(const dp::Number& answer, const std::optional<ExactNumber>& at_most,
               const std::optional<ExactNumber>& at_least);

/// The options --at-most and --at-least: limits of the answer. The output says whether the answer is within them.
class Threshold {
public:
    void declare(Options& options);
    bool given() const { return at_most_ || at_least_; }
    const std::optional<ExactNumber>& at_most() const { return at_most_; }
    const std::optional<ExactNumber>& at_least() const { return at_least_; }
    /// Checks the limits. Errors: invalid_argument: no number is within both.
    Result<void> check() const;
    /// Returns whether the answer is within the limits. An answer that is not a number is nullopt, and is not within
    /// the limits.
    bool holds(const std::optional<dp::Number>& answer) const;
    /// If a limit is given, adds "within" to the result and the limits to the parameters. If `brief` is false, adds a
    /// line to the text too.
    void tell(Answer& answer, const std::optional<dp::Number>& number, bool brief) const;

private:
    std::optional<ExactNumber> at_most_, at_least_;
};

}  // namespace vkalgo::cli

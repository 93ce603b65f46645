#include "cli/dp/threshold.hpp"

#include <variant>

#include <fmt/format.h>

namespace vkalgo::cli {

void Threshold::declare(Options& options) {
    options.number("--at-most", at_most_,
                   "say whether the answer is at most this (a distance); of a batch: leave out others");
    options.number("--at-least", at_least_,
                   "say whether the answer is at least this (a score); of a batch: leave out others");
}

Result<void> Threshold::check() const {
    if (at_most_ && at_least_ && *at_most_ < *at_least_) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("no answer is at most {} and at least {}; leave one of them out", *at_most_, *at_least_),
            {}};
    }
    return {};
}

bool Threshold::holds(const std::optional<dp::Number>& answer) const {
    if (!answer) {
        return false;
    }
    return std::visit(
        [&](auto value) {
            const auto number = static_cast<long double>(value);
            return (!at_most_ || number <= *at_most_) && (!at_least_ || number >= *at_least_);
        },
        *answer);
}

void Threshold::tell(Answer& answer, const std::optional<dp::Number>& number, bool brief) const {
    if (!given()) {
        return;
    }
    const bool within = holds(number);
    Json& parameters = answer.parameters;
    if (at_most_) {
        parameters["at_most"] = *at_most_;
    }
    if (at_least_) {
        parameters["at_least"] = *at_least_;
    }
    answer.result["within"] = within;
    if (!brief) {
        answer.line(
            "within",
            fmt::format("{}:{}{}{}", within ? "yes" : "no", at_least_ ? fmt::format(" at least {}", *at_least_) : "",
                        at_least_ && at_most_ ? "," : "", at_most_ ? fmt::format(" at most {}", *at_most_) : ""));
    }
}

}  // namespace vkalgo::cli

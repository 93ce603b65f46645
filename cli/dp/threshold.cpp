#include "cli/dp/threshold.hpp"

#include "support/numbers.hpp"

#include <cstdint>
#include <string>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns the number unchanged as a long double, which holds every integer of 64 bits and every double exactly.
long double wide(const ExactNumber& number) {
    if (!number.is_whole()) {
        return number.real();
    }
    return number.is_negative() ? static_cast<long double>(static_cast<std::int64_t>(number.bits()))
                                : static_cast<long double>(number.bits());
}

std::string text_of(const ExactNumber& number) {
    return number.is_whole() ? to_string(number) : fmt::format("{}", number.real());
}

}  // namespace

bool is_within(const dp::Number& answer, const std::optional<ExactNumber>& at_most,
               const std::optional<ExactNumber>& at_least) {
    const long double number = std::visit([](auto value) { return static_cast<long double>(value); }, answer);
    return (!at_most || number <= wide(*at_most)) && (!at_least || number >= wide(*at_least));
}

void Threshold::declare(Options& options) {
    const auto exact = [](std::optional<ExactNumber>& target) {
        return [&target](const std::string& text) -> Result<void> {
            VKALGO_TRY(target, parse_exact(text));
            return {};
        };
    };
    options.value(
        "--at-most", "NUMBER",
        "say whether the answer (a distance) is at most this; in a batch: leave out problems with greater answers",
        exact(at_most_));
    options.value(
        "--at-least", "NUMBER",
        "say whether the answer (a score) is at least this; in a batch: leave out problems with smaller answers",
        exact(at_least_));
}

Result<void> Threshold::check() const {
    if (at_most_ && at_least_ && wide(*at_most_) < wide(*at_least_)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("no answer is both --at-most {} and --at-least {}; leave one of them out",
                                 text_of(*at_most_), text_of(*at_least_)),
                     {}};
    }
    return {};
}

bool Threshold::holds(const std::optional<dp::Number>& answer) const {
    return answer && is_within(*answer, at_most_, at_least_);
}

void Threshold::tell(Answer& answer, const std::optional<dp::Number>& number, bool brief) const {
    if (!given()) {
        return;
    }
    const bool within = holds(number);
    Json& parameters = answer.parameters;
    if (at_most_) {
        parameters["at_most"] = json_of(*at_most_);
    }
    if (at_least_) {
        parameters["at_least"] = json_of(*at_least_);
    }
    answer.result["within"] = within;
    if (!brief) {
        answer.line("within",
                    fmt::format("{}:{}{}{}", within ? "yes" : "no", at_least_ ? " at least " + text_of(*at_least_) : "",
                                at_least_ && at_most_ ? "," : "", at_most_ ? " at most " + text_of(*at_most_) : ""));
    }
}

}  // namespace vkalgo::cli

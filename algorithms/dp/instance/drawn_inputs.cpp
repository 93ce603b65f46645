#include "algorithms/dp/instance/drawn_inputs.hpp"

#include "algorithms/dp/instance/random_instance.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace vkalgo::dp {
namespace {

constexpr std::string_view kLetters = "ACGT";

/// Returns for example "n + 1 numbers 1 to 100".
std::string draw_text(const InputDeclaration& input, const std::string& length) {
    const Expression* said = drawn_length(input);
    const std::string count = said != nullptr ? said->text() : length;
    if (const std::string_view letters = drawn_letters(input); !letters.empty()) {
        return count + " letters of " + std::string(letters);
    }
    std::string range = is_float(input.type) ? "0 to 1" : "0 to 99";
    if (const InputRange* given = drawn_range(input)) {
        const auto text = [](const std::variant<Expression, double>& end) {
            const auto* number = std::get_if<double>(&end);
            std::string digits = number != nullptr ? std::to_string(*number) : std::get<Expression>(end).text();
            if (number != nullptr) {
                digits.erase(digits.find_last_not_of('0') + 1);
                digits.erase(digits.find_last_not_of('.') + 1);
            }
            return digits;
        };
        range = text(given->low) + " to " + text(given->high);
    }
    return count + " numbers " + range + (input.random && input.random->ascending ? ", ascending" : "");
}

}  // namespace

const InputRange* drawn_range(const InputDeclaration& input) {
    if (input.random && input.random->range) {
        return &*input.random->range;
    }
    return input.range && !input.random ? &*input.range : nullptr;
}

std::string_view drawn_letters(const InputDeclaration& input, std::uint64_t most) {
    if (input.random && !input.random->letters.empty()) {
        return input.random->letters;
    }
    return most == 0 && input.type == ElementType::u8 && drawn_range(input) == nullptr ? kLetters : std::string_view{};
}

const Expression* drawn_length(const InputDeclaration& input) {
    if (input.random && input.random->length) {
        return &*input.random->length;
    }
    return input.length ? &*input.length : nullptr;
}

std::string random_instance_text(const RecurrenceHeader& header) {
    std::string text;
    const char* length = "n";
    for (const InputDeclaration& input : header.inputs) {
        text += (text.empty() ? "" : "; ") + input.name + ": " + draw_text(input, length);
        length = drawn_length(input) != nullptr ? length : "m";
    }
    for (const ParamDeclaration& param : header.params) {
        if (param.derived) {
            text += (text.empty() ? "" : "; ") + param.name + ": " + param.derived->text() + " (default)";
        }
    }
    return text.empty() ? "no input is drawn" : text;
}

bool uses_m(const RecurrenceHeader& header) {
    const auto asks = [](const Expression& expression) {
        const std::vector<std::string> names = expression.variables();
        return std::find(names.begin(), names.end(), "m") != names.end();
    };
    std::size_t open = 0;
    for (const InputDeclaration& input : header.inputs) {
        const Expression* length = drawn_length(input);
        open += length == nullptr ? 1U : 0U;
        if (length != nullptr && asks(*length)) {
            return true;
        }
        const InputRange* range = drawn_range(input);
        if (range != nullptr && std::holds_alternative<Expression>(range->low) &&
            (asks(std::get<Expression>(range->low)) || asks(std::get<Expression>(range->high)))) {
            return true;
        }
    }
    return open > 1 || forms_sizes(header, "m") ||
           std::any_of(header.outputs.begin(), header.outputs.end(),
                       [&](const OutputDeclaration& output) { return asks(output.length); });
}

}  // namespace vkalgo::dp

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
        range = given->text;
        range.replace(range.find(" .. "), 4, " to ");
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
    std::vector<const Expression*> all = expressions_of(header);
    std::size_t open = 0;
    for (const InputDeclaration& input : header.inputs) {
        if (const Expression* length = drawn_length(input)) {
            all.push_back(length);
        } else {
            ++open;
        }
        const InputRange* range = drawn_range(input);
        if (range != nullptr && std::holds_alternative<Expression>(range->low)) {
            all.insert(all.end(), {&std::get<Expression>(range->low), &std::get<Expression>(range->high)});
        }
    }
    return open > 1 || std::any_of(all.begin(), all.end(), [](const Expression* expression) {
               const std::vector<std::string> names = expression->variables();
               return std::find(names.begin(), names.end(), "m") != names.end();
           });
}

}  // namespace vkalgo::dp

// Reads the lines about inputs, outputs and params.
#include "algorithms/dp/recurrence/line_reader.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <cmath>
#include <limits>

namespace vkalgo::dp {
namespace {

template <class Narrow, class Wide>
std::optional<Number> read_as(std::string_view text) {
    const auto value = read_number_text<Narrow>(text);
    return value ? std::optional<Number>(Number(static_cast<Wide>(*value))) : std::nullopt;
}

/// Returns whether the text is a 64-bit whole number that the type, f32 or f64, does not hold exactly. `value` is the
/// double nearest to it.
bool is_rounded(ElementType type, std::string_view text, double value) {
    const auto whole = read_number_text<std::int64_t>(text);
    const double held = type == ElementType::f32 ? static_cast<double>(static_cast<float>(value)) : value;
    return whole && static_cast<long double>(held) != static_cast<long double>(*whole);
}

/// Returns the number that the text stands for, rounded to the type. Returns nullopt if the text is not a number, if
/// the type cannot hold it, or if it is a whole number that would be rounded.
std::optional<double> read_real(ElementType type, std::string_view text) {
    const auto value = read_number_text<double>(text);
    if (value && is_rounded(type, text, *value)) {
        return std::nullopt;
    }
    if (!value || type == ElementType::f64 || !std::isfinite(*value)) {
        return value;
    }
    const bool fits = std::abs(*value) <= double{std::numeric_limits<float>::max()};
    return fits ? std::optional(static_cast<double>(static_cast<float>(*value))) : std::nullopt;
}

std::optional<Number> read_default(ElementType type, std::string_view text) {
    switch (type) {
        case ElementType::i32:
            return read_as<std::int32_t, std::int64_t>(text);
        case ElementType::i64:
            return read_as<std::int64_t, std::int64_t>(text);
        case ElementType::u64:
            return read_as<std::uint64_t, std::uint64_t>(text);
        case ElementType::f32:
        case ElementType::f64: {
            const auto value = read_number_text<double>(text);
            const bool fits =
                value && std::isfinite(*value) && !is_rounded(type, text, *value) &&
                (type == ElementType::f64 || std::abs(*value) <= double{std::numeric_limits<float>::max()});
            return fits ? std::optional<Number>(Number(*value)) : std::nullopt;
        }
        default:
            return read_as<std::uint32_t, std::uint64_t>(text);
    }
}

}  // namespace

// Reads "NAME TYPE[LENGTH]".
Result<LineReader::ArrayWords> LineReader::array(std::string_view text) const {
    const std::size_t open = text.find('[');
    ArrayWords words;
    words.type = text.substr(0, open);
    words.name = std::string(take_word(words.type));
    VKALGO_CHECK(name(words.name));
    const std::string keyword(line.keyword);
    if (words.type.empty()) {
        return error("write '" + keyword + " NAME TYPE[SIZE]', as in '" + keyword + " x u32[n]'");
    }
    if (open == std::string_view::npos || text.back() != ']') {
        const std::string start = keyword + " " + words.name + " " + std::string(words.type);
        return error("an " + keyword + " is an array: write " +
                     (keyword == "input" ? quoted(start + "[]") + " or " : std::string()) + quoted(start + "[SIZE]") +
                     (keyword == "input" ? ", and after the brackets only 'in LOW .. HIGH'" : ""));
    }
    words.length = trim(text.substr(open + 1, text.size() - open - 2));
    return words;
}

Result<void> LineReader::too_many_arrays() const {
    return header.inputs.size() + header.outputs.size() < kMaxInputs
               ? Result<void>()
               : error("a recurrence has at most " + std::to_string(kMaxInputs) +
                       " inputs and outputs together; join some of them into one array");
}

Result<void> LineReader::input() {
    VKALGO_CHECK(too_many_arrays());
    std::string_view rest = line.value;
    InputDeclaration input;
    input.line = line.line;
    const std::size_t close = rest.rfind(']');
    std::string_view range = close == std::string_view::npos ? std::string_view{} : trim(rest.substr(close + 1));
    range = range.starts_with("in ") ? range : std::string_view{};
    VKALGO_TRY(const ArrayWords words, array(range.empty() ? rest : rest.substr(0, close + 1)));
    input.name = words.name;
    const auto type = input_type_from(words.type);
    if (!type) {
        return unknown("type of an input", words.type, kInputTypeNames);
    }
    input.type = *type;
    if (!words.length.empty()) {
        VKALGO_TRY(input.length, expression(words.length));
    }
    if (!range.empty()) {
        VKALGO_TRY(input.range,
                   this->range(input.type, trim(range.substr(3)), "'in LOW .. HIGH', as in 'in 1 .. 100'"));
    }
    header.inputs.push_back(std::move(input));
    return {};
}

Result<void> LineReader::output() {
    VKALGO_CHECK(too_many_arrays());
    VKALGO_TRY(const ArrayWords words, array(line.value));
    const auto type = input_type_from(words.type);
    if (!type || size_of(*type) < 4) {
        return unknown("type of an output", words.type, kCellTypes);
    }
    if (words.length.empty()) {
        return error("the output has no size; write one between the brackets, as in 'output " + words.name + " " +
                     std::string(words.type) + "[n]'");
    }
    VKALGO_TRY(Expression length, expression(words.length));
    header.outputs.push_back({words.name, *type, std::move(length), line.line});
    return {};
}

// Reads "LOW .. HIGH": expressions if the type is one of whole numbers, otherwise numbers.
Result<InputRange> LineReader::range(ElementType type, std::string_view text, std::string_view form) const {
    const std::size_t dots = text.find("..");
    const std::string_view low = trim(text.substr(0, dots));
    const std::string_view high = dots == std::string_view::npos ? std::string_view{} : trim(text.substr(dots + 2));
    if (low.empty() || high.empty()) {
        return error("write " + std::string(form));
    }
    std::string declared = std::string(low) + " .. " + std::string(high);
    if (!is_float(type)) {
        VKALGO_TRY(Expression least, expression(low));
        VKALGO_TRY(Expression most, expression(high));
        return InputRange{std::move(least), std::move(most), std::move(declared)};
    }
    const std::optional<double> least = read_real(type, low);
    const std::optional<double> most = read_real(type, high);
    if (!least || !most || !(*least <= *most)) {
        return error(quoted(declared) + " is not a range of " + std::string(to_string(type)) +
                     "; write two numbers that this type holds (whole numbers without rounding), the smaller number "
                     "first");
    }
    return InputRange{*least, *most, std::move(declared)};
}

Result<InputDeclaration*> LineReader::declared_input(std::string_view name) const {
    std::vector<std::string_view> names;
    for (InputDeclaration& input : header.inputs) {
        if (input.name == name) {
            return &input;
        }
        names.push_back(input.name);
    }
    return error(quoted(name) + " is not an input; " +
                 (names.empty() ? "declare it with 'input " + std::string(name) + " TYPE[]'" : advice(name, names)));
}

// Reads "NAME[LENGTH], NAME ... letters ACGT", or "LOW .. HIGH [ascending]" after the names.
Result<void> LineReader::random() {
    struct Named {
        InputDeclaration* input;
        std::optional<Expression> length;
    };
    std::vector<Named> drawn;
    std::string_view rest = line.value;
    for (bool more = true; more;) {
        const std::string_view name = trim(rest.substr(0, rest.find_first_of(",[ \t")));
        VKALGO_TRY(InputDeclaration* const input, declared_input(name));
        rest = trim(rest.substr(name.size()));
        Named one{input, {}};
        if (rest.starts_with("[")) {
            const std::size_t close = rest.find(']');
            if (close == std::string_view::npos) {
                return error("a ']' is missing after the length of " + quoted(name));
            }
            if (input->length) {
                return error("the length of " + quoted(name) + " is already declared as " + input->length->text() +
                             "; leave the brackets out");
            }
            VKALGO_TRY(one.length, expression(rest.substr(1, close - 1)));
            rest = trim(rest.substr(close + 1));
        }
        drawn.push_back(std::move(one));
        more = rest.starts_with(",");
        rest = more ? trim(rest.substr(1)) : rest;
    }
    for (Named& one : drawn) {
        if (one.input->random) {
            return error("line " + std::to_string(one.input->random->line) + " already says how " +
                         quoted(one.input->name) + " is drawn; name each input once");
        }
        VKALGO_TRY(one.input->random, draw(*one.input, rest));
        one.input->random->length = std::move(one.length);
    }
    return {};
}

Result<RandomDraw> LineReader::draw(const InputDeclaration& input, std::string_view text) const {
    RandomDraw draw;
    draw.line = line.line;
    std::string_view rest = text;
    if (take_word(rest) == "letters") {
        if (input.type != ElementType::u8) {
            return error(quoted(input.name) + " holds " + std::string(to_string(input.type)) +
                         ", but letters are u8; write a range, as in '1 .. 100'");
        }
        if (rest.empty() || rest.find_first_of(" \t") != std::string_view::npos) {
            return error("write the letters without blanks, as in 'letters ACGT'");
        }
        draw.letters = std::string(rest);
        return draw;
    }
    constexpr std::string_view kAscending = " ascending";
    draw.ascending = text.ends_with(kAscending);
    VKALGO_TRY(draw.range,
               range(input.type, draw.ascending ? text.substr(0, text.size() - kAscending.size()) : text,
                     "'random " + input.name + " LOW .. HIGH', as in 'random " + input.name + " 1 .. 100'" +
                         (input.type == ElementType::u8 ? ", or 'letters ACGT' in place of the range" : "")));
    return draw;
}

// Reads "NAME EXPRESSION".
Result<void> LineReader::default_of() {
    std::string_view rest = line.value;
    const std::string_view name = take_word(rest);
    std::vector<std::string_view> names;
    for (ParamDeclaration& param : header.params) {
        names.push_back(param.name);
        if (param.name != name) {
            continue;
        }
        if (param.fallback || param.derived) {
            return error("the param " + quoted(name) + " already has a default, on line " +
                         std::to_string(param.derived ? param.derived_line : param.line) +
                         "; leave out one of the two");
        }
        if (is_float(param.type)) {
            return error("the param " + quoted(name) + " is " + std::string(to_string(param.type)) +
                         "; an expression gives a whole number, so write the default as a number on line " +
                         std::to_string(param.line));
        }
        VKALGO_TRY(param.derived, expression(rest));
        param.derived_line = line.line;
        return {};
    }
    return error(quoted(name) + " is not a param; " +
                 (names.empty() ? "declare it with 'param " + std::string(name) + " TYPE'" : advice(name, names)));
}

Result<void> LineReader::param() {
    std::string_view rest = line.value;
    ParamDeclaration param;
    param.line = line.line;
    param.name = std::string(take_word(rest));
    VKALGO_CHECK(name(param.name));
    const std::string_view word = take_word(rest);
    const auto type = input_type_from(word);
    if (word.empty()) {
        return error("write 'param NAME TYPE' or 'param NAME TYPE DEFAULT', as in 'param capacity u32 1000'");
    }
    if (!type || size_of(*type) < 4) {
        return unknown("type of a param", word, kCellTypes);
    }
    param.type = *type;
    const std::size_t in = rest.starts_with("in ") ? 0 : rest.find(" in ");
    if (in != std::string_view::npos) {
        const std::string_view range = trim(trim(rest.substr(in)).substr(3));
        VKALGO_TRY(param.range, this->range(*type, range, "'in LOW .. HIGH', as in 'in 1 .. 100'"));
        rest = trim(rest.substr(0, in));
    }
    if (!rest.empty()) {
        param.fallback = read_default(*type, rest);
        if (!param.fallback) {
            return error("the default " + quoted(rest) + " is not a number that fits " + std::string(to_string(*type)) +
                         "; write only the number, as in 'param " + param.name + " " + std::string(word) + " 1000'");
        }
    }
    header.params.push_back(std::move(param));
    return {};
}

}  // namespace vkalgo::dp

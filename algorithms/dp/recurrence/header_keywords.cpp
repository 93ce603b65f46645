// What each keyword of a header line takes.
#include "algorithms/dp/recurrence/header_lines.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace vkalgo::dp {

namespace {

constexpr std::array<std::string_view, 4> kBorders{"first-row", "last-row", "first-column", "last-column"};
constexpr std::array<std::string_view, 5> kRegions{"first-row", "last-row", "first-column", "last-column", "diagonal"};
constexpr std::array<std::string_view, 3> kDomains{"full", "upper", "lower"};
constexpr std::array<std::string_view, 4> kAnswers{"last", "at", "min", "max"};
constexpr std::array<std::string_view, 6> kCellTypes{"i32", "u32", "i64", "u64", "f32", "f64"};

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && text.size() <= 64 && letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

template <class Value>
std::optional<Value> read_number_text(std::string_view text) {
    Value value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

template <class Narrow, class Wide>
std::optional<Number> read_as(std::string_view text) {
    const auto value = read_number_text<Narrow>(text);
    return value ? std::optional<Number>(Number(static_cast<Wide>(*value))) : std::nullopt;
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
                value && std::isfinite(*value) &&
                (type == ElementType::f64 || std::abs(*value) <= double{std::numeric_limits<float>::max()});
            return fits ? std::optional<Number>(Number(*value)) : std::nullopt;
        }
        default:
            return read_as<std::uint32_t, std::uint64_t>(text);
    }
}

struct LineReader {
    RecurrenceHeader& header;
    const HeaderLine& line;
    std::string_view file;

    Error error(std::string_view text) const { return error_at(file, line.line, text); }
    Error unknown(std::string_view what, std::string_view wrong, std::span<const std::string_view> names) const {
        return error(quoted(wrong) + " is no " + std::string(what) + "; " + advice(wrong, names));
    }
    Result<Expression> expression(std::string_view text) const {
        auto parsed = Expression::parse(text);
        return parsed ? std::move(parsed) : error(std::string(line.keyword) + ": " + parsed.error().message);
    }
    Result<void> name(std::string_view text) const {
        if (!is_identifier(text)) {
            return error(quoted(text) + " is no name: write letters, digits and _, at most 64, a letter first");
        }
        const std::string why = why_reserved(text);
        return why.empty() ? Result<void>() : error(quoted(text) + " " + why + "; choose another name");
    }

    Result<void> problem() {
        const bool good = !line.value.empty() && line.value.size() <= 64 &&
                          std::all_of(line.value.begin(), line.value.end(), [](char c) {
                              return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
                          });
        if (!good) {
            return error(
                "a problem's name is small letters, digits, - and _, at most 64; write, for example, matrix-chain");
        }
        header.problem = line.value;
        return {};
    }

    Result<void> pattern() {
        const auto found = pattern_from(line.value);
        if (!found) {
            return unknown("pattern", line.value, kPatternNames);
        }
        header.pattern = *found;
        return {};
    }

    Result<void> recurrence_class() {
        const auto found = class_from(line.value);
        if (!found) {
            return unknown("class", line.value, kClassNames);
        }
        header.recurrence_class = *found;
        return {};
    }

    Result<void> cell() {
        const auto found = input_type_from(line.value);
        if (!found || size_of(*found) < 4) {
            return unknown("type of a cell", line.value, kCellTypes);
        }
        header.cell = *found;
        return {};
    }

    Result<void> input() {
        if (header.inputs.size() == kMaxInputs) {
            return error("a recurrence has at most " + std::to_string(kMaxInputs) +
                         " inputs; put some of them behind one another in one");
        }
        std::string_view rest = line.value;
        const std::size_t open = rest.find('[');
        std::string_view declared = rest.substr(0, open);
        InputDeclaration input;
        input.line = line.line;
        input.name = std::string(take_word(declared));
        VKALGO_CHECK(name(input.name));
        const auto type = input_type_from(declared);
        if (!type) {
            return declared.empty()
                       ? error("write 'input NAME TYPE[]' or 'input NAME TYPE[SIZE]', as in 'input x u8[]'")
                       : unknown("type of an input", declared, kInputTypeNames);
        }
        input.type = *type;
        if (open == std::string_view::npos || rest.back() != ']') {
            return error("an input is an array: write " +
                         quoted("input " + input.name + " " + std::string(declared) + "[]") +
                         ", or a size between the brackets");
        }
        const std::string_view length = trim(rest.substr(open + 1, rest.size() - open - 2));
        if (!length.empty()) {
            VKALGO_TRY(input.length, expression(length));
        }
        header.inputs.push_back(std::move(input));
        return {};
    }

    Result<void> param() {
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
        if (!rest.empty()) {
            param.fallback = read_default(*type, rest);
            if (!param.fallback) {
                return error("the default " + quoted(rest) + " is no number that fits " +
                             std::string(to_string(*type)) + "; write the number alone, as in 'param " + param.name +
                             " " + std::string(word) + " 1000'");
            }
        }
        header.params.push_back(std::move(param));
        return {};
    }

    Result<void> rows() {
        VKALGO_TRY(header.rows, expression(line.value));
        return {};
    }
    Result<void> columns() {
        VKALGO_TRY(header.columns, expression(line.value));
        return {};
    }
    Result<void> bound() {
        VKALGO_TRY(header.bound, expression(line.value));
        return {};
    }

    Result<void> domain() {
        const auto found = std::find(kDomains.begin(), kDomains.end(), line.value);
        if (found == kDomains.end()) {
            return unknown("domain", line.value, kDomains);
        }
        header.domain = static_cast<Domain>(found - kDomains.begin());
        return {};
    }

    Result<Border> border(std::string_view word) const {
        const auto found = std::find(kBorders.begin(), kBorders.end(), word);
        if (found == kBorders.end()) {
            return unknown("border", word, kBorders);
        }
        return static_cast<Border>(found - kBorders.begin());
    }

    Result<void> base() {
        std::string_view rest = line.value;
        const std::string_view word = take_word(rest);
        if (std::find(kRegions.begin(), kRegions.end(), word) == kRegions.end()) {
            return unknown("base region", word, kRegions);
        }
        const bool diagonal = word == "diagonal";
        const auto amount = read_number_text<std::int32_t>(rest);
        if (!amount || (!diagonal && *amount < 1) || *amount == std::numeric_limits<std::int32_t>::min()) {
            return error(diagonal
                             ? "write 'base diagonal OFFSET' with a whole number: the cells with j - i == OFFSET"
                             : "write " + quoted("base " + std::string(word) + " K") + " with K, how many, at least 1");
        }
        BaseRegion region{std::monostate{}, *amount, line.line};
        if (!diagonal) {
            VKALGO_TRY(region.where, border(word));
        }
        const bool twice = std::any_of(header.base.begin(), header.base.end(), [&](const BaseRegion& other) {
            return other.where == region.where && (!diagonal || other.amount == region.amount);
        });
        if (twice) {
            return error("the base region " + quoted(word) + " is declared twice; leave one of the two lines out");
        }
        header.base.push_back(region);
        return {};
    }

    Result<void> answer() {
        AnswerDeclaration answer;
        answer.line = line.line;
        std::string_view rest = line.value;
        if (rest.starts_with("at") && trim(rest.substr(2)).starts_with("(")) {
            rest = trim(rest.substr(2));
            return answer_cell(std::move(answer), rest);
        }
        const std::string_view word = take_word(rest);
        const auto found = std::find(kAnswers.begin(), kAnswers.end(), word);
        if (found == kAnswers.end()) {
            return unknown("answer", word, kAnswers);
        }
        answer.kind = static_cast<AnswerDeclaration::Kind>(found - kAnswers.begin());
        if (answer.kind == AnswerDeclaration::Kind::at) {
            return error("write 'answer at(ROW, COLUMN)', as in 'answer at(0, len(d) - 2)'");
        }
        if (answer.kind == AnswerDeclaration::Kind::last) {
            if (!rest.empty()) {
                return error("'answer last' stands alone; take " + quoted(rest) + " away");
            }
        } else {
            VKALGO_TRY(answer.border, border(rest));
        }
        header.answer = std::move(answer);
        return {};
    }

    // "(EXPR, EXPR)"
    Result<void> answer_cell(AnswerDeclaration answer, std::string_view text) {
        std::size_t comma = std::string_view::npos;
        int depth = 0;
        for (std::size_t k = 0; k < text.size(); ++k) {
            depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
            comma = text[k] == ',' && depth == 1 && comma == std::string_view::npos ? k : comma;
        }
        if (comma == std::string_view::npos || text.back() != ')' || depth != 0) {
            return error("write 'answer at(ROW, COLUMN)', as in 'answer at(0, len(d) - 2)'");
        }
        answer.kind = AnswerDeclaration::Kind::at;
        VKALGO_TRY(answer.row, expression(text.substr(1, comma - 1)));
        VKALGO_TRY(answer.column, expression(text.substr(comma + 1, text.size() - comma - 2)));
        header.answer = std::move(answer);
        return {};
    }

    // min|max NAME = FIRST .. LAST
    Result<void> reduce() {
        Reduction reduction;
        reduction.line = line.line;
        std::string_view rest = line.value;
        const std::string_view word = take_word(rest);
        const std::size_t equals = rest.find('=');
        const std::size_t dots = rest.find("..", equals == std::string_view::npos ? 0 : equals);
        if ((word != "min" && word != "max") || equals == std::string_view::npos || dots == std::string_view::npos) {
            return error("write 'reduce min k = FIRST .. LAST' or 'reduce max ...', as in 'reduce min k = i .. j - 1'");
        }
        reduction.minimum = word == "min";
        reduction.variable = std::string(trim(rest.substr(0, equals)));
        if (reduction.variable == "i" || reduction.variable == "j") {
            return error("the variable of 'reduce' cannot be i or j: those are the cell; write k");
        }
        if (reduction.variable != "k") {
            VKALGO_CHECK(name(reduction.variable));
        }
        reduction.first = std::string(trim(rest.substr(equals + 1, dots - equals - 1)));
        reduction.last = std::string(trim(rest.substr(dots + 2)));
        for (const std::string& limit : {reduction.first, reduction.last}) {
            VKALGO_CHECK(check_limit(limit));
        }
        header.reduce = std::move(reduction);
        return {};
    }

    Result<void> about() {
        header.about = line.value;
        return {};
    }
    Result<void> order() {
        header.order = line.value;
        return {};
    }

    // A limit becomes the argument of a `return`: it must not end that statement.
    Result<void> check_limit(const std::string& limit) const {
        SourceText text;
        text.scan(limit);
        std::vector<std::string_view> open;
        bool good = !text.tokens.empty() && text.directives.empty() && limit.find("//") == std::string::npos &&
                    limit.find("/*") == std::string::npos && limit.size() <= 1024;
        for (const SourceToken& token : text.tokens) {
            if (token.is("(") || token.is("[")) {
                open.push_back(token.text);
            } else if (token.is(")") || token.is("]")) {
                good = good && !open.empty() && open.back() == (token.is(")") ? "(" : "[");
                open.resize(open.empty() ? 0 : open.size() - 1);
            }
            good = good && !token.is(";") && !token.is("{") && !token.is("}") && !token.is("=") && open.size() <= 32 &&
                   static_cast<unsigned char>(token.text.front()) < 0x80 &&
                   token.text.find("..") == std::string_view::npos;
        }
        if (!good || !open.empty()) {
            return error(quoted(limit) +
                         " is no limit of 'reduce'; write an expression of i, j, inputs and params, as in " +
                         "'reduce min k = i .. j - 1'");
        }
        return {};
    }
};

struct Keyword {
    std::string_view name;
    Result<void> (LineReader::*read)();
    std::string_view example;
};
constexpr std::array<Keyword, 15> kKeywords{{
    {"problem", &LineReader::problem, "lcs"},
    {"about", &LineReader::about, "longest common subsequence of two strings"},
    {"pattern", &LineReader::pattern, "NOSE"},
    {"class", &LineReader::recurrence_class, "local"},
    {"cell", &LineReader::cell, "u32"},
    {"input", &LineReader::input, "x u8[]"},
    {"param", &LineReader::param, "capacity u32"},
    {"rows", &LineReader::rows, "len(x) + 1"},
    {"columns", &LineReader::columns, "len(y) + 1"},
    {"domain", &LineReader::domain, "upper"},
    {"base", &LineReader::base, "first-row 1"},
    {"answer", &LineReader::answer, "last"},
    {"reduce", &LineReader::reduce, "min k = i .. j - 1"},
    {"bound", &LineReader::bound, "sum(profit)"},
    {"order", &LineReader::order, "items first, capacities within"},
}};

}  // namespace

bool repeats(std::string_view keyword) {
    return keyword == "input" || keyword == "param" || keyword == "base";
}

Result<void> read_header_line(RecurrenceHeader& header, const HeaderLine& line, std::string_view file) {
    LineReader reader{header, line, file};
    if (line.keyword.empty()) {
        return reader.error("an empty '//!' line; write a keyword, or // for a comment");
    }
    const auto found = std::find_if(kKeywords.begin(), kKeywords.end(),
                                    [&](const Keyword& keyword) { return keyword.name == line.keyword; });
    if (found == kKeywords.end()) {
        std::array<std::string_view, kKeywords.size()> names;
        std::transform(kKeywords.begin(), kKeywords.end(), names.begin(), [](const Keyword& k) { return k.name; });
        return reader.unknown("keyword of the header", line.keyword, names);
    }
    if (line.value.empty()) {
        return reader.error(quoted(found->name) + " needs a value; write, for example, " +
                            quoted(std::string(found->name) + " " + std::string(found->example)));
    }
    return (reader.*found->read)();
}

}  // namespace vkalgo::dp

// Reads the lines about a cell's contents and about the answer.
#include "algorithms/dp/recurrence/line_reader.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

constexpr std::array<std::string_view, 4> kAnswers{"last", "at", "min", "max"};
/// The most fields of a cell, so that a cell has at most 256 bytes. A larger cell would be a table of its own.
constexpr std::size_t kMaxFields = 32;

}  // namespace

// Reads "TYPE" or "TYPE NAME, TYPE NAME ...".
Result<void> LineReader::cell() {
    if (line.value.find(' ') == std::string::npos) {
        VKALGO_TRY(header.cell, cell_type(line.value));
        return {};
    }
    std::string_view rest = line.value;
    std::uint32_t end = 0;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        std::string_view part = trim(rest.substr(0, comma));
        rest = trim(rest.substr(std::min(comma + 1, rest.size())));
        CellField field;
        VKALGO_TRY(field.type, cell_type(take_word(part)));
        field.name = std::string(part);
        VKALGO_CHECK(name(field.name));
        const std::uint32_t bytes = size_of(field.type);
        field.offset = (end + bytes - 1) / bytes * bytes;
        end = field.offset + bytes;
        const bool twice = std::any_of(header.fields.begin(), header.fields.end(),
                                       [&](const CellField& other) { return other.name == field.name; });
        if (twice) {
            return error("the cell has two fields named " + quoted(field.name));
        }
        header.fields.push_back(std::move(field));
    }
    if (header.fields.size() > kMaxFields) {
        return error("the cell has " + std::to_string(header.fields.size()) + " fields; it can have at most " +
                     std::to_string(kMaxFields));
    }
    header.cell = header.fields.front().type;
    return {};
}

Result<ElementType> LineReader::cell_type(std::string_view word) const {
    const auto found = input_type_from(word);
    if (!found || size_of(*found) < 4) {
        return unknown("type of a cell", word, kCellTypes);
    }
    return *found;
}

Result<void> LineReader::value() {
    ValueDeclaration value;
    value.line = line.line;
    value.type = header.cell;
    std::string_view rest = line.value;
    std::string_view after = rest;
    const auto type = input_type_from(take_word(after));
    if (type && size_of(*type) >= 4) {
        value.type = *type;
        rest = after;
    } else if (std::any_of(header.fields.begin(), header.fields.end(),
                           [&](const CellField& field) { return field.type != header.cell; })) {
        return error("the fields of the cell have several types; write the type of the value, as in 'value i64 c." +
                     header.fields.front().name + "'");
    }
    value.text = std::string(rest);
    VKALGO_CHECK(check_code_expression(value.text, "'value'", "'value max(c.M, c.E)'"));
    header.value = std::move(value);
    return {};
}

Result<void> LineReader::goal() {
    if (line.value != "min" && line.value != "max") {
        return error("write 'goal min' or 'goal max'");
    }
    header.goal = line.value == "min" ? Goal::minimum : Goal::maximum;
    return {};
}

Result<void> LineReader::status() {
    if (line.value != "unbounded" && line.value != "negative-cycle") {
        return error("write 'status unbounded' or 'status negative-cycle', the name of an answer that is UNBOUNDED");
    }
    header.unbounded = line.value == "unbounded" ? AnswerStatus::unbounded : AnswerStatus::negative_cycle;
    return {};
}

Result<void> LineReader::bound() {
    VKALGO_TRY(header.bound, expression(line.value));
    return {};
}

Result<void> LineReader::answer() {
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
            return error("'answer last' ends the line; remove " + quoted(rest));
        }
    } else if (rest != "all") {
        VKALGO_TRY(answer.borders, borders(rest));
    }
    header.answer = std::move(answer);
    return {};
}

// Reads "BORDER or BORDER ...": one border or more.
Result<std::vector<Border>> LineReader::borders(std::string_view text) const {
    std::vector<Border> found;
    while (!text.empty() || found.empty()) {
        VKALGO_TRY(const Border next, border(take_word(text)));
        found.push_back(next);
        if (!text.empty() && (take_word(text) != "or" || text.empty())) {
            return error("write one border, or several with 'or' between them: 'max last-row or last-column'");
        }
    }
    return found;
}

// Reads "(EXPR, EXPR ...)", with 2 to kMaxIndices expressions.
Result<void> LineReader::answer_cell(AnswerDeclaration answer, std::string_view text) {
    const Error wrong =
        error("write 'answer at(ROW, COLUMN)' with one value for each index, as in 'answer at(0, len(d) - 2)'");
    if (!text.ends_with(")")) {
        return wrong;
    }
    int depth = 0;
    std::size_t first = 1;
    std::vector<std::string_view> parts;
    for (std::size_t k = 0; k < text.size(); ++k) {
        depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
        if ((text[k] == ',' && depth == 1) || k + 1 == text.size()) {
            parts.push_back(text.substr(first, k - first));
            first = k + 1;
        }
    }
    if (depth != 0 || parts.size() < 2 || parts.size() > kMaxIndices) {
        return wrong;
    }
    answer.kind = AnswerDeclaration::Kind::at;
    for (const std::string_view part : parts) {
        VKALGO_TRY(Expression index, expression(part));
        answer.indices.push_back(std::move(index));
    }
    header.answer = std::move(answer);
    return {};
}

// Reads "DISTANCE, DISTANCE ...".
Result<void> LineReader::decisions() {
    DecisionsDeclaration decisions;
    decisions.line = line.line;
    int depth = 0;
    std::size_t first = 0;
    for (std::size_t k = 0; k <= line.value.size(); ++k) {
        const char c = k < line.value.size() ? line.value[k] : ',';
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (c != ',' || (depth != 0 && k < line.value.size())) {
            continue;
        }
        const std::string distance(trim(line.value.substr(first, k - first)));
        VKALGO_CHECK(check_code_expression(distance, "the distance of a decision", "'decisions 0, weight(i - 1)'"));
        decisions.distances.push_back(distance);
        first = k + 1;
    }
    if (decisions.distances.size() > DecisionsDeclaration::kMax) {
        return error("'decisions' can have at most " + std::to_string(DecisionsDeclaration::kMax) + " distances");
    }
    header.decisions = std::move(decisions);
    return {};
}

// Reads "min|max NAME = FIRST .. LAST".
Result<void> LineReader::reduce() {
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
        return error("the variable of 'reduce' cannot be i or j, the indices of the cell; write k");
    }
    if (reduction.variable != "k") {
        VKALGO_CHECK(name(reduction.variable));
    }
    reduction.first = std::string(trim(rest.substr(equals + 1, dots - equals - 1)));
    reduction.last = std::string(trim(rest.substr(dots + 2)));
    for (const std::string& limit : {reduction.first, reduction.last}) {
        VKALGO_CHECK(check_code_expression(limit, "a limit of 'reduce'", "'reduce min k = i .. j - 1'"));
    }
    header.reduce = std::move(reduction);
    return {};
}

}  // namespace vkalgo::dp

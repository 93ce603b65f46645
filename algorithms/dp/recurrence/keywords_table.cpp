// Reads the lines about the table: its order, size, domain and base.
#include "algorithms/dp/recurrence/line_reader.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

constexpr std::array<std::string_view, 4> kBorders{"first-row", "last-row", "first-column", "last-column"};
constexpr std::array<std::string_view, 5> kRegions{"first-row", "last-row", "first-column", "last-column", "diagonal"};
/// The names of the kinds of `scan`, in the order of RowScan::Kind.
constexpr std::array<std::string_view, 3> kScans{"min plus", "max plus", "plus times"};
constexpr std::array<std::string_view, 3> kDomains{"full", "upper", "lower"};

/// The names of borders for an error message: those in `of_all`, which every table has, and those of declared indices.
struct BorderNames {
    std::vector<std::string> own;
    std::vector<std::string_view> all;

    BorderNames(const RecurrenceHeader& header, std::span<const std::string_view> of_all)
        : all(of_all.begin(), of_all.end()) {
        for (const IndexDeclaration& one : header.indices) {
            own.insert(own.end(), {"first-" + one.name, "last-" + one.name});
        }
        all.insert(all.end(), own.begin(), own.end());
    }
};

}  // namespace

Result<void> LineReader::pattern() {
    const auto found = pattern_from(line.value);
    if (!found) {
        return unknown("pattern", line.value, kPatternNames);
    }
    header.stage = StageFunction::of(*found);
    return {};
}

// Reads a sum of indices, each with a factor if it is not 1, such as "2 * i - j + k".
Result<void> LineReader::stage() {
    SourceText text;
    text.scan(line.value);
    const auto& tokens = text.tokens;
    StageFunction function;
    std::size_t k = 0;
    bool good = text.directives.empty();
    while (good && k < tokens.size()) {
        int sign = 1;
        if (tokens[k].is("+") || tokens[k].is("-")) {
            sign = tokens[k].is("-") ? -1 : 1;
            ++k;
        } else {
            good = k == 0;
        }
        int factor = 1;
        if (k < tokens.size() && tokens[k].kind == SourceToken::Kind::number) {
            factor = read_number_text<int>(tokens[k].text).value_or(StageFunction::kLargest + 1);
            ++k;
            k += k < tokens.size() && tokens[k].is("*") ? 1U : 0U;
        }
        const std::size_t index = k < tokens.size() ? index_of(tokens[k++].text) : kMaxIndices;
        good = good && index < kMaxIndices && factor <= StageFunction::kLargest &&
               function.coefficients[std::min(index, kMaxIndices - 1)] == 0;
        if (good) {
            function.coefficients[index] = sign * factor;
        }
    }
    const bool any = std::any_of(function.coefficients.begin(), function.coefficients.end(),
                                 [](int coefficient) { return coefficient != 0; });
    if (!good || !any) {
        return error("write 'stage' as a sum of the indices, each at most once and with a whole factor of at most " +
                     std::to_string(StageFunction::kLargest) + ", as in 'stage 2 * i + j'");
    }
    header.stage = function;
    return {};
}

// Returns the number of the index with this name; kMaxIndices for any other word.
std::size_t LineReader::index_of(std::string_view word) const {
    if (word == "i" || word == "j") {
        return word == "i" ? 0 : 1;
    }
    for (std::size_t k = 0; k < header.indices.size(); ++k) {
        if (header.indices[k].name == word) {
            return k + 2;
        }
    }
    return kMaxIndices;
}

Result<void> LineReader::index() {
    std::string_view rest = line.value;
    IndexDeclaration index;
    index.line = line.line;
    index.name = std::string(take_word(rest));
    if (header.index_count() == kMaxIndices) {
        return error("this is one index too many; a cell can have at most " + std::to_string(kMaxIndices) +
                     ", counting i and j");
    }
    VKALGO_CHECK(name(index.name));
    if (rest.empty()) {
        return error("write 'index NAME EXTENT', as in 'index k len(c) + 1'");
    }
    VKALGO_TRY(index.extent, expression(rest));
    header.indices.push_back(std::move(index));
    return {};
}

Result<void> LineReader::sequential() {
    if (line.value != "row") {
        return error("write 'sequential row'");
    }
    header.sequential = true;
    return {};
}

// Reads "min plus | max plus | plus times [left DISTANCE]".
Result<void> LineReader::scan() {
    RowScan scan;
    scan.line = line.line;
    std::string_view rest = line.value;
    const std::string sum(take_word(rest));
    const std::string pair = sum + " " + std::string(take_word(rest));
    const auto found = std::find(kScans.begin(), kScans.end(), pair);
    const bool has_left = !rest.empty();
    if (found == kScans.end() || (has_left && (take_word(rest) != "left" || rest.empty()))) {
        return error(
            "write 'scan min plus', 'scan max plus' or 'scan plus times', and 'left DISTANCE' after it if the distance "
            "is not 1, as in 'scan min plus left coin(i - 1)'");
    }
    scan.kind = static_cast<RowScan::Kind>(found - kScans.begin());
    if (has_left) {
        scan.left = std::string(rest);
        VKALGO_CHECK(check_code_expression(scan.left, "how far left a cell reads", "'scan min plus left coin(i - 1)'"));
        SourceText text;
        text.scan(scan.left);
        for (const SourceToken& token : text.tokens) {
            if (token.is("j") || token.is("at")) {
                return error(
                    "the distance of 'scan' must be the same for the whole row; use only i, params and inputs, "
                    "not " +
                    quoted(token.text));
            }
        }
        if (const auto distance = scan.distance(); distance && (*distance < 1 || *distance >= Reach::kFar)) {
            return error(
                "the distance of 'scan' must be at least 1, since the cell lies to the left, and less than 2^40");
        }
    }
    header.scan = std::move(scan);
    header.sequential = true;
    return {};
}

Result<void> LineReader::recurrence_class() {
    const auto found = class_from(line.value);
    if (!found) {
        return unknown("class", line.value, kClassNames);
    }
    header.recurrence_class = *found;
    return {};
}

Result<void> LineReader::reach() {
    std::string_view rest = line.value;
    ReachDeclaration reach;
    reach.line = line.line;
    const std::string_view word = take_word(rest);
    reach.index = index_of(word);
    if (reach.index == kMaxIndices || rest.empty()) {
        return error(
            "write 'reach INDEX DISTANCE' or 'reach INDEX LOW .. HIGH', as in 'reach j max(weight)' or 'reach "
            "j -max(weight) .. 0', where INDEX is i, j or a declared index");
    }
    for (const ReachDeclaration& other : header.reach) {
        if (other.index == reach.index) {
            return error("line " + std::to_string(other.line) + " already says how far a cell reads along " +
                         quoted(word) + "; leave out one of the two lines");
        }
    }
    const std::size_t dots = rest.find("..");
    if (dots != std::string_view::npos) {
        VKALGO_TRY(reach.least, expression(trim(rest.substr(0, dots))));
        rest = trim(rest.substr(dots + 2));
    }
    VKALGO_TRY(reach.most, expression(rest));
    header.reach.push_back(std::move(reach));
    return {};
}

Result<void> LineReader::rows() {
    VKALGO_TRY(header.rows, expression(line.value));
    return {};
}

Result<void> LineReader::columns() {
    VKALGO_TRY(header.columns, expression(line.value));
    return {};
}

Result<void> LineReader::domain() {
    const auto found = std::find(kDomains.begin(), kDomains.end(), line.value);
    if (found == kDomains.end()) {
        return unknown("domain", line.value, kDomains);
    }
    header.domain = static_cast<Domain>(found - kDomains.begin());
    return {};
}

// Reads "first-row", "last-column", or "first-k" of a declared index k.
std::optional<Border> LineReader::find_border(std::string_view word) const {
    const bool last = word.starts_with("last-");
    if (!last && !word.starts_with("first-")) {
        return std::nullopt;
    }
    const std::string_view of = word.substr(last ? 5 : 6);
    const std::size_t index = of == "row"                                  ? 0
                              : of == "column"                             ? 1
                              : of.size() == 1 && (of == "i" || of == "j") ? kMaxIndices
                                                                           : index_of(of);
    return index < kMaxIndices ? std::optional(Border{index, last}) : std::nullopt;
}

Result<Border> LineReader::border(std::string_view word) const {
    const auto found = find_border(word);
    return found ? Result<Border>(*found) : unknown("border", word, BorderNames(header, kBorders).all);
}

Result<void> LineReader::base() {
    std::string_view rest = line.value;
    const std::string_view word = take_word(rest);
    const bool diagonal = word == "diagonal";
    const std::optional<Border> border = find_border(word);
    if (!diagonal && !border) {
        return unknown("base region", word, BorderNames(header, kRegions).all);
    }
    const auto amount = read_number_text<std::int32_t>(rest);
    if (!amount || (!diagonal && *amount < 1) || *amount == std::numeric_limits<std::int32_t>::min()) {
        return error(
            diagonal ? "write 'base diagonal OFFSET' with a whole number; these are the cells with j - i == OFFSET"
                     : "write " + quoted("base " + std::string(word) + " COUNT") + ", where COUNT is the number of " +
                           (border->index == 0   ? "rows"
                            : border->index == 1 ? "columns"
                                                 : "values of " + header.indices[border->index - 2].name) +
                           ", at least 1");
    }
    const BaseRegion region{border, *amount, line.line};
    const bool twice = std::any_of(header.base.begin(), header.base.end(), [&](const BaseRegion& other) {
        return other.border == region.border && (!diagonal || other.amount == region.amount);
    });
    if (twice) {
        return error("the base region " + quoted(word) + " is declared twice; leave one of the two lines out");
    }
    header.base.push_back(region);
    return {};
}

}  // namespace vkalgo::dp

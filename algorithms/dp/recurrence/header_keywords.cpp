// Chooses the reader of a header line by its keyword. Also has the functions that several readers use.
#include "algorithms/dp/recurrence/line_reader.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && text.size() <= 64 && letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

struct Keyword {
    std::string_view name;
    Result<void> (LineReader::*read)();
    std::string_view example;
};
constexpr std::array<Keyword, 31> kKeywords{{
    {"problem", &LineReader::problem, "lcs"},
    {"about", &LineReader::about, "longest common subsequence of two strings"},
    {"pattern", &LineReader::pattern, "NOSE"},
    {"stage", &LineReader::stage, "2 * i + j"},
    {"sequential", &LineReader::sequential, "row"},
    {"scan", &LineReader::scan, "min plus left coin(i - 1)"},
    {"class", &LineReader::recurrence_class, "local"},
    {"reach", &LineReader::reach, "j max(weight)"},
    {"cell", &LineReader::cell, "u32"},
    {"input", &LineReader::input, "x u8[]"},
    {"output", &LineReader::output, "used u32[n]"},
    {"param", &LineReader::param, "capacity u32"},
    {"rows", &LineReader::rows, "len(x) + 1"},
    {"columns", &LineReader::columns, "len(y) + 1"},
    {"index", &LineReader::index, "k len(z) + 1"},
    {"domain", &LineReader::domain, "upper"},
    {"base", &LineReader::base, "first-row 1"},
    {"answer", &LineReader::answer, "last"},
    {"value", &LineReader::value, "max(c.M, c.E)"},
    {"goal", &LineReader::goal, "min"},
    {"status", &LineReader::status, "unbounded"},
    {"reduce", &LineReader::reduce, "min k = i .. j - 1"},
    {"bound", &LineReader::bound, "sum(profit)"},
    {"order", &LineReader::order, "items first, capacities within"},
    {"random", &LineReader::random, "weight 1 .. 100"},
    {"default", &LineReader::default_of, "capacity sum(weight) / 2"},
    {"files", &LineReader::files, "csv weight, profit"},
    {"label", &LineReader::label, "profit"},
    {"overflow", &LineReader::overflow, "give smaller profits"},
    {"solution", &LineReader::solution, "items i - 1 where decision 1"},
    {"decisions", &LineReader::decisions, "0, weight(i - 1)"},
}};

}  // namespace

Error LineReader::unknown(std::string_view what, std::string_view wrong,
                          std::span<const std::string_view> names) const {
    const bool is_vowel = std::string_view("aeio").find(what.front()) != std::string_view::npos;
    return error(quoted(wrong) + (is_vowel ? " is not an " : " is not a ") + std::string(what) + "; " +
                 advice(wrong, names));
}

Result<Expression> LineReader::expression(std::string_view text) const {
    auto parsed = Expression::parse(text);
    return parsed ? std::move(parsed) : error(std::string(line.keyword) + ": " + parsed.error().message);
}

Result<void> LineReader::name(std::string_view text) const {
    if (!is_identifier(text)) {
        return error(quoted(text) + " is not a name; write at most 64 ASCII letters, digits and _, and no digit first");
    }
    const std::string why = why_reserved(text);
    return why.empty() ? Result<void>() : error(quoted(text) + " " + why + "; choose another name");
}

Result<void> LineReader::check_code_expression(const std::string& limit, std::string_view what,
                                               std::string_view example) const {
    constexpr std::size_t kMaxLength = 1024, kMaxOpen = 32;
    SourceText text;
    text.scan(limit);
    std::vector<std::string_view> open;
    bool good = !text.tokens.empty() && text.directives.empty() && limit.find("//") == std::string::npos &&
                limit.find("/*") == std::string::npos && limit.size() <= kMaxLength;
    for (const SourceToken& token : text.tokens) {
        if (token.is("(") || token.is("[")) {
            open.push_back(token.text);
        } else if (token.is(")") || token.is("]")) {
            good = good && !open.empty() && open.back() == (token.is(")") ? "(" : "[");
            open.resize(open.empty() ? 0 : open.size() - 1);
        }
        good = good && !token.is(";") && !token.is("{") && !token.is("}") && !token.is("=") &&
               open.size() <= kMaxOpen && static_cast<unsigned char>(token.text.front()) < 0x80 &&
               token.text.find("..") == std::string_view::npos;
    }
    if (!good || !open.empty()) {
        return error(quoted(limit) + " is not allowed for " + std::string(what) + ": write an expression of at most " +
                     std::to_string(kMaxLength) +
                     " ASCII characters, without comments, ';', '{', '}', '..' or '=' (so also without ==, <=, >=, !=) "
                     "and with matching brackets, at most " +
                     std::to_string(kMaxOpen) + " deep, as in " + std::string(example));
    }
    return {};
}

bool repeats(std::string_view keyword) {
    static constexpr std::array<std::string_view, 9> kRepeated{"input", "output", "param",   "base", "index",
                                                               "reach", "random", "default", "files"};
    return std::find(kRepeated.begin(), kRepeated.end(), keyword) != kRepeated.end();
}

Result<void> read_header_line(RecurrenceHeader& header, const HeaderLine& line, std::string_view file) {
    LineReader reader{header, line, file};
    if (line.keyword.empty()) {
        return reader.error("this '//!' line is empty; write a keyword, or // for a comment");
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

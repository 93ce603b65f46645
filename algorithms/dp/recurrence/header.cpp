#include "algorithms/dp/recurrence/header.hpp"

#include "algorithms/dp/recurrence/header_lines.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/words.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace vkalgo::dp {

namespace {

// Names that mean something in a header's expressions or in the code already.
constexpr std::array kOwnWords{"i",        "j",           "n",    "m",       "at",     "base",   "cell",
                               "term",     "step",        "rows", "columns", "cell_t", "step_t", "overflow_if",
                               "CELL_MAX", "CELL_LOWEST", "len",  "sum",     "min",    "max"};

constexpr std::array kLanguageWords{
    "attribute",     "const",     "uniform",   "varying",   "buffer",   "shared",    "coherent",  "volatile",
    "restrict",      "readonly",  "writeonly", "layout",    "centroid", "flat",      "smooth",    "patch",
    "sample",        "precise",   "invariant", "break",     "continue", "do",        "for",       "while",
    "switch",        "case",      "default",   "if",        "else",     "in",        "out",       "inout",
    "int",           "uint",      "void",      "bool",      "float",    "double",    "true",      "false",
    "discard",       "return",    "struct",    "lowp",      "mediump",  "highp",     "precision", "common",
    "partition",     "active",    "asm",       "class",     "union",    "enum",      "typedef",   "template",
    "this",          "resource",  "goto",      "inline",    "noinline", "public",    "static",    "extern",
    "external",      "interface", "long",      "short",     "half",     "fixed",     "unsigned",  "superp",
    "input",         "output",    "filter",    "sizeof",    "cast",     "namespace", "using",     "subroutine",
    "noperspective", "float16_t", "float32_t", "float64_t", "int8_t",   "int16_t",   "int32_t",   "int64_t",
    "uint8_t",       "uint16_t",  "uint32_t",  "uint64_t",  "defined",  "main",      "barrier",   "abs",
    "sign",          "floor",     "ceil",      "round",     "trunc",    "fract",     "mod",       "modf",
    "clamp",         "mix",       "length",    "distance",  "dot",      "cross",     "pow",       "exp",
    "log",           "sqrt",      "exp2",      "log2",      "sin",      "cos",       "tan",       "any",
    "all",           "not",       "equal",     "isnan",     "isinf",    "bitCount",  "findLSB",   "findMSB"};

// "vec3", "dmat2x3", "i64vec2", "sampler2D" ...: the families of types.
bool is_type_family(std::string_view name) {
    for (const std::string_view stem : {"vec", "mat", "sampler", "image", "texture", "subpass"}) {
        const std::size_t at = name.find(stem);
        if (at == std::string_view::npos || at > 4) {
            continue;
        }
        const std::string_view prefix = name.substr(0, at);
        const std::string_view rest = name.substr(at + stem.size());
        const bool plain_prefix = prefix.empty() || prefix == "i" || prefix == "u" || prefix == "b" || prefix == "d" ||
                                  (prefix.size() > 1 && prefix.find_first_of("0123456789") == 1);
        if (plain_prefix && !rest.empty() && rest.front() >= '1' && rest.front() <= '4') {
            return true;
        }
    }
    return false;
}

struct HeaderCheck {
    RecurrenceHeader& header;
    std::string_view file;
    int last_line = 1;

    const InputDeclaration* input(std::string_view name) const {
        const auto found = std::find_if(header.inputs.begin(), header.inputs.end(),
                                        [&](const InputDeclaration& one) { return one.name == name; });
        return found == header.inputs.end() ? nullptr : &*found;
    }
    const ParamDeclaration* param(std::string_view name) const {
        const auto found = std::find_if(header.params.begin(), header.params.end(),
                                        [&](const ParamDeclaration& one) { return one.name == name; });
        return found == header.params.end() ? nullptr : &*found;
    }

    Result<void> names() const {
        std::map<std::string_view, int> seen;
        const auto add = [&](const std::string& name, int line) -> Result<void> {
            const auto [found, fresh] = seen.emplace(name, line);
            return fresh ? Result<void>()
                         : error_at(file, std::max(line, found->second),
                                    "the name " + quoted(name) + " is used twice; it is declared on line " +
                                        std::to_string(std::min(line, found->second)) + " already");
        };
        for (const InputDeclaration& one : header.inputs) {
            VKALGO_CHECK(add(one.name, one.line));
        }
        for (const ParamDeclaration& one : header.params) {
            VKALGO_CHECK(add(one.name, one.line));
        }
        if (header.reduce) {
            VKALGO_CHECK(add(header.reduce->variable, header.reduce->line));
        }
        return {};
    }

    // Every name of the expression is declared and a whole number.
    Result<void> expression(const Expression& expression, int line) const {
        std::vector<std::string_view> known{"n", "m"};
        for (const ParamDeclaration& one : header.params) {
            known.push_back(one.name);
        }
        for (const std::string& name : expression.variables()) {
            if (input(name) != nullptr) {
                return error_at(file, line, quoted(name) + " is an input; write len(" + name + ") for its length");
            }
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                return error_at(file, line, quoted(name) + " is no param, nor n or m; " + advice(name, known));
            }
            const ParamDeclaration* one = param(name);
            if (one != nullptr && is_float(one->type)) {
                return error_at(file, line,
                                "the param " + quoted(name) + " is " + std::string(to_string(one->type)) +
                                    "; sizes and bounds are made of whole numbers");
            }
        }
        std::vector<std::string_view> arrays;
        for (const InputDeclaration& one : header.inputs) {
            arrays.push_back(one.name);
        }
        for (const std::string& name : expression.inputs()) {
            if (input(name) == nullptr) {
                return error_at(file, line,
                                quoted(name) + " is no input" +
                                    (arrays.empty() ? "; declare it with 'input " + name + " TYPE[]'"
                                                    : "; " + advice(name, arrays)));
            }
        }
        return {};
    }

    Result<void> expressions(const std::map<std::string, int>& lines) const {
        VKALGO_CHECK(expression(header.rows, lines.at("rows")));
        VKALGO_CHECK(expression(header.columns, lines.at("columns")));
        if (header.bound) {
            VKALGO_CHECK(expression(*header.bound, lines.at("bound")));
        }
        if (header.answer.kind == AnswerDeclaration::Kind::at) {
            VKALGO_CHECK(expression(*header.answer.row, header.answer.line));
            VKALGO_CHECK(expression(*header.answer.column, header.answer.line));
        }
        for (const InputDeclaration& one : header.inputs) {
            if (one.length) {
                VKALGO_CHECK(expression(*one.length, one.line));
            }
        }
        return lengths_end();
    }

    // An input's length may be that of another input, but the chain must end.
    Result<void> lengths_end() const {
        for (const InputDeclaration& one : header.inputs) {
            std::set<std::string> reached;
            std::vector<const InputDeclaration*> open{&one};
            while (!open.empty()) {
                const InputDeclaration* next = open.back();
                open.pop_back();
                for (const std::string& name : next->length ? next->length->inputs() : std::vector<std::string>{}) {
                    if (name == one.name) {
                        return error_at(file, one.line,
                                        "the length of " + quoted(name) + " depends on itself; leave the " +
                                            "brackets of one input empty");
                    }
                    if (reached.insert(name).second) {
                        open.push_back(input(name));
                    }
                }
            }
        }
        return {};
    }

    Result<void> pack_params() {
        std::uint32_t end = 0;
        for (ParamDeclaration& one : header.params) {
            const std::uint32_t bytes = size_of(one.type);
            one.offset = (end + bytes - 1) / bytes * bytes;
            end = one.offset + bytes;
            if (end > kMaxParamsBytes) {
                return error_at(file, one.line,
                                "the params need more than " + std::to_string(kMaxParamsBytes) +
                                    " bytes (4 or 8 each); make an input of some of them");
            }
        }
        return {};
    }

    Result<void> functions(const SourceText& text) {
        const bool has_term = text.find("term") != nullptr;
        if (header.reduce && !has_term) {
            return error_at(file, header.reduce->line,
                            "'reduce' needs the term of the reduction; write "
                            "'cell_t term(int i, int k, int j) { ... }'");
        }
        if (!header.reduce && text.find("cell") == nullptr) {
            VKALGO_CHECK(check_code(text, file, false));  // a bracket that is missing hides functions
            return error_at(
                file, last_line,
                has_term ? "there is no cell(), only term(); declare its reduction, as in "
                           "'//! reduce min k = i .. j - 1'"
                         : "there is no cell(); write 'cell_t cell(int i, int j) { ... }', the value of one cell");
        }
        if (!header.base.empty() && text.find("base") == nullptr) {
            return error_at(
                file, header.base.front().line,
                "a base region is declared, but there is no base(); write 'cell_t base(int i, int j) { ... }', "
                "its value in that region");
        }
        for (InputDeclaration& one : header.inputs) {
            one.reads = find_input_reads(text, one.name);
        }
        header.has_step = text.find("step") != nullptr;
        header.has_cell = text.find("cell") != nullptr;
        for (std::size_t k = 0; k < text.tokens.size(); ++k) {
            header.has_overflow_check =
                header.has_overflow_check || (text.tokens[k].is("overflow_if") && text.is_call(k));
        }
        header.has_loops = std::any_of(text.tokens.begin(), text.tokens.end(),
                                       [](const SourceToken& token) {
                                           return token.is("for") || token.is("while") || token.is("do");
                                       }) ||
                           std::any_of(text.directives.begin(), text.directives.end(),
                                       [](const SourceDirective& directive) { return directive.name == "define"; });
        for (const SourceFunction& function : text.functions) {
            if (input(function.name) != nullptr || param(function.name) != nullptr) {
                return error_at(file, function.line,
                                quoted(function.name) + " is an input or a param; give the function another name");
            }
        }
        return check_code(text, file, header.reduce.has_value() && text.find("cell") == nullptr);
    }
};

Result<void> check_required(const std::map<std::string, int>& lines, std::string_view file, int last_line) {
    static constexpr std::array<std::array<std::string_view, 2>, 7> kRequired{{{"problem", "problem NAME"},
                                                                               {"pattern", "pattern NOSE"},
                                                                               {"class", "class local"},
                                                                               {"cell", "cell u32"},
                                                                               {"rows", "rows len(x) + 1"},
                                                                               {"columns", "columns len(y) + 1"},
                                                                               {"answer", "answer last"}}};
    for (const auto& [keyword, example] : kRequired) {
        if (!lines.contains(std::string(keyword))) {
            return error_at(
                file, last_line,
                "the header lacks " + quoted(keyword) + "; add a line such as '//! " + std::string(example) + "'");
        }
    }
    return {};
}

}  // namespace

std::string why_reserved(std::string_view name) {
    if (std::find(kOwnWords.begin(), kOwnWords.end(), name) != kOwnWords.end()) {
        return "has a meaning in recurrences already";
    }
    if (std::find(kLanguageWords.begin(), kLanguageWords.end(), name) != kLanguageWords.end() || is_type_family(name)) {
        return "is a word of GLSL";
    }
    for (const std::string_view prefix : {"gl_", "vkalgo", "VKALGO", "Vkalgo", "subgroup", "atomic"}) {
        if (name.starts_with(prefix)) {
            return "starts with " + std::string(prefix) + ", which is not for recurrences";
        }
    }
    return name.find("__") == std::string_view::npos ? "" : "holds two underscores, which GLSL keeps for itself";
}

bool RecurrenceHeader::in_base(Cell user, TableSize size) const {
    return std::any_of(base.begin(), base.end(), [&](const BaseRegion& region) {
        const Border* border = std::get_if<Border>(&region.where);
        if (border == nullptr) {
            return user.j - user.i == region.amount;
        }
        switch (*border) {
            case Border::first_row:
                return user.i < region.amount;
            case Border::last_row:
                return user.i >= size.rows - region.amount;
            case Border::first_column:
                return user.j < region.amount;
            default:
                return user.j >= size.columns - region.amount;
        }
    });
}

std::uint32_t RecurrenceHeader::column_input_bytes() const {
    std::size_t bytes = 4;  // the shaders keep a word where there is nothing to keep
    for (const InputDeclaration& input : inputs) {
        bytes += input.reads.columns.size() * (size_of(input.type) == 8 ? 8 : 4);
    }
    return static_cast<std::uint32_t>((bytes + 7) / 8 * 8);
}

bool RecurrenceHeader::in_domain(Cell user) const {
    return domain == Domain::full || (domain == Domain::upper ? user.i <= user.j : user.i >= user.j);
}

Result<RecurrenceHeader> parse_header(std::string_view source, std::string_view file) {
    VKALGO_TRY(const std::string plain, plain_text(source, file));
    VKALGO_TRY(const std::vector<HeaderLine> lines, find_header_lines(plain, file));
    if (lines.empty()) {
        return error_at(file, 1,
                        "there is no '//!' line, so this is no recurrence file: that is GLSL with a header, such as "
                        "'//! pattern NOSE', that says how the table is computed");
    }
    RecurrenceHeader header;
    std::map<std::string, int> seen;
    for (const HeaderLine& line : lines) {
        VKALGO_CHECK(read_header_line(header, line, file));
        const auto [first, fresh] = seen.emplace(line.keyword, line.line);
        if (!fresh && !repeats(line.keyword)) {
            return error_at(
                file, line.line,
                quoted(line.keyword) + " stands twice; it is on line " + std::to_string(first->second) + " already");
        }
    }
    HeaderCheck check{header, file, lines.back().line};
    VKALGO_CHECK(check_required(seen, file, check.last_line));
    VKALGO_CHECK(check.names());
    VKALGO_CHECK(check.expressions(seen));
    VKALGO_CHECK(check.pack_params());
    SourceText text;
    text.scan(plain);
    VKALGO_CHECK(check.functions(text));
    return header;
}

}  // namespace vkalgo::dp

#include "algorithms/dp/recurrence/analysis/macros.hpp"
#include "algorithms/dp/recurrence/analysis/return_paths.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace vkalgo::dp {

namespace {

constexpr int kMaxNesting = 200;             // Nested brackets, since the compiler is recursive
constexpr std::size_t kMaxStatement = 4096;  // Tokens up to a ';' or a brace, since the compiler is recursive
constexpr double kMaxExpanded = 65536;       // Tokens that macros make in total; a compiler takes a second for them
constexpr std::string_view kBackslash =
    "a backslash may stand only at the end of a line, to join it with the next; remove this one";

struct Checker {
    const SourceText& text;
    std::string_view file;
    CodeRules rules;
    const std::vector<SourceToken>& tokens = text.tokens;
    bool conditional = false;      // Whether the text has #if branches
    bool returning_macro = false;  // Whether a macro contains a return

    Result<void> directives() {
        for (const SourceDirective& directive : text.directives) {
            if (directive.rest.find('\\') != std::string::npos) {
                return error_at(file, directive.line, std::string(kBackslash));
            }
            if (directive.name == "version" || directive.name == "extension" || directive.name == "include" ||
                directive.name == "line") {
                return error_at(file, directive.line,
                                "'#" + directive.name + "' is not allowed in a recurrence file; remove it" +
                                    (directive.name == "version" || directive.name == "extension"
                                         ? " (vkalgo's methods choose the version and enable the extensions)"
                                         : ""));
            }
            conditional = conditional || directive.name.starts_with("if");
            returning_macro = returning_macro || directive.rest.find("return") != std::string::npos;
        }
        return {};
    }

    // Checks that brackets opened in a branch of an #if are closed in the same branch, and that no declaration crosses
    // the ends of the branch. So functions can be recognized whichever branch is taken.
    Result<void> branch(const SourceDirective& directive, const std::vector<std::size_t>& open, std::size_t next,
                        std::vector<std::size_t>& branches) const {
        const bool starts = directive.name.starts_with("if");
        if (!starts && directive.name != "elif" && directive.name != "else" && directive.name != "endif") {
            return {};
        }
        if (!starts && !branches.empty() && branches.back() != open.size()) {
            return error_at(file, directive.line,
                            "this branch of an '#if' opened a bracket and did not close it; close it before this line");
        }
        if (open.empty() && next > 0 && !tokens[next - 1].is(";") && !tokens[next - 1].is("}")) {
            return error_at(file, directive.line,
                            "'#" + directive.name +
                                "' is inside a declaration; put '#if' and '#endif' around the whole declaration");
        }
        if (starts) {
            branches.push_back(open.size());
        } else if (directive.name == "endif" && !branches.empty()) {
            branches.pop_back();
        }
        return {};
    }

    Result<void> brackets() {
        std::vector<std::size_t> open;
        std::vector<std::size_t> branches;  // How many brackets were open where each enclosing #if started
        std::size_t statement = 0;
        auto directive = text.directives.begin();
        for (std::size_t k = 0; k < tokens.size(); ++k) {
            for (; directive != text.directives.end() && directive->line <= tokens[k].line; ++directive) {
                VKALGO_CHECK(branch(*directive, open, k, branches));
            }
            const std::string_view token = tokens[k].text;
            if (token == ";" || token == "{" || token == "}") {
                statement = k;
            }
            if (open.size() > kMaxNesting) {
                return error_at(file, tokens[k].line,
                                "more than " + std::to_string(kMaxNesting) + " brackets are nested; split the code up");
            }
            if (k - statement > kMaxStatement) {
                return error_at(file, tokens[k].line,
                                "a statement has more than " + std::to_string(kMaxStatement) + " tokens; split it up");
            }
            if (token == "(" || token == "{" || token == "[") {
                open.push_back(k);
            } else if (token == ")" || token == "}" || token == "]") {
                const char wanted = token == ")" ? '(' : token == "}" ? '{' : '[';
                if (open.empty() || (!branches.empty() && open.size() <= branches.back())) {
                    return error_at(file, tokens[k].line,
                                    quoted(token) + (open.empty() ? " without a " + quoted({&wanted, 1}) + " before it"
                                                                  : " closes a bracket that was opened before this "
                                                                    "'#if'; close it outside the '#if'"));
                }
                const SourceToken& opening = tokens[open.back()];
                if (opening.text.front() != wanted) {
                    return error_at(file, tokens[k].line,
                                    quoted(token) + " is here although the " + quoted(opening.text) + " of line " +
                                        std::to_string(opening.line) + " is still open");
                }
                open.pop_back();
            }
        }
        for (; directive != text.directives.end(); ++directive) {
            VKALGO_CHECK(branch(*directive, open, tokens.size(), branches));
        }
        if (!open.empty()) {
            const SourceToken& opening = tokens[open.back()];
            return error_at(file, opening.line, "this " + quoted(opening.text) + " is never closed");
        }
        return {};
    }

    // Checks the sizes that the macros, the statements and the conditions of #if have after macros are expanded.
    Result<void> expansions() {
        VKALGO_TRY(const MacroSizes macros, MacroSizes::of(text, file));
        double made = 0;
        double statement = 0;
        for (std::size_t k = 0; k < tokens.size();) {
            const SourceToken& token = tokens[k];
            const std::size_t first = k;
            const double size = macros.expanded(tokens, k);
            const bool ends = token.is(";") || token.is("{") || token.is("}");
            statement = ends ? 0 : statement + size;
            made += k == first + 1 && size == 1 ? 0 : size;
            if (made > kMaxExpanded || statement > static_cast<double>(kMaxStatement)) {
                return error_at(file, token.line,
                                made > kMaxExpanded ? "the macros expand to more than " +
                                                          std::to_string(static_cast<std::size_t>(kMaxExpanded)) +
                                                          " tokens in total; use fewer macros"
                                                    : "the statement has more than " + std::to_string(kMaxStatement) +
                                                          " tokens once its macros are expanded; split it up");
            }
        }
        for (const SourceDirective& directive : text.directives) {
            if (directive.name != "if" && directive.name != "elif") {
                continue;
            }
            SourceText condition;
            condition.scan(directive.rest);
            double size = 0;
            for (std::size_t k = 0; k < condition.tokens.size();) {
                size += macros.expanded(condition.tokens, k);
            }
            if (size > static_cast<double>(kMaxStatement)) {
                return error_at(file, directive.line,
                                "the condition has more than " + std::to_string(kMaxStatement) +
                                    " tokens once its macros are expanded; make it shorter");
            }
        }
        return {};
    }

    Result<void> words() {
        static constexpr std::array<std::string_view, 14> kForbidden{
            "main",    "layout",  "buffer",   "shared",   "uniform",  "attribute", "varying",
            "barrier", "discard", "coherent", "volatile", "restrict", "writeonly", "readonly"};
        static constexpr std::array<std::string_view, 8> kPrefixes{"gl_",      "vkalgo_", "VKALGO_", "Vkalgo",
                                                                   "subgroup", "atomic",  "image",   "memoryBarrier"};
        for (const SourceToken& token : tokens) {
            if (token.kind != SourceToken::Kind::name) {
                if (static_cast<unsigned char>(token.text.front()) >= 0x80) {
                    return error_at(file, token.line,
                                    "GLSL outside comments must be ASCII; remove the other characters from this line");
                }
                if (token.is("\\")) {
                    return error_at(file, token.line, std::string(kBackslash));
                }
                continue;
            }
            const bool forbidden = std::find(kForbidden.begin(), kForbidden.end(), token.text) != kForbidden.end() ||
                                   std::any_of(kPrefixes.begin(), kPrefixes.end(),
                                               [&](std::string_view p) { return token.text.starts_with(p); });
            if (forbidden) {
                return error_at(file, token.line,
                                quoted(token.text) +
                                    " is not allowed in a recurrence: its functions only compute values, and the "
                                    "method decides how they run; remove the word or choose another name");
            }
        }
        return {};
    }

    // Checks that file scope has only functions, constants and structs: a variable there would carry values from cell
    // to cell.
    Result<void> globals() {
        std::size_t first = 0;
        bool call = false;
        bool assigned = false;
        for (std::size_t k = 0; k < tokens.size(); ++k) {
            const SourceToken& token = tokens[k];
            assigned = assigned || token.is("=");
            call = call || (text.is_call(k) && !assigned);
            if (token.is("{")) {
                k = std::min(text.closing(k), tokens.size() - 1);
                const bool structure = tokens[first].is("struct") || assigned;
                first = structure ? first : k + 1;
                call = structure && call;
                continue;
            }
            if (!token.is(";")) {
                continue;
            }
            const std::string_view word = tokens[first].text;
            if (k > first && !call && word != "const" && word != "struct" && word != "precision") {
                return error_at(
                    file, tokens[first].line,
                    "a variable outside of a function must be const, since cells are computed in any order");
            }
            first = k + 1;
            call = assigned = false;
        }
        return {};
    }

    std::string signature_of(std::string_view name) const {
        return name == "solution" ? "void solution()"
               : name == "term"
                   ? "cell_t term(int i, int k, int j)"
                   : (name == "step" ? "step_t " : "cell_t ") + std::string(name) + parameters_text(rules.indices);
    }

    Result<void> signatures() {
        for (const SourceFunction& function : text.functions) {
            const std::string& name = function.name;
            if (name == "at" || name == "rows" || name == "columns" || name == "overflow_if" || name == "CELL_MAX") {
                return error_at(file, function.line,
                                quoted(name) + " is a name of vkalgo; give the function another name");
            }
            const bool is_part =
                std::find(rules.parts_of_cell.begin(), rules.parts_of_cell.end(), name) != rules.parts_of_cell.end();
            if (name != "cell" && name != "base" && name != "term" && name != "step" && name != "solution" &&
                !is_part) {
                continue;
            }
            // A step() with states takes one more parameter, of type uint.
            const std::size_t count = name == "solution" ? 0 : name == "term" ? 3 : rules.indices;
            std::vector<std::string> parameters(count, "int");
            if (name == "step" && function.parameters.size() > parameters.size()) {
                parameters.emplace_back("uint");
            }
            const bool gives_what_it_should = (name == "step") == (function.result == "step_t") &&
                                              (name == "solution") == (function.result == "void");
            if (function.parameters != parameters || !gives_what_it_should) {
                return error_at(file, function.line,
                                name + "() has the wrong type or parameters; write " + quoted(signature_of(name)));
            }
            const SourceFunction* first = text.find(name);
            if (first != &function && !conditional) {
                return error_at(file, function.line,
                                name + "() is defined twice; the first one is on line " + std::to_string(first->line));
            }
        }
        return {};
    }

    // --- recursion -------------------------------------------------------------------------------------------------
    // Maps the name of each function to the names that it calls. Functions that are defined several times are left out.
    std::map<std::string, std::vector<std::string>, std::less<>> calls;

    void find_calls() {
        for (const SourceFunction& function : text.functions) {
            const auto same_name =
                std::count_if(text.functions.begin(), text.functions.end(),
                              [&](const SourceFunction& other) { return other.name == function.name; });
            if (same_name > 1) {
                continue;  // Only the compiler knows which of several overloads is called
            }
            std::vector<std::string>& called = calls[function.name];
            for (std::size_t k = function.body_first; k < function.body_last; ++k) {
                if (text.is_call(k)) {
                    called.emplace_back(tokens[k].text);
                }
            }
        }
        for (const std::string_view part : rules.parts_of_cell) {
            calls["cell"].emplace_back(part);
        }
    }

    // Returns whether calls lead from function `from` to function `to`, and appends these calls to `way`: "cell() ->
    // helper() -> cell()". `seen` holds the functions whose calls were already followed.
    bool find_way(const std::string& from, std::string_view to, std::vector<std::string>& seen,
                  std::string& way) const {
        const auto found = calls.find(from);
        if (found == calls.end() || std::find(seen.begin(), seen.end(), from) != seen.end()) {
            return false;
        }
        seen.push_back(from);
        const std::size_t length = way.size();
        way += from + "() -> ";
        for (const std::string& next : found->second) {
            if (next == to) {
                way += next + "()";
                return true;
            }
            if (seen.size() < kMaxNesting && find_way(next, to, seen, way)) {
                return true;
            }
        }
        way.resize(length);
        return false;
    }

    Result<void> recursion() {
        find_calls();
        for (const SourceFunction& function : text.functions) {
            std::vector<std::string> seen;
            std::string way;
            if (find_way(function.name, function.name, seen, way)) {
                return error_at(file, function.line,
                                way + " is a recursion, which GLSL does not allow; read other cells with at()");
            }
        }
        if (const SourceFunction* base = text.find("base")) {
            std::vector<std::string> seen;
            std::string way;
            if (find_way("base", "at", seen, way)) {
                return error_at(
                    file, base->line,
                    "base() reads the table (" + way + "); use only the indices, the inputs and the params there");
            }
        }
        return {};
    }

    Result<void> returns() {
        if (conditional || returning_macro) {
            return {};
        }
        for (const SourceFunction& function : text.functions) {
            if (function.result != "void" && may_end_without_return(text, function)) {
                return error_at(file, function.line,
                                function.name + "() can end without a return; return a value on every path");
            }
        }
        return {};
    }
};

}  // namespace

std::string parameters_text(std::size_t indices) {
    return "(int i, int j" + std::string(indices == 2 ? "" : indices == 3 ? ", int k" : ", int k, int l") + ")";
}

Result<void> check_code(const SourceText& text, std::string_view file, const CodeRules& rules) {
    Checker checker{text, file, rules};
    VKALGO_CHECK(checker.directives());
    VKALGO_CHECK(checker.words());
    VKALGO_CHECK(checker.brackets());
    VKALGO_CHECK(checker.expansions());
    VKALGO_CHECK(checker.globals());
    VKALGO_CHECK(checker.signatures());
    VKALGO_CHECK(checker.recursion());
    VKALGO_CHECK(MacroSizes::check_inlined(text, file));
    VKALGO_CHECK(checker.returns());
    return {};
}

}  // namespace vkalgo::dp

#include "compiler/assemble.hpp"

#include "algorithms/dp/recurrence/analysis/narrow.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"
#include "compiler/cache.hpp"
#include "compiler/embedded_texts.hpp"
#include "compiler/generate.hpp"
#include "compiler/glsl.hpp"
#include "compiler/renamed.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <mutex>
#include <span>

namespace vkalgo::compiler {

namespace {

// The most bytes that the variables of one invocation may take. A cell needs only a few numbers. Devices keep variables
// that exceed their registers in memory, for every running invocation.
constexpr std::uint64_t kMaxVariableBytes = 64 << 10;

// Returns the mutex of CompiledRecurrence::modules: two threads may request modules of one recurrence.
std::mutex& modules_mutex() {
    static std::mutex mutex;
    return mutex;
}

// Returns N of a template's line "// inputs from binding N".
Result<int> first_input_binding(std::string_view text, const std::string& name) {
    constexpr std::string_view mark = "// inputs from binding ";
    const std::size_t found = text.find(mark);
    int binding = -1;
    if (found != std::string_view::npos) {
        const char* digits = text.data() + found + mark.size();
        std::from_chars(digits, text.data() + text.size(), binding);
    }
    if (binding < 0) {
        return invalid(name + ":1: the template has no line '" + std::string(mark) + "N'");
    }
    return binding;
}

// Returns the first quoted word, 'x', of a compiler's message.
std::string_view quoted_word(std::string_view message) {
    const std::size_t open = message.find('\'');
    const std::size_t close = open == std::string_view::npos ? open : message.find('\'', open + 1);
    return close == std::string_view::npos ? std::string_view{} : message.substr(open + 1, close - open - 1);
}

// A converter of the compiler's messages to messages for the user, with file and line of the user's text.
class Explainer {
public:
    Explainer(const dp::CompiledRecurrence& recurrence, std::string_view plain) : recurrence_(recurrence) {
        text_.scan(plain);
    }

    Error explain(const Error& error, const std::string& module) const {
        constexpr std::string_view variable = "variable ";
        if (error.where.starts_with(variable)) {
            return large_variable(error, std::string_view(error.where).substr(variable.size()));
        }
        const std::string& message = error.message;
        const std::string own = recurrence_.file + ":";
        if (!message.starts_with(own)) {
            return foreign(message, module);
        }
        if (const std::size_t missing = message.find("No function definition (body) found:");
            missing != std::string::npos) {
            return without_body(message.substr(missing));
        }
        const std::string advice = advice_for(std::string_view(message).substr(own.size()));
        return invalid(message + advice);
    }

private:
    // Returns the message for an error in vkalgo's own text. Usually this text uses a name that is also the name of an
    // input, an output or a param; the message then names the line that declares it.
    Error foreign(const std::string& message, const std::string& module) const {
        const std::string_view word = quoted_word(message);
        const auto taken = [&](int line) {
            return dp::error_at(
                recurrence_.file, line,
                "the code of vkalgo already uses the name " + dp::quoted(word) + "; choose another name");
        };
        for (const dp::InputDeclaration& input : recurrence_.header.inputs) {
            if (input.name == word) {
                return taken(input.line);
            }
        }
        for (const dp::OutputDeclaration& output : recurrence_.header.outputs) {
            if (output.name == word) {
                return taken(output.line);
            }
        }
        for (const dp::ParamDeclaration& param : recurrence_.header.params) {
            if (param.name == word) {
                return taken(param.line);
            }
        }
        // This message of the compiler names the block of the params, but not the param.
        const auto& params = recurrence_.header.params;
        if (!params.empty() && message.find("member that already has a name") != std::string::npos) {
            return dp::error_at(
                recurrence_.file, params.front().line,
                "one of the params has a name that the code of vkalgo already uses; choose other names");
        }
        return dp::error_at(recurrence_.file, 1,
                            "the code of vkalgo for module " + dp::quoted(module) +
                                " did not compile with this recurrence: " + message +
                                "; change the code that this message names, or report a bug of vkalgo");
    }

    Error large_variable(const Error& error, std::string_view name) const {
        const std::string message = error.message.substr(error.message.find(":1: ") + 4);
        return dp::error_at(recurrence_.file, line_of(name), message + "; use an input for larger arrays");
    }

    // Returns the first line that contains the word, or 1 if none does.
    int line_of(std::string_view word) const {
        const auto found = std::find_if(text_.tokens.begin(), text_.tokens.end(),
                                        [&](const dp::SourceToken& token) { return token.is(word); });
        return found == text_.tokens.end() ? 1 : found->line;
    }

    Error without_body(std::string_view text) const {
        std::string name(text.substr(text.find(':') + 1));
        name.erase(0, name.find_first_not_of(' '));
        name.resize(std::min(name.find('('), name.size()));
        return dp::error_at(recurrence_.file, line_of(name),
                            name + "() is declared and called, but has no body; write one");
    }

    // Returns "i and j" or "i, j and k", for example.
    std::string index_names() const {
        const auto& further = recurrence_.header.indices;
        std::string names = "i";
        for (std::size_t d = 0; d <= further.size(); ++d) {
            names += (d == further.size() ? " and " : ", ") + (d == 0 ? std::string("j") : further[d - 1].name);
        }
        return names;
    }

    // Returns the number of arguments of a function's first call that does not have `wanted` arguments, if there is
    // such a call.
    std::optional<std::size_t> wrong_count(std::string_view function, std::size_t wanted) const {
        const auto& tokens = text_.tokens;
        for (std::size_t k = 0; k + 2 < tokens.size(); ++k) {
            if (!tokens[k].is(function) || !tokens[k + 1].is("(")) {
                continue;
            }
            std::size_t count = tokens[k + 2].is(")") ? 0 : 1;
            int depth = 1;
            for (std::size_t next = k + 2; next < tokens.size() && depth > 0; ++next) {
                depth += tokens[next].is("(") || tokens[next].is("[") ? 1 : 0;
                depth -= tokens[next].is(")") || tokens[next].is("]") ? 1 : 0;
                count += depth == 1 && tokens[next].is(",") ? 1U : 0U;
            }
            if (count != wanted) {
                return count;
            }
        }
        return std::nullopt;
    }

    /// Returns whether the text uses the name without calling it.
    bool stands_alone(const std::string& name) const {
        const auto& tokens = text_.tokens;
        for (std::size_t k = 0; k < tokens.size(); ++k) {
            if (tokens[k].is(name) && (k + 1 == tokens.size() || !tokens[k + 1].is("("))) {
                return true;
            }
        }
        return false;
    }

    // Returns "i, j, k", for example.
    std::string index_list() const {
        std::string names = "i, j";
        for (const dp::IndexDeclaration& index : recurrence_.header.indices) {
            names += ", " + index.name;
        }
        return names;
    }

    // Returns the function that only the header has (len, sum or products) and that the code calls with the input, as
    // in len(x). Empty if the code has no such call.
    std::string_view function_over(std::string_view input) const {
        const auto& tokens = text_.tokens;
        for (std::size_t k = 0; k + 2 < tokens.size(); ++k) {
            const bool of_header = tokens[k].is("len") || tokens[k].is("sum") || tokens[k].is("products");
            if (of_header && tokens[k + 1].is("(") && tokens[k + 2].is(input)) {
                return tokens[k].text;
            }
        }
        return {};
    }

    // Returns advice for an error about `word`: what to write instead of a name that is only for the header, or how to
    // call a GLSL function. Empty for other words.
    std::string advice_on_builtins(std::string_view word) const {
        if (word == "n" || word == "m") {
            return "; n and m are only for the header: code reads the sizes of the table as rows() and columns(), and "
                   "params by their names";
        }
        if (word == "len" || word == "sum" || word == "products") {
            return "; " + std::string(word) +
                   "() is only for the header: code reads the sizes of the table as rows() and columns(); for another "
                   "value, declare a param and compute its default, as in 'default total sum(x)'";
        }
        if (word == "min" || word == "max") {
            const std::string call(word);
            const auto count = wrong_count(word, 2);
            return count && *count > 2
                       ? "; " + call + " needs two numbers; write " + call + "(a, " + call + "(b, c))"
                       : "; " + call +
                             " needs two numbers of one type; write cell_t(...) or int(...) around one of them";
        }
        return "";
    }

    // Returns the advice that a semicolon may be missing at the end of the last line with code before the error. Empty
    // if that line ends a statement or a block.
    std::string advice_on_syntax(std::string_view message) const {
        int line = 0;
        std::from_chars(message.data(), message.data() + message.size(), line);
        const dp::SourceToken* last = nullptr;
        for (const dp::SourceToken& token : text_.tokens) {
            last = token.line < line ? &token : last;
        }
        const bool may_end =
            last != nullptr && (last->kind != dp::SourceToken::Kind::symbol || last->is(")") || last->is("]"));
        return may_end ? "; a semicolon may be missing at the end of line " + std::to_string(last->line) : "";
    }

    std::string advice_for(std::string_view message) const {
        const std::string_view word = quoted_word(message);
        const auto says = [&](std::string_view what) { return message.find(what) != std::string_view::npos; };
        // The first text is glslang's before version 15; the other two are its texts since then.
        if (says("undeclared identifier") || says("'unknown type'") || says("left of '['")) {
            const auto is_meant = [&](const std::string& name) {
                return says("'unknown type'") ? stands_alone(name) : name == word;
            };
            for (const dp::InputDeclaration& input : recurrence_.header.inputs) {
                if (is_meant(input.name)) {
                    std::string advice = advice_on_builtins(function_over(input.name));
                    if (!advice.empty()) {
                        return advice;
                    }
                    return "; read an input as " + input.name + "(index)";
                }
            }
            for (const dp::OutputDeclaration& output : recurrence_.header.outputs) {
                if (is_meant(output.name)) {
                    return "; write to an output as " + output.name + "(index, value), and read it as " + output.name +
                           "(index)";
                }
            }
            if (is_meant("at")) {
                return "; read a cell as at(" + index_list() + ")";
            }
        }
        if (says("undeclared identifier") || says("no matching overloaded function found")) {
            if (std::string advice = advice_on_builtins(word); !advice.empty()) {
                return advice;
            }
            std::vector<std::string_view> known{"at",     "rows",     "columns",     "overflow_if",
                                                "cell_t", "CELL_MAX", "CELL_LOWEST", "step_t"};
            for (const dp::InputDeclaration& input : recurrence_.header.inputs) {
                known.push_back(input.name);
            }
            for (const dp::OutputDeclaration& output : recurrence_.header.outputs) {
                known.push_back(output.name);
            }
            for (const dp::ParamDeclaration& param : recurrence_.header.params) {
                known.push_back(param.name);
            }
            for (const dp::SourceFunction& function : text_.functions) {
                known.push_back(function.name);
            }
            const std::size_t wanted = recurrence_.header.index_count();
            if (const auto wrong = wrong_count("at", wanted); word == "at" && wrong) {
                return "; at needs " + std::to_string(wanted) + " whole numbers, " + index_names() + ", but " +
                       std::to_string(*wrong) + (*wrong == 1 ? " is given" : " are given");
            }
            if (std::find(known.begin(), known.end(), word) != known.end()) {
                const auto& inputs = recurrence_.header.inputs;
                const bool takes_index =
                    word == "at" ||
                    std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) { return input.name == word; });
                const std::string fit = "; the arguments of '" + std::string(word) + "' do not fit";
                return takes_index ? fit + "; an index must be int, so write int(...) around an unsigned index" : fit;
            }
            const auto meant = dp::nearest(word, known);
            return meant ? "; did you mean '" + *meant + "'?" : "";
        }
        if (says("syntax error")) {
            return advice_on_syntax(message);
        }
        if (says("already has a body") || says("redefinition")) {
            return "; something else has this name, perhaps in the code of vkalgo; choose another name";
        }
        if (says("must have the same return type")) {
            const bool is_cell =
                word == "cell" || word == "base" || word == "term" || word == "fresh" || word == "along";
            return is_cell ? "; this function must return cell_t" : "";
        }
        if (says("cannot convert from") || says("type does not match")) {
            return "; write the type around the value, as in cell_t(...) or int(...)";
        }
        return "";
    }

    const dp::CompiledRecurrence& recurrence_;
    dp::SourceText text_;
};

using Compile =
    std::function<Result<std::vector<std::uint32_t>>(std::span<const NamedText> pieces, const GlslOptions& options)>;

Result<void> assemble(dp::CompiledRecurrence& recurrence, const std::string& module, const TextSource& texts,
                      const Compile& compile) {
    {
        const std::lock_guard lock(modules_mutex());
        if (!recurrence.module(module).empty()) {
            return {};
        }
    }
    VKALGO_TRY(const std::vector<ModuleKind> kinds, module_kinds(recurrence.header));
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const ModuleKind& one) { return one.name == module; });
    if (kind == kinds.end()) {
        std::string names;
        for (const ModuleKind& one : kinds) {
            names += (names.empty() ? "" : ", ") + one.name;
        }
        return invalid("this recurrence has no module " + dp::quoted(module) + "; there are: " + names);
    }
    const std::optional<std::string> text = texts(kind->template_name);
    if (!text) {
        return invalid("there is no template " + dp::quoted(kind->template_name) + " for module " + dp::quoted(module));
    }
    VKALGO_TRY(const int first_input, first_input_binding(*text, kind->template_name));
    VKALGO_TRY(const std::string plain, dp::plain_text(recurrence.source, recurrence.file));

    const dp::RecurrenceHeader header = kind->narrow ? dp::narrowed(recurrence.header) : recurrence.header;
    std::vector<NamedText> pieces;
    pieces.push_back(make_prelude(header, *kind, first_input));
    pieces.push_back(make_generated(header, plain, *kind));
    pieces.push_back({kind->template_name, *text + "\n"});
    for (NamedText& function : make_header_functions(header, recurrence.file, *kind)) {
        pieces.push_back(std::move(function));
    }
    const std::string own = kind->needs_segments         ? with_terms_at_hand(header, plain)
                            : kind->own_cells            ? with_own_cells(header, plain)
                            : has_profile(header, *kind) ? with_profile(header, plain)
                                                         : plain;
    pieces.push_back({recurrence.file, dp::blank_comments(own) + "\n"});
    auto words = compile(
        pieces,
        {.most_variable_bytes = kMaxVariableBytes, .readable = kind->interpreted, .guarded = !kind->interpreted});
    if (!words) {
        return Explainer(recurrence, plain).explain(words.error(), module);
    }
    const std::lock_guard lock(modules_mutex());
    recurrence.modules.emplace(module, std::move(*words));
    return {};
}

}  // namespace

TextSource embedded_source() {
    return [](std::string_view name) -> std::optional<std::string> {
        for (const EmbeddedText& text : embedded_texts()) {
            if (text.name == name) {
                return std::string(text.text);
            }
        }
        return std::nullopt;
    };
}

Result<dp::CompiledRecurrence> read_recurrence(std::string_view source, std::string_view file) {
    dp::CompiledRecurrence recurrence;
    VKALGO_TRY(recurrence.header, dp::parse_header(source, file));
    recurrence.source = std::string(source);
    recurrence.file = std::string(file);
    return recurrence;
}

Result<std::vector<std::string>> modules_of(const dp::RecurrenceHeader& header) {
    VKALGO_TRY(const std::vector<ModuleKind> kinds, module_kinds(header));
    std::vector<std::string> names;
    names.reserve(kinds.size());
    for (const ModuleKind& kind : kinds) {
        names.push_back(kind.name);
    }
    return names;
}

Result<void> assemble_module(dp::CompiledRecurrence& recurrence, const std::string& module, const TextSource& texts) {
    return assemble(recurrence, module, texts, [&](std::span<const NamedText> pieces, const GlslOptions& options) {
        return compile_glsl(pieces, texts, options);
    });
}

Result<void> assemble_module(dp::CompiledRecurrence& recurrence, const std::string& module, const SpirvCache& cache) {
    return assemble(
        recurrence, module, embedded_source(),
        [&](std::span<const NamedText> pieces, const GlslOptions& options) { return cache.compile(pieces, options); });
}

Result<dp::CompiledRecurrence> assemble_recurrence(std::string_view source, std::string_view file,
                                                   const TextSource& texts) {
    VKALGO_TRY(dp::CompiledRecurrence recurrence, read_recurrence(source, file));
    VKALGO_TRY(const std::vector<std::string> modules, modules_of(recurrence.header));
    for (const std::string& module : modules) {
        VKALGO_CHECK(assemble_module(recurrence, module, texts));
    }
    return recurrence;
}

}  // namespace vkalgo::compiler

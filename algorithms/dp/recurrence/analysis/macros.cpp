#include "algorithms/dp/recurrence/analysis/macros.hpp"

#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

namespace vkalgo::dp {

namespace {

constexpr std::size_t kMaxMacros = 1024;  // Limits the recursion of follow(), which goes from macro to macro
constexpr int kMaxNested = 200;           // Limits the recursion of count_one(), which enters arguments

constexpr double kMaxInlined = 8192;       // Words of a function with its calls inlined; they compile in a few seconds
constexpr std::size_t kMaxOverloads = 64;  // Definitions of one name

using Tokens = std::vector<SourceToken>;

struct Definition {
    enum class Kind { macro, function, structure } kind = Kind::macro;
    std::string name;
    bool takes_arguments = false;
    std::vector<std::string> parameters;
    /// The text of the definition. It is on the heap, because tokens point into it.
    std::unique_ptr<SourceText> body = std::make_unique<SourceText>();
    int line = 0;
};

/// Reads what follows the word define in `#define NAME BODY` or `#define NAME(a, b) BODY`.
Definition read_definition(const SourceDirective& directive) {
    Definition made;
    made.line = directive.line;
    const std::string& rest = directive.rest;
    std::size_t at = std::min(rest.find_first_of(" \t\v\f\n\\("), rest.size());
    made.name = rest.substr(0, at);
    if (at < rest.size() && rest[at] == '(') {
        made.takes_arguments = true;
        const std::size_t close = std::min(rest.find(')', at), rest.size());
        SourceText parameters;
        parameters.scan(std::string_view(rest).substr(at + 1, close - at - 1));
        for (const SourceToken& token : parameters.tokens) {
            if (token.kind == SourceToken::Kind::name) {
                made.parameters.emplace_back(token.text);
            }
        }
        at = std::min(close + 1, rest.size());
    }
    made.body->scan(std::string_view(rest).substr(at));
    return made;
}

/// Returns the index after the bracket that closes the bracket at `open`, or the number of tokens if it is not closed.
std::size_t behind_brackets(const Tokens& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t k = open; k < tokens.size(); ++k) {
        depth += tokens[k].is("(") ? 1 : tokens[k].is(")") ? -1 : 0;
        if (depth == 0) {
            return k + 1;
        }
    }
    return tokens.size();
}

using Definitions = std::map<std::string, std::vector<Definition>, std::less<>>;

Result<Definitions> read_macros(const SourceText& text, std::string_view file) {
    Definitions definitions;
    for (const SourceDirective& directive : text.directives) {
        if (directive.name != "define") {
            continue;
        }
        if (directive.rest.find('#') != std::string::npos) {
            return error_at(file, directive.line,
                            "a macro of a recurrence must not contain '#'; write out the text that it makes");
        }
        Definition made = read_definition(directive);
        std::vector<Definition>& same = definitions[made.name];
        if (!same.empty() && same.front().takes_arguments != made.takes_arguments) {
            return error_at(file, directive.line,
                            "the macro " + quoted(made.name) + " is defined with and without parameters; rename one");
        }
        same.push_back(std::move(made));
        if (definitions.size() > kMaxMacros) {
            return error_at(file, directive.line,
                            "there are more than " + std::to_string(kMaxMacros) + " macros; use fewer");
        }
    }
    return definitions;
}

/// Adds the functions and structs of `text` to `definitions`, which already has the macros of `text`.
Result<void> add_declarations(const SourceText& text, std::string_view file, Definitions& definitions) {
    const auto add = [&](Definition::Kind kind, std::string_view name, std::size_t first, std::size_t last,
                         int line) -> Result<void> {
        Definition made;
        made.kind = kind;
        made.name = std::string(name);
        made.line = line;
        const char* begin = text.tokens[first].text.data();
        made.body->scan({begin, static_cast<std::size_t>(text.tokens[last].text.data() + 1 - begin)});
        std::vector<Definition>& same = definitions[made.name];
        if (!same.empty() && same.front().kind != kind) {
            return error_at(file, line,
                            quoted(name) + " already names a macro, function or struct; choose another name");
        }
        same.push_back(std::move(made));
        if (same.size() > kMaxOverloads) {
            return error_at(
                file, line,
                quoted(name) + " has more than " + std::to_string(kMaxOverloads) + " definitions; use fewer");
        }
        if (definitions.size() > kMaxMacros) {
            return error_at(file, line,
                            "there are more than " + std::to_string(kMaxMacros) +
                                " names of macros, functions and structs; use fewer");
        }
        return {};
    };
    for (const SourceFunction& function : text.functions) {
        VKALGO_CHECK(
            add(Definition::Kind::function, function.name, function.body_first, function.body_last, function.line));
    }
    const Tokens& tokens = text.tokens;
    for (std::size_t k = 0; k + 2 < tokens.size(); ++k) {
        if (!tokens[k].is("struct") || tokens[k + 1].is("{")) {
            continue;
        }
        if (!tokens[k + 2].is("{")) {
            return error_at(file, tokens[k].line, "this 'struct' is not a definition; write 'struct NAME { ... };'");
        }
        VKALGO_CHECK(add(Definition::Kind::structure, tokens[k + 1].text, k + 2,
                         std::min(text.closing(k + 2), tokens.size() - 1), tokens[k].line));
    }
    return {};
}

/// Checks that no macro has a struct or unbalanced braces. Macros are not expanded here, so a function or struct that
/// is made of macros could not be counted.
Result<void> check_macro_bodies(const Definitions& definitions, std::string_view file) {
    for (const auto& [name, same] : definitions) {
        for (const Definition& macro : same) {
            int depth = 0;
            for (const SourceToken& token : macro.body->tokens) {
                depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
                if (depth < 0 || token.is("struct")) {
                    return error_at(file, macro.line,
                                    "the macro " + quoted(name) + " has " +
                                        (depth < 0 ? "a '}' without its '{'" : "a struct") +
                                        "; write its text where it is used, and remove the macro");
                }
            }
            if (depth != 0) {
                return error_at(
                    file, macro.line,
                    "the macro " + quoted(name) +
                        " has a '{' without its '}'; write its text where it is used, and remove the macro");
            }
        }
    }
    return {};
}

/// Returns whether the expansion of a macro has a '{'. `same` holds the definitions of the macro. `seen` holds the
/// names of the macros that are examined already.
bool makes_braces(const Definitions& definitions, const std::vector<Definition>& same, std::set<std::string>& seen) {
    for (const Definition& macro : same) {
        for (const SourceToken& token : macro.body->tokens) {
            const auto found = definitions.find(token.text);
            if (token.is("{") || (found != definitions.end() && seen.insert(found->first).second &&
                                  makes_braces(definitions, found->second, seen))) {
                return true;
            }
        }
    }
    return false;
}

/// Checks that braces outside of functions belong to structs or to values of constants. `definitions` has the macros.
Result<void> check_file_scope(const SourceText& text, std::string_view file, const Definitions& definitions) {
    const Tokens& tokens = text.tokens;
    auto function = text.functions.begin();
    std::size_t first = 0;
    int depth = 0;
    bool assigned = false;
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        if (function != text.functions.end() && k == function->body_first) {
            k = function->body_last;
            first = k + 1;
            assigned = false;
            ++function;
            continue;
        }
        const SourceToken& token = tokens[k];
        depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        assigned = assigned || token.is("=");
        const auto found = definitions.find(token.text);
        std::set<std::string> seen;
        if ((token.is("{") && (depth != 0 || !(assigned || tokens[first].is("struct") || tokens[first].is("const")))) ||
            (found != definitions.end() && makes_braces(definitions, found->second, seen))) {
            return error_at(file, token.line,
                            "vkalgo does not recognise these braces as the body of a function; write the function as " +
                                std::string("'TYPE NAME(...) { ... }', without macros that have braces"));
        }
        if (token.is("{")) {
            k = std::min(text.closing(k), tokens.size() - 1);
        } else if (token.is(";")) {
            first = k + 1;
            assigned = false;
        }
    }
    return {};
}

}  // namespace

/// A counter of the sizes of definitions. It counts a definition after all definitions that this definition names.
struct MacroSizes::Counter {
    const Definitions& definitions;
    std::string_view file;
    MacroSizes& sizes;
    /// Whether the text has #if branches. If so, a name and its arguments may stand in different branches.
    bool conditional = false;
    /// Whether functions and structs are counted too, and not only macros.
    bool inlined = false;
    /// Names whose definitions are being counted. If one of them is met again, its definition contains itself.
    std::set<std::string, std::less<>> open{};

    Result<void> follow(const std::string& name, const std::vector<Definition>& same) {
        if (sizes.sizes_.contains(name)) {
            return {};
        }
        const Definition& one = same.front();
        if (!open.insert(name).second) {
            return error_at(file, one.line,
                            one.kind == Definition::Kind::macro && !inlined
                                ? "the macro " + quoted(name) + " expands into itself"
                                : quoted(name) +
                                      " leads back to itself through functions, structs or macros, but GLSL allows no "
                                      "recursion; if two of them have the same name, rename one");
        }
        for (const Definition& definition : same) {
            for (std::size_t k = 0; k < definition.body->tokens.size(); ++k) {
                const auto found = definitions.find(definition.body->tokens[k].text);
                if (found == definitions.end() || (found->first == name && same.size() > 1 && is_function(same)) ||
                    !stands_for(*definition.body, k, found->second, definition.kind == Definition::Kind::macro)) {
                    continue;
                }
                VKALGO_CHECK(follow(found->first, found->second));
            }
        }
        Size largest = largest_of(same);
        if (is_function(same)) {
            // One overload may call another overload, and no overload calls itself. So the longest chain of calls goes
            // through each overload at most once.
            for (std::size_t k = 1; k < same.size() && largest.own <= kMaxInlined; ++k) {
                sizes.sizes_[name] = largest;
                largest = largest_of(same);
            }
        }
        sizes.sizes_[name] = std::move(largest);
        open.erase(name);
        return {};
    }

    static bool is_function(const std::vector<Definition>& same) {
        return same.front().kind == Definition::Kind::function;
    }

    /// Returns whether the word at `token`, whose definitions are `named`, stands for them and not for a variable. The
    /// name of a function stands for the function if '(' follows, or a macro that may expand into arguments; in macros
    /// and in texts with #if it always counts.
    bool stands_for(const SourceText& text, std::size_t token, const std::vector<Definition>& named,
                    bool in_macro) const {
        if (!is_function(named) || in_macro || conditional || text.is_call(token)) {
            return true;
        }
        const auto next =
            token + 1 < text.tokens.size() ? definitions.find(text.tokens[token + 1].text) : definitions.end();
        return next != definitions.end() && next->second.front().kind == Definition::Kind::macro;
    }

    Size largest_of(const std::vector<Definition>& same) const {
        Size largest;
        largest.takes_arguments = same.front().takes_arguments;
        for (const Definition& definition : same) {
            const Tokens& body = definition.body->tokens;
            const Size size = sizes.count(body, 0, body.size(), definition.parameters);
            largest.own = std::max(largest.own, size.own);
            largest.repeats.resize(std::max(largest.repeats.size(), size.repeats.size()));
            for (std::size_t p = 0; p < size.repeats.size(); ++p) {
                largest.repeats[p] = std::max(largest.repeats[p], size.repeats[p]);
            }
        }
        return largest;
    }

    /// Checks that the arguments of every macro with parameters come right after its name. Otherwise an expansion could
    /// end in the name of a macro, and take its arguments from the text that follows.
    Result<void> check_calls(const SourceText& text, int line) const {
        int depth = 0;
        for (std::size_t k = 0; k < text.tokens.size(); ++k) {
            const int at = line != 0 ? line : text.tokens[k].line;
            depth += text.tokens[k].is("(") ? 1 : text.tokens[k].is(")") ? -1 : 0;
            if (line != 0 && depth > kMaxNested) {
                return error_at(
                    file, at,
                    "the macro has more than " + std::to_string(kMaxNested) + " nested parentheses; split it up");
            }
            const auto found = definitions.find(text.tokens[k].text);
            if (found != definitions.end() && found->second.front().takes_arguments && !text.is_call(k)) {
                return error_at(file, at,
                                "the macro " + quoted(found->first) + " is used without its arguments; write " +
                                    quoted(found->first + "(...)"));
            }
        }
        return {};
    }
};

void MacroSizes::add(Size& sum, const Size& more, double times) {
    constexpr double kMax = 1e18;  // Far beyond every limit, and still a number
    sum.own = std::min(kMax, sum.own + times * more.own);
    sum.repeats.resize(std::max(sum.repeats.size(), more.repeats.size()));
    for (std::size_t p = 0; p < more.repeats.size(); ++p) {
        sum.repeats[p] = std::min(kMax, sum.repeats[p] + times * more.repeats[p]);
    }
}

/// Counts tokens[first, last). Words in `parameters` stand for arguments whose sizes are not known yet.
MacroSizes::Size MacroSizes::count(const Tokens& tokens, std::size_t first, std::size_t last,
                                   const std::vector<std::string>& parameters) const {
    Size sum;
    for (std::size_t k = first; k < last;) {
        k = count_one(tokens, k, last, parameters, sum);
    }
    return sum;
}

/// Adds the word at `at` with its arguments to `sum`, and returns the index after them. An argument counts once even if
/// the macro drops it.
std::size_t MacroSizes::count_one(const Tokens& tokens, std::size_t at, std::size_t last,
                                  const std::vector<std::string>& parameters, Size& sum) const {
    const auto parameter = std::find(parameters.begin(), parameters.end(), tokens[at].text);
    if (parameter != parameters.end()) {
        sum.repeats.resize(std::max(sum.repeats.size(), parameters.size()));
        sum.repeats[static_cast<std::size_t>(parameter - parameters.begin())] += 1;
        return at + 1;
    }
    const auto macro = sizes_.find(tokens[at].text);
    if (macro == sizes_.end()) {
        sum.own += 1;
        return at + 1;
    }
    add(sum, {.takes_arguments = false, .own = macro->second.own, .repeats = {}}, 1);
    if (!macro->second.takes_arguments) {
        return at + 1;
    }
    const std::size_t end = std::min(behind_brackets(tokens, at + 1), last);
    const std::vector<double>& repeats = macro->second.repeats;
    std::size_t argument = at + 2;
    std::size_t number = 0;
    int depth = 0;
    for (std::size_t k = at + 2; k < end; ++k) {
        depth += tokens[k].is("(") ? 1 : tokens[k].is(")") ? -1 : 0;
        if (k + 1 == end || (depth == 0 && tokens[k].is(","))) {
            add(sum, count(tokens, argument, k, parameters),
                std::max(1.0, number < repeats.size() ? repeats[number] : 0));
            argument = k + 1;
            ++number;
        }
    }
    return end;
}

double MacroSizes::expanded(const Tokens& tokens, std::size_t& at) const {
    Size sum;
    at = count_one(tokens, at, tokens.size(), {}, sum);
    return sum.own;
}

Result<MacroSizes> MacroSizes::of(const SourceText& text, std::string_view file) {
    VKALGO_TRY(const Definitions definitions, read_macros(text, file));
    MacroSizes made;
    Counter counter{definitions, file, made};
    VKALGO_CHECK(counter.check_calls(text, 0));
    for (const auto& [name, same] : definitions) {
        for (const Definition& each : same) {
            VKALGO_CHECK(counter.check_calls(*each.body, each.line));
        }
    }
    for (const auto& [name, same] : definitions) {
        VKALGO_CHECK(counter.follow(name, same));
    }
    return made;
}

Result<void> MacroSizes::check_inlined(const SourceText& text, std::string_view file) {
    VKALGO_TRY(Definitions definitions, read_macros(text, file));
    VKALGO_CHECK(check_macro_bodies(definitions, file));
    VKALGO_CHECK(check_file_scope(text, file, definitions));
    VKALGO_CHECK(add_declarations(text, file, definitions));
    MacroSizes sizes;
    Counter counter{definitions, file, sizes};
    counter.inlined = true;
    counter.conditional = std::any_of(text.directives.begin(), text.directives.end(),
                                      [](const SourceDirective& one) { return one.name.starts_with("if"); });
    std::vector<const Definition*> in_order;
    for (const auto& [name, same] : definitions) {
        for (const Definition& each : same) {
            in_order.push_back(&each);
        }
    }
    std::stable_sort(in_order.begin(), in_order.end(),
                     [](const Definition* a, const Definition* b) { return a->line < b->line; });
    for (const Definition* each : in_order) {
        VKALGO_CHECK(counter.follow(each->name, definitions.find(each->name)->second));
        if (each->kind != Definition::Kind::macro && sizes.sizes_.at(each->name).own > kMaxInlined) {
            return error_at(file, each->line,
                            quoted(each->name) + " has more than " +
                                std::to_string(static_cast<std::size_t>(kMaxInlined)) + " tokens once the " +
                                (each->kind == Definition::Kind::function ? "calls in it" : "structs in it") +
                                " are written out; use fewer of them");
        }
    }
    return {};
}

}  // namespace vkalgo::dp

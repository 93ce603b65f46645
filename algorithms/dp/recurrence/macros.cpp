#include "algorithms/dp/recurrence/macros.hpp"

#include "algorithms/dp/recurrence/words.hpp"

#include <algorithm>
#include <memory>
#include <set>

namespace vkalgo::dp {

namespace {

constexpr std::size_t kMostMacros = 1024;  // they are followed into one another by recursion
constexpr int kMostNested = 200;           // and so are calls within the arguments of calls

using Tokens = std::vector<SourceToken>;

struct Definition {
    std::string name;
    bool takes_arguments = false;
    std::vector<std::string> parameters;
    /// on the heap: tokens point into it
    std::unique_ptr<SourceText> body = std::make_unique<SourceText>();
    int line = 0;
};

/// Of `#define NAME BODY` or `#define NAME(a, b) BODY`, what stands behind the word define.
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

/// One past the bracket that closes the one at `open`; the end where none does.
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

}  // namespace

/// Counts macro after macro, those first that others name.
struct MacroSizes::Counter {
    const std::map<std::string, std::vector<Definition>, std::less<>>& definitions;
    std::string_view file;
    MacroSizes& sizes;
    /// being followed
    std::set<std::string, std::less<>> open;

    Result<void> follow(const std::string& name, const std::vector<Definition>& same) {
        if (sizes.sizes_.contains(name)) {
            return {};
        }
        if (!open.insert(name).second) {
            return error_at(file, same.front().line, "the macro " + quoted(name) + " expands into itself");
        }
        for (const Definition& definition : same) {
            for (const SourceToken& token : definition.body->tokens) {
                if (const auto found = definitions.find(token.text); found != definitions.end()) {
                    VKALGO_CHECK(follow(found->first, found->second));
                }
            }
        }
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
        sizes.sizes_.emplace(name, std::move(largest));
        return {};
    }

    /// Where every macro with parameters has its arguments behind it, no expansion can call by what follows it.
    Result<void> check_calls(const SourceText& text, int line) const {
        int depth = 0;
        for (std::size_t k = 0; k < text.tokens.size(); ++k) {
            const int at = line != 0 ? line : text.tokens[k].line;
            depth += text.tokens[k].is("(") ? 1 : text.tokens[k].is(")") ? -1 : 0;
            if (line != 0 && depth > kMostNested) {
                return error_at(file, at, "the macro nests too deep; split it up");
            }
            const auto found = definitions.find(text.tokens[k].text);
            if (found != definitions.end() && found->second.front().takes_arguments && !text.is_call(k)) {
                return error_at(file, at,
                                "the macro " + quoted(found->first) + " is named without its arguments; write " +
                                    quoted(found->first + "(...)"));
            }
        }
        return {};
    }
};

void MacroSizes::add(Size& sum, const Size& more, double times) {
    constexpr double kMost = 1e18;  // far beyond every limit, and still a number
    sum.own = std::min(kMost, sum.own + times * more.own);
    sum.repeats.resize(std::max(sum.repeats.size(), more.repeats.size()));
    for (std::size_t p = 0; p < more.repeats.size(); ++p) {
        sum.repeats[p] = std::min(kMost, sum.repeats[p] + times * more.repeats[p]);
    }
}

/// tokens[first, last), of which the words in `parameters` are open.
MacroSizes::Size MacroSizes::count(const Tokens& tokens, std::size_t first, std::size_t last,
                                   const std::vector<std::string>& parameters) const {
    Size sum;
    for (std::size_t k = first; k < last;) {
        k = count_one(tokens, k, last, parameters, sum);
    }
    return sum;
}

/// Adds the word at `at` with its arguments; returns the one behind. An argument is expanded once even if it is
/// dropped.
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
    std::map<std::string, std::vector<Definition>, std::less<>> definitions;
    for (const SourceDirective& directive : text.directives) {
        if (directive.name != "define") {
            continue;
        }
        if (directive.rest.find('#') != std::string::npos) {
            return error_at(file, directive.line, "a macro of a recurrence has no '#'; write its words out");
        }
        Definition made = read_definition(directive);
        std::vector<Definition>& same = definitions[made.name];
        if (!same.empty() && same.front().takes_arguments != made.takes_arguments) {
            return error_at(file, directive.line,
                            "the macro " + quoted(made.name) + " is defined with and without parameters; rename one");
        }
        same.push_back(std::move(made));
        if (definitions.size() > kMostMacros) {
            return error_at(file, directive.line,
                            "there are more than 1024 macros; a recurrence is a few lines of GLSL");
        }
    }
    MacroSizes made;
    Counter counter{definitions, file, made, {}};
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

}  // namespace vkalgo::dp

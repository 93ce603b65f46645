#pragma once

#include "../../../engine/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// A word, a number or a single other character of a recurrence's GLSL. It views SourceText::code.
struct SourceToken {
    /// The kind of token.
    enum class Kind { name, number, symbol } kind = Kind::symbol;
    std::string_view text;
    int line = 0;

    /// Returns whether the token has this text.
    bool is(std::string_view other) const { return text == other; }
};

/// A function that the text defines. Functions that it only declares are left out.
struct SourceFunction {
    std::string name;
    /// The type of the result, without qualifiers.
    std::string result;
    /// The types of the parameters, without qualifiers.
    std::vector<std::string> parameters;
    /// Token numbers of the braces of the function's body.
    std::size_t body_first = 0;
    std::size_t body_last = 0;
    int line = 0;
};

/// A preprocessor line: `#define a b` has the name "define" and the rest "a b".
struct SourceDirective {
    std::string name, rest;
    int line = 0;
};

/// The result of a scan of a recurrence's GLSL, which does not compile it: the tokens outside comments and preprocessor
/// lines, the functions at file scope, and the preprocessor lines. Macros are not expanded. Immovable, since tokens
/// point into `code`.
struct SourceText {
    SourceText() = default;
    SourceText(const SourceText&) = delete;
    SourceText& operator=(const SourceText&) = delete;

    /// The text with comments blanked out.
    std::string code;
    std::vector<SourceToken> tokens;
    std::vector<SourceFunction> functions;
    std::vector<SourceDirective> directives;

    /// Fills the members, which must be empty. `source` is a text that plain_text() returned, or a piece of such a
    /// text.
    void scan(std::string_view source);
    /// Returns the first function of that name, or null.
    const SourceFunction* find(std::string_view name) const;
    /// Returns whether the token is a name that '(' follows, as in a call.
    bool is_call(std::size_t token) const;
    /// Returns the number of the token that closes the bracket at `open`; tokens.size() if no token closes it.
    std::size_t closing(std::size_t open) const;
};

/// Checks that `source` is text: at most 64 KiB, made of sequences that have the form of UTF-8, and without control
/// characters other than blanks and line ends. Returns it with line ends as '\n'; the CR of CR LF and a byte-order mark
/// become blanks. Joins lines at backslashes, and adds an empty line for each line that is joined, so that later lines
/// keep their numbers. Errors: invalid_argument, at the line, also for a '//!' line that a backslash joins to the next
/// line.
Result<std::string> plain_text(std::string_view source, std::string_view file);

/// Returns the parameters of cell(), base() and step() as a text declares them: "(int i, int j)" for two indices.
std::string parameters_text(std::size_t indices);

/// What the header of a recurrence requires of its code.
struct CodeRules {
    /// Number of indices of a cell.
    std::size_t indices = 2;
    /// The functions that cell() is made from; each returns a cell_t. Empty: the text defines cell().
    std::vector<std::string_view> parts_of_cell;
};

/// Checks a recurrence's code before it is compiled, and describes errors in the terms of recurrences. Errors:
/// invalid_argument, at the line: brackets that do not match, a word that is not allowed in a recurrence (main, layout,
/// gl_..., a version directive), a variable at file scope that is not const, a cell(), term(), base(), step() or
/// solution() of another type or with other parameters, recursion, a path without a return, base() that reads the
/// table, macros that make more than 65,536 words in total, a statement of more than 4,096 words, and what MacroSizes
/// refuses (macros.hpp).
Result<void> check_code(const SourceText& text, std::string_view file, const CodeRules& rules);

}  // namespace vkalgo::dp

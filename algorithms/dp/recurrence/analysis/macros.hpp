#pragma once

#include "../../../../engine/result.hpp"
#include "../source_text.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// The sizes of the texts that macros expand into. They are computed without expanding the macros, since a few dozen
/// macros that each use the next one twice expand into gigabytes. Definitions in conditional branches always count, so
/// the counts are upper bounds.
class MacroSizes {
public:
    /// Computes the sizes of the macros of a text. Errors: invalid_argument, at the line, for what cannot be counted:
    /// '#' in a macro; a macro that expands into itself; a macro with parameters that is named without its arguments,
    /// or is also defined without parameters; a macro whose parentheses nest more than 200 deep; more than 1024 macros.
    static Result<MacroSizes> of(const SourceText& text, std::string_view file);

    /// Checks the size that the code has after a compiler has inlined every call. A dozen functions that each call the
    /// next one twice take a compiler half a minute, and structs of structs take longer. Counts the words of each
    /// function together with the words of the macros, functions and structs that it names, and the words of each
    /// struct together with the words of its members. Errors: invalid_argument, at the line: a function or struct of
    /// more than 8,192 words; a function or struct that names itself through others; more than 1024 macros, functions
    /// and structs together; more than 64 definitions of one name; a macro that has a struct or unbalanced braces;
    /// braces that are not in a function and do not belong to a struct or a constant.
    static Result<void> check_inlined(const SourceText& text, std::string_view file);

    /// Returns the number of tokens that tokens[at] expands into. If the token names a macro with parameters, its
    /// arguments are included. Moves `at` past the token and its arguments. `tokens` nest no deeper than check_code
    /// allows.
    double expanded(const std::vector<SourceToken>& tokens, std::size_t& at) const;

private:
    /// The size of an expansion, which is linear in the sizes of its arguments: the number of its own tokens, and how
    /// often each argument is repeated.
    struct Size {
        bool takes_arguments = false;
        double own = 0;
        std::vector<double> repeats;
    };
    struct Counter;

    static void add(Size& sum, const Size& more, double times);
    Size count(const std::vector<SourceToken>& tokens, std::size_t first, std::size_t last,
               const std::vector<std::string>& parameters) const;
    std::size_t count_one(const std::vector<SourceToken>& tokens, std::size_t at, std::size_t last,
                          const std::vector<std::string>& parameters, Size& sum) const;

    std::map<std::string, Size, std::less<>> sizes_;
};

}  // namespace vkalgo::dp

#pragma once

#include "../../../engine/result.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// An integer expression of a recurrence's header: numbers, names, + - * / ^ ( ), and the functions len, sum, products,
/// min and max of an input's name. `products` multiplies each element by the next one and adds up these products.
/// Values are 64-bit signed integers and never wrap: a value that does not fit is an Error (overflow). A division
/// rounds towards zero. A division by zero and a negative exponent are Errors (invalid_argument).
class Expression {
public:
    /// The values of names and functions. Each function returns an Error (invalid_argument) for an unknown name.
    struct Scope {
        std::function<Result<std::int64_t>(std::string_view name)> variable;
        std::function<Result<std::int64_t>(std::string_view function, std::string_view input)> function;
    };

    /// Parses a text of at most 4096 characters. Errors: invalid_argument: the text is not an expression, is too long
    /// or nests too deeply, or has a number that does not fit 64 bits.
    static Result<Expression> parse(std::string_view text);
    /// Returns the value. Errors: those of `scope`; overflow; invalid_argument: a division by zero, a negative
    /// exponent.
    Result<std::int64_t> evaluate(const Scope& scope) const;
    /// Returns the text as it was parsed.
    const std::string& text() const { return text_; }
    /// Returns the variables used, each once.
    std::vector<std::string> variables() const;
    /// Returns the inputs used as function arguments, each once.
    std::vector<std::string> inputs() const;
    /// Returns the inputs whose elements the expression reads: arguments of sum, products, min and max.
    std::vector<std::string> inputs_read() const;

private:
    enum class Kind { number, variable, function, add, subtract, multiply, divide, power, negate };
    struct Token {
        Kind kind = Kind::number;
        std::int64_t number = 0;
        /// Name of the variable or function.
        std::string name;
        /// Argument of the function.
        std::string argument;
    };
    struct Parser;
    std::string text_;
    std::vector<Token> postfix_;
};

}  // namespace vkalgo::dp

#include "algorithms/dp/recurrence/expression.hpp"

#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace vkalgo::dp {

namespace {

constexpr std::size_t kMaxLength = 4096;  // Characters
constexpr int kMaxDepth = 64;             // Parentheses, signs and powers inside each other: the parser is recursive
constexpr std::array<std::string_view, 5> kExpressionFunctions{"len", "sum", "products", "min", "max"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Returns base ^ exponent, or nullopt if it does not fit 64 bits. The exponent is at least 0.
std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent) {
    if (base == 0 || base == 1 || base == -1) {
        return exponent == 0 || (base == -1 && exponent % 2 == 0) ? 1 : base;
    }
    std::int64_t value = 1;
    for (; exponent > 0; --exponent) {
        if (__builtin_mul_overflow(value, base, &value)) {
            return std::nullopt;
        }
    }
    return value;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
    }
}

}  // namespace

// A recursive-descent parser; each rule appends its tokens in postfix order.
struct Expression::Parser {
    std::string_view text;
    std::size_t at = 0;
    int depth = 0;
    std::vector<Token> out;

    void skip_blanks() {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) {
            ++at;
        }
    }
    bool take(char c) {
        skip_blanks();
        if (at < text.size() && text[at] == c) {
            ++at;
            return true;
        }
        return false;
    }
    std::string_view take_name() {
        skip_blanks();
        const std::size_t first = at;
        while (at < text.size() && (is_letter(text[at]) || (at > first && is_digit(text[at])))) {
            ++at;
        }
        return text.substr(first, at - first);
    }
    Error unexpected() {
        skip_blanks();
        const std::string where = at < text.size() ? quoted(text.substr(at, 1)) : std::string("the end");
        return invalid(
            "expected a number or a name before " + where + " in " + quoted(text) +
            "; an expression has numbers, names, + - * / ^ ( ), and len, sum, products, min, max of an input");
    }
    Token operation(Kind kind) {
        Token token;
        token.kind = kind;
        return token;
    }

    Result<void> sum() {
        VKALGO_CHECK(product());
        while (true) {
            const Kind kind = take('+') ? Kind::add : take('-') ? Kind::subtract : Kind::number;
            if (kind == Kind::number) {
                return {};
            }
            VKALGO_CHECK(product());
            out.push_back(operation(kind));
        }
    }

    Result<void> product() {
        VKALGO_CHECK(factor());
        while (true) {
            const Kind kind = take('*') ? Kind::multiply : take('/') ? Kind::divide : Kind::number;
            if (kind == Kind::number) {
                return {};
            }
            VKALGO_CHECK(factor());
            out.push_back(operation(kind));
        }
    }

    Result<void> factor() {
        if (depth > kMaxDepth) {
            return invalid("the expression nests too deeply; use at most " + std::to_string(kMaxDepth) +
                           " parentheses, signs and powers inside each other");
        }
        ++depth;
        VKALGO_CHECK(nested_factor());
        --depth;
        return {};
    }

    Result<void> nested_factor() {
        if (take('-')) {
            VKALGO_CHECK(factor());
            out.push_back(operation(Kind::negate));
            return {};
        }
        VKALGO_CHECK(operand());
        if (take('^')) {
            VKALGO_CHECK(factor());  // -2 ^ 2 ^ 3 is -(2 ^ (2 ^ 3)) = -256
            out.push_back(operation(Kind::power));
        }
        return {};
    }

    Result<void> operand() {
        if (take('(')) {
            VKALGO_CHECK(sum());
            return take(')') ? Result<void>() : invalid("a ')' is missing in " + quoted(text));
        }
        skip_blanks();
        if (at < text.size() && is_digit(text[at])) {
            return number();
        }
        const std::string_view name = take_name();
        if (name.empty()) {
            return unexpected();
        }
        Token token;
        token.name = std::string(name);
        token.kind = Kind::variable;
        if (take('(')) {
            if (std::find(kExpressionFunctions.begin(), kExpressionFunctions.end(), name) ==
                kExpressionFunctions.end()) {
                return invalid("there is no function " + quoted(name) + "; there are: len, sum, products, min, max");
            }
            token.kind = Kind::function;
            token.argument = std::string(take_name());
            if (token.argument.empty() || !take(')')) {
                return invalid(quoted(name) + " needs the name of one input, as in " + std::string(name) + "(x)");
            }
        }
        out.push_back(std::move(token));
        return {};
    }

    Result<void> number() {
        Token token;
        const std::size_t first = at;
        bool fits = true;
        for (; at < text.size() && is_digit(text[at]); ++at) {
            fits = fits && !__builtin_mul_overflow(token.number, std::int64_t{10}, &token.number) &&
                   !__builtin_add_overflow(token.number, std::int64_t{text[at] - '0'}, &token.number);
        }
        if (!fits) {
            return invalid("the number " + std::string(text.substr(first, at - first)) +
                           " does not fit i64; write at most 2^63 - 1");
        }
        if (at < text.size() && (is_letter(text[at]) || text[at] == '.')) {
            return invalid(quoted(text.substr(first, at - first + 1)) +
                           "... is not a whole number; write only decimal digits");
        }
        out.push_back(std::move(token));
        return {};
    }
};

Result<Expression> Expression::parse(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    if (text.empty()) {
        return invalid("the expression is empty; write a number or, for example, len(x) + 1");
    }
    if (text.size() > kMaxLength) {
        return invalid("the expression has more than " + std::to_string(kMaxLength) +
                       " characters; write a shorter one");
    }
    Parser parser;
    parser.text = text;
    VKALGO_CHECK(parser.sum());
    parser.skip_blanks();
    if (parser.at != text.size()) {
        return invalid("cannot read " + quoted(text.substr(parser.at)) + " at the end of " + quoted(text) +
                       "; an operator may be missing");
    }
    Expression expression;
    expression.text_ = std::string(text);
    expression.postfix_ = std::move(parser.out);
    return expression;
}

Result<std::int64_t> Expression::evaluate(const Scope& scope) const {
    std::vector<std::int64_t> stack;
    for (const Token& token : postfix_) {
        if (token.kind == Kind::number) {
            stack.push_back(token.number);
            continue;
        }
        if (token.kind == Kind::variable) {
            VKALGO_TRY(const std::int64_t value, scope.variable(token.name));
            stack.push_back(value);
            continue;
        }
        if (token.kind == Kind::function) {
            VKALGO_TRY(const std::int64_t value, scope.function(token.name, token.argument));
            stack.push_back(value);
            continue;
        }
        const std::int64_t right = stack.back();
        stack.pop_back();
        std::int64_t left = 0;
        if (token.kind != Kind::negate) {
            left = stack.back();
            stack.pop_back();
        }
        std::int64_t value = 0;
        bool overflow = false;
        switch (token.kind) {
            case Kind::add:
                overflow = __builtin_add_overflow(left, right, &value);
                break;
            case Kind::subtract:
            case Kind::negate:
                overflow = __builtin_sub_overflow(left, right, &value);
                break;
            case Kind::multiply:
                overflow = __builtin_mul_overflow(left, right, &value);
                break;
            case Kind::power: {
                if (right < 0) {
                    return invalid(quoted(text_) + " has the exponent " + std::to_string(right) +
                                   "; exponents must be 0 or more");
                }
                const std::optional<std::int64_t> raised = power(left, right);
                overflow = !raised;
                value = raised.value_or(0);
                break;
            }
            default:
                if (right == 0) {
                    return invalid(quoted(text_) + " divides by zero");
                }
                overflow = right == -1 && __builtin_sub_overflow(std::int64_t{0}, left, &value);
                if (right != -1) {
                    value = left / right;
                }
                break;
        }
        if (overflow) {
            return Error{
                ErrorCode::overflow, quoted(text_) + " does not fit i64; give smaller sizes, params or inputs", {}};
        }
        stack.push_back(value);
    }
    if (stack.size() != 1) {
        return invalid("the expression has no value, since it was never parsed");
    }
    return stack.front();
}

std::vector<std::string> Expression::variables() const {
    std::vector<std::string> names;
    for (const Token& token : postfix_) {
        if (token.kind == Kind::variable) {
            add_once(names, token.name);
        }
    }
    return names;
}

std::vector<std::string> Expression::inputs() const {
    std::vector<std::string> names;
    for (const Token& token : postfix_) {
        if (token.kind == Kind::function) {
            add_once(names, token.argument);
        }
    }
    return names;
}

std::vector<std::string> Expression::inputs_read() const {
    std::vector<std::string> names;
    for (const Token& token : postfix_) {
        if (token.kind == Kind::function && token.name != "len") {
            add_once(names, token.argument);
        }
    }
    return names;
}

}  // namespace vkalgo::dp

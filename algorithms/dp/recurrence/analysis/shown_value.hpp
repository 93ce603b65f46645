#pragma once

#include "../../../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace vkalgo::dp {

struct SourceText;
struct SourceFunction;

/// What an expression of a recurrence's text stands for, as far as the text shows it.
struct ShownValue {
    /// A number, a truth value, or an element of an input.
    enum class Kind : std::uint8_t { number, truth, element } kind = Kind::number;
    /// of a number: slope * T + offset, T an unknown of at least ShownScope::least; the slope is 0 or 1
    std::int64_t slope = 0, offset = 0;
    bool truth = false;
    /// of an element: the input's number, its index that parameter of the function plus `offset`
    std::size_t input = 0, parameter = 0;

    /// A number without the unknown.
    static ShownValue of(std::int64_t number) { return {.offset = number}; }
    /// T plus a number.
    static ShownValue unknown(std::int64_t more) { return {.slope = 1, .offset = more}; }
    /// A truth value.
    static ShownValue of_truth(bool truth) { return {.kind = Kind::truth, .truth = truth}; }
};

/// What the names in a function's body stand for. Calls and comparisons that are not understood give none.
struct ShownScope {
    /// of the unknown
    std::int64_t least = 0;
    std::map<std::string_view, ShownValue> names;
    /// a call of that name, its '(' at that token
    std::function<std::optional<ShownValue>(std::string_view name, std::size_t open)> call;
    /// do the two elements equal each other?
    std::function<std::optional<bool>(const ShownValue& a, const ShownValue& b)> equal;
};

/// What a function of two parameters returns in that scope, if it is understood: declarations of constants, `if`,
/// `return`, ?:, comparisons, && || !, sums, products, min, max and conversions. No step may depend on the unknown.
/// Errors: unsupported, with the word that is not understood.
Result<ShownValue> shown_value(const SourceText& text, const SourceFunction& function, ShownScope scope);

}  // namespace vkalgo::dp

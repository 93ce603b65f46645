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

/// The value of an expression of a recurrence's text, as far as the text shows it.
struct ShownValue {
    /// A number, a truth value, or an element of an input.
    enum class Kind : std::uint8_t { number, truth, element } kind = Kind::number;
    /// For a number: slope * T + offset, where T is an unknown of at least ShownScope::least and the slope is 0 or 1.
    std::int64_t slope = 0, offset = 0;
    bool truth = false;
    /// For an element: the number of its input, and the number of a parameter of the function. The index of the element
    /// is this parameter plus `offset`.
    std::size_t input = 0, parameter = 0;

    /// Returns a number without the unknown.
    static ShownValue of(std::int64_t number) { return {.offset = number}; }
    /// Returns T + more.
    static ShownValue unknown(std::int64_t more) { return {.slope = 1, .offset = more}; }
    /// Returns a value that is true or false.
    static ShownValue of_truth(bool truth) { return {.kind = Kind::truth, .truth = truth}; }
};

/// The meaning of the names in a function's body. `call` and `equal` return nullopt for a call or comparison that they
/// do not understand.
struct ShownScope {
    /// The least value of the unknown.
    std::int64_t least = 0;
    std::map<std::string_view, ShownValue> names;
    /// Returns the value of the call of that name whose '(' is token `open`.
    std::function<std::optional<ShownValue>(std::string_view name, std::size_t open)> call;
    /// Returns whether the two elements are equal.
    std::function<std::optional<bool>(const ShownValue& a, const ShownValue& b)> equal;
};

/// Returns what a function of two parameters returns in that scope. It understands declarations of constants, `if`,
/// `return`, ?:, comparisons, && || !, sums (but no differences), products, min, max and conversions. The branches that
/// are taken must not depend on the unknown. Errors: unsupported, with the word that is not understood.
Result<ShownValue> shown_value(const SourceText& text, const SourceFunction& function, ShownScope scope);

}  // namespace vkalgo::dp

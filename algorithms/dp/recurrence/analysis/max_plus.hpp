// Internal to readers of recurrences.
#pragma once

#include "../source_text.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// A whole number plus params times whole numbers.
struct LinearSum {
    std::int64_t number = 0;
    /// A missing param has factor 0.
    std::map<std::string, std::int64_t, std::less<>> factors = {};

    auto operator<=>(const LinearSum&) const = default;
    bool is_number() const { return factors.empty(); }
    /// Returns the sum as an expression of a header.
    std::string text() const;
};

/// The neighbour whose number a term has, or none.
enum class Neighbour : std::uint8_t { none, corner, left, up };

/// A sum: a number of neighbour `cell` (unless this is none), plus the score (if `scored` is set), plus `more`.
struct MaxPlusTerm {
    Neighbour cell = Neighbour::none;
    /// Index of the neighbour's number among the numbers of a cell.
    std::size_t field = 0;
    bool scored = false;
    LinearSum more = {};

    auto operator<=>(const MaxPlusTerm&) const = default;
    bool is_constant() const { return cell == Neighbour::none && !scored; }
};

/// A number, written as the terms of which it is the greatest. Each term is listed once, in ascending order, so two
/// equal lists stand for the same number. Without terms, the number is not set yet.
using MaxPlusNumber = std::vector<MaxPlusTerm>;

/// The value of an expression: a number, all numbers of a cell, or the outcome of `left > right`.
struct MaxPlusValue {
    enum class Kind : std::uint8_t { number, cell, comparison } kind = Kind::number;
    /// For a number: itself. For a cell: its numbers. For a comparison: first the number that is greater if the
    /// comparison holds, then the other number.
    std::vector<MaxPlusNumber> numbers;
    /// Whether the number is a literal or param of type uint. The text must convert such a number to int before it
    /// computes with the number.
    bool natural = false;
};

/// The meaning of the names in a function's body.
struct MaxPlusScope {
    std::map<std::string_view, MaxPlusValue> names;
    /// The cell's fields, in order. Empty: a cell is one number.
    std::vector<std::string_view> fields;
    /// Returns the value of the call whose name is at that token. max, int and cell_t are not passed to it.
    std::function<std::optional<MaxPlusValue>(std::size_t token)> call;
    /// Returns whether no variable may have that name.
    std::function<bool(std::string_view name)> is_taken;
    /// The largest absolute value that numbers, and factors of params, may have in the text and in its results.
    std::int64_t most = 0;
};

/// Returns the numbers of the cell that a function returns in that scope. Errors: unsupported, with the word that is
/// not understood.
Result<std::vector<MaxPlusNumber>> max_plus_value(const SourceText& text, const SourceFunction& function,
                                                  MaxPlusScope scope);

}  // namespace vkalgo::dp

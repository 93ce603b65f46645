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
    /// none is 0
    std::map<std::string, std::int64_t, std::less<>> factors = {};

    auto operator<=>(const LinearSum&) const = default;
    bool is_number() const { return factors.empty(); }
    /// As an expression of a header.
    std::string text() const;
};

/// A cell that a cell reads, or none.
enum class Neighbour : std::uint8_t { none, corner, left, up };

/// A number of a neighbour, if there is one, plus the score, if it is scored, plus a constant.
struct MaxPlusTerm {
    Neighbour cell = Neighbour::none;
    /// of the cell's numbers
    std::size_t field = 0;
    bool scored = false;
    LinearSum more = {};

    auto operator<=>(const MaxPlusTerm&) const = default;
    bool is_constant() const { return cell == Neighbour::none && !scored; }
};

/// The greatest of these, each once, ascending: equal lists are equal values.
using MaxPlusNumber = std::vector<MaxPlusTerm>;

/// What a word stands for: a number, all numbers of a cell, or the outcome of `left > right`.
struct MaxPlusValue {
    enum class Kind : std::uint8_t { number, cell, comparison } kind = Kind::number;
    /// one; of a cell one for each of its numbers; of a comparison the greater one, if it holds, then the other
    std::vector<MaxPlusNumber> numbers;
    /// a constant of type uint: nothing is done to it but a conversion
    bool natural = false;
};

/// What the names in a function's body stand for.
struct MaxPlusScope {
    std::map<std::string_view, MaxPlusValue> names;
    /// the cell's fields, in order; none: it is one number
    std::vector<std::string_view> fields;
    /// what a call of none of max, int and cell_t stands for, its name at that token
    std::function<std::optional<MaxPlusValue>(std::size_t token)> call;
    /// may no variable have that name?
    std::function<bool(std::string_view name)> is_taken;
    /// numbers are this large at most
    std::int64_t most = 0;
};

/// The numbers of the cell that a function returns in that scope, if it is understood. Errors: unsupported, with the
/// word that is not understood.
Result<std::vector<MaxPlusNumber>> max_plus_value(const SourceText& text, const SourceFunction& function,
                                                  MaxPlusScope scope);

}  // namespace vkalgo::dp

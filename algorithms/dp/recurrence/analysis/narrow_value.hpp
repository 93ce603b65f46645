// Internal to the proof that cells may have 32 bits.
#pragma once

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

/// What is known of an expression that is computed twice: with 64-bit cells as the file says, and with 32-bit ones. No
/// cell, and no sum on the way to one, exceeds a bound E < 2^32 - 1, except the greatest number of the type, which
/// stands for INFEASIBLE or UNBOUNDED. Here that number of either type is called "extreme".
struct NarrowValue {
    enum class Kind : std::uint8_t {
        /// The result of a function without one.
        nothing,
        truth,
        /// An int (integer) or a uint (natural): the same in both forms.
        integer,
        natural,
        /// A number of the cells' type: the same modulo 2^32 in both.
        cell,
        /// The result of step(): the same in both.
        step
    } kind = Kind::nothing;
    /// Whether it is less than 2^32 and the same number in both.
    bool number = false;
    /// Whether it is at most 2^32 - 2 and the same number in both, or extreme in both.
    bool ordered = false;
    /// Whether it is extreme in both, or a number of which only is known that it is the same modulo 2^32.
    bool mixed = false;

    bool is_whole() const { return kind == Kind::integer || kind == Kind::natural; }
    bool is_number() const { return is_whole() || kind == Kind::cell; }
    /// Returns whether it is extreme in some runs, and so not a number to compute with.
    bool may_be_extreme() const { return mixed || (ordered && !number); }
    /// Returns whether comparisons of the two have the same outcome in both forms.
    static bool compare_alike(const NarrowValue& a, const NarrowValue& b) {
        return (a.is_whole() && b.is_whole()) || (a.number && b.number) || (a.ordered && b.ordered);
    }

    static NarrowValue of(Kind kind) { return {kind, kind == Kind::natural}; }
    /// Returns a number of the cells' type that is at most E.
    static NarrowValue plain() { return {Kind::cell, true, true}; }
    /// Returns the same, or extreme.
    static NarrowValue sought() { return {Kind::cell, false, true}; }
    static NarrowValue modular() { return {Kind::cell}; }
};

/// None: the text might compute something else with 32-bit cells.
using Narrowable = std::optional<NarrowValue>;

/// Returns either of them, by a condition.
Narrowable either_of(const NarrowValue& a, const NarrowValue& b);
Narrowable sum_of(const NarrowValue& a, const NarrowValue& b);
Narrowable product_of(const NarrowValue& a, const NarrowValue& b);
/// Returns plus(a, b).
Narrowable plus_of(const NarrowValue& a, const NarrowValue& b);
/// Returns the lesser or the greater of them.
Narrowable extreme_of(const NarrowValue& a, const NarrowValue& b);
/// Returns the value as another kind of number.
Narrowable converted(const NarrowValue& value, NarrowValue::Kind kind);
/// Returns whether it may be stored where `kept` was.
bool may_replace(const NarrowValue& value, const NarrowValue& kept);

}  // namespace vkalgo::dp

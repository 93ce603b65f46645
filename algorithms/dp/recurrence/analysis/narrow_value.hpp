// Internal to the proof that cells may have 32 bits.
#pragma once

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

/// What is known of an expression that is computed in two forms: with 64-bit cells as the file says, and with 32-bit
/// cells. Cells, and sums from which a cell is computed, are at most a bound E < 2^32 - 1. The only exception is the
/// greatest number of the type, which stands for INFEASIBLE or UNBOUNDED. Here the greatest number of either type is
/// called "extreme".
struct NarrowValue {
    enum class Kind : std::uint8_t {
        /// The result of a function that returns no value.
        nothing,
        truth,
        /// An int (integer) or a uint (natural): the same in both forms.
        integer,
        natural,
        /// A number of the cells' type: the same modulo 2^32 in both forms.
        cell,
        /// The result of step(): the same in both forms.
        step
    } kind = Kind::nothing;
    /// Whether the value is less than 2^32 and the same number in both forms.
    bool number = false;
    /// Whether the value is at most 2^32 - 2 and the same number in both forms, or extreme in both forms.
    bool ordered = false;
    /// Whether the value is one of two things, and it is not known which: extreme in both forms, or a number that is
    /// the same in both forms only modulo 2^32.
    bool mixed = false;

    bool is_whole() const { return kind == Kind::integer || kind == Kind::natural; }
    bool is_number() const { return is_whole() || kind == Kind::cell; }
    /// Returns whether the value may be extreme, so that it is not a number to compute with.
    bool may_be_extreme() const { return mixed || (ordered && !number); }
    /// Returns whether a comparison of a and b is known to have the same outcome in both forms.
    static bool compare_alike(const NarrowValue& a, const NarrowValue& b) {
        return (a.is_whole() && b.is_whole()) || (a.number && b.number) || (a.ordered && b.ordered);
    }

    static NarrowValue of(Kind kind) { return {kind, kind == Kind::natural}; }
    /// Returns a number of the cells' type that is at most E.
    static NarrowValue plain() { return {Kind::cell, true, true}; }
    /// Returns a number of the cells' type that is at most E, or is extreme.
    static NarrowValue sought() { return {Kind::cell, false, true}; }
    static NarrowValue modular() { return {Kind::cell}; }
};

/// nullopt: the text might compute something else with 32-bit cells.
using Narrowable = std::optional<NarrowValue>;

/// Returns what is known of `condition ? a : b` if the condition is not known.
Narrowable either_of(const NarrowValue& a, const NarrowValue& b);
Narrowable sum_of(const NarrowValue& a, const NarrowValue& b);
Narrowable product_of(const NarrowValue& a, const NarrowValue& b);
/// Returns what is known of plus(a, b).
Narrowable plus_of(const NarrowValue& a, const NarrowValue& b);
/// Returns what is known of min(a, b). The same is known of max(a, b).
Narrowable extreme_of(const NarrowValue& a, const NarrowValue& b);
/// Returns what is known of the value after a conversion to `kind`.
Narrowable converted(const NarrowValue& value, NarrowValue::Kind kind);
/// Returns whether a variable that holds `kept` may be assigned `value`.
bool may_replace(const NarrowValue& value, const NarrowValue& kept);

}  // namespace vkalgo::dp

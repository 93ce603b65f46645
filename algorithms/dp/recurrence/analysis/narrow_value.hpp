// Internal to the proof that cells may have 32 bits.
#pragma once

#include <cstdint>
#include <optional>

namespace vkalgo::dp {

/// What is known of an expression that is computed twice: with 64-bit cells as the file says, and with 32-bit ones. No
/// cell, and no sum on the way to one, is greater than a bound E < 2^32 - 1, but for the greatest number of the type,
/// which stands for INFEASIBLE or UNBOUNDED; let "extreme" be that one of either type.
struct NarrowValue {
    enum class Kind : std::uint8_t {
        /// of a function without a result
        nothing,
        truth,
        /// int and uint: the same in both forms
        integer,
        natural,
        /// of the cells' type: the same modulo 2^32 in both
        cell,
        /// what step() gives: the same
        step
    } kind = Kind::nothing;
    /// it is less than 2^32, and the same number in both
    bool number = false;
    /// it is at most 2^32 - 2 and the same number in both, or extreme in both
    bool ordered = false;
    /// it is extreme in both, or a number of which nothing more is known than that it is the same modulo 2^32
    bool mixed = false;

    bool is_whole() const { return kind == Kind::integer || kind == Kind::natural; }
    bool is_number() const { return is_whole() || kind == Kind::cell; }
    /// Extreme in some runs: not a number to compute with.
    bool may_be_extreme() const { return mixed || (ordered && !number); }
    /// Do conditions on the two hold alike in both forms?
    static bool compare_alike(const NarrowValue& a, const NarrowValue& b) {
        return (a.is_whole() && b.is_whole()) || (a.number && b.number) || (a.ordered && b.ordered);
    }

    static NarrowValue of(Kind kind) { return {kind, kind == Kind::natural}; }
    /// A number of the cells' type that is at most E.
    static NarrowValue plain() { return {Kind::cell, true, true}; }
    /// The same, or extreme.
    static NarrowValue sought() { return {Kind::cell, false, true}; }
    static NarrowValue modular() { return {Kind::cell}; }
};

/// None of these: the text might compute something else with 32-bit cells.
using Narrowable = std::optional<NarrowValue>;

/// Either of them, by a condition.
Narrowable either_of(const NarrowValue& a, const NarrowValue& b);
Narrowable sum_of(const NarrowValue& a, const NarrowValue& b);
Narrowable product_of(const NarrowValue& a, const NarrowValue& b);
/// plus(a, b).
Narrowable plus_of(const NarrowValue& a, const NarrowValue& b);
/// The lesser or greater of them.
Narrowable extreme_of(const NarrowValue& a, const NarrowValue& b);
/// The value as another kind of number.
Narrowable converted(const NarrowValue& value, NarrowValue::Kind kind);
/// May it be stored where `kept` was?
bool may_replace(const NarrowValue& value, const NarrowValue& kept);

}  // namespace vkalgo::dp

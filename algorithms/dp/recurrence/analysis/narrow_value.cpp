#include "algorithms/dp/recurrence/analysis/narrow_value.hpp"

namespace vkalgo::dp {
namespace {

using NarrowKind = NarrowValue::Kind;

/// Returns the kind of the result of an operation on two numbers, which GLSL converts to one type.
NarrowKind kind_of(const NarrowValue& a, const NarrowValue& b) {
    if (a.kind == NarrowKind::cell || b.kind == NarrowKind::cell) {
        return NarrowKind::cell;
    }
    return a.kind == NarrowKind::natural || b.kind == NarrowKind::natural ? NarrowKind::natural : NarrowKind::integer;
}

}  // namespace

Narrowable either_of(const NarrowValue& a, const NarrowValue& b) {
    if (!a.is_number() || !b.is_number()) {
        return a.kind == b.kind ? Narrowable(a) : std::nullopt;
    }
    NarrowValue made{kind_of(a, b), a.number && b.number, a.ordered && b.ordered};
    made.mixed = a.mixed || b.mixed || (!made.number && !made.ordered && (a.may_be_extreme() || b.may_be_extreme()));
    return made;
}

Narrowable sum_of(const NarrowValue& a, const NarrowValue& b) {
    if (!a.is_number() || !b.is_number()) {
        return std::nullopt;
    }
    if (kind_of(a, b) != NarrowKind::cell) {
        return NarrowValue::of(kind_of(a, b));
    }
    if (!a.may_be_extreme() && !b.may_be_extreme()) {
        return NarrowValue::plain();  // The bound covers sums
    }
    // In both forms the sum of an extreme cell and x wraps to x - 1 or, if x is 0, is extreme.
    const bool one = !a.mixed && !b.mixed && (a.number || b.number);
    return one ? Narrowable(NarrowValue::sought()) : std::nullopt;
}

Narrowable product_of(const NarrowValue& a, const NarrowValue& b) {
    if (!a.is_number() || !b.is_number() || a.may_be_extreme() || b.may_be_extreme()) {
        return std::nullopt;
    }
    return kind_of(a, b) == NarrowKind::cell ? NarrowValue::modular() : NarrowValue::of(kind_of(a, b));
}

Narrowable plus_of(const NarrowValue& a, const NarrowValue& b) {
    // If a is ordered and not extreme, b is extreme in both forms or in neither: if b were extreme in only one form,
    // the sum would exceed the bound.
    const bool alike = a.ordered || b.ordered || (a.number && b.number);
    if (!a.is_number() || !b.is_number() || !alike) {
        return std::nullopt;
    }
    return (a.number || a.ordered) && (b.number || b.ordered) && !a.may_be_extreme() && !b.may_be_extreme()
               ? NarrowValue::plain()
               : NarrowValue::sought();
}

Narrowable extreme_of(const NarrowValue& a, const NarrowValue& b) {
    return a.is_number() && b.is_number() && NarrowValue::compare_alike(a, b) ? either_of(a, b) : std::nullopt;
}

Narrowable converted(const NarrowValue& value, NarrowValue::Kind kind) {
    if (value.kind == NarrowKind::truth) {
        return kind == NarrowKind::truth ? Narrowable(value) : NarrowValue{kind, true, true};
    }
    if (!value.is_number() || (kind == NarrowKind::truth && value.kind == NarrowKind::cell)) {
        return std::nullopt;
    }
    if (kind != NarrowKind::cell) {
        return NarrowValue::of(kind);
    }
    NarrowValue made = value;
    made.kind = kind;
    return made;
}

bool may_replace(const NarrowValue& value, const NarrowValue& kept) {
    if (kept.kind != NarrowKind::cell) {
        return kept.kind == value.kind || (kept.is_whole() && value.is_whole());
    }
    return value.is_number() &&
           (kept.mixed || (!value.mixed && (value.number || !kept.number) && (value.ordered || !kept.ordered) &&
                           (kept.may_be_extreme() || !value.may_be_extreme())));
}

}  // namespace vkalgo::dp

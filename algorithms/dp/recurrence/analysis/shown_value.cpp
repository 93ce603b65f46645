#include "algorithms/dp/recurrence/analysis/shown_value.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/bits.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"
#include "algorithms/dp/recurrence/token_cursor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace vkalgo::dp {
namespace {

using Shown = std::optional<ShownValue>;
using ShownKind = ShownValue::Kind;

constexpr std::array<std::string_view, 4> kNumberTypes{"cell_t", "uint", "int", "bool"};

bool is_type(const SourceToken& token) {
    return std::any_of(kNumberTypes.begin(), kNumberTypes.end(), [&](std::string_view one) { return token.is(one); });
}

/// A reader that evaluates a function's body while it reads it. At the first word that is not understood, the reader
/// fails for good.
class ShownValueReader : TokenCursor {
public:
    ShownValueReader(const SourceText& of, const SourceFunction& function, ShownScope scope)
        : TokenCursor{of, function.body_first + 1, function.body_last}, scope_(std::move(scope)) {}

    Result<ShownValue> read() {
        while (!returned_ && !failed && at < end) {
            statement(true);
        }
        if (returned_ && !failed) {
            return *returned_;
        }
        const std::string word(at < end ? text.tokens[at].text : std::string_view("}"));
        return Error{ErrorCode::unsupported, "vkalgo does not understand the code before " + quoted(word), "method"};
    }

private:
    Shown fail() {
        failed = true;
        return std::nullopt;
    }

    /// Reads a statement. `live`: the statement is reached. A statement that is not reached must be understood too.
    void statement(bool live) {
        if (take("{")) {
            const auto outside = scope_.names;
            while (!failed && at < end && !is("}")) {
                statement(live && !returned_);
            }
            want("}");
            scope_.names = outside;
        } else if (take("if")) {
            want("(");
            const Shown condition = ternary();
            want(")");
            if (failed || !condition || condition->kind != ShownKind::truth) {
                fail();
                return;
            }
            statement(live && condition->truth);
            const bool done = returned_.has_value();
            if (!failed && take("else")) {
                statement(live && !condition->truth && !done);
            }
        } else if (take("return")) {
            const Shown value = ternary();
            want(";");
            if (live && !returned_) {
                returned_ = value;
            }
        } else {
            declaration();
        }
    }

    void declaration() {
        take("const");
        if (at + 1 >= end || !is_type(text.tokens[at])) {
            fail();
            return;
        }
        const bool is_truth = is("bool");
        const SourceToken& name = text.tokens[at + 1];
        at += 2;
        // A name that hides another one changes the meaning of the text.
        const bool hides = name.kind != SourceToken::Kind::name || is_type(name) || name.is("min") || name.is("max") ||
                           scope_.names.contains(name.text);
        want("=");
        const Shown value = hides ? fail() : ternary();
        want(";");
        if (failed || !value || (value->kind == ShownKind::truth) != is_truth) {
            fail();
            return;
        }
        scope_.names.insert_or_assign(name.text, *value);
    }

    Shown ternary() {
        const Shown condition = either();
        if (failed || !take("?")) {
            return condition;
        }
        const Shown first = ternary();
        want(":");
        const Shown second = ternary();
        if (failed || condition->kind != ShownKind::truth || first->kind != second->kind) {
            return fail();
        }
        return condition->truth ? first : second;
    }

    Shown either() {
        Shown value = both();
        while (!failed && take("|", "|")) {
            const Shown other = both();
            value = of_truths(value, other, [](bool a, bool b) { return a || b; });
        }
        return value;
    }
    Shown both() {
        Shown value = equality();
        while (!failed && take("&", "&")) {
            const Shown other = equality();
            value = of_truths(value, other, [](bool a, bool b) { return a && b; });
        }
        return value;
    }
    template <class Operation>
    Shown of_truths(const Shown& a, const Shown& b, Operation operation) {
        if (failed || a->kind != ShownKind::truth || b->kind != ShownKind::truth) {
            return fail();
        }
        return ShownValue::of_truth(operation(a->truth, b->truth));
    }

    Shown equality() {
        Shown value = relation();
        while (!failed && ((is("=") && is("=", 1)) || (is("!") && is("=", 1)))) {
            const bool wanted = is("=");
            at += 2;
            const Shown other = relation();
            const std::optional<bool> equal = failed ? std::nullopt : equals(*value, *other);
            value = equal ? Shown(ShownValue::of_truth(*equal == wanted)) : fail();
        }
        return value;
    }
    std::optional<bool> equals(const ShownValue& a, const ShownValue& b) const {
        if (a.kind != b.kind) {
            return std::nullopt;
        }
        if (a.kind == ShownKind::element) {
            return scope_.equal ? scope_.equal(a, b) : std::nullopt;
        }
        if (a.kind == ShownKind::truth) {
            return a.truth == b.truth;
        }
        if (a.slope == b.slope) {
            return a.offset == b.offset;
        }
        return less(a, b) == true || less(b, a) == true ? std::optional(false) : std::nullopt;
    }

    Shown relation() {
        Shown value = sum();
        while (!failed && (is("<") || is(">"))) {
            const bool is_less = is("<");
            ++at;
            const bool or_equal = take("=");
            const Shown other = sum();
            if (failed || value->kind != ShownKind::number || other->kind != ShownKind::number) {
                return fail();
            }
            const ShownValue& a = is_less ? *value : *other;
            const ShownValue& b = is_less ? *other : *value;
            // The outcome of a <= b is the opposite of the outcome of b < a.
            const std::optional<bool> holds = or_equal ? less(b, a) : less(a, b);
            value = holds ? Shown(ShownValue::of_truth(*holds != or_equal)) : fail();
        }
        return value;
    }
    /// Returns whether a < b, or nullopt if this depends on the unknown.
    std::optional<bool> less(const ShownValue& a, const ShownValue& b) const {
        const std::int64_t slope = a.slope - b.slope;
        const std::int64_t least = slope * scope_.least + a.offset - b.offset;
        if (slope == 0) {
            return least < 0;
        }
        if (slope > 0) {
            return least >= 0 ? std::optional(false) : std::nullopt;
        }
        return least < 0 ? std::optional(true) : std::nullopt;
    }

    Shown sum() {
        Shown value = product();
        while (!failed && take("+")) {
            const Shown other = product();
            if (failed || value->kind != ShownKind::number || other->kind != ShownKind::number) {
                return fail();
            }
            value = checked(value->slope + other->slope, value->offset + other->offset);
        }
        return value;
    }
    Shown product() {
        Shown value = unary();
        while (!failed && take("*")) {
            const Shown other = unary();
            if (failed || value->kind != ShownKind::number || other->kind != ShownKind::number ||
                (value->slope != 0 && other->slope != 0)) {
                return fail();
            }
            value = checked(value->slope * other->offset + other->slope * value->offset, value->offset * other->offset);
        }
        return value;
    }
    /// Returns the number slope * T + offset. Fails unless the slope is 0 or 1 and the offset is small. With other
    /// numbers, the arithmetic of the text might wrap around, which this evaluation does not do.
    Shown checked(std::int64_t slope, std::int64_t offset) {
        const bool fits = (slope == 0 || slope == 1) && std::abs(offset) <= BitCells::kMaxOffset;
        return fits ? Shown(ShownValue{.slope = slope, .offset = offset}) : fail();
    }

    Shown unary() {
        if (!is("!") || is("=", 1)) {
            return primary();
        }
        ++at;
        const Shown value = unary();
        return failed || value->kind != ShownKind::truth ? fail() : Shown(ShownValue::of_truth(!value->truth));
    }

    Shown primary() {
        if (failed || at >= end) {
            return fail();
        }
        if (take("(")) {
            const Shown value = ternary();
            want(")");
            return failed ? std::nullopt : value;
        }
        const SourceToken& token = text.tokens[at];
        if (token.kind == SourceToken::Kind::number) {
            return number(token.text);
        }
        if (token.kind != SourceToken::Kind::name) {
            return fail();
        }
        if (text.is_call(at)) {
            return call(token);
        }
        const auto known = scope_.names.find(token.text);
        if (known == scope_.names.end()) {
            return fail();
        }
        ++at;
        return known->second;
    }

    Shown number(std::string_view digits) {
        if (!digits.empty() && (digits.back() == 'u' || digits.back() == 'U')) {
            digits.remove_suffix(1);
        }
        const auto value = decimal_of(digits);
        if (!value || *value > BitCells::kMaxNumber) {
            return fail();
        }
        ++at;
        return ShownValue::of(*value);
    }

    Shown call(const SourceToken& token) {
        if (token.is("min") || token.is("max")) {
            return extreme(token.is("min"));
        }
        if (is_type(token)) {
            at += 2;
            const Shown value = ternary();
            want(")");
            if (failed || token.is("bool")) {
                return fail();
            }
            return value->kind == ShownKind::truth ? ShownValue::of(value->truth ? 1 : 0) : value;
        }
        Shown value = scope_.call && !scope_.names.contains(token.text) ? scope_.call(token.text, at + 1) : Shown();
        if (!value) {
            return fail();
        }
        at = text.closing(at + 1) + 1;
        return value;
    }

    Shown extreme(bool least) {
        at += 2;
        const Shown a = ternary();
        want(",");
        const Shown b = ternary();
        want(")");
        if (failed || a->kind != ShownKind::number || b->kind != ShownKind::number) {
            return fail();
        }
        // It is enough that one of the relations a < b and b < a has the same outcome for all values of the unknown.
        // The other relation may have no fixed outcome, if a and b are equal for some values.
        const std::optional<bool> a_less = less(*a, *b);
        const std::optional<bool> b_less = less(*b, *a);
        if (a_less) {
            return *a_less == least ? a : b;
        }
        return b_less ? (*b_less == least ? b : a) : fail();
    }

    ShownScope scope_;
    Shown returned_;
};

}  // namespace

Result<ShownValue> shown_value(const SourceText& text, const SourceFunction& function, ShownScope scope) {
    return ShownValueReader(text, function, std::move(scope)).read();
}

}  // namespace vkalgo::dp

#include "algorithms/dp/recurrence/analysis/max_plus.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"
#include "algorithms/dp/recurrence/token_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vkalgo::dp {
namespace {

using MaxPlusKind = MaxPlusValue::Kind;
using Value = std::optional<MaxPlusValue>;

/// The most terms of a number, and the deepest recursion of ternary() and primary() together.
constexpr std::size_t kMaxTerms = 64;
constexpr int kMaxMaxPlusNesting = 100;

MaxPlusValue of_number(MaxPlusNumber terms) {
    return {.kind = MaxPlusKind::number, .numbers = {std::move(terms)}};
}

class MaxPlusReader : TokenCursor {
public:
    MaxPlusReader(const SourceText& of, const SourceFunction& function, MaxPlusScope scope)
        : TokenCursor{of, function.body_first + 1, function.body_last}, scope_(std::move(scope)) {}

    Result<std::vector<MaxPlusNumber>> read() {
        while (!returned_ && !failed && at < end) {
            statement();
        }
        // Code after the return is an error, since it is not reached.
        if (!failed && returned_ && at == end) {
            return returned_->numbers;
        }
        const std::string word(at < end ? text.tokens[at].text : std::string_view("}"));
        return Error{ErrorCode::unsupported, "vkalgo does not understand the code before " + quoted(word), "method"};
    }

private:
    Value fail() {
        failed = true;
        return std::nullopt;
    }
    bool is_name(std::size_t ahead = 0) const {
        return at + ahead < end && text.tokens[at + ahead].kind == SourceToken::Kind::name;
    }

    void statement() {
        if (take("return")) {
            const Value value = as_cell(ternary());
            want(";");
            if (!failed) {
                returned_ = value;
            }
        } else if (take("const")) {
            declarations();
        } else if (is("int") || is("cell_t")) {
            declarations();
        } else {
            assignment();
        }
    }

    void declarations() {
        const bool is_cell = is("cell_t") && !scope_.fields.empty();
        if (!is("cell_t") && !is("int")) {
            fail();
            return;
        }
        ++at;
        do {
            if (!is_name() || scope_.is_taken(text.tokens[at].text) || scope_.names.contains(text.tokens[at].text)) {
                fail();  // A name that hides another one changes the meaning of the text
                return;
            }
            const std::string_view name = text.tokens[at++].text;
            Value value = MaxPlusValue{is_cell ? MaxPlusKind::cell : MaxPlusKind::number,
                                       std::vector<MaxPlusNumber>(is_cell ? scope_.fields.size() : 1), false};
            if (take("=")) {
                value = is_cell ? as_cell(ternary()) : as_number(ternary());
            }
            if (failed) {
                return;
            }
            scope_.names.insert_or_assign(name, *value);
            variables_.push_back(name);
        } while (take(","));
        want(";");
    }

    /// Reads "NAME = ...;" or "NAME.FIELD = ...;".
    void assignment() {
        const auto own =
            is_name() ? std::find(variables_.begin(), variables_.end(), text.tokens[at].text) : variables_.end();
        if (own == variables_.end()) {
            fail();
            return;
        }
        const std::string_view name = *own;
        ++at;
        std::optional<std::size_t> field;
        if (take(".")) {
            field = field_at(at++);
            failed = failed || !field || scope_.names.at(name).kind != MaxPlusKind::cell;
        }
        want("=");
        if (failed) {
            return;
        }
        const Value value = ternary();
        const bool to_cell = !field && scope_.names.at(name).kind == MaxPlusKind::cell;
        const Value fitting = to_cell ? as_cell(value) : as_number(value);
        want(";");
        if (failed) {
            return;
        }
        if (field) {
            scope_.names.at(name).numbers[*field] = fitting->numbers[0];
        } else {
            scope_.names.at(name) = *fitting;
        }
    }

    std::optional<std::size_t> field_at(std::size_t token) const {
        const auto found = token < end ? std::find(scope_.fields.begin(), scope_.fields.end(), text.tokens[token].text)
                                       : scope_.fields.end();
        return found == scope_.fields.end() ? std::nullopt
                                            : std::optional(static_cast<std::size_t>(found - scope_.fields.begin()));
    }

    /// Returns `value` if it is a number that is set and has a signed type; fails otherwise.
    Value as_number(const Value& value) {
        const bool good =
            !failed && value && value->kind == MaxPlusKind::number && !value->natural && !value->numbers[0].empty();
        return good ? value : fail();
    }
    Value as_cell(const Value& value) {
        if (scope_.fields.empty()) {
            return as_number(value);
        }
        const bool good = !failed && value && value->kind == MaxPlusKind::cell &&
                          std::none_of(value->numbers.begin(), value->numbers.end(),
                                       [](const MaxPlusNumber& number) { return number.empty(); });
        return good ? value : fail();
    }

    /// Reads `a > b ? a : b` as the greater of a and b.
    Value ternary() {
        if (++depth_ > kMaxMaxPlusNesting) {
            return fail();
        }
        Value condition = relation();
        if (!failed && take("?")) {
            const Value first = as_number(ternary());
            want(":");
            const Value second = as_number(ternary());
            if (failed || condition->kind != MaxPlusKind::comparison || condition->numbers[0] != first->numbers[0] ||
                condition->numbers[1] != second->numbers[0]) {
                return fail();
            }
            condition = greatest(*first, *second);
        }
        --depth_;
        return condition;
    }

    Value relation() {
        Value value = sum();
        if (failed || !(is("<") || is(">"))) {
            return value;
        }
        const bool is_less = is("<");
        ++at;
        take("=");
        value = as_number(value);
        const Value other = as_number(sum());
        if (failed) {
            return fail();
        }
        MaxPlusValue made{MaxPlusKind::comparison, {value->numbers[0], other->numbers[0]}, false};
        if (is_less) {
            std::swap(made.numbers[0], made.numbers[1]);
        }
        return made;
    }

    Value sum() {
        Value value = product();
        while (!failed && (is("+") || is("-"))) {
            const bool is_minus = is("-");
            ++at;
            value = as_number(value);
            Value other = as_number(product());
            other = is_minus && !failed ? negated(*other) : other;
            value = failed ? fail() : added(*value, *other);
        }
        return value;
    }

    Value negated(MaxPlusValue value) {
        if (value.numbers[0].size() != 1 || !value.numbers[0][0].is_constant()) {
            return fail();
        }
        return multiplied(std::move(value), -1);
    }

    Value multiplied(MaxPlusValue value, std::int64_t factor) {
        if (value.numbers[0].size() != 1 || !value.numbers[0][0].is_constant()) {
            return fail();
        }
        LinearSum& sum = value.numbers[0][0].more;
        sum.number *= factor;
        for (auto& [name, own] : sum.factors) {
            own *= factor;
        }
        return checked(std::move(value));
    }

    Value added(const MaxPlusValue& a, const MaxPlusValue& b) {
        MaxPlusNumber made;
        for (const MaxPlusTerm& one : a.numbers[0]) {
            for (const MaxPlusTerm& other : b.numbers[0]) {
                const bool twice =
                    (one.cell != Neighbour::none && other.cell != Neighbour::none) || (one.scored && other.scored);
                if (twice) {
                    return fail();
                }
                MaxPlusTerm term = one.cell != Neighbour::none ? one : other;
                term.scored = one.scored || other.scored;
                const LinearSum& more = one.cell != Neighbour::none ? other.more : one.more;
                term.more.number += more.number;
                for (const auto& [name, factor] : more.factors) {
                    term.more.factors[name] += factor;
                }
                made.push_back(std::move(term));
            }
        }
        return checked(of_number(std::move(made)));
    }

    Value greatest(const MaxPlusValue& a, const MaxPlusValue& b) {
        MaxPlusNumber made = a.numbers[0];
        made.insert(made.end(), b.numbers[0].begin(), b.numbers[0].end());
        return checked(of_number(std::move(made)));
    }

    /// Returns the value with its terms in order, each once. Fails if a factor or number exceeds the limit, or if there
    /// are more than kMaxTerms terms.
    Value checked(MaxPlusValue value) {
        MaxPlusNumber& number = value.numbers[0];
        for (MaxPlusTerm& term : number) {
            bool fits = std::abs(term.more.number) <= scope_.most;
            std::erase_if(term.more.factors, [&](const auto& factor) {
                fits = fits && std::abs(factor.second) <= scope_.most;
                return factor.second == 0;
            });
            if (!fits) {
                return fail();
            }
        }
        std::sort(number.begin(), number.end());
        number.erase(std::unique(number.begin(), number.end()), number.end());
        return number.size() <= kMaxTerms ? Value(std::move(value)) : fail();
    }

    Value product() {
        Value value = unary();
        while (!failed && take("*")) {
            value = as_number(value);
            const Value other = as_number(unary());
            if (failed) {
                return fail();
            }
            const auto plain = [](const MaxPlusValue& one) {
                return one.numbers[0].size() == 1 && one.numbers[0][0].is_constant() &&
                       one.numbers[0][0].more.is_number();
            };
            value = plain(*other)   ? multiplied(*value, other->numbers[0][0].more.number)
                    : plain(*value) ? multiplied(*other, value->numbers[0][0].more.number)
                                    : fail();
        }
        return value;
    }

    Value unary() {
        if (take("-")) {
            const Value value = is("-") ? fail() : as_number(unary());  // `--` changes its operand
            return failed ? std::nullopt : negated(*value);
        }
        Value value = primary();
        while (!failed && take(".")) {
            const auto field = field_at(at++);
            if (!field || value->kind != MaxPlusKind::cell) {
                return fail();
            }
            value = of_number(value->numbers[*field]);
        }
        return value;
    }

    Value primary() {
        if (failed || at >= end || ++depth_ > kMaxMaxPlusNesting) {
            return fail();
        }
        Value value;
        const SourceToken& token = text.tokens[at];
        if (take("(")) {
            value = ternary();
            want(")");
        } else if (token.kind == SourceToken::Kind::number) {
            value = literal(token.text);
        } else if (token.kind == SourceToken::Kind::name && text.is_call(at)) {
            value = call(token);
        } else if (const auto known = scope_.names.find(token.text); known != scope_.names.end()) {
            ++at;
            value = known->second;
        }
        --depth_;
        return failed || !value ? fail() : value;
    }

    Value literal(std::string_view digits) {
        const bool natural = digits.ends_with('u') || digits.ends_with('U');
        digits.remove_suffix(natural ? 1 : 0);
        const auto number = decimal_of(digits);
        if (!number || *number > scope_.most) {
            return fail();
        }
        ++at;
        MaxPlusValue value = of_number({MaxPlusTerm{.more = {*number}}});
        value.natural = natural;
        return value;
    }

    Value call(const SourceToken& token) {
        if (token.is("max")) {
            at += 2;
            const Value a = as_number(ternary());
            want(",");
            const Value b = as_number(ternary());
            want(")");
            return failed ? std::nullopt : greatest(*a, *b);
        }
        if (token.is("int") || (token.is("cell_t") && scope_.fields.empty())) {
            at += 2;
            Value value = ternary();
            want(")");
            if (failed || value->kind == MaxPlusKind::comparison || value->numbers.size() != 1 ||
                value->numbers[0].empty()) {
                return fail();
            }
            value->natural = false;
            value->kind = MaxPlusKind::number;
            return value;
        }
        if (token.is("cell_t")) {
            return cell();
        }
        Value value = scope_.call(at);
        if (!value) {
            return fail();
        }
        at = text.closing(at + 1) + 1;
        return value;
    }

    /// Reads "cell_t(H, E, F)", or a copy of a cell.
    Value cell() {
        MaxPlusValue made{MaxPlusKind::cell, {}, false};
        at += 2;
        do {
            Value value = ternary();
            if (failed || !value) {
                return fail();
            }
            if (value->kind == MaxPlusKind::cell && made.numbers.empty() && is(")")) {
                ++at;
                return value;
            }
            const Value number = as_number(value);
            if (failed) {
                return fail();
            }
            made.numbers.push_back(number->numbers[0]);
        } while (take(","));
        want(")");
        return failed || made.numbers.size() != scope_.fields.size() ? fail() : Value(made);
    }

    MaxPlusScope scope_;
    /// Variables that may be assigned to.
    std::vector<std::string_view> variables_;
    Value returned_;
    int depth_ = 0;
};

}  // namespace

std::string LinearSum::text() const {
    std::string text = std::to_string(number);
    for (const auto& [name, factor] : factors) {
        text += (factor < 0 ? " - " : " + ") + std::to_string(std::abs(factor)) + " * " + name;
    }
    return text;
}

Result<std::vector<MaxPlusNumber>> max_plus_value(const SourceText& text, const SourceFunction& function,
                                                  MaxPlusScope scope) {
    return MaxPlusReader(text, function, std::move(scope)).read();
}

}  // namespace vkalgo::dp

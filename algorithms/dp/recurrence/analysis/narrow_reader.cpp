#include "algorithms/dp/recurrence/analysis/narrow_reader.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace vkalgo::dp {
namespace {

using NarrowKind = NarrowValue::Kind;

/// The deepest nesting of statements and operands.
constexpr int kMaxNarrowNesting = 200;

struct BinarySign {
    std::string_view sign;
    int level;
};
/// The signs with the levels of their precedence; level 0 binds the weakest. |, ^ and & share a level, since they have
/// results of the same kind. A longer sign comes before a sign with which it begins.
constexpr std::array<BinarySign, 18> kSigns{{{"||", 0},
                                             {"&&", 1},
                                             {"==", 3},
                                             {"!=", 3},
                                             {"<<", 5},
                                             {">>", 5},
                                             {"<=", 4},
                                             {">=", 4},
                                             {"<", 4},
                                             {">", 4},
                                             {"|", 2},
                                             {"^", 2},
                                             {"&", 2},
                                             {"+", 6},
                                             {"-", 6},
                                             {"*", 7},
                                             {"/", 7},
                                             {"%", 7}}};
constexpr int kUnary = 8;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_decimal(std::string_view digits) {
    return std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A guard that counts the nesting depth of the statements and operands that are being read.
struct Nested {
    explicit Nested(int& depth) : depth_(depth) { ++depth_; }
    ~Nested() { --depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

private:
    int& depth_;
};

}  // namespace

std::optional<NarrowKind> narrow_kind(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, NarrowKind>, 6> kKinds{{{"void", NarrowKind::nothing},
                                                                             {"bool", NarrowKind::truth},
                                                                             {"int", NarrowKind::integer},
                                                                             {"uint", NarrowKind::natural},
                                                                             {"cell_t", NarrowKind::cell},
                                                                             {"step_t", NarrowKind::step}}};
    const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& one) { return one.first == type; });
    return found == kKinds.end() ? std::nullopt : std::optional(found->second);
}

Narrowable NarrowReader::expression() {
    const NarrowValue value = ternary();
    return failed || at != end ? std::nullopt : Narrowable(value);
}

Narrowable NarrowReader::body(const NarrowValue& unset) {
    unset_ = unset;
    while (!failed && at < end) {
        statement();
    }
    return failed ? std::nullopt : Narrowable(returned_.value_or(NarrowValue{}));
}

NarrowValue NarrowReader::fail() {
    failed = true;
    return {};
}
NarrowValue NarrowReader::checked(const Narrowable& value) {
    return value && !failed ? *value : fail();
}

NarrowValue NarrowReader::condition() {
    want("(");
    const NarrowValue value = ternary();
    want(")");
    return value.kind == NarrowKind::truth ? value : fail();
}

void NarrowReader::block(std::string_view until) {
    const auto outside = scope_.names;
    while (!failed && at < end && !is(until)) {
        statement();
    }
    want(until);
    scope_.names = outside;
}

/// Reads the statement that belongs to an if or a loop. Names that this statement declares are not known after it.
void NarrowReader::substatement() {
    const auto outside = scope_.names;
    statement();
    scope_.names = outside;
}

void NarrowReader::statement() {
    const Nested nested(depth_);
    if (depth_ > kMaxNarrowNesting) {
        fail();
    } else if (take("{")) {
        block("}");
    } else if (take("if")) {
        condition();
        substatement();
        if (!failed && take("else")) {
            substatement();
        }
    } else if (take("for")) {
        const auto outside = scope_.names;
        loop_header();
        statement();
        scope_.names = outside;
    } else if (take("while")) {
        condition();
        substatement();
    } else if (take("do")) {
        substatement();
        want("while");
        condition();
        want(";");
    } else if (take("return")) {
        const NarrowValue value = is(";") ? NarrowValue{} : ternary();
        want(";");
        returned_ = returned_ && !failed ? Narrowable(checked(either_of(*returned_, value))) : Narrowable(value);
    } else if (take("break") || take("continue")) {
        want(";");
    } else {
        simple_statement();
        want(";");
    }
}

/// Reads "(int k = 0; k < n; ++k)".
void NarrowReader::loop_header() {
    want("(");
    simple_statement();
    want(";");
    if (!is(";") && ternary().kind != NarrowKind::truth) {
        fail();
    }
    want(";");
    if (!is(")")) {
        simple_statement();
    }
    want(")");
}

void NarrowReader::simple_statement() {
    if (failed || is(";")) {
        return;
    }
    const bool declares = is("const") || (at + 1 < end && narrow_kind(text.tokens[at].text) && !text.is_call(at));
    const bool calls = !declares && text.is_call(at);
    if (declares) {
        declaration();
    } else if (calls) {
        ternary();
    } else {
        assignment();
    }
}

/// Reads "const cell_t a = at(i - 1, j), b".
void NarrowReader::declaration() {
    take("const");
    const auto kind = at < end ? narrow_kind(text.tokens[at].text) : std::nullopt;
    if (!kind || *kind == NarrowKind::nothing || *kind == NarrowKind::step) {
        fail();
        return;
    }
    ++at;
    do {
        // A name that hides a function would change the meaning of the calls.
        const SourceToken* name = at < end ? &text.tokens[at] : nullptr;
        if (failed || name == nullptr || name->kind != SourceToken::Kind::name || narrow_kind(name->text) ||
            text.find(name->text) != nullptr || is_one_of(name->text, {"min", "max", "plus", "at"})) {
            fail();
            return;
        }
        ++at;
        NarrowValue value = *kind == NarrowKind::cell ? unset_ : NarrowValue::of(*kind);
        if (take("=")) {
            const NarrowValue given = checked(converted(ternary(), *kind));
            value = *kind == NarrowKind::cell ? given : value;
        }
        scope_.names.insert_or_assign(name->text, value);
    } while (!failed && take(","));
}

/// Reads "best = max(best, at(i - 1, k))", "sum += x(k)", "++k" or "k--".
void NarrowReader::assignment() {
    const bool before = take("+", "+") || take("-", "-");
    const auto variable = at < end ? scope_.names.find(text.tokens[at].text) : scope_.names.end();
    if (failed || variable == scope_.names.end()) {
        fail();
        return;
    }
    const NarrowValue kept = variable->second;
    ++at;
    if (before || take("+", "+") || take("-", "-")) {
        failed = failed || !kept.is_whole();
        return;
    }
    std::string_view sign;
    for (const BinarySign& one : kSigns) {
        const bool doubled = one.sign.size() == 2 && one.level == 5;
        if (one.level >= 2 && one.level != 3 && one.level != 4 &&
            (doubled ? is(one.sign.substr(0, 1)) && is(one.sign.substr(0, 1), 1) && is("=", 2)
                     : is(one.sign) && is("=", 1))) {
            sign = one.sign;
            at += sign.size();
            break;
        }
    }
    want("=");
    const NarrowValue value = ternary();
    const NarrowValue stored = sign.empty() || failed ? value : operated(sign, kept, value);
    failed = failed || !may_replace(stored, kept);
}

NarrowValue NarrowReader::ternary() {
    const Nested nested(depth_);
    if (depth_ > kMaxNarrowNesting) {
        return fail();
    }
    const NarrowValue asked = binary(0);
    if (failed || !take("?")) {
        return asked;
    }
    const NarrowValue first = ternary();
    want(":");
    const NarrowValue second = ternary();
    return failed || asked.kind != NarrowKind::truth ? fail() : checked(either_of(first, second));
}

NarrowValue NarrowReader::binary(int level) {
    if (level == kUnary) {
        return unary();
    }
    NarrowValue value = binary(level + 1);
    while (!failed) {
        const auto sign = std::find_if(kSigns.begin(), kSigns.end(), [&](const BinarySign& one) {
            return is(one.sign.substr(0, 1)) && (one.sign.size() == 1 || is(one.sign.substr(1), 1));
        });
        // "a += b" is an assignment, which cannot be within an expression.
        if (sign == kSigns.end() || sign->level != level) {
            return value;
        }
        at += sign->sign.size();
        const NarrowValue other = binary(level + 1);
        value = failed ? value : operated(sign->sign, value, other);
    }
    return value;
}

NarrowValue NarrowReader::operated(std::string_view sign, const NarrowValue& a, const NarrowValue& b) {
    if (is_one_of(sign, {"&&", "||"})) {
        return a.kind == NarrowKind::truth && b.kind == NarrowKind::truth ? a : fail();
    }
    if (is_one_of(sign, {"==", "!=", "<", ">", "<=", ">="})) {
        const bool truths = a.kind == NarrowKind::truth && b.kind == NarrowKind::truth;
        const bool numbers = a.is_number() && b.is_number() && NarrowValue::compare_alike(a, b);
        return truths || numbers ? NarrowValue::of(NarrowKind::truth) : fail();
    }
    if (is_one_of(sign, {"+", "*"})) {
        return checked(sign == "+" ? sum_of(a, b) : product_of(a, b));
    }
    // Differences, divisions, remainders, shifts and bit operations are for ints and uints only.
    if (!a.is_whole() || !b.is_whole()) {
        return fail();
    }
    const bool shifts = is_one_of(sign, {"<<", ">>"});
    const bool natural = a.kind == NarrowKind::natural || (!shifts && b.kind == NarrowKind::natural);
    return NarrowValue::of(natural ? NarrowKind::natural : NarrowKind::integer);
}

NarrowValue NarrowReader::unary() {
    const Nested nested(depth_);
    if (depth_ > kMaxNarrowNesting) {
        return fail();
    }
    if (take("!")) {
        const NarrowValue value = unary();
        return value.kind == NarrowKind::truth ? value : fail();
    }
    if (is("+", 1) || is("-", 1) || !(is("-") || is("+") || is("~"))) {
        return primary();
    }
    ++at;
    const NarrowValue value = unary();
    return value.is_whole() ? NarrowValue::of(value.kind) : fail();
}

NarrowValue NarrowReader::primary() {
    if (failed || at >= end) {
        return fail();
    }
    if (take("(")) {
        const NarrowValue value = ternary();
        want(")");
        return value;
    }
    const SourceToken& token = text.tokens[at];
    if (token.kind == SourceToken::Kind::number) {
        return number();
    }
    if (token.kind != SourceToken::Kind::name) {
        return fail();
    }
    if (text.is_call(at)) {
        return call();
    }
    const auto known = scope_.names.find(token.text);
    if (known == scope_.names.end()) {
        return fail();
    }
    ++at;
    return known->second;
}

/// Reads a number of 32 bits: decimal, or hexadecimal with a 'u' after it. A number without 'u' has at most 9 digits,
/// so that it fits an int.
NarrowValue NarrowReader::number() {
    std::string_view digits = text.tokens[at++].text;
    const bool natural = !digits.empty() && (digits.back() == 'u' || digits.back() == 'U');
    digits.remove_suffix(natural ? 1 : 0);
    const bool hexadecimal = digits.starts_with("0x") && natural && digits.size() <= 10;
    const bool decimal = is_decimal(digits) && digits.size() <= (natural ? 10 : 9);
    if (!hexadecimal && !decimal) {
        return fail();
    }
    NarrowValue value{natural ? NarrowKind::natural : NarrowKind::integer, true};
    value.ordered = decimal && digits.size() <= 9;
    return value;
}

NarrowValue NarrowReader::call() {
    const std::string_view name = text.tokens[at].text;
    at += 2;
    std::vector<NarrowValue> arguments;
    while (!failed && !is(")")) {
        arguments.push_back(ternary());
        if (!is(")")) {
            want(",");
        }
    }
    want(")");
    if (failed || scope_.names.contains(name)) {
        return fail();
    }
    if (const auto kind = narrow_kind(name); kind && *kind != NarrowKind::nothing && *kind != NarrowKind::step) {
        return arguments.size() == 1 ? checked(converted(arguments[0], *kind)) : fail();
    }
    if (is_one_of(name, {"min", "max", "plus"})) {
        return arguments.size() != 2 ? fail()
                                     : checked(name == "plus" ? plus_of(arguments[0], arguments[1])
                                                              : extreme_of(arguments[0], arguments[1]));
    }
    return checked(scope_.call(name, arguments));
}

}  // namespace vkalgo::dp

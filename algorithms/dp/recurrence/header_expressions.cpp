// Checks the expressions of a header's lines.
#include "algorithms/dp/recurrence/header_check.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace vkalgo::dp {

Result<void> HeaderCheck::expression(const Expression& expression, int line,
                                     std::vector<std::string_view> known) const {
    known.insert(known.end(), {"n", "m"});
    for (const ParamDeclaration& one : header.params) {
        known.push_back(one.name);
    }
    for (const std::string& name : expression.variables()) {
        if (header.input(name) != nullptr) {
            return error_at(file, line, quoted(name) + " is an input; write len(" + name + ") for its length");
        }
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            return error_at(file, line, quoted(name) + " is not a param, and not n or m; " + advice(name, known));
        }
        const ParamDeclaration* one = header.param(name);
        if (one != nullptr && is_float(one->type)) {
            return error_at(file, line,
                            "the param " + quoted(name) + " is " + std::string(to_string(one->type)) +
                                "; expressions of the header need whole numbers");
        }
    }
    std::vector<std::string_view> arrays;
    for (const InputDeclaration& one : header.inputs) {
        arrays.push_back(one.name);
    }
    for (const std::string& name : expression.inputs()) {
        if (header.input(name) == nullptr) {
            return error_at(
                file, line,
                quoted(name) + " is not an input" +
                    (arrays.empty() ? "; declare it with 'input " + name + " TYPE[]'" : "; " + advice(name, arrays)));
        }
    }
    return {};
}

Result<void> HeaderCheck::expressions(const std::map<std::string, int>& lines) const {
    VKALGO_CHECK(expression(header.rows, lines.at("rows")));
    VKALGO_CHECK(expression(header.columns, lines.at("columns")));
    if (header.bound) {
        VKALGO_CHECK(expression(*header.bound, lines.at("bound")));
    }
    if (header.answer.kind == AnswerDeclaration::Kind::at) {
        for (const Expression& index : header.answer.indices) {
            VKALGO_CHECK(expression(index, header.answer.line));
        }
    }
    for (const IndexDeclaration& one : header.indices) {
        VKALGO_CHECK(expression(one.extent, one.line));
    }
    for (const ReachDeclaration& one : header.reach) {
        if (one.least) {
            VKALGO_CHECK(expression(*one.least, one.line));
        }
        VKALGO_CHECK(expression(one.most, one.line));
    }
    for (const InputDeclaration& one : header.inputs) {
        if (one.length) {
            VKALGO_CHECK(expression(*one.length, one.line));
        }
        if (one.range && std::holds_alternative<Expression>(one.range->low)) {
            VKALGO_CHECK(expression(std::get<Expression>(one.range->low), one.line));
            VKALGO_CHECK(expression(std::get<Expression>(one.range->high), one.line));
        }
        if (one.random) {
            VKALGO_CHECK(range(one));
        }
    }
    for (const OutputDeclaration& one : header.outputs) {
        VKALGO_CHECK(expression(one.length, one.line));
    }
    for (const ParamDeclaration& one : header.params) {
        if (one.derived) {
            VKALGO_CHECK(default_of(one));
        }
        if (one.range) {
            VKALGO_CHECK(range(one));
        }
    }
    return dependencies_end();
}

std::vector<HeaderCheck::Part> HeaderCheck::needs(const Part& part) const {
    const InputDeclaration& one = *header.input(part.input);
    std::vector<const Expression*> expressions;
    if (!part.values) {
        expressions = {one.random && one.random->length ? &*one.random->length : one.length ? &*one.length : nullptr};
    } else if (const auto& range = one.random ? one.random->range : one.range;
               range && std::holds_alternative<Expression>(range->low)) {
        expressions = {&std::get<Expression>(range->low), &std::get<Expression>(range->high)};
    }
    std::vector<Part> parts;
    if (part.values) {
        parts.push_back({part.input, false});
    }
    for (const Expression* expression : expressions) {
        for (const std::string& name : expression != nullptr ? expression->inputs() : std::vector<std::string>{}) {
            parts.push_back({name, false});
        }
        for (const std::string& name : expression != nullptr ? expression->inputs_read() : std::vector<std::string>{}) {
            parts.push_back({name, true});
        }
    }
    return parts;
}

Result<void> HeaderCheck::dependencies_end() const {
    for (const InputDeclaration& one : header.inputs) {
        for (const bool values : {false, true}) {
            const Part start{one.name, values};
            std::set<std::pair<std::string, bool>> reached;
            std::vector<Part> open = needs(start);
            while (!open.empty()) {
                const Part next = open.back();
                open.pop_back();
                if (next.input == start.input && next.values == start.values) {
                    return values ? error_at(file, one.random ? one.random->line : one.line,
                                             "the values of " + quoted(one.name) +
                                                 " depend on themselves; give a range of numbers")
                                  : error_at(file, one.length || !one.random ? one.line : one.random->line,
                                             "the length of " + quoted(one.name) +
                                                 " depends on itself; leave its brackets " +
                                                 (one.length ? "empty" : "out"));
                }
                if (reached.emplace(next.input, next.values).second) {
                    const std::vector<Part> more = needs(next);
                    open.insert(open.end(), more.begin(), more.end());
                }
            }
        }
    }
    return {};
}

namespace {

/// Returns the value of an expression that is made of numbers only, and an error for other expressions.
Result<std::int64_t> number_of(const Expression& expression) {
    Expression::Scope nothing;
    nothing.variable = [](std::string_view) { return Error{}; };
    nothing.function = [](std::string_view, std::string_view) { return Error{}; };
    return expression.evaluate(nothing);
}

}  // namespace

Result<void> HeaderCheck::range(const ParamDeclaration& param) const {
    const auto refuse = [&](const std::string& what) { return error_at(file, param.line, what); };
    const std::string text = "the range " + param.range->text;
    const std::string outside =
        "the default of " + quoted(param.name) + " is outside of " + text + "; write another range or another default";
    if (const double* low = std::get_if<double>(&param.range->low)) {
        const double* value = param.fallback ? std::get_if<double>(&*param.fallback) : nullptr;
        const bool fits = value == nullptr || (*value >= *low && *value <= std::get<double>(param.range->high));
        return fits ? Result<void>() : refuse(outside);
    }
    const auto& low = std::get<Expression>(param.range->low);
    const auto& high = std::get<Expression>(param.range->high);
    VKALGO_CHECK(expression(low, param.line));
    VKALGO_CHECK(expression(high, param.line));
    const auto least = number_of(low);
    const auto most = number_of(high);
    if (least && most && *least > *most) {
        return refuse(text + " is empty; write the smaller limit first");
    }
    const auto beyond = [&](auto value) {
        return (least && std::cmp_less(value, *least)) || (most && std::cmp_greater(value, *most));
    };
    const auto* is_signed = param.fallback ? std::get_if<std::int64_t>(&*param.fallback) : nullptr;
    const auto* is_unsigned = param.fallback ? std::get_if<std::uint64_t>(&*param.fallback) : nullptr;
    const bool fits =
        !(is_signed != nullptr && beyond(*is_signed)) && !(is_unsigned != nullptr && beyond(*is_unsigned));
    return fits ? Result<void>() : refuse(outside);
}

Result<void> HeaderCheck::range(const InputDeclaration& input) const {
    const RandomDraw& draw = *input.random;
    if (draw.length) {
        VKALGO_CHECK(expression(*draw.length, draw.line));
    }
    if (!draw.range || std::holds_alternative<double>(draw.range->low)) {
        return {};
    }
    const auto& low = std::get<Expression>(draw.range->low);
    const auto& high = std::get<Expression>(draw.range->high);
    VKALGO_CHECK(expression(low, draw.line));
    VKALGO_CHECK(expression(high, draw.line));
    const auto least = number_of(low);
    const auto most = number_of(high);
    if (least && most && *least > *most) {
        return error_at(file, draw.line,
                        "the range " + low.text() + " .. " + high.text() + " is empty; write the smaller limit first");
    }
    for (const auto& end : {least, most}) {
        if (end && !holds(input.type, *end)) {
            return error_at(file, draw.line,
                            std::to_string(*end) + " does not fit " + std::string(to_string(input.type)) +
                                ", the type of " + quoted(input.name) + "; write a limit that fits");
        }
    }
    return {};
}

Result<void> HeaderCheck::default_of(const ParamDeclaration& param) const {
    VKALGO_CHECK(expression(*param.derived, param.derived_line));
    for (const std::string& name : param.derived->variables()) {
        const bool before = std::any_of(header.params.begin(), header.params.end(),
                                        [&](const ParamDeclaration& one) { return one.name == name && &one < &param; });
        if (!before) {
            return error_at(file, param.derived_line,
                            "the default of " + quoted(param.name) +
                                " may use only inputs and the params declared before " + quoted(param.name) + ", not " +
                                quoted(name));
        }
    }
    return {};
}

}  // namespace vkalgo::dp

// The `//!` lines of a random recurrence, and its instance.
#include "tests/dp/random/numbers.hpp"
#include "tests/dp/random/text.hpp"

#include <cstdlib>
#include <span>

namespace vkalgo::dp::test {
namespace {

std::string line(const std::string& keyword, const std::string& value) {
    return "//! " + keyword + std::string(9 - keyword.size(), ' ') + value + "\n";
}

std::string with_sign(std::int64_t number) {
    return (number < 0 ? " - " : " + ") + std::to_string(std::abs(number));
}

std::string border(const Region& region) {
    constexpr const char* kBorders[] = {"row", "column", "k", "l"};
    return std::string(region.last ? "last-" : "first-") + kBorders[region.index];
}

std::string order(const Description& drawn) {
    if (drawn.by_pattern) {
        return line("pattern", std::string(to_string(*drawn.stage.pattern())));
    }
    std::string sum;
    for (std::size_t d = 0; d < drawn.indices; ++d) {
        if (const int step = drawn.stage.coefficients[d]; step != 0) {
            sum += step < 0 ? " - " : sum.empty() ? "" : " + ";
            sum += std::to_string(std::abs(step)) + " * " + kIndexNames[d];
        }
    }
    return line("stage", sum);
}

std::string cells(const Description& drawn) {
    std::vector<std::string> fields;
    for (std::size_t f = 0; f < drawn.fields.size(); ++f) {
        fields.push_back(std::string(to_string(drawn.fields[f])) +
                         (drawn.record ? std::string(" ") + kFieldNames[f] : ""));
    }
    std::string text = line("cell", listed(fields));
    const std::string field = drawn.record ? std::string("c.") + kFieldNames[drawn.value_field] : "c";
    if (drawn.value_mask) {
        text += line("value", "u32 uint(" + field + ") & " + std::to_string(*drawn.value_mask) + "u");
    } else if (drawn.record) {
        text += line("value", std::string(to_string(drawn.value_type())) + " " + field);
    }
    return text;
}

std::string input(const DrawnInput& drawn, const std::string& name, const std::string& length) {
    std::string text = name + " " + to_string(drawn.type) + "[" + length + "]";
    if (drawn.has_range) {
        text += " in " + std::to_string(drawn.low) + " .. ";
        // The end of the range is an expression if the length is not given and the values are an odd number of
        // integers.
        const auto count = static_cast<std::int64_t>(drawn.values.size());
        const bool by_length = length.empty() && !is_float(drawn.type) && count % 2 == 1;
        text += by_length ? "len(" + name + ")" + with_sign(drawn.high - count) : std::to_string(drawn.high);
    }
    return line("input", text);
}

std::string data(const Description& drawn) {
    const bool one_row = drawn.declared == RecurrenceClass::chain && drawn.size.rows == 1;
    const bool one_column = drawn.declared == RecurrenceClass::chain && !one_row;
    std::string text = input(drawn.x, "x", one_row ? "1" : drawn.sized_by_n ? "n" : "");
    text += input(drawn.y, "y", one_column ? "1" : drawn.sized_by_n ? "m" : "");
    for (const DrawnParam& param : drawn.params) {
        text += line("param", param.name + " " + to_string(param.type) +
                                  (param.fallback ? " " + std::to_string(*param.fallback) : ""));
        text += param.derived ? line("default", param.name + " len(x) * 2 + 1") : "";
    }
    text += line("rows", one_row ? "1" : drawn.sized_by_n ? "n" : "len(x)");
    text += line("columns", one_column ? "1" : drawn.sized_by_n ? "m" : "len(y)");
    for (std::size_t d = 2; d < drawn.indices; ++d) {
        text += line("index", std::string(kIndexNames[d]) + " " + std::to_string(drawn.size.extents()[d]));
    }
    return text;
}

std::string answer(const Description& drawn) {
    if (drawn.answer == Description::Answer::last) {
        return line("answer", "last");
    }
    if (drawn.answer == Description::Answer::at) {
        std::vector<std::string> cell;
        for (std::size_t d = 0; d < drawn.indices; ++d) {
            cell.push_back(std::to_string(drawn.answer_at[d]));
        }
        if (!drawn.sized_by_n && drawn.size.rows % 2 == 0) {
            cell[0] = "len(x)" + with_sign(drawn.answer_at[0] - drawn.size.rows);
        }
        return line("answer", "at(" + listed(cell) + ")");
    }
    std::string where;
    for (const Region& region : drawn.answer_borders) {
        where += (where.empty() ? "" : " or ") + border(region);
    }
    return line("answer",
                (drawn.answer == Description::Answer::min ? "min " : "max ") + (where.empty() ? "all" : where));
}

std::string bound(const Description& drawn) {
    if (!drawn.bound) {
        return "";
    }
    const bool odd = drawn.size.columns % 2 == 1;
    const std::string made = "len(y)" + with_sign(*drawn.bound - drawn.size.columns);
    std::string value = odd && !drawn.sized_by_n && *drawn.bound > 0 ? made : std::to_string(*drawn.bound);
    if (drawn.refusal == Refusal::bound_too_large) {
        value += " + " + std::string(size_of(drawn.value_type()) == 8 ? "9223372036854775807" : "4294967296");
    }
    return line("bound", value);
}

InputArray array_of(const DrawnInput& input) {
    InputArray array{input.type, input.values.size(), {}};
    with_type(input.type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_arithmetic_v<T>) {
            std::vector<T> values;
            for (const std::int64_t value : input.values) {
                values.push_back(static_cast<T>(value));
            }
            array = InputArray::of(input.type, std::span<const T>(values));
        }
    });
    return array;
}

}  // namespace

std::string listed(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

std::string text_of(const Linear& linear) {
    std::string text;
    const auto add = [&](int factor, const std::string& what) {
        if (factor != 0) {
            text += factor < 0 ? (text.empty() ? "-" : " - ") : text.empty() ? "" : " + ";
            text += (std::abs(factor) == 1 ? "" : std::to_string(std::abs(factor)) + " * ") + what;
        }
    };
    add(linear.i, "i");
    add(linear.j, "j");
    add(linear.k, "k");
    add(linear.rows, "rows()");
    add(linear.columns, "columns()");
    if (text.empty()) {
        return std::to_string(linear.constant);
    }
    return text + (linear.constant == 0 ? "" : with_sign(linear.constant));
}

std::string header_of(const Description& drawn) {
    std::string text = line("problem", "random") + order(drawn);
    text += drawn.sequential ? "//! sequential row\n" : "";
    text += drawn.declared ? line("class", std::string(to_string(*drawn.declared))) : "";
    text += cells(drawn) + data(drawn);
    text += drawn.domain == Domain::full ? "" : line("domain", drawn.domain == Domain::upper ? "upper" : "lower");
    for (const Region& region : drawn.base) {
        text += line("base", (region.diagonal ? "diagonal" : border(region)) + " " + std::to_string(region.amount));
    }
    text += answer(drawn) + bound(drawn);
    text += drawn.declares_goal ? line("goal", drawn.minimum ? "min" : "max") : "";
    if (drawn.mode == Description::Mode::reduction) {
        const DrawnReduction& reduction = drawn.reduction;
        text += line("reduce", std::string(drawn.minimum ? "min" : "max") + " k = " + text_of(reduction.first) +
                                   " .. " + text_of(reduction.last));
    }
    return text;
}

Instance instance_of(const Description& drawn) {
    Instance instance;
    instance.inputs["x"] = array_of(drawn.x);
    instance.inputs["y"] = array_of(drawn.y);
    if (drawn.sized_by_n) {
        instance.n = drawn.size.rows;
        instance.m = drawn.size.columns;
    }
    for (const DrawnParam& param : drawn.params) {
        if (param.given) {
            instance.params[param.name] = number_of(param.type, whole(param.type, param.value));
        }
    }
    return instance;
}

}  // namespace vkalgo::dp::test

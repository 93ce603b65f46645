// Checks whether an instance fits its recurrence.
#include "algorithms/dp/instance/checked_instance.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace vkalgo::dp {
namespace {

Result<void> check_inputs(const RecurrenceHeader& header, const Instance& instance) {
    const Expression::Scope scope = scope_of(header, instance);
    for (const InputDeclaration& input : header.inputs) {
        const auto found = instance.inputs.find(input.name);
        if (found == instance.inputs.end()) {
            return invalid("input '" + input.name + "' (" + name_of(input.type) + ") is missing",
                           "input " + input.name);
        }
        const InputArray& array = found->second;
        if (array.type != input.type) {
            return invalid("input '" + input.name + "' holds " + name_of(array.type) + " but the recurrence declares " +
                               name_of(input.type),
                           input.name);
        }
        if (array.data.size() != array.count * size_of(array.type)) {
            return invalid("input '" + input.name + "' holds " + std::to_string(array.data.size()) + " bytes, but " +
                               std::to_string(array.count) + " elements of " + name_of(array.type) + " take " +
                               std::to_string(array.count * size_of(array.type)),
                           input.name);
        }
        if (input.length) {
            VKALGO_TRY(const std::int64_t length, input.length->evaluate(scope));
            if (length < 0 || array.count != static_cast<std::uint64_t>(length)) {
                return invalid("input '" + input.name + "' has " + std::to_string(array.count) + " elements, but " +
                                   input.length->text() + " = " + std::to_string(length) + " are declared",
                               input.name);
            }
        }
    }
    for (const auto& entry : instance.inputs) {
        if (header.input(entry.first) == nullptr) {
            return invalid("the recurrence has no input '" + entry.first + "'", entry.first);
        }
    }
    return {};
}

/// The limits of a param. range_of() returns nullopt if the limits read missing elements.
struct ParamRange {
    Number low, high;
    bool empty = false;
};

Result<std::optional<ParamRange>> range_of(const RecurrenceHeader& header, const ParamDeclaration& param,
                                           const Instance& instance) {
    if (const double* low = std::get_if<double>(&param.range->low)) {
        return std::optional(ParamRange{*low, std::get<double>(param.range->high)});
    }
    const auto& low = std::get<Expression>(param.range->low);
    const auto& high = std::get<Expression>(param.range->high);
    for (const Expression* end : {&low, &high}) {
        const std::vector<std::string> inputs = end->inputs();
        const bool has_inputs = std::all_of(inputs.begin(), inputs.end(),
                                            [&](const std::string& name) { return instance.inputs.contains(name); });
        if (!has_inputs || !is_known(*end, instance)) {
            return std::optional<ParamRange>();
        }
    }
    VKALGO_TRY(const std::int64_t least, low.evaluate(scope_of(header, instance)));
    VKALGO_TRY(const std::int64_t most, high.evaluate(scope_of(header, instance)));
    return std::optional(ParamRange{least, most, least > most});
}

/// Returns whether `one` is less than `other`. Whole numbers may be signed or unsigned. If one of the numbers is NaN,
/// returns true, so that NaN lies in no range.
bool is_less(const Number& one, const Number& other) {
    return std::visit(
        [](auto a, auto b) {
            if constexpr (std::is_integral_v<decltype(a)> && std::is_integral_v<decltype(b)>) {
                return std::cmp_less(a, b);
            } else {
                return !(static_cast<double>(a) >= static_cast<double>(b));  // True for NaN
            }
        },
        one, other);
}

Result<void> check_ranges(const RecurrenceHeader& header, const Instance& instance) {
    for (const InputDeclaration& input : header.inputs) {
        if (!input.range) {
            continue;
        }
        const InputArray& array = instance.inputs.at(input.name);
        const std::string& declared = input.range->text;
        const auto refuse = [&](std::uint64_t k, const std::string& value, const std::string& range) {
            std::string text = "input '" + input.name + "' has " + value;
            text += " at index " + std::to_string(k);
            text += ", but its range is " + declared;
            text += (range == declared ? "" : " = " + range) + "; indices count from 0";
            return invalid(std::move(text), input.name);
        };
        if (const double* low = std::get_if<double>(&input.range->low)) {
            const double high = std::get<double>(input.range->high);
            for (std::uint64_t k = 0; k < array.count; ++k) {
                const double value = array.real(k);
                if (!(value >= *low && value <= high)) {
                    return refuse(k, number_text(value, array.type), declared);
                }
            }
            continue;
        }
        VKALGO_TRY(const WholeRange range, whole_range(input, scope_of(header, instance)));
        for (std::uint64_t k = 0; k < array.count; ++k) {
            const std::int64_t value = array.integer(k);
            const bool beyond = array.type == ElementType::u64 && value < 0;
            if (beyond || value < range.low || value > range.high) {
                return refuse(k, beyond ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(value),
                              std::to_string(range.low) + " .. " + std::to_string(range.high));
            }
        }
    }
    return {};
}

}  // namespace

Result<void> check_param_ranges(const RecurrenceHeader& header, const Instance& instance, bool with_empty) {
    for (const ParamDeclaration& param : header.params) {
        const std::optional<Number> value = param.range ? value_of(header, param, instance) : std::nullopt;
        if (!value) {
            continue;
        }
        VKALGO_TRY(const auto range, range_of(header, param, instance));
        if (!range || (range->empty && !with_empty)) {
            continue;
        }
        if (is_less(*value, range->low) || is_less(range->high, *value)) {
            const std::string& declared = param.range->text;
            const std::string numbers =
                std::holds_alternative<double>(range->low)
                    ? declared
                    : number_text(range->low, param.type) + " .. " + number_text(range->high, param.type);
            return invalid("param '" + param.name + "' is " + number_text(*value, param.type) + ", but its range is " +
                               declared + (numbers == declared ? "" : " = " + numbers),
                           param.name);
        }
    }
    return {};
}

bool bring_params_into_ranges(const RecurrenceHeader& header, Instance& instance) {
    bool changed = false;
    for (const ParamDeclaration& param : header.params) {
        const auto given = instance.params.find(param.name);
        const std::optional<Number> value = !param.range                     ? std::nullopt
                                            : given != instance.params.end() ? std::optional(given->second)
                                                                             : param.fallback;
        const auto range = value ? range_of(header, param, instance) : std::optional<ParamRange>();
        if (!range || !*range || (*range)->empty) {
            continue;
        }
        const bool below = is_less(*value, (*range)->low);
        if (below || is_less((*range)->high, *value)) {
            instance.params.insert_or_assign(param.name, below ? (*range)->low : (*range)->high);
            changed = true;
        }
    }
    return changed;
}

Result<Shape> checked_shape(const RecurrenceHeader& header, const Instance& instance, const StageFunction& stage) {
    VKALGO_CHECK(params_of(header, instance));
    VKALGO_CHECK(check_inputs(header, instance));
    VKALGO_CHECK(check_ranges(header, instance));
    VKALGO_TRY(const Shape shape, shape_of(header, instance, stage));
    VKALGO_CHECK(check_bound(header, scope_of(header, instance)));
    return shape;
}

Result<Shape> check_instance(const RecurrenceHeader& header, Instance& instance, const StageFunction& stage) {
    VKALGO_CHECK(complete_params(header, instance));
    return checked_shape(header, instance, stage);
}

}  // namespace vkalgo::dp

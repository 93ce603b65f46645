// The numbers of an instance: its params, and the bound that follows from them.
#include "algorithms/dp/instance/checked_instance.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

bool fits(ElementType type, const Number& number) {
    if (is_float(type)) {
        return true;
    }
    if (std::holds_alternative<double>(number)) {
        return false;
    }
    const bool is_signed = std::holds_alternative<std::int64_t>(number);
    const std::int64_t low = is_signed ? std::get<std::int64_t>(number) : 0;
    const std::uint64_t high =
        is_signed ? (low < 0 ? 0 : static_cast<std::uint64_t>(low)) : std::get<std::uint64_t>(number);
    switch (type) {
        case ElementType::u8:
            return low >= 0 && high <= 0xff;
        case ElementType::i8:
            return low >= std::numeric_limits<std::int8_t>::min() && high <= 0x7f;
        case ElementType::i16:
            return low >= std::numeric_limits<std::int16_t>::min() && high <= 0x7fff;
        case ElementType::u16:
            return low >= 0 && high <= 0xffff;
        case ElementType::u32:
            return low >= 0 && high <= 0xffffffffu;
        case ElementType::u64:
            return low >= 0;
        case ElementType::i32:
            return low >= std::numeric_limits<std::int32_t>::min() && high <= 0x7fffffffu;
        case ElementType::i64:
            return high <= 0x7fffffffffffffffull;
        case ElementType::f16:
        case ElementType::f32:
        case ElementType::f64:
            break;
    }
    return true;
}

template <class T>
void put(std::byte* target, T value) {
    std::memcpy(target, &value, sizeof value);
}

void put_number(std::byte* target, ElementType type, const Number& number) {
    std::visit(
        [&](auto value) {
            switch (type) {
                case ElementType::f32:
                    put(target, static_cast<float>(value));
                    break;
                case ElementType::f64:
                    put(target, static_cast<double>(value));
                    break;
                case ElementType::i64:
                case ElementType::u64:
                    put(target, static_cast<std::uint64_t>(value));
                    break;
                default:
                    put(target, static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
                    break;
            }
        },
        number);
}

/// Returns the largest value of an integer cell type, but at most the largest 64-bit signed number.
std::int64_t largest(ElementType cell) {
    switch (cell) {
        case ElementType::u32:
            return 0xffffffffll;
        case ElementType::i32:
            return 0x7fffffffll;
        default:
            return std::numeric_limits<std::int64_t>::max();
    }
}

}  // namespace

Result<Number> derived_default(const ParamDeclaration& param, const Expression::Scope& scope) {
    VKALGO_TRY(const std::int64_t value, param.derived->evaluate(scope));
    if (!holds(param.type, value)) {
        return invalid("the default of param '" + param.name + "', " + param.derived->text() + " = " +
                           std::to_string(value) + ", does not fit " + name_of(param.type) + "; give the param a value",
                       "param " + param.name);
    }
    const bool is_signed = param.type == ElementType::i32 || param.type == ElementType::i64;
    return is_signed ? Number(value) : Number(static_cast<std::uint64_t>(value));
}

std::optional<Number> value_of(const RecurrenceHeader& header, const ParamDeclaration& param,
                               const Instance& instance) {
    if (const auto found = instance.params.find(param.name); found != instance.params.end()) {
        return found->second;
    }
    if (param.fallback || !param.derived) {
        return param.fallback;
    }
    const auto derived = derived_default(param, scope_of(header, instance));
    return derived ? std::optional(*derived) : std::nullopt;
}

Result<std::map<std::string, Number, std::less<>>> params_of(const RecurrenceHeader& header, const Instance& instance) {
    auto params = instance.params;
    for (const ParamDeclaration& param : header.params) {
        const auto found = instance.params.find(param.name);
        if (found != instance.params.end()) {
            if (!fits(param.type, found->second)) {
                return invalid("param '" + param.name + "' is " + number_text(found->second, ElementType::f64) +
                                   ", which does not fit its type " + name_of(param.type),
                               param.name);
            }
        } else if (param.fallback) {
            params.emplace(param.name, *param.fallback);
        } else if (param.derived) {
            VKALGO_TRY(Number value, derived_default(param, scope_of(header, instance)));
            params.emplace(param.name, value);
        } else {
            return invalid("param '" + param.name + "' (" + name_of(param.type) + ") is missing",
                           "param " + param.name);
        }
    }
    for (const auto& entry : instance.params) {
        if (header.param(entry.first) == nullptr) {
            return invalid("the recurrence has no param '" + entry.first + "'", entry.first);
        }
    }
    return params;
}

Result<void> complete_params(const RecurrenceHeader& header, Instance& instance) {
    VKALGO_TRY(instance.params, params_of(header, instance));
    return {};
}

Result<void> check_bound(const RecurrenceHeader& header, const Expression::Scope& scope) {
    const ElementType type = header.value_type();
    if (!header.bound || is_float(type)) {
        return {};
    }
    const auto bound = header.bound->evaluate(scope);
    if (!bound && bound.error().code != ErrorCode::overflow) {
        return bound.error();
    }
    if (!bound || *bound > largest(type)) {
        return Error{ErrorCode::overflow,
                     bound ? "values may reach " + header.bound->text() + " = " + std::to_string(*bound) +
                                 ", which does not fit their type " + name_of(type)
                           : "values may reach " + header.bound->text() +
                                 ", whose computation does not fit i64; give smaller sizes, params or inputs",
                     "bound"};
    }
    return {};
}

std::vector<std::byte> pack_params(const RecurrenceHeader& header, const Instance& instance) {
    std::vector<std::byte> block;
    for (const ParamDeclaration& param : header.params) {
        const std::size_t bytes = size_of(param.type);
        block.resize(std::max(block.size(), param.offset + bytes));
        const auto value = value_of(header, param, instance);
        put_number(block.data() + param.offset, param.type, value.value_or(Number(std::uint64_t{0})));
    }
    return block;
}

bool forms_sizes(const RecurrenceHeader& header, const std::string& param) {
    std::vector<const Expression*> sizes{&header.rows, &header.columns};
    if (header.answer.kind == AnswerDeclaration::Kind::at) {
        for (const Expression& index : header.answer.indices) {
            sizes.push_back(&index);
        }
    }
    for (const IndexDeclaration& index : header.indices) {
        sizes.push_back(&index.extent);
    }
    for (const InputDeclaration& input : header.inputs) {
        if (input.length) {
            sizes.push_back(&*input.length);
        }
    }
    return std::any_of(sizes.begin(), sizes.end(), [&](const Expression* size) {
        const std::vector<std::string> names = size->variables();
        return std::find(names.begin(), names.end(), param) != names.end();
    });
}

}  // namespace vkalgo::dp

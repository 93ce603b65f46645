#include "algorithms/dp/instance/instance.hpp"

#include <limits>
#include <optional>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Returns the number as a 64-bit integer, or nullopt if it is real or too large.
std::optional<std::int64_t> size_from(const Number& number) {
    if (const auto* value = std::get_if<std::int64_t>(&number)) {
        return *value;
    }
    const auto* value = std::get_if<std::uint64_t>(&number);
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return value != nullptr && *value <= kMax ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

}  // namespace

Instance::Instance(std::initializer_list<NamedValue> values) {
    for (const NamedValue& value : values) {
        if (const auto* array = std::get_if<InputArray>(&value.value())) {
            inputs.insert_or_assign(value.name(), *array);
            continue;
        }
        const Number& number = std::get<Number>(value.value());
        const auto size = size_from(number);
        if (size && (value.name() == "n" || value.name() == "m")) {
            (value.name() == "n" ? n : m) = *size;
        } else {
            params.insert_or_assign(value.name(), number);
        }
    }
}

}  // namespace vkalgo::dp

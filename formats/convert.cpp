#include "formats/convert.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

/// Returns the value as a To, or nullopt if no To represents it exactly.
template <class To, class From>
std::optional<To> exactly(From value) {
    if constexpr (std::is_same_v<From, Half>) {
        return exactly<To>(float{value});
    } else if constexpr (std::is_same_v<To, Half>) {
        const std::optional<double> real = exactly<double>(value);
        const Half made(real.value_or(0));
        const bool same = real && (std::isnan(*real) || static_cast<double>(float{made}) == *real);
        return same ? std::optional(made) : std::nullopt;
    } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
        return std::in_range<To>(value) ? std::optional(static_cast<To>(value)) : std::nullopt;
    } else if constexpr (std::is_integral_v<To>) {
        const From least = static_cast<From>(std::numeric_limits<To>::lowest());
        const From beyond = std::ldexp(From{1}, std::numeric_limits<To>::digits);
        const bool fits = value >= least && value < beyond && std::trunc(value) == value;
        return fits ? std::optional(static_cast<To>(value)) : std::nullopt;
    } else if constexpr (std::is_integral_v<From>) {
        const To made = static_cast<To>(value);
        // A long double has at least 64 binary digits, so neither number is rounded before they are compared.
        static_assert(std::numeric_limits<long double>::digits >= 64);
        return static_cast<long double>(made) == static_cast<long double>(value) ? std::optional(made) : std::nullopt;
    } else {
        const bool beyond = std::isfinite(value) && std::abs(value) > std::numeric_limits<To>::max();
        const To made = beyond ? To{} : static_cast<To>(value);
        const bool same = std::isnan(value) || static_cast<From>(made) == value;
        return !beyond && same ? std::optional(made) : std::nullopt;
    }
}

/// Returns the value in a type that can be printed.
template <class T>
T printed(T value) {
    return value;
}
float printed(Half value) {
    return value;
}

/// Returns the index of an element as text: "7", or "[1, 3]" for an array of several dimensions.
std::string index_text(std::uint64_t element, const std::vector<std::uint64_t>& shape) {
    if (shape.size() < 2) {
        return fmt::format("{}", element);
    }
    std::vector<std::uint64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = element % shape[axis];
        element /= shape[axis];
    }
    return fmt::format("{}", index);
}

}  // namespace

Result<Array> converted(Array array, ElementType type, const std::string& name) {
    if (array.type == type) {
        return array;
    }
    Array made{type, array.shape, {}};
    made.data.resize(array.count() * size_of(type));
    std::string wrong;
    with_type(array.type, [&](auto from) {
        with_type(type, [&](auto to) {
            for (std::uint64_t k = 0; k < array.count(); ++k) {
                std::memcpy(&from, array.data.data() + k * sizeof from, sizeof from);
                const auto value = exactly<decltype(to)>(from);
                if (!value) {
                    wrong = fmt::format("element {} is {} ({})", index_text(k, array.shape), printed(from),
                                        to_string(array.type));
                    return;
                }
                std::memcpy(made.data.data() + k * sizeof to, &*value, sizeof to);
            }
        });
    });
    if (!wrong.empty()) {
        const bool rounding = is_float(array.type) && is_float(type);
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}': {}, which {} cannot hold exactly (elements count from 0); {}", name, wrong,
                        to_string(type),
                        rounding ? fmt::format("round the array with numpy's astype('float{}')", 8 * size_of(type))
                                 : "correct it or choose another type"),
            name};
    }
    return made;
}

}  // namespace vkalgo::formats

#include "cli/dp/inputs.hpp"

#include "formats/array.hpp"
#include "formats/convert.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns whether T can hold the value. V is any type.
template <class T, class V>
bool holds(V value) {
    if constexpr (!std::is_integral_v<T>) {
        return true;
    } else if constexpr (std::is_floating_point_v<V>) {
        return false;
    } else {
        return std::in_range<T>(value);
    }
}

/// Returns "0 to 255" for an integer type.
std::string limits_text(ElementType type) {
    std::string text;
    with_type(type, [&](auto zero) {
        if constexpr (std::is_integral_v<decltype(zero)>) {
            using Limits = std::numeric_limits<decltype(zero)>;
            text = fmt::format("{} to {}", Limits::lowest(), Limits::max());
        }
    });
    return text;
}

}  // namespace

Result<dp::InputArray> as_input(Array array, ElementType type, const std::string& name) {
    VKALGO_TRY(array, converted(std::move(array), type, name));
    const std::uint64_t count = array.count();
    return dp::InputArray{type, count, std::move(array.data)};
}

Result<dp::InputArray> read_input(InputReader& reader, const std::string& path, ElementType type) {
    if (type == ElementType::u8) {
        VKALGO_TRY(const std::string letters, reader.letters(path));
        return bytes_input(letters);
    }
    VKALGO_TRY(Array array, reader.values(path, type));
    return as_input(std::move(array), type, path);
}

Result<dp::InputArray> read_number_list(InputReader& reader, const std::string& path, ElementType type) {
    VKALGO_TRY(Array array, reader.list(path, type));
    return as_input(std::move(array), type, path);
}

Result<dp::Number> parse_param(std::string_view text, ElementType type) {
    if (is_float(type)) {
        VKALGO_TRY(const double number, parse_number(text));
        float single = 0;
        const NumberFault fault = type == ElementType::f32 ? read_number(text, single) : NumberFault::none;
        if (fault != NumberFault::none) {
            const char* const what = fault == NumberFault::rounded ? "is a whole number that f32 cannot hold exactly; "
                                                                     "write it with a point if it may be rounded"
                                                                   : "does not fit f32; give a number nearer to 0";
            return bad_usage(fmt::format("'{}' {}", text, what));
        }
        return dp::Number(number);
    }
    const auto too_large = [&] {
        return bad_usage(fmt::format("'{}' does not fit {}; give {}", text, to_string(type), limits_text(type)));
    };
    if (text.starts_with('-')) {
        VKALGO_TRY(const std::int64_t number, parse_integer(text));
        const bool fits = with_type(type, [&](auto to) { return holds<decltype(to)>(number); });
        return fits ? Result<dp::Number>(dp::Number(number)) : too_large();
    }
    VKALGO_TRY(const std::uint64_t number, parse_size(text));
    const bool fits = with_type(type, [&](auto to) { return holds<decltype(to)>(number); });
    return fits ? Result<dp::Number>(dp::Number(number)) : too_large();
}

dp::Number shortest(const dp::Number& number, ElementType type) {
    const double* value = std::get_if<double>(&number);
    if (value != nullptr && std::isnan(*value)) {
        return std::numeric_limits<double>::quiet_NaN();  // Devices disagree on the sign of NaN
    }
    return value != nullptr && type == ElementType::f32 ? dp::Number(shortest_f32(*value)) : number;
}

std::string to_text(const dp::Number& number, ElementType type) {
    return std::visit([](auto value) { return fmt::format("{}", value); }, shortest(number, type));
}

dp::InputArray bytes_input(std::string_view text) {
    return dp::InputArray::of(ElementType::u8,
                              std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

}  // namespace vkalgo::cli

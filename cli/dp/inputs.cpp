#include "cli/dp/inputs.hpp"

#include "cli/formats/bytes.hpp"
#include "cli/formats/files.hpp"
#include "cli/numbers.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error bad_input(std::string message, const std::string& where = {}) {
    return Error{ErrorCode::invalid_argument, std::move(message), where};
}

/// Calls `function(T{})` with the C++ type of a recurrence's scalar.
template <class Function>
decltype(auto) with_scalar(dp::Scalar type, Function&& function) {
    return with_type(element_type_from(dp::to_string(type)).value_or(ElementType::u8),
                     std::forward<Function>(function));
}

/// Is the value, of any type, one of T's?
template <class T, class V>
bool holds(V value) {
    if constexpr (std::is_floating_point_v<T>) {
        return true;
    } else if constexpr (std::is_floating_point_v<V>) {
        return false;
    } else {
        return std::in_range<T>(value);
    }
}

template <class T>
void append(std::vector<std::byte>& data, T value) {
    const std::size_t end = data.size();
    data.resize(end + sizeof value);
    std::memcpy(data.data() + end, &value, sizeof value);
}

/// "0 to 255"
std::string limits_text(dp::Scalar type) {
    return with_scalar(type, [](auto zero) {
        using Limits = std::numeric_limits<decltype(zero)>;
        return fmt::format("{} to {}", Limits::lowest(), Limits::max());
    });
}

}  // namespace

Result<dp::InputArray> convert(const Array& array, dp::Scalar type, const std::string& name) {
    dp::InputArray made{type, array.count(), {}};
    if (to_string(array.type) == dp::to_string(type)) {
        made.data = array.data;
        return made;
    }
    made.data.reserve(array.count() * dp::bytes_of(type));
    Result<void> result;
    with_type(array.type, [&](auto from) {
        with_scalar(type, [&](auto to) {
            for (std::uint64_t k = 0; k < array.count() && result; ++k) {
                std::memcpy(&from, array.data.data() + k * sizeof from, sizeof from);
                if (!holds<decltype(to)>(from)) {
                    result = bad_input(fmt::format("{}: element {} is {} ({}), which is no {}", name, k, from,
                                                   to_string(array.type), dp::to_string(type)));
                    return;
                }
                append(made.data, static_cast<decltype(to)>(from));
            }
        });
    });
    VKALGO_CHECK(result);
    return made;
}

Result<dp::InputArray> parse_number_list(std::string_view text, dp::Scalar type, const std::string& name) {
    constexpr std::string_view kSeparators = " \t\r\n,";
    dp::InputArray made{type, 0, {}};
    std::size_t line = 1;
    std::size_t place = 0;
    while (place < text.size()) {
        if (kSeparators.find(text[place]) != std::string_view::npos) {
            line += text[place] == '\n' ? 1U : 0U;
            ++place;
            continue;
        }
        const std::string_view word = text.substr(place, text.find_first_of(kSeparators, place) - place);
        const auto number = parse_param(word, type);
        if (!number) {
            return bad_input(fmt::format("{}:{}: {}", name, line, number.error().message));
        }
        with_scalar(type, [&](auto to) {
            std::visit([&](auto value) { append(made.data, static_cast<decltype(to)>(value)); }, *number);
        });
        ++made.count;
        place += word.size();
    }
    return made;
}

Result<dp::InputArray> read_input(const std::string& path, dp::Scalar type) {
    const std::string extension = extension_of(path);
    const bool structured = extension == ".npy" || extension == ".csv" || extension == ".png";
    if (type == dp::Scalar::u8 && !structured) {
        VKALGO_TRY(const std::string text, read_sequence(path));
        return bytes_input(text);
    }
    if (extension == ".txt") {
        VKALGO_TRY(const Bytes bytes, read_file(path));
        return parse_number_list(as_text(bytes), type, path);
    }
    VKALGO_TRY(const Array array, read_array(path, *element_type_from(dp::to_string(type))));
    return convert(array, type, path);
}

Result<dp::InputArray> read_number_list(const std::string& path, dp::Scalar type) {
    const std::string extension = extension_of(path);
    if (extension == ".npy" || extension == ".csv") {
        return read_input(path, type);
    }
    VKALGO_TRY(const Bytes bytes, read_file(path));
    return parse_number_list(as_text(bytes), type, path == "-" ? "standard input" : path);
}

Result<dp::Number> parse_param(std::string_view text, dp::Scalar type) {
    if (dp::is_float(type)) {
        VKALGO_TRY(const double number, parse_number(text));
        return dp::Number(number);
    }
    const auto too_large = [&] {
        return bad_input(fmt::format("'{}' does not fit {}; give {}", text, dp::to_string(type), limits_text(type)));
    };
    if (text.starts_with('-')) {
        VKALGO_TRY(const std::int64_t number, parse_integer(text));
        const bool fits = with_scalar(type, [&](auto to) { return holds<decltype(to)>(number); });
        return fits ? Result<dp::Number>(dp::Number(number)) : too_large();
    }
    VKALGO_TRY(const std::uint64_t number, parse_size(text));
    const bool fits = with_scalar(type, [&](auto to) { return holds<decltype(to)>(number); });
    return fits ? Result<dp::Number>(dp::Number(number)) : too_large();
}

dp::Number shortest(const dp::Number& number, dp::Scalar type) {
    const double* value = std::get_if<double>(&number);
    if (value != nullptr && std::isnan(*value)) {
        return std::numeric_limits<double>::quiet_NaN();  // devices disagree on its sign
    }
    return value != nullptr && type == dp::Scalar::f32 ? dp::Number(shortest_f32(*value)) : number;
}

std::string to_text(const dp::Number& number, dp::Scalar type) {
    return std::visit([](auto value) { return fmt::format("{}", value); }, shortest(number, type));
}

dp::InputArray bytes_input(std::string_view text) {
    return dp::InputArray::of(dp::Scalar::u8,
                              std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Result<dp::Instance> read_two_strings(std::span<const std::string> paths) {
    dp::Instance instance;
    VKALGO_TRY(const std::string x, read_sequence(paths[0]));
    VKALGO_TRY(const std::string y, read_sequence(paths[1]));
    instance.inputs["x"] = bytes_input(x);
    instance.inputs["y"] = bytes_input(y);
    return instance;
}

}  // namespace vkalgo::cli

#pragma once

#include "half.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace vkalgo {

/// The element types of arrays: a histogram's values, a recurrence's inputs, a file's values.
enum class ElementType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64 };
inline constexpr std::array<const char*, 11> kElementTypeNames{"u8",  "i8",  "u16", "i16", "u32", "i32",
                                                               "u64", "i64", "f16", "f32", "f64"};

/// Returns "u8" ... "f64".
constexpr const char* to_string(ElementType type) {
    return kElementTypeNames[static_cast<std::size_t>(type)];
}

/// Returns the type with this name, or nullopt if the name is unknown.
constexpr std::optional<ElementType> element_type_from(std::string_view name) {
    for (std::size_t index = 0; index < kElementTypeNames.size(); ++index) {
        if (name == kElementTypeNames[index]) {
            return static_cast<ElementType>(index);
        }
    }
    return std::nullopt;
}

/// Returns the size of one element in bytes.
constexpr std::uint32_t size_of(ElementType type) {
    constexpr std::array<std::uint32_t, 11> kBytes{1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return kBytes[static_cast<std::size_t>(type)];
}

constexpr bool is_float(ElementType type) {
    return type == ElementType::f16 || type == ElementType::f32 || type == ElementType::f64;
}

/// Returns true for the signed integer types.
constexpr bool is_signed(ElementType type) {
    return type == ElementType::i8 || type == ElementType::i16 || type == ElementType::i32 || type == ElementType::i64;
}

/// Calls `function(T{})`, where T is the C++ type of `type`, and returns its result.
template <class Function>
decltype(auto) with_type(ElementType type, Function&& function) {
    switch (type) {
        case ElementType::u8:
            return function(std::uint8_t{});
        case ElementType::i8:
            return function(std::int8_t{});
        case ElementType::u16:
            return function(std::uint16_t{});
        case ElementType::i16:
            return function(std::int16_t{});
        case ElementType::u32:
            return function(std::uint32_t{});
        case ElementType::i32:
            return function(std::int32_t{});
        case ElementType::u64:
            return function(std::uint64_t{});
        case ElementType::i64:
            return function(std::int64_t{});
        case ElementType::f16:
            return function(Half{});
        case ElementType::f32:
            return function(float{});
        case ElementType::f64:
            break;
    }
    return function(double{});
}

/// Half and the arithmetic C++ types except long double. element_type_of() takes a type by its size and kind: bool as
/// u8, for example.
template <class T>
concept Element = (std::is_arithmetic_v<T> && sizeof(T) <= 8) || std::is_same_v<T, Half>;

/// Returns the ElementType whose kind (unsigned, signed or floating-point) and size are those of a C++ type.
template <class T>
constexpr ElementType element_type_of() {
    if constexpr (std::is_same_v<T, Half>) {
        return ElementType::f16;
    } else if constexpr (std::is_floating_point_v<T>) {
        return sizeof(T) == 4 ? ElementType::f32 : ElementType::f64;
    } else if constexpr (std::is_signed_v<T>) {
        return sizeof(T) == 1   ? ElementType::i8
               : sizeof(T) == 2 ? ElementType::i16
               : sizeof(T) == 4 ? ElementType::i32
                                : ElementType::i64;
    } else {
        return sizeof(T) == 1   ? ElementType::u8
               : sizeof(T) == 2 ? ElementType::u16
               : sizeof(T) == 4 ? ElementType::u32
                                : ElementType::u64;
    }
}

}  // namespace vkalgo

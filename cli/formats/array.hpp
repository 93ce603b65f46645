#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace vkalgo::cli {

/// An array of any shape in C order (the last index runs fastest), in the machine's own byte order.
/// `data` holds exactly count() * size_of(type) bytes; a shape without dimensions is one element.
struct Array {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> data;

    std::uint64_t count() const { return data.size() / size_of(type); }
};

/// The product of a shape times the element size; overflow is an error.
Result<std::uint64_t> byte_count(const std::vector<std::uint64_t>& shape, ElementType type);

/// Calls `function(T{})` with the C++ type that `type` stands for, and returns what it returns.
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
        case ElementType::f32:
            return function(float{});
        case ElementType::f64:
            break;
    }
    return function(double{});
}

/// The ElementType of a C++ type.
template <class T>
constexpr ElementType element_type_of() {
    if constexpr (std::is_floating_point_v<T>) {
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

}  // namespace vkalgo::cli

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vkalgo {

/// The types of the elements of arrays: of a histogram's values, a recurrence's inputs, a file.
enum class ElementType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f32, f64 };
inline constexpr std::array<const char*, 10> kElementTypeNames{"u8",  "i8",  "u16", "i16", "u32",
                                                               "i32", "u64", "i64", "f32", "f64"};

/// "u8" ... "f64".
constexpr const char* to_string(ElementType type) {
    return kElementTypeNames[static_cast<std::size_t>(type)];
}

/// The type of that name; none for another word.
constexpr std::optional<ElementType> element_type_from(std::string_view name) {
    for (std::size_t index = 0; index < kElementTypeNames.size(); ++index) {
        if (name == kElementTypeNames[index]) {
            return static_cast<ElementType>(index);
        }
    }
    return std::nullopt;
}

/// Bytes of one element.
constexpr std::uint32_t size_of(ElementType type) {
    constexpr std::array<std::uint32_t, 10> kBytes{1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return kBytes[static_cast<std::size_t>(type)];
}

constexpr bool is_float(ElementType type) {
    return type == ElementType::f32 || type == ElementType::f64;
}

/// A signed integer type?
constexpr bool is_signed(ElementType type) {
    return type == ElementType::i8 || type == ElementType::i16 || type == ElementType::i32 || type == ElementType::i64;
}

}  // namespace vkalgo

#include "cli/formats/array.hpp"

#include <array>

namespace vkalgo::cli {
namespace {

constexpr std::array kTypes = {ElementType::u8,  ElementType::i8,  ElementType::u16, ElementType::i16,
                               ElementType::u32, ElementType::i32, ElementType::u64, ElementType::i64,
                               ElementType::f32, ElementType::f64};
constexpr std::array kNames = {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64"};

}  // namespace

std::size_t size_of(ElementType type) {
    return with_type(type, [](auto value) { return sizeof(value); });
}

const char* to_string(ElementType type) {
    return kNames.at(static_cast<std::size_t>(type));
}

std::optional<ElementType> element_type_from(std::string_view name) {
    for (std::size_t index = 0; index < kNames.size(); ++index) {
        if (name == kNames.at(index)) {
            return kTypes.at(index);
        }
    }
    return std::nullopt;
}

Result<std::uint64_t> byte_count(const std::vector<std::uint64_t>& shape, ElementType type) {
    std::uint64_t total = size_of(type);
    bool empty = false;
    for (const std::uint64_t extent : shape) {
        empty = empty || extent == 0;
    }
    if (empty) {
        return std::uint64_t{0};
    }
    for (const std::uint64_t extent : shape) {
        if (__builtin_mul_overflow(total, extent, &total)) {
            return Error{
                ErrorCode::invalid_argument, "the shape holds more bytes than 64 bits can count; check it", {}};
        }
    }
    return total;
}

}  // namespace vkalgo::cli

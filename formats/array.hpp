#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vkalgo::formats {

/// An array of any shape in C order (the last index runs fastest), in the machine's byte order. `data` holds exactly
/// the bytes of the shape (byte_count()). A shape without dimensions is one element.
struct Array {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> data;

    std::uint64_t count() const { return data.size() / size_of(type); }
};

/// Returns the product of the extents times the element size. Errors: invalid_argument (2^64 bytes or more).
Result<std::uint64_t> byte_count(const std::vector<std::uint64_t>& shape, ElementType type);

}  // namespace vkalgo::formats

#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vkalgo::formats {

/// An array of any shape in C order (the last index runs fastest), in the machine's byte order. `data` holds exactly
/// count() * size_of(type) bytes. A shape without dimensions is one element.
struct Array {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> data;

    std::uint64_t count() const { return data.size() / size_of(type); }
};

/// Returns the product of the extents times the element size. Overflow is an error.
Result<std::uint64_t> byte_count(const std::vector<std::uint64_t>& shape, ElementType type);

}  // namespace vkalgo::formats

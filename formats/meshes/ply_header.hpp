#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// One value of an element, or a list of values.
struct PlyProperty {
    std::string name;
    /// A type of up to 32 bits, or f64.
    ElementType type = ElementType::f32;
    /// The type of a list's length, an integer; nullopt if the property is not a list.
    std::optional<ElementType> length;
};

/// A kind of element: vertices or faces, for example.
struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
    /// The line of the element in the file, counted from 1.
    std::uint64_t line = 0;

    /// Returns the index of the property with one of these names; nullopt if no property has one.
    std::optional<std::size_t> find(std::string_view wanted, std::string_view other = {}) const;
};

/// The encoding of the values after the header.
enum class PlyEncoding { ascii, little_endian, big_endian };

/// The part of a PLY file before the values.
struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    /// The elements in the order of the file.
    std::vector<PlyElement> elements;
    /// Bytes and lines of the header itself.
    std::size_t bytes = 0;
    std::uint64_t lines = 0;

    /// Returns the element with this name; null if no element has it.
    const PlyElement* find(std::string_view name) const;
};

/// Reads the header of PLY 1.0. Errors: invalid_argument, with the line if a single line is wrong.
Result<PlyHeader> parse_ply_header(std::string_view content, const std::string& name);

}  // namespace vkalgo::formats

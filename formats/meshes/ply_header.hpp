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

/// One value of an element, or a list of them.
struct PlyProperty {
    std::string name;
    /// of up to 32 bits, or f64
    ElementType type = ElementType::f32;
    /// the type of a list's length, an integer; none: no list
    std::optional<ElementType> length;
};

/// A kind of elements: the vertices, the faces.
struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
    /// of the element in the header
    std::uint64_t line = 0;

    /// The place of the property with one of these names; none: not there.
    std::optional<std::size_t> find(std::string_view wanted, std::string_view other = {}) const;
};

/// How the values behind the header are written.
enum class PlyEncoding { ascii, little_endian, big_endian };

/// What comes before the values of a PLY file.
struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    /// in the order of the file
    std::vector<PlyElement> elements;
    /// of the header itself
    std::size_t bytes = 0;
    std::uint64_t lines = 0;

    /// The element of that name; null: not there.
    const PlyElement* find(std::string_view name) const;
};

/// Reads the header of PLY 1.0. Errors: invalid_argument, with the line.
Result<PlyHeader> parse_ply_header(std::string_view content, const std::string& name);

}  // namespace vkalgo::formats

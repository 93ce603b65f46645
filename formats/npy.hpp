#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/format.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// Reads a NumPy .npy file, format versions 1 to 3 (numpy/lib/format.py), of any ElementType. The result is in C order
/// and in the machine's byte order. Errors: an empty or truncated file, bytes after the data, a malformed header, an
/// unsupported dtype (the message lists the supported ones).
Result<Array> parse_npy(Bytes bytes, const std::string& name);

/// Returns true if the content starts as every .npy file does.
bool looks_like_npy(std::string_view content);

/// Fails if the first bytes of an input cannot be those of a .npy file.
Result<void> check_npy_start(std::span<const std::byte> head, const std::string& name);

/// Returns the layout of the values from the first bytes, which must contain the header. Errors: those of parse_npy
/// about the header; an array in Fortran order with more than one extent above 1, since its values are not in C order.
Result<PartsLayout> npy_layout(std::span<const std::byte> head, const std::string& name);

/// The type and the shape of an array, known from the first bytes before the rest is read.
struct NpyHead {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
};
/// Reads the NpyHead from the first bytes, which must contain the header. Errors: those of parse_npy about the header.
Result<NpyHead> npy_head(std::span<const std::byte> head, const std::string& name);

/// An array in memory: `data` is a view of the file's bytes.
struct NpyView {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
    /// Whether the first index runs fastest. If false, the last one does.
    bool fortran_order = false;
    /// Whether the data is in the other byte order than the machine's.
    bool swapped = false;
    std::span<const std::byte> data;
};
/// Does what parse_npy does, but without a copy: the values keep the file's order of elements and its byte order.
Result<NpyView> view_npy(std::span<const std::byte> bytes, const std::string& name);

/// The index that runs fastest: the last (c) or the first (fortran).
enum class NpyOrder { c, fortran };

/// Returns the bytes of a version 1 .npy file. `order` is the order that the array's data already have. The data must
/// fit the shape.
Bytes encode_npy(const Array& array, NpyOrder order = NpyOrder::c);

/// A field of a structured array's elements.
struct NpyField {
    std::string name;
    ElementType type = ElementType::u8;
    std::uint32_t offset = 0;
};
/// Does what encode_npy() does, for an array of structures. `fields` are in the order of their offsets. An element has
/// `item_bytes` bytes, gaps included. Of `array` only the shape and the data are used.
Bytes encode_npy_records(const Array& array, std::span<const NpyField> fields, std::uint32_t item_bytes,
                         NpyOrder order = NpyOrder::c);

}  // namespace vkalgo::formats

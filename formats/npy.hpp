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

/// Reads a NumPy .npy file, format versions 1 to 3 (numpy/lib/format.py), of one of the element types above.
/// Fortran order becomes C order and a foreign byte order the machine's own. Errors: an empty or truncated file, bytes
/// after the data, a malformed header, an unsupported dtype (the message lists those that work).
Result<Array> parse_npy(Bytes bytes, const std::string& name);

/// Whether it starts as every .npy file does.
bool looks_like_npy(std::string_view content);

/// Fails where the first bytes of an input are those of no .npy file.
Result<void> check_npy_start(std::span<const std::byte> head, const std::string& name);

/// Where the values lie, from the first bytes, which must hold the header. Errors: as parse_npy; an array of several
/// dimensions in Fortran order, whose values do not come in C order.
Result<PartsLayout> npy_layout(std::span<const std::byte> head, const std::string& name);

/// What the first bytes say of an array before the rest is read.
struct NpyHead {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
};
/// From the first bytes, which must hold the header. Errors: as parse_npy.
Result<NpyHead> npy_head(std::span<const std::byte> head, const std::string& name);

/// What an array in memory is: `data`, which the file's bytes hold.
struct NpyView {
    ElementType type = ElementType::u8;
    std::vector<std::uint64_t> shape;
    /// the first index runs fastest
    bool fortran_order = false;
    /// not in the machine's own byte order
    bool swapped = false;
    std::span<const std::byte> data;
};
/// As parse_npy, without a copy.
Result<NpyView> view_npy(std::span<const std::byte> bytes, const std::string& name);

/// Which index runs fastest: the last or the first.
enum class NpyOrder { c, fortran };

/// The bytes of a version 1 .npy file, whose data is in that order. Expects `data` to fit `shape`.
Bytes encode_npy(const Array& array, NpyOrder order = NpyOrder::c);

/// A field of a structured array's elements.
struct NpyField {
    std::string name;
    ElementType type = ElementType::u8;
    std::uint32_t offset = 0;
};
/// The same of elements with fields, in order of their offsets: `item_bytes` each, gaps included. Of `array`, the shape
/// and the data count.
Bytes encode_npy_records(const Array& array, std::span<const NpyField> fields, std::uint32_t item_bytes,
                         NpyOrder order = NpyOrder::c);

}  // namespace vkalgo::formats

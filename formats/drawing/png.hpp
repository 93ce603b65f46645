#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::formats {

/// Reads a PNG image into an array of shape (height, width): u8 for up to 8 bits per sample, u16 for 16.
///
/// Grey images give their samples as they are stored (1, 2 and 4 bits are stretched to 0..255). Colour and palette
/// images give the luminance by the weights of ITU-R BT.709, (2126 R + 7152 G + 722 B) / 10000 rounded to nearest, of
/// the stored, gamma-encoded samples. Alpha is ignored. A corrupt or truncated image is an error, never half an image.
/// An image whose samples pass the limit is too_large, refused by its header.
Result<Array> parse_png(const Bytes& bytes, const std::string& name, DecodedLimit limit = {});

/// Fails where the first bytes of an input are those of no PNG image.
Result<void> check_png_start(std::span<const std::byte> head, const std::string& name);

/// The bytes of an 8-bit PNG of `channels` 1 (grey) or 3 (RGB); `samples` has width * height * channels, by rows.
Result<Bytes> encode_png(std::uint32_t width, std::uint32_t height, std::uint32_t channels,
                         std::span<const std::uint8_t> samples);

/// The bytes of a grey PNG of 16 bits; `samples` has width * height of them, by rows.
Result<Bytes> encode_grey_png(std::uint32_t width, std::uint32_t height, std::span<const std::uint16_t> samples);

}  // namespace vkalgo::formats

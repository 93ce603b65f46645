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
/// Grey images give their samples as they are stored (1, 2 and 4 bits are scaled to 0..255). Colour and palette images
/// give the luminance of the stored, gamma-encoded samples with the weights of ITU-R BT.709: (2126 R + 7152 G + 722 B)
/// / 10000, rounded to nearest. Alpha is ignored. A corrupt or truncated image is an error, never half an image. If the
/// header promises samples that exceed the limit, the image is refused as too_large before its samples are read.
Result<Array> parse_png(const Bytes& bytes, const std::string& name, DecodedLimit limit = {});

/// Fails if the first bytes of an input cannot be those of a PNG image.
Result<void> check_png_start(std::span<const std::byte> head, const std::string& name);

/// Returns the bytes of an 8-bit PNG with `channels` 1 (grey) or 3 (RGB). `samples` has width * height * channels
/// samples, row by row.
Result<Bytes> encode_png(std::uint32_t width, std::uint32_t height, std::uint32_t channels,
                         std::span<const std::uint8_t> samples);

/// Returns the bytes of a grey PNG of 16 bits. `samples` has width * height samples, row by row.
Result<Bytes> encode_grey_png(std::uint32_t width, std::uint32_t height, std::span<const std::uint16_t> samples);

}  // namespace vkalgo::formats

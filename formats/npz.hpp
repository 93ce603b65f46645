#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace vkalgo::formats {

/// Returns true if the bytes start as a zip archive whose first file is a .npy does.
bool looks_like_npz(std::span<const std::byte> head);

/// Fails if the first bytes of an input cannot be those of a .npz file.
Result<void> check_npz_start(std::span<const std::byte> head, const std::string& name);

/// Reads the only array of a .npz file: a zip archive of .npy files, as numpy.savez and numpy.savez_compressed write
/// them. Errors: no array, or several (the message lists their names); those of zip_entries, unpack_zip and parse_npy.
Result<Array> parse_npz(std::span<const std::byte> bytes, const std::string& name, const DecodedLimit& limit);

}  // namespace vkalgo::formats

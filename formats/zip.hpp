#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Zip archives in memory (PKWARE APPNOTE.TXT 6.3), with the fields of 64 bits that numpy.savez writes. Errors name the
/// archive and say what to do.
namespace vkalgo::formats {

/// Returns true if the bytes start as a zip archive does.
bool looks_like_zip(std::span<const std::byte> head);

/// Returns the name of the first file of an archive from its first bytes, or "".
std::string first_zip_name(std::span<const std::byte> head);

/// A file of an archive.
struct ZipEntry {
    std::string name;
    /// How it is packed: 0 not at all, 8 deflate.
    std::uint16_t method = 0;
    bool encrypted = false;
    std::uint32_t checksum = 0;
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    /// The offset of the file's own header in the archive.
    std::uint64_t offset = 0;
};

/// Returns the files in the order of the archive's directory. Errors: no directory, or one that is damaged.
Result<std::vector<ZipEntry>> zip_entries(std::span<const std::byte> archive, const std::string& name);

/// Returns the content of a file of the archive. Errors: encryption, a method other than stored and deflate, damaged
/// data; too_large: packed data beyond the limit.
Result<Bytes> unpack_zip(std::span<const std::byte> archive, const ZipEntry& entry, const std::string& name,
                         const DecodedLimit& limit);

}  // namespace vkalgo::formats

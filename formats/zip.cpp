#include "formats/zip.hpp"

#include "support/numbers.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

namespace vkalgo::formats {
namespace {

constexpr std::uint64_t kZipFile = 0x04034b50, kZipDirectoryEntry = 0x02014b50, kZipEnd = 0x06054b50,
                        kZip64End = 0x06064b50, kZip64Locator = 0x07064b50;
constexpr std::size_t kZipFileBytes = 30, kZipDirectoryBytes = 46, kZipEndBytes = 22, kZip64EndBytes = 56,
                      kZip64LocatorBytes = 20;
/// If a field of 32 bits has this value, its number is among the fields of 64 bits.
constexpr std::uint64_t kZipIn64Bits = 0xffffffff;

Error bad_zip(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}; copy or save it again", name, message), name};
}

/// Numbers in an archive, which are little-endian.
class ZipFields {
public:
    explicit ZipFields(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool has(std::uint64_t offset, std::uint64_t size) const {
        return offset <= bytes_.size() && size <= bytes_.size() - offset;
    }
    /// Returns the number of `size` bytes at this offset. The archive must have these bytes.
    std::uint64_t number(std::uint64_t offset, std::size_t size) const {
        std::uint64_t value = 0;
        for (std::size_t k = size; k-- > 0;) {
            value = value << 8 | std::to_integer<std::uint64_t>(bytes_[offset + k]);
        }
        return value;
    }
    /// Returns whether a record of `size` bytes, which begins with the number `magic`, is at `offset`.
    bool is(std::uint64_t offset, std::uint64_t size, std::uint64_t magic) const {
        return has(offset, size) && number(offset, 4) == magic;
    }
    std::string text(std::uint64_t offset, std::uint64_t size) const {
        return std::string(as_text(bytes_.subspan(offset, size)));
    }

private:
    std::span<const std::byte> bytes_;
};

/// The directory, which lists all files.
struct ZipDirectory {
    std::uint64_t offset = 0, entries = 0;
};

std::optional<ZipDirectory> find_directory(const ZipFields& fields, std::uint64_t size) {
    constexpr std::uint64_t kLongestComment = 0xffff;
    const std::uint64_t least = size > kZipEndBytes + kLongestComment ? size - kZipEndBytes - kLongestComment : 0;
    for (std::uint64_t end = size < kZipEndBytes ? 0 : size - kZipEndBytes + 1; end-- > least;) {
        if (!fields.is(end, kZipEndBytes, kZipEnd) || end + kZipEndBytes + fields.number(end + 20, 2) != size) {
            continue;
        }
        const ZipDirectory directory{fields.number(end + 16, 4), fields.number(end + 10, 2)};
        if (directory.offset != kZipIn64Bits && directory.entries != 0xffff) {
            return directory;
        }
        if (end < kZip64LocatorBytes || !fields.is(end - kZip64LocatorBytes, kZip64LocatorBytes, kZip64Locator)) {
            return directory;
        }
        const std::uint64_t wide = fields.number(end - kZip64LocatorBytes + 8, 8);
        if (!fields.is(wide, kZip64EndBytes, kZip64End)) {
            return std::nullopt;
        }
        return ZipDirectory{fields.number(wide + 48, 8), fields.number(wide + 32, 8)};
    }
    return std::nullopt;
}

/// Replaces numbers that do not fit 32 bits by the numbers in the entry's field of 64 bits. Returns false if the entry
/// lacks this field.
bool take_wide_numbers(const ZipFields& fields, std::uint64_t offset, std::uint64_t end, ZipEntry& entry) {
    std::vector<std::uint64_t*> wide;
    for (std::uint64_t* number : {&entry.unpacked, &entry.packed, &entry.offset}) {
        if (*number == kZipIn64Bits) {
            wide.push_back(number);
        }
    }
    while (!wide.empty() && offset + 4 <= end) {
        const std::uint64_t kind = fields.number(offset, 2), bytes = fields.number(offset + 2, 2);
        offset += 4;
        if (bytes > end - offset) {
            return false;
        }
        if (kind == 1) {
            if (bytes < 8 * wide.size()) {
                return false;
            }
            for (std::size_t k = 0; k < wide.size(); ++k) {
                *wide[k] = fields.number(offset + 8 * k, 8);
            }
            return true;
        }
        offset += bytes;
    }
    return wide.empty();
}

/// Decompresses data without a header. Returns false if it is damaged, or does not give the expected number of bytes.
bool inflate_all(std::span<const std::byte> packed, Bytes& bytes) {
    z_stream z{};
    constexpr int kRaw = -15;
    if (::inflateInit2(&z, kRaw) != Z_OK) {
        return false;
    }
    // The counters of zlib have 32 bits. One byte more than expected is decompressed, to detect data that is too long.
    constexpr std::size_t kMost = std::size_t{1} << 30;
    std::byte beyond{};
    std::size_t used = 0;
    int status = Z_OK;
    while (status == Z_OK) {
        if (z.avail_in == 0 && !packed.empty()) {
            const std::size_t given = std::min(packed.size(), kMost);
            z.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));  // zlib only reads it
            z.avail_in = static_cast<uInt>(given);
            packed = packed.subspan(given);
        }
        const std::size_t room = std::min(bytes.size() - used, kMost);
        z.next_out = reinterpret_cast<Bytef*>(room > 0 ? bytes.data() + used : &beyond);
        z.avail_out = static_cast<uInt>(room > 0 ? room : 1);
        status = ::inflate(&z, Z_NO_FLUSH);
        if (room == 0 && z.avail_out == 0) {
            break;
        }
        used += room > 0 ? room - z.avail_out : 0;
    }
    ::inflateEnd(&z);
    return status == Z_STREAM_END && used == bytes.size();
}

std::uint32_t zip_checksum(std::span<const std::byte> bytes) {
    return static_cast<std::uint32_t>(
        ::crc32_z(::crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

bool looks_like_zip(std::span<const std::byte> head) {
    const std::string_view text = as_text(head);
    return text.starts_with("PK\3\4") || text.starts_with("PK\5\6") || text.starts_with("PK\7\10");
}

std::string first_zip_name(std::span<const std::byte> head) {
    const ZipFields fields(head);
    if (!fields.is(0, kZipFileBytes, kZipFile)) {
        return {};
    }
    const std::uint64_t length = fields.number(26, 2);
    return fields.has(kZipFileBytes, length) ? fields.text(kZipFileBytes, length) : std::string();
}

Result<std::vector<ZipEntry>> zip_entries(std::span<const std::byte> archive, const std::string& name) {
    const ZipFields fields(archive);
    const auto directory = find_directory(fields, archive.size());
    if (!directory) {
        return bad_zip(name, "is a truncated or damaged zip archive: it has no directory at its end");
    }
    std::vector<ZipEntry> entries;
    std::uint64_t offset = directory->offset;
    for (std::uint64_t k = 0; k < directory->entries; ++k) {
        const Error damaged = bad_zip(
            name, fmt::format("is a damaged zip archive: its directory has no entry {} at byte {}", k + 1, offset));
        if (!fields.is(offset, kZipDirectoryBytes, kZipDirectoryEntry)) {
            return damaged;
        }
        const std::uint64_t name_bytes = fields.number(offset + 28, 2), extra_bytes = fields.number(offset + 30, 2),
                            comment_bytes = fields.number(offset + 32, 2);
        if (!fields.has(offset, kZipDirectoryBytes + name_bytes + extra_bytes + comment_bytes)) {
            return damaged;
        }
        const std::uint64_t extra = offset + kZipDirectoryBytes + name_bytes;
        ZipEntry entry{fields.text(offset + kZipDirectoryBytes, name_bytes),
                       static_cast<std::uint16_t>(fields.number(offset + 10, 2)),
                       (fields.number(offset + 8, 2) & 1) != 0,
                       static_cast<std::uint32_t>(fields.number(offset + 16, 4)),
                       fields.number(offset + 20, 4),
                       fields.number(offset + 24, 4),
                       fields.number(offset + 42, 4)};
        if (!take_wide_numbers(fields, extra, extra + extra_bytes, entry)) {
            return damaged;
        }
        entries.push_back(std::move(entry));
        offset = extra + extra_bytes + comment_bytes;
    }
    return entries;
}

Result<Bytes> unpack_zip(std::span<const std::byte> archive, const ZipEntry& entry, const std::string& name,
                         const DecodedLimit& limit) {
    constexpr std::uint16_t kStored = 0, kDeflated = 8;
    const std::string file = fmt::format("{}' in '{}", entry.name, name);
    if (entry.encrypted) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is encrypted; save it again without a password", file), name};
    }
    if (entry.method != kStored && entry.method != kDeflated) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is packed by method {} of zip, but only stored and deflated files are supported; save it "
                        "again with numpy.savez or numpy.savez_compressed",
                        file, entry.method),
            name};
    }
    const ZipFields fields(archive);
    const bool has_header = fields.is(entry.offset, kZipFileBytes, kZipFile);
    const std::uint64_t start = has_header ? entry.offset + kZipFileBytes + fields.number(entry.offset + 26, 2) +
                                                 fields.number(entry.offset + 28, 2)
                                           : 0;
    if (!has_header || !fields.has(start, entry.packed)) {
        return bad_zip(file, "is damaged: its data is not where the directory of the archive says");
    }
    const auto packed = archive.subspan(start, entry.packed);
    // Deflate compresses at most about 1032 to 1. A directory that claims a larger size is wrong, and must not cause a
    // large allocation.
    constexpr std::uint64_t kMaxPacked = 1040;
    const bool stored = entry.method == kStored;
    if (stored ? entry.packed != entry.unpacked : entry.unpacked / kMaxPacked > entry.packed) {
        return bad_zip(
            file, fmt::format("is damaged: {} packed bytes cannot unpack to {} bytes", entry.packed, entry.unpacked));
    }
    if (!stored && entry.unpacked > limit.bytes) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' has {} when unpacked, but the limit is {}; raise {}, or save it without packing",
                                 file, format_bytes(entry.unpacked), format_bytes(limit.bytes), limit.option),
                     name};
    }
    Bytes bytes(stored ? 0 : entry.unpacked);
    if (stored) {
        bytes.assign(packed.begin(), packed.end());
    } else if (!inflate_all(packed, bytes)) {
        return bad_zip(file, fmt::format("is damaged: its data does not unpack to {} bytes", entry.unpacked));
    }
    if (zip_checksum(bytes) != entry.checksum) {
        return bad_zip(file, "is damaged: its checksum does not match its data");
    }
    return bytes;
}

}  // namespace vkalgo::formats

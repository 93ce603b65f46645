#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

/// Zip archives, built by hand.
namespace vkalgo::formats::test {

struct ZipSample {
    bool deflated = false;
    /// Sizes and offsets are in fields of 64 bits, as numpy.savez and large archives have them.
    bool wide = false;
    std::uint16_t flags = 0;
    std::string comment = {};
};

inline std::string zip_number(std::uint64_t value, int bytes) {
    std::string text;
    for (int k = 0; k < bytes; ++k) {
        text += static_cast<char>(value >> (8 * k) & 0xff);
    }
    return text;
}

/// Returns deflated data without a header.
inline std::string deflated(const std::string& text) {
    z_stream stream{};
    ::deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    std::string copy = text;
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&stream, Z_FINISH);
    packed.erase(packed.size() - stream.avail_out);
    ::deflateEnd(&stream);
    return packed;
}

/// Returns an archive of these names and contents.
inline std::string zip_file(const std::vector<std::pair<std::string, std::string>>& files,
                            const ZipSample& sample = {}) {
    std::string archive, directory;
    for (const auto& [name, content] : files) {
        const std::string data = sample.deflated ? deflated(content) : content;
        const std::uint64_t checksum =
            ::crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
        const auto narrow = [&](std::uint64_t value) { return zip_number(sample.wide ? 0xffffffff : value, 4); };
        const std::string method = zip_number(sample.deflated ? 8 : 0, 2);
        const std::string sizes = zip_number(content.size(), 8) + zip_number(data.size(), 8);
        // A reader must skip this extra field of another kind, which comes before the one with the 64-bit numbers.
        const std::string other = zip_number(0x5455, 2) + zip_number(1, 2) + "x";
        const std::string local = sample.wide ? zip_number(1, 2) + zip_number(16, 2) + sizes : "";
        const std::string central =
            other + (sample.wide ? zip_number(1, 2) + zip_number(24, 2) + sizes + zip_number(archive.size(), 8) : "");
        directory += zip_number(0x02014b50, 4) + zip_number(45, 2) + zip_number(45, 2) + zip_number(sample.flags, 2) +
                     method + zip_number(0, 4) + zip_number(checksum, 4) + narrow(data.size()) +
                     narrow(content.size()) + zip_number(name.size(), 2) + zip_number(central.size(), 2) +
                     zip_number(0, 2) + zip_number(0, 2) + zip_number(0, 2) + zip_number(0, 4) +
                     narrow(archive.size()) + name + central;
        archive += zip_number(0x04034b50, 4) + zip_number(45, 2) + zip_number(sample.flags, 2) + method +
                   zip_number(0, 4) + zip_number(checksum, 4) + narrow(data.size()) + narrow(content.size()) +
                   zip_number(name.size(), 2) + zip_number(local.size(), 2) + name + local + data;
    }
    const std::uint64_t start = archive.size();
    archive += directory;
    if (sample.wide) {
        const std::uint64_t end = archive.size();
        archive += zip_number(0x06064b50, 4) + zip_number(44, 8) + zip_number(45, 2) + zip_number(45, 2) +
                   zip_number(0, 4) + zip_number(0, 4) + zip_number(files.size(), 8) + zip_number(files.size(), 8) +
                   zip_number(directory.size(), 8) + zip_number(start, 8);
        archive += zip_number(0x07064b50, 4) + zip_number(0, 4) + zip_number(end, 8) + zip_number(1, 4);
    }
    const std::uint64_t count = sample.wide ? 0xffff : files.size();
    archive += zip_number(0x06054b50, 4) + zip_number(0, 4) + zip_number(count, 2) + zip_number(count, 2) +
               zip_number(directory.size(), 4) + zip_number(sample.wide ? 0xffffffff : start, 4) +
               zip_number(sample.comment.size(), 2) + sample.comment;
    return archive;
}

}  // namespace vkalgo::formats::test

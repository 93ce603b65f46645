#pragma once

#include <string>

#include <zlib.h>

namespace vkalgo::test {

/// Returns a gzip file of one member that contains the text.
inline std::string gzipped(const std::string& text) {
    z_stream stream{};
    ::deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&stream, text.size()) + 64, '\0');
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

/// Returns a gzip file of one member. Unpacked it is `start` (or one `unit` if that is empty), and then `repeats` times
/// the same text: copies of `unit` that take at least 4 MiB together. The file has no valid end.
inline std::string gzip_bomb(const std::string& start, const std::string& unit, std::size_t repeats) {
    std::string piece;
    while (piece.size() < (std::size_t{4} << 20)) {
        piece += unit;
    }
    z_stream stream{};
    ::deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    // A full flush makes the packed bytes independent of all bytes before them, so they can be repeated.
    const auto pack = [&](std::string text) {
        std::string packed(::deflateBound(&stream, text.size()) + 64, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(text.data());
        stream.avail_in = static_cast<uInt>(text.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        ::deflate(&stream, Z_FULL_FLUSH);
        packed.erase(packed.size() - stream.avail_out);
        return packed;
    };
    std::string file = pack(start.empty() ? unit : start);
    const std::string packed = pack(piece);
    ::deflateEnd(&stream);
    for (std::size_t turn = 0; turn < repeats; ++turn) {
        file += packed;
    }
    return file;
}

}  // namespace vkalgo::test

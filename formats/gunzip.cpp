#include "formats/gunzip.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

namespace vkalgo::formats {
namespace {

constexpr std::size_t kPackedPart = std::size_t{1} << 18;

Error bad_gzip(const std::string& message, const std::string& name) {
    return {ErrorCode::invalid_argument, message, name};
}

}  // namespace

struct Gunzip::Stream {
    z_stream z{};
    ~Stream() { ::inflateEnd(&z); }
};

bool looks_like_gzip(std::span<const std::byte> head) {
    constexpr std::array kMagic{std::byte{0x1f}, std::byte{0x8b}, std::byte{8}};
    constexpr std::byte kReservedFlags{0xe0};
    return head.size() > kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), head.begin()) &&
           (head[3] & kReservedFlags) == std::byte{0};
}

Result<std::unique_ptr<Gunzip>> Gunzip::create(Pull pull, std::string name) {
    auto stream = std::make_unique<Stream>();
    constexpr int kGzipOnly = 15 + 16;
    if (::inflateInit2(&stream->z, kGzipOnly) != Z_OK) {
        return Error{ErrorCode::out_of_memory, "zlib has no memory to unpack the file; free some memory", name};
    }
    return std::unique_ptr<Gunzip>(new Gunzip(std::move(pull), std::move(name), std::move(stream)));
}

Gunzip::Gunzip(Pull pull, std::string name, std::unique_ptr<Stream> stream)
    : pull_(std::move(pull)), name_(std::move(name)), stream_(std::move(stream)), packed_(kPackedPart) {}

Gunzip::~Gunzip() = default;

Result<void> Gunzip::refill() {
    z_stream& z = stream_->z;
    if (z.avail_in > 0 || input_ended_) {
        return {};
    }
    VKALGO_TRY(const std::size_t got, pull_(packed_));
    z.next_in = reinterpret_cast<Bytef*>(packed_.data());
    z.avail_in = static_cast<uInt>(got);
    pulled_ += got;
    input_ended_ = got == 0;
    if (pulled_ == 0) {
        return bad_gzip(fmt::format("'{}' is empty, so it is not a gzip file; compress it again", name_), name_);
    }
    return {};
}

Error Gunzip::truncated() const {
    return bad_gzip(fmt::format("'{}' is a truncated gzip file: it ends at byte {}, before the end of its data; "
                                "copy or compress it again",
                                name_, pulled_),
                    name_);
}

/// Returns what is wrong at the position where zlib stopped.
Error Gunzip::damaged() const {
    const z_stream& z = stream_->z;
    const std::string_view what = z.msg != nullptr ? z.msg : "damaged data";
    const std::uint64_t offset = pulled_ - z.avail_in;
    constexpr std::string_view kNoMagic = "incorrect header check";
    if (what == kNoMagic && is_first_ && name_.ends_with(".gz")) {
        return bad_gzip(
            fmt::format("'{}' is not a valid gzip file, although its name ends in .gz: it does not begin like "
                        "one; remove .gz from its name, or compress the file",
                        name_),
            name_);
    }
    if (what == kNoMagic && !is_first_) {
        return bad_gzip(fmt::format("'{}' is not a valid gzip file: other data follow the compressed data near byte "
                                    "{}; remove them, or copy or compress the file again",
                                    name_, offset),
                        name_);
    }
    return bad_gzip(
        fmt::format("'{}' is not a valid gzip file: {} near byte {}; copy or compress it again", name_, what, offset),
        name_);
}

Result<std::size_t> Gunzip::read(std::span<std::byte> target) {
    z_stream& z = stream_->z;
    const auto room = static_cast<uInt>(std::min(target.size(), std::size_t{1} << 30));  // zlib counts in 32 bits
    while (room > 0) {
        VKALGO_CHECK(refill());
        if (between_members_) {  // Tapes and some tools append zeros, which gzip skips too
            while (z.avail_in > 0 && *z.next_in == 0) {
                ++z.next_in;
                --z.avail_in;
            }
            if (z.avail_in == 0 && !input_ended_) {
                continue;
            }
        }
        const bool all_given = z.avail_in == 0 && input_ended_;
        if (between_members_) {
            if (all_given) {
                return std::size_t{0};
            }
            ::inflateReset(&z);
            between_members_ = false;
            is_first_ = false;
        }
        z.next_out = reinterpret_cast<Bytef*>(target.data());
        z.avail_out = room;
        const int status = ::inflate(&z, Z_NO_FLUSH);
        between_members_ = status == Z_STREAM_END;
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
            return damaged();
        }
        if (z.avail_out != room) {
            return std::size_t{room - z.avail_out};
        }
        if (all_given && !between_members_) {
            return truncated();
        }
    }
    return std::size_t{0};
}

Result<Bytes> unpack_gzip(std::span<const std::byte> packed, const std::string& name) {
    VKALGO_TRY(const auto gunzip, Gunzip::create(
                                      [&packed](std::span<std::byte> target) -> Result<std::size_t> {
                                          const std::size_t count = std::min(packed.size(), target.size());
                                          std::copy_n(packed.begin(), count, target.begin());
                                          packed = packed.subspan(count);
                                          return count;
                                      },
                                      name));
    Bytes bytes;
    std::array<std::byte, 1U << 16> part{};
    for (;;) {
        VKALGO_TRY(const std::size_t got, gunzip->read(part));
        if (got == 0) {
            return bytes;
        }
        bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(got));
    }
}

Result<Bytes> pack_gzip(std::span<const std::byte> bytes) {
    z_stream z{};
    constexpr int kGzip = 15 + 16, kMemory = 8;
    if (::deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
        return Error{ErrorCode::out_of_memory, "zlib has no memory to pack the output; free some memory", {}};
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&z, ::deflateEnd);
    Bytes packed;
    std::array<std::byte, 1U << 16> part{};
    int status = Z_OK;
    do {
        // The counters of zlib have 32 bits.
        const std::size_t given = std::min(bytes.size(), std::size_t{1} << 30);
        z.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));  // zlib only reads it
        z.avail_in = static_cast<uInt>(given);
        bytes = bytes.subspan(given);
        do {
            z.next_out = reinterpret_cast<Bytef*>(part.data());
            z.avail_out = static_cast<uInt>(part.size());
            status = ::deflate(&z, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
            packed.insert(packed.end(), part.begin(), part.end() - static_cast<std::ptrdiff_t>(z.avail_out));
        } while (z.avail_out == 0);
    } while (status != Z_STREAM_END);
    return packed;
}

}  // namespace vkalgo::formats

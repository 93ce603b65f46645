#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace vkalgo::formats {

/// Does it start as gzip files do (RFC 1952, packed by deflate)?
bool looks_like_gzip(std::span<const std::byte> head);

/// Unpacks gzip data on its way; several members in a row are joined, as gzip does. Holds 256 KiB whatever comes
/// through.
class Gunzip {
public:
    /// Fills the span with the next packed bytes, as far as there are any; 0 at their end.
    using Pull = std::function<Result<std::size_t>(std::span<std::byte>)>;

    /// `name` is how messages call the input. Errors: out_of_memory.
    static Result<std::unique_ptr<Gunzip>> create(Pull pull, std::string name);
    ~Gunzip();
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    /// The next unpacked bytes, at least one; 0 at the end. Errors: invalid_argument: empty, truncated or damaged data,
    /// bytes after its end; those of `pull`.
    Result<std::size_t> read(std::span<std::byte> target);

private:
    struct Stream;

    Gunzip(Pull pull, std::string name, std::unique_ptr<Stream> stream);
    Result<void> refill();
    Error truncated() const;

    Pull pull_;
    std::string name_;
    std::unique_ptr<Stream> stream_;
    Bytes packed_;
    /// packed bytes that were pulled
    std::uint64_t pulled_ = 0;
    bool input_ended_ = false;
    bool between_members_ = false;
};

/// Unpacks gzip data that is all there. `name` is how messages call it.
Result<Bytes> unpack_gzip(std::span<const std::byte> packed, const std::string& name);

/// Packs bytes as one gzip member, without a time or a name: the same bytes give the same file. Errors: out_of_memory.
Result<Bytes> pack_gzip(std::span<const std::byte> bytes);

}  // namespace vkalgo::formats

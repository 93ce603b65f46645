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

/// Returns true if the bytes start like a gzip file (RFC 1952, packed with deflate).
bool looks_like_gzip(std::span<const std::byte> head);

/// A stream of unpacked gzip data. As in gzip, several members are joined, and zeros after them are skipped. An object
/// holds 256 KiB of packed bytes and the state of zlib, whatever the size of the input.
class Gunzip {
public:
    /// Stores the next packed bytes in the span, at least one, and returns their number; 0 if none are left. The number
    /// may be less than the span has room for.
    using Pull = std::function<Result<std::size_t>(std::span<std::byte>)>;

    /// `name` is the input's name in messages. Errors: out_of_memory.
    static Result<std::unique_ptr<Gunzip>> create(Pull pull, std::string name);
    ~Gunzip();
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    /// Reads the next unpacked bytes, at least one; returns 0 at the end. Errors: invalid_argument: empty, truncated or
    /// damaged data, bytes after its end; those of `pull`.
    Result<std::size_t> read(std::span<std::byte> target);

private:
    struct Stream;

    Gunzip(Pull pull, std::string name, std::unique_ptr<Stream> stream);
    Result<void> refill();
    Error truncated() const;
    Error damaged() const;

    Pull pull_;
    std::string name_;
    std::unique_ptr<Stream> stream_;
    Bytes packed_;
    /// Number of packed bytes that were pulled.
    std::uint64_t pulled_ = 0;
    bool input_ended_ = false;
    bool between_members_ = false;
    bool is_first_ = true;
};

/// Unpacks complete gzip data. `name` is its name in messages.
Result<Bytes> unpack_gzip(std::span<const std::byte> packed, const std::string& name);

/// Packs bytes as one gzip member, without a time or a name: equal bytes give equal files. Errors: out_of_memory.
Result<Bytes> pack_gzip(std::span<const std::byte> bytes);

}  // namespace vkalgo::formats

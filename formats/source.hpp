#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/gunzip.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

/// Bytes on their way in: bounded before they are read.
namespace vkalgo::formats {

inline constexpr std::uint64_t kDefaultInputLimit = std::uint64_t{128} << 20;

/// How much of an input is read. A plain file has a size, known before anything is read; a pipe, a device file and
/// packed data have none, and could go on for ever.
struct InputLimits {
    /// for what has no size, in unpacked bytes (--input-limit)
    std::uint64_t unsized = kDefaultInputLimit;
    /// for a plain file (--memory); 0: half of the smaller of the host's and the device's memory
    std::uint64_t memory = 0;
    /// the device's memory in bytes, 0 where it is not known; asked only for a file beyond 64 MiB without `memory`
    std::function<std::uint64_t()> device_memory;
    /// The device gets it in parts: neither `memory` nor the device's bounds it, but half of the host's.
    bool in_parts = false;
};

/// The most bytes that an input may be decoded to, and the option that raises it.
struct DecodedLimit {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    const char* option = "<input-limit>";
};

/// That of an image: it is packed, so its size is that of a file only once its header is read.
DecodedLimit decoded_limit(const InputLimits& limits);

/// Bytes of memory that this process can have: the machine's, or those that its control group is allowed.
std::uint64_t host_memory();

/// "standard input" for "-", else the path: how messages call an input.
std::string input_name(const std::string& path);

/// One input, open.
class Source {
public:
    enum class Unpack {
        /// a name that ends in ".gz" must be packed; anything else is unpacked if it starts as gzip does
        seen,
        /// bytes as they are
        never,
    };

    /// Opens a file, a pipe or, for "-", standard input, and reads its first bytes. Errors: invalid_argument: it is
    /// missing, a directory, not readable, damaged gzip.
    static Result<Source> open(const std::string& path, Unpack unpack = Unpack::seen);
    Source(Source&&) noexcept;
    Source& operator=(Source&&) noexcept;
    ~Source();

    const std::string& name() const;
    bool packed() const { return gunzip_ != nullptr; }

    /// The (unpacked) bytes that come first: 128 KiB, or fewer where the input ends. read() gives them too.
    std::span<const std::byte> head() const { return head_; }

    /// Bytes of the whole input; none where it has no size.
    std::optional<std::uint64_t> size() const;

    /// The next bytes, at least one; 0 at the end.
    Result<std::size_t> read(std::span<std::byte> target);

    /// Is it a plain file that is not packed, so that read_at() reads it?
    bool is_plain() const;
    /// Bytes from that place of a plain file on, as many as the target takes; fewer only where it ends. Whatever read()
    /// has read; from several threads at once.
    Result<std::size_t> read_at(std::uint64_t place, std::span<std::byte> target) const;

    /// All bytes. Errors: invalid_argument: cannot be read; too_large: beyond its limit: a plain file is refused before
    /// it is read on.
    Result<Bytes> read_all(const InputLimits& limits);

private:
    class Raw;

    explicit Source(std::unique_ptr<Raw> raw);
    Result<std::size_t> read_on(std::span<std::byte> target);
    Result<void> check_size(const InputLimits& limits) const;

    std::unique_ptr<Raw> raw_;
    std::unique_ptr<Gunzip> gunzip_;
    Bytes head_;
    std::size_t head_used_ = 0;
};

/// The content of an input, unpacked where it is gzip. Errors: as Source::open and read_all.
Result<Bytes> read_file(const std::string& path, const InputLimits& limits = {});

}  // namespace vkalgo::formats

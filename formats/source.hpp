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

/// The reading of bytes, with limits that are checked before reading.
namespace vkalgo::formats {

inline constexpr std::uint64_t kDefaultInputLimit = std::uint64_t{128} << 20;

/// The limits of the size of an input. The size of a plain file is known before anything is read. A pipe, a device file
/// and packed data have no known size and could be endless.
struct InputLimits {
    /// Limit for inputs without a size, in unpacked bytes (--input-limit).
    std::uint64_t unsized = kDefaultInputLimit;
    /// Limit for a plain file, in bytes (--memory). 0: half of the host's or the device's memory, whichever is smaller,
    /// but at least 64 MiB.
    std::uint64_t memory = 0;
    /// Returns the device's memory in bytes, 0 if unknown. Called only for a file beyond 64 MiB if `memory` is 0.
    std::function<std::uint64_t()> device_memory;
    /// True if the device gets the input in parts. The limit is then half of the host's memory, but at least 64 MiB,
    /// whatever `memory` and the device's memory are.
    bool in_parts = false;
};

/// The most bytes to which an input may be decoded, and the option that raises the limit.
struct DecodedLimit {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    const char* option = "<input-limit>";
};

/// Returns the limit for an image or an archive. Their content is packed, so its size is known only after a header is
/// read.
DecodedLimit decoded_limit(const InputLimits& limits);

/// Returns the number of bytes of memory that this process can have: those of the machine or, if that is smaller, the
/// limit at the root of /sys/fs/cgroup. In a container that is the container's limit.
std::uint64_t host_memory();

/// Returns the name of an input in messages: "standard input" for "-", else the path.
std::string input_name(const std::string& path);

/// One open input.
class Source {
public:
    enum class Unpack {
        /// Input whose name ends in ".gz" must be packed; any other input is unpacked if it starts like gzip.
        seen,
        /// The bytes are not unpacked.
        never,
    };

    /// Opens a file, a pipe or, for "-", standard input, and reads its first bytes. Errors: invalid_argument: it is
    /// missing, a directory, not readable, or damaged gzip; cancelled (WakeReaders).
    static Result<Source> open(const std::string& path, Unpack unpack = Unpack::seen);
    Source(Source&&) noexcept;
    Source& operator=(Source&&) noexcept;
    ~Source();

    const std::string& name() const;
    bool packed() const { return gunzip_ != nullptr; }

    /// Returns the first (unpacked) bytes: 128 KiB, or fewer if the input is shorter. read() returns them again.
    std::span<const std::byte> head() const { return head_; }

    /// Returns the number of bytes of the whole input; nullopt if it has no known size.
    std::optional<std::uint64_t> size() const;

    /// Reads the next bytes, at least one; returns 0 at the end.
    Result<std::size_t> read(std::span<std::byte> target);

    /// Returns true for a plain file that is not packed, which read_at() can read.
    bool is_plain() const;
    /// Reads bytes of a plain file from this offset on, and fills the target, except at the end of the file.
    /// Independent of read(); may be called from several threads at once.
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> target) const;

    /// Reads all bytes. Errors: invalid_argument: the input cannot be read; too_large: it exceeds its limit. A plain
    /// file that is too large is refused before more than its first bytes are read.
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

/// Reads the content of an input, and unpacks gzip. Errors: those of Source::open and read_all.
Result<Bytes> read_file(const std::string& path, const InputLimits& limits = {});

}  // namespace vkalgo::formats

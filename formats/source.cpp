#include "formats/source.hpp"

#include "formats/waiting.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::formats {
namespace {

constexpr std::size_t kHead = std::size_t{1} << 17;
constexpr std::size_t kPart = std::size_t{1} << 20;
/// A plain file up to this size fits any device. So no device is opened to ask for its memory.
constexpr std::uint64_t kAlwaysRead = std::uint64_t{64} << 20;

std::string system_reason(int number) {
    return std::generic_category().message(number);
}

/// Returns the number in a file of /sys, or nullopt.
std::optional<std::uint64_t> number_in(const char* path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "re"), std::fclose);
    unsigned long long number = 0;
    if (!file || std::fscanf(file.get(), "%llu", &number) != 1) {
        return std::nullopt;
    }
    return number;
}

/// Returns the stop token of this thread, which WakeReaders sets.
std::stop_token& waking_stop() {
    thread_local std::stop_token stop;
    return stop;
}

/// An object that ends waits for input when a stop is requested.
class Waker {
public:
    explicit Waker(const std::stop_token& stop)
        : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), callback_(std::in_place, stop, Wake{event_}) {}
    Waker(const Waker&) = delete;
    Waker& operator=(const Waker&) = delete;
    ~Waker() {
        callback_.reset();
        if (event_ >= 0) {
            ::close(event_);
        }
    }

    /// Blocks until there is something to read, or the input ends. Returns false if a stop is requested.
    bool wait_for(int descriptor) const {
        // If no file descriptor was left for the event, this function does not wait, and the read itself blocks.
        pollfd both[] = {{event_, POLLIN, 0}, {descriptor, POLLIN, 0}};
        while (event_ >= 0 && ::poll(both, 2, -1) < 0) {
            if (errno != EINTR) {
                return true;
            }
        }
        return event_ < 0 || both[0].revents == 0;
    }

private:
    struct Wake {
        int event;
        void operator()() const {
            const std::uint64_t one = 1;
            static_cast<void>(!::write(event, &one, sizeof one));
        }
    };
    int event_;
    std::optional<std::stop_callback<Wake>> callback_;
};

/// Opens a file for reading. An ordinary open of a named pipe blocks until a writer opens it. If a stop can end waits,
/// the pipe is opened without blocking, and the first read waits for the writer.
int open_file(const std::string& path) {
    struct stat status {};
    const bool waits_later =
        WakeReaders::current().stop_possible() && ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (waits_later ? O_NONBLOCK : 0));
    if (descriptor >= 0 && waits_later) {
        ::fcntl(descriptor, F_SETFL, 0);
    }
    return descriptor;
}

}  // namespace

WakeReaders::WakeReaders(std::stop_token stop) : before_(std::exchange(waking_stop(), std::move(stop))) {}

WakeReaders::~WakeReaders() {
    waking_stop() = std::move(before_);
}

const std::stop_token& WakeReaders::current() {
    return waking_stop();
}

std::uint64_t host_memory() {
    const auto pages = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
    std::uint64_t bytes = pages * static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 0L));
    for (const char* limit : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        bytes = std::min(bytes, number_in(limit).value_or(bytes));
    }
    return bytes;
}

DecodedLimit decoded_limit(const InputLimits& limits) {
    if (!limits.in_parts && limits.memory != 0 && limits.memory < limits.unsized) {
        return {limits.memory, "<memory>"};
    }
    return {limits.unsized, "<input-limit>"};
}

std::string input_name(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

/// The descriptor, and the bytes that were read in advance to look at them.
class Source::Raw {
public:
    Raw(std::string path, int descriptor) : path_(std::move(path)), name_(input_name(path_)), descriptor_(descriptor) {}
    Raw(const Raw&) = delete;
    Raw& operator=(const Raw&) = delete;
    ~Raw() {
        if (path_ != "-") {
            ::close(descriptor_);
        }
    }

    const std::string& path() const { return path_; }
    const std::string& name() const { return name_; }

    /// Fails for a directory. Stores the size of a plain file from the current offset on. For other files, prepares
    /// waits that a stop can end.
    Result<void> look() {
        struct stat status {};
        if (::fstat(descriptor_, &status) != 0) {
            return bad_usage(fmt::format("cannot read '{}': {}; check the file", name_, system_reason(errno)), path_);
        }
        if (S_ISDIR(status.st_mode)) {
            return bad_usage(fmt::format("'{}' is a directory; give a file", name_), path_);
        }
        if (!S_ISREG(status.st_mode) && WakeReaders::current().stop_possible()) {
            waker_.emplace(WakeReaders::current());
        }
        // The files of /proc report size 0 but have content.
        const off_t offset = S_ISREG(status.st_mode) && status.st_size > 0 ? ::lseek(descriptor_, 0, SEEK_CUR) : -1;
        if (offset >= 0) {
            size_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size - offset, 0));
            first_ = offset;
        }
        return {};
    }

    std::optional<std::uint64_t> size() const { return size_; }

    /// Returns the first bytes; read() returns them again.
    Result<std::span<const std::byte>> peek(std::size_t wanted) {
        peeked_.resize(wanted);
        std::size_t used = 0;
        while (used < wanted) {
            VKALGO_TRY(const std::size_t got, read_descriptor(std::span(peeked_).subspan(used)));
            if (got == 0) {
                break;
            }
            used += got;
        }
        peeked_.resize(used);
        return std::span<const std::byte>(peeked_);
    }

    Result<std::size_t> read(std::span<std::byte> target) {
        if (peeked_used_ < peeked_.size()) {
            const std::size_t count = std::min(target.size(), peeked_.size() - peeked_used_);
            std::copy_n(peeked_.begin() + static_cast<std::ptrdiff_t>(peeked_used_), count, target.begin());
            peeked_used_ += count;
            return count;
        }
        return read_descriptor(target);
    }

    /// Reads bytes from this offset on, and returns their number. They fill the span, except at the end of the file.
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> target) const {
        std::size_t used = 0;
        while (used < target.size()) {
            const ssize_t got = ::pread(descriptor_, target.data() + used, target.size() - used,
                                        first_ + static_cast<off_t>(offset + used));
            if (got == 0) {
                break;
            }
            if (got > 0) {
                used += static_cast<std::size_t>(got);
            } else if (errno != EINTR) {
                return bad_usage(fmt::format("cannot read '{}': {}; check the file", name_, system_reason(errno)),
                                 path_);
            }
        }
        return used;
    }

private:
    Result<std::size_t> read_descriptor(std::span<std::byte> target) {
        for (;;) {
            if (waker_ && !waker_->wait_for(descriptor_)) {
                return Error{ErrorCode::cancelled, fmt::format("stopped before all of '{}' was read", name_), path_};
            }
            const ssize_t got = ::read(descriptor_, target.data(), target.size());
            if (got >= 0) {
                return static_cast<std::size_t>(got);
            }
            if (errno != EINTR) {
                return bad_usage(fmt::format("cannot read '{}': {}; check the file", name_, system_reason(errno)),
                                 path_);
            }
        }
    }

    std::string path_;
    std::string name_;
    int descriptor_;
    std::optional<Waker> waker_;
    std::optional<std::uint64_t> size_;
    /// The offset of the descriptor when it was opened.
    off_t first_ = 0;
    Bytes peeked_;
    std::size_t peeked_used_ = 0;
};

Source::Source(std::unique_ptr<Raw> raw) : raw_(std::move(raw)) {}
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;
Source::~Source() = default;

Result<Source> Source::open(const std::string& path, Unpack unpack) {
    const int descriptor = path == "-" ? STDIN_FILENO : open_file(path);
    if (descriptor < 0) {
        const char* advice = errno == ENOENT ? "check the path" : "check the path and its permissions";
        return bad_usage(fmt::format("cannot read '{}': {}; {}", path, system_reason(errno), advice), path);
    }
    Source source(std::make_unique<Raw>(path, descriptor));
    VKALGO_CHECK(source.raw_->look());
    constexpr std::size_t kGzipMagic = 4;
    VKALGO_TRY(const auto start, source.raw_->peek(kGzipMagic));
    if (unpack == Unpack::seen && (path.ends_with(".gz") || looks_like_gzip(start))) {
        Raw* raw = source.raw_.get();
        VKALGO_TRY(source.gunzip_,
                   Gunzip::create([raw](std::span<std::byte> target) { return raw->read(target); }, raw->name()));
    }
    Bytes head(kHead);
    std::size_t used = 0;
    while (used < head.size()) {
        VKALGO_TRY(const std::size_t got, source.read_on(std::span(head).subspan(used)));
        if (got == 0) {
            break;
        }
        used += got;
    }
    head.resize(used);
    source.head_ = std::move(head);
    return source;
}

const std::string& Source::name() const {
    return raw_->name();
}

std::optional<std::uint64_t> Source::size() const {
    return packed() ? std::nullopt : raw_->size();
}

Result<std::size_t> Source::read_on(std::span<std::byte> target) {
    return gunzip_ ? gunzip_->read(target) : raw_->read(target);
}

Result<std::size_t> Source::read(std::span<std::byte> target) {
    if (head_used_ < head_.size()) {
        const std::size_t count = std::min(target.size(), head_.size() - head_used_);
        std::copy_n(head_.begin() + static_cast<std::ptrdiff_t>(head_used_), count, target.begin());
        head_used_ += count;
        return count;
    }
    return read_on(target);
}

bool Source::is_plain() const {
    return size().has_value();
}

Result<std::size_t> Source::read_at(std::uint64_t offset, std::span<std::byte> target) const {
    return raw_->read_at(offset, target);
}

Result<void> Source::check_size(const InputLimits& limits) const {
    const auto bytes = size();
    if (!bytes) {
        return {};
    }
    if (limits.in_parts) {
        const std::uint64_t half = host_memory() / 2;
        if (*bytes <= std::max(half, kAlwaysRead)) {
            return {};
        }
        return Error{
            ErrorCode::too_large,
            fmt::format("'{}' has {}, but the limit is {}, half of the memory of this machine; give a smaller file",
                        name(), format_limit(*bytes), format_limit(half)),
            raw_->path()};
    }
    std::uint64_t most = limits.memory;
    std::uint64_t device = 0;
    if (most == 0 && *bytes > kAlwaysRead) {
        device = limits.device_memory ? limits.device_memory() : 0;
        most = (device == 0 ? host_memory() : std::min(host_memory(), device)) / 2;
    }
    if (most != 0 && *bytes > most) {
        return Error{
            ErrorCode::too_large,
            fmt::format("'{}' has {}, but the limit is {}, {} or give a smaller file", name(), format_limit(*bytes),
                        format_limit(most),
                        limits.memory != 0 ? "which <memory> sets; raise it"
                        : device == 0      ? "half of the memory of this machine; allow more by <memory>"
                                      : "half of the memory of this machine or of the device, whichever is smaller; "
                                        "allow more by <memory>"),
            raw_->path()};
    }
    return {};
}

Result<Bytes> Source::read_all(const InputLimits& limits) {
    VKALGO_CHECK(check_size(limits));
    const auto known = size();
    Bytes bytes;
    // One more byte than expected, so that the end is found without growing. Pages that are never touched cost nothing.
    bytes.reserve(known ? *known + 1 : std::min(limits.unsized, kDefaultInputLimit) + 1);
    for (;;) {
        const std::size_t used = bytes.size();
        const std::size_t room = bytes.capacity() - used;
        bytes.resize(used + (room == 0 ? kPart : std::min(room, kPart)));
        VKALGO_TRY(const std::size_t got, read(std::span(bytes).subspan(used)));
        bytes.resize(used + got);
        if (got == 0) {
            break;
        }
        const std::uint64_t most = std::max(known.value_or(0), limits.unsized);
        if (known && bytes.size() > most) {
            return Error{ErrorCode::too_large,
                         fmt::format("'{}' grew from {} to more than {} while it was read; wait until it is complete",
                                     name(), format_limit(*known), format_limit(most)),
                         raw_->path()};
        }
        if (bytes.size() > most) {
            return Error{
                ErrorCode::too_large,
                fmt::format("'{}' has no known size, and is longer{} than <input-limit> ({}); raise <input-limit>, or "
                            "give a plain file that is not packed",
                            name(), packed() ? " when unpacked" : "", format_limit(limits.unsized)),
                raw_->path()};
        }
    }
    if (bytes.size() < kPart) {
        bytes.shrink_to_fit();
    }
    return bytes;
}

Result<Bytes> read_file(const std::string& path, const InputLimits& limits) {
    VKALGO_TRY(Source source, Source::open(path));
    return source.read_all(limits);
}

}  // namespace vkalgo::formats

#include "cli/batch/spool.hpp"

#include "cli/formats.hpp"
#include "cli/system/terminal.hpp"
#include "formats/bytes.hpp"
#include "support/streams.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace vkalgo::cli {
namespace {

constexpr std::size_t kPart = std::size_t{1} << 20;

/// Returns the file that all links lead to, or the path if nothing exists there.
std::string target_of(const std::string& path) {
    std::error_code failure;
    const auto real = std::filesystem::canonical(path, failure);
    return failure ? path : real.string();
}

std::string folder_of(const std::string& target) {
    const std::string folder = std::filesystem::path(target).parent_path().string();
    return folder.empty() ? "." : folder;
}

}  // namespace

Spool::Spool(std::string path, std::size_t most_in_memory)
    : path_(std::move(path)),
      target_(path_ == "-" ? path_ : target_of(path_)),
      is_stream_(is_stream(path_)),
      most_in_memory_(most_in_memory) {}

Error Spool::cannot_write() const {
    if (path_ == "-") {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("cannot write standard output: {}; check the file or program that it goes to",
                                 output_failure()),
                     path_};
    }
    return Error{
        ErrorCode::invalid_argument,
        fmt::format("cannot write '{}': {}; {}", path_, std::generic_category().message(errno),
                    is_stream_ ? "choose another file" : "no incomplete output was left there; choose another folder"),
        path_};
}

Result<void> Spool::flush() {
    if (!file_) {
        file_ = std::make_unique<TemporaryFile>(folder());
        if (file_->descriptor() < 0) {
            return cannot_spool("write");
        }
    }
    VKALGO_CHECK(write_file(memory_));
    memory_.clear();
    return {};
}

/// Returns the folder of the temporary file.
std::string Spool::folder() const {
    if (!is_stream_) {
        return folder_of(target_);
    }
    std::error_code failure;
    const auto common = std::filesystem::temp_directory_path(failure);
    return failure ? std::string("/tmp") : common.string();
}

/// Returns an error with the reason in errno. `verb` ("write") is what cannot be done with the temporary file.
Error Spool::cannot_spool(const char* verb) const {
    const std::string reason = std::generic_category().message(errno);
    return Error{ErrorCode::invalid_argument,
                 fmt::format("cannot {} a temporary file in '{}': {}; {}", verb, folder(), reason,
                             is_stream_ ? "set another folder by TMPDIR" : "choose another folder"),
                 path_};
}

Result<void> Spool::write_file(std::string_view text) const {
    const bool written = write_descriptor(file_->descriptor(), text) == Written::all;
    return written ? Result<void>() : Result<void>(is_stream_ ? cannot_spool("write") : cannot_write());
}

Result<void> Spool::write(std::string_view text) {
    // Text of at least this size is written directly once there is a file, which is faster than copying it first.
    constexpr std::size_t kLarge = std::size_t{1} << 16;
    if (memory_.size() + text.size() > most_in_memory_ || (file_ && text.size() >= kLarge)) {
        VKALGO_CHECK(flush());
        if (text.size() >= kLarge || text.size() > most_in_memory_) {
            return write_file(text);
        }
    }
    memory_ += text;
    return {};
}

Result<void> Spool::read(const std::function<Result<void>(std::string_view)>& take) {
    if (file_) {
        VKALGO_CHECK(flush());
        std::string part(kPart, '\0');
        for (off_t offset = 0;;) {
            const ssize_t got = ::pread(file_->descriptor(), part.data(), part.size(), offset);
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got < 0) {
                return cannot_spool("read");
            }
            if (got == 0) {
                return {};
            }
            VKALGO_CHECK(take(std::string_view(part).substr(0, static_cast<std::size_t>(got))));
            offset += got;
        }
    }
    return memory_.empty() ? Result<void>() : take(memory_);
}

Result<void> Spool::append(Spool& other) {
    return other.read([this](std::string_view part) { return write(part); });
}

Result<void> Spool::write_stream() {
    const bool is_output = path_ == "-";
    const bool shown = is_output && is_terminal(Stream::output);
    const int descriptor = is_output ? STDOUT_FILENO : ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return cannot_write();
    }
    bool closed = false;
    auto written = read([&](std::string_view part) -> Result<void> {
        // A reader that closes the stream early is not an error.
        const Written state = closed  ? Written::closed
                              : shown ? write_descriptor(descriptor, printable(part))
                                      : write_descriptor(descriptor, part);
        closed = state == Written::closed;
        return state == Written::failed ? Result<void>(cannot_write()) : Result<void>();
    });
    if (!is_output && ::close(descriptor) != 0 && written) {
        written = cannot_write();
    }
    return written;
}

Result<void> Spool::deliver() {
    if (is_stream_) {
        return write_stream();
    }
    VKALGO_CHECK(flush());
    return file_->rename_to(target_) ? Result<void>() : Result<void>(cannot_write());
}

}  // namespace vkalgo::cli

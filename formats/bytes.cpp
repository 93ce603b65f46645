#include "formats/bytes.hpp"

#include "support/streams.hpp"
#include "support/temporary_file.hpp"
#include "support/text.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo::formats {
namespace {

Error bad_file(const std::string& message, const std::string& path) {
    return {ErrorCode::invalid_argument, message, path};
}

std::string reason(int number) {
    return std::generic_category().message(number);
}

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    int number() const { return number_; }

    /// Closes the file. Returns false if closing reports that an earlier write failed, as network file systems do.
    bool close() {
        const int number = std::exchange(number_, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_;
};

/// Returns false on failure. A reader that closes its pipe early is not a failure.
bool write_all(int descriptor, std::span<const std::byte> content) {
    return write_descriptor(descriptor, as_text(content)) != Written::failed;
}

/// Returns the path after all links are followed, or the path itself if nothing exists there.
std::string follow_links(const std::string& path) {
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    return real ? std::string(real.get()) : path;
}

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) {
        return ".";
    }
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// Returns the path of a folder without the slashes at its end; "" for "/".
std::string without_slashes(std::string path) {
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path == "/" ? std::string() : path;
}

/// Writes directly to a pipe or a device. A rename would put a plain file in its place.
Result<void> write_special(const std::string& path, std::span<const std::byte> content) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.number() < 0 || !write_all(file.number(), content) || !file.close()) {
        return bad_file(fmt::format("cannot write '{}': {}; choose another file", path, reason(errno)), path);
    }
    return {};
}

Result<void> write_renamed(const std::string& path, std::span<const std::byte> content) {
    TemporaryFile file(folder_of(path));
    if (file.descriptor() < 0) {
        return bad_file(fmt::format("cannot write '{}': {}; choose another folder", path, reason(errno)), path);
    }
    if (!write_all(file.descriptor(), content) || !file.rename_to(path)) {
        return bad_file(fmt::format("cannot write '{}': {}; no incomplete output was left there; choose another folder",
                                    path, reason(errno)),
                        path);
    }
    return {};
}

}  // namespace

Result<void> check_writable(const std::string& path) {
    if (path == "-") {
        return {};
    }
    if (path.empty()) {
        return bad_file("the name of an output file is empty; give a name", path);
    }
    const std::string target = follow_links(path);
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) {
            return bad_file(fmt::format("cannot write '{}': it is a directory; give a file name", path), path);
        }
        if (!S_ISREG(status.st_mode)) {
            return {};
        }
    }
    const std::string folder = folder_of(target);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        return bad_file(
            fmt::format("cannot write '{}': folder '{}': {}; choose another folder", path, folder, reason(errno)),
            path);
    }
    return {};
}

Result<void> check_not_input(std::string_view option, const std::string& output, std::span<const std::string> inputs) {
    struct stat target {};
    if (output == "-" || ::stat(output.c_str(), &target) != 0 || !S_ISREG(target.st_mode)) {
        return {};
    }
    for (const std::string& input : inputs) {
        struct stat source {};
        const int looked = input == "-" ? ::fstat(STDIN_FILENO, &source) : ::stat(input.c_str(), &source);
        if (looked == 0 && source.st_dev == target.st_dev && source.st_ino == target.st_ino) {
            return bad_file(fmt::format("{} {}: this file is also an input{}; choose another name", option, output,
                                        input == output ? "" : fmt::format(" as '{}'", input)),
                            output);
        }
    }
    return {};
}

Result<void> check_not_output(std::string_view option, const std::string& output, std::string_view other_option,
                              const std::string& other) {
    // A slash at the end is ignored, since a file and a folder cannot have the same name. The path is made absolute
    // first, since the canonical form of a relative path stays relative if no file exists there.
    const auto canonical = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::weakly_canonical(std::filesystem::absolute(without_slashes(path), ignored), ignored);
    };
    if (output == "-" || other == "-" ? output != other : canonical(output) != canonical(other)) {
        return {};
    }
    return bad_file(fmt::format("{} and {} name the same {}; choose another file for one of them", other_option, option,
                                output == "-" ? "stream, standard output" : "file"),
                    output);
}

bool is_stream(const std::string& path) {
    struct stat status {};
    return path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

Result<void> write_file(const std::string& path, std::span<const std::byte> content) {
    if (path == "-") {
        if (write_output(as_text(content)) == Written::failed) {
            return bad_file(fmt::format("cannot write standard output: {}; check the file or program that it goes to",
                                        output_failure()),
                            path);
        }
        return {};
    }
    VKALGO_CHECK(check_writable(path));
    const std::string target = follow_links(path);
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        return write_special(target, content);
    }
    return write_renamed(target, content);
}

Result<void> write_file(const std::string& path, std::string_view content) {
    return write_file(path, as_byte_span(content));
}

Result<void> check_folder_writable(const std::string& path) {
    const std::string target = without_slashes(path);
    if (target.empty()) {
        return bad_file(fmt::format("cannot write the folder '{}': it has no name; give a name", path), path);
    }
    struct stat status {};
    if (::lstat(target.c_str(), &status) == 0) {
        std::error_code failure;
        if (!S_ISDIR(status.st_mode)) {
            return bad_file(fmt::format("cannot write the folder '{}': it {}; choose another name, or remove it", path,
                                        S_ISLNK(status.st_mode) ? "is a link" : "exists but is not a folder"),
                            path);
        }
        const bool is_empty = std::filesystem::is_empty(target, failure);
        if (failure) {
            return bad_file(
                fmt::format("cannot write the folder '{}': {}; choose another name", path, failure.message()), path);
        }
        if (!is_empty) {
            return bad_file(
                fmt::format("cannot write the folder '{}': it is not empty; choose another name, or remove the folder",
                            path),
                path);
        }
    }
    const std::string folder = folder_of(target);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        return bad_file(
            fmt::format("cannot write '{}': folder '{}': {}; choose another folder", path, folder, reason(errno)),
            path);
    }
    return {};
}

Result<void> write_folder(const std::string& path, std::span<const std::pair<std::string, Bytes>> files) {
    VKALGO_CHECK(check_folder_writable(path));
    const std::string target = without_slashes(path);
    TemporaryFolder folder(folder_of(target));
    if (!folder.exists()) {
        return bad_file(fmt::format("cannot write '{}': {}; choose another folder", path, reason(errno)), path);
    }
    for (const auto& [name, content] : files) {
        const bool written =
            folder.add(name, [&bytes = content](int descriptor) { return write_all(descriptor, bytes); });
        if (!written) {
            return bad_file(
                fmt::format("cannot write '{}': {}; no incomplete output was left there; choose another folder", path,
                            reason(errno)),
                path);
        }
    }
    if (!folder.rename_to(target)) {
        return bad_file(fmt::format("cannot write '{}': {}; no incomplete output was left there; choose another folder",
                                    path, reason(errno)),
                        path);
    }
    return {};
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> as_byte_span(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string extension_of(const std::string& path) {
    std::string name = in_lower_case(path.substr(path.rfind('/') + 1));
    if (name.ends_with(".gz")) {
        name.resize(name.size() - 3);
    }
    const auto dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? std::string() : name.substr(dot);
}

}  // namespace vkalgo::formats

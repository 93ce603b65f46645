#include "support/temporary_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vkalgo {
namespace {

constexpr const char* kDescriptors = "/proc/self/fd";

struct Registry {
    std::timed_mutex mutex;
    std::set<std::string> paths;
};

/// Returns the registry. It is never destroyed, because the thread that watches for signals may outlive main().
Registry& registry() {
    static auto& only = *new Registry;
    return only;
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& folder) : path_(folder + "/.vkalgo-XXXXXX") {
    // A file without a name gets its name through /proc.
    if (::access(kDescriptors, X_OK) == 0) {
        descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
        if (descriptor_ >= 0) {
            return;
        }
    }
    // The lock is held so that a signal finds every file in the registry.
    const std::lock_guard lock(registry().mutex);
    descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
        return;
    }
    registry().paths.insert(path_);
    exists_ = true;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    // mkostemp makes the file private. If permissions cannot be set, it stays private.
    static_cast<void>(::fchmod(descriptor_, 0666 & ~mask));
}

TemporaryFile::~TemporaryFile() {
    const int number = errno;
    close();
    if (exists_) {
        const std::lock_guard lock(registry().mutex);
        ::unlink(path_.c_str());
        registry().paths.erase(path_);
    }
    errno = number;
}

bool TemporaryFile::close() {
    // Network file systems may report a failed write only when the file is closed.
    const int number = std::exchange(descriptor_, -1);
    return number < 0 || ::close(number) == 0;
}

/// Makes a link with a temporary name, because linkat() cannot replace an existing file. rename_to() then replaces it.
bool TemporaryFile::give_name() {
    if (exists_) {
        return true;
    }
    const std::string self = std::string(kDescriptors) + "/" + std::to_string(descriptor_);
    const std::lock_guard lock(registry().mutex);
    constexpr int kTries = 100;
    for (int k = 0; k < kTries && !exists_; ++k) {
        std::string name = path_;
        const int other = ::mkostemp(name.data(), O_CLOEXEC);  // An unused name
        if (other < 0) {
            return false;
        }
        ::close(other);
        ::unlink(name.c_str());
        exists_ = ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        if (exists_) {
            path_ = name;
            registry().paths.insert(path_);
        } else if (errno != EEXIST) {
            return false;
        }
    }
    return exists_;
}

bool TemporaryFile::rename_to(const std::string& path) {
    // The replaced file may be private, so its permissions to read, write and execute are kept. Setuid and setgid are
    // not, since the owner may differ.
    struct stat replaced {};
    constexpr mode_t kRights = 0777;
    if (::stat(path.c_str(), &replaced) == 0 && S_ISREG(replaced.st_mode)) {
        static_cast<void>(::fchmod(descriptor_, replaced.st_mode & kRights));
    }
    if (!give_name() || !close()) {
        return false;
    }
    const std::lock_guard lock(registry().mutex);
    if (::rename(path_.c_str(), path.c_str()) != 0) {
        return false;
    }
    registry().paths.erase(path_);
    exists_ = false;
    return true;
}

TemporaryFolder::TemporaryFolder(const std::string& folder) : path_(folder + "/.vkalgo-XXXXXX") {
    const std::lock_guard lock(registry().mutex);
    if (::mkdtemp(path_.data()) == nullptr) {
        return;
    }
    registry().paths.insert(path_);
    exists_ = true;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    static_cast<void>(::chmod(path_.c_str(), 0777 & ~mask));
}

TemporaryFolder::~TemporaryFolder() {
    const int number = errno;
    if (exists_) {
        const std::lock_guard lock(registry().mutex);
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
        registry().paths.erase(path_);
    }
    errno = number;
}

bool TemporaryFolder::add(const std::string& name, const std::function<bool(int descriptor)>& write) {
    // The lock is held so that no file is added after a signal has removed the folder.
    const std::lock_guard lock(registry().mutex);
    const int descriptor = ::open((path_ + "/" + name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return false;
    }
    const bool written = write(descriptor);
    const int number = errno;
    const bool closed = ::close(descriptor) == 0;
    errno = written ? errno : number;
    return written && closed;
}

bool TemporaryFolder::rename_to(const std::string& path) {
    const std::lock_guard lock(registry().mutex);
    if (::rename(path_.c_str(), path.c_str()) != 0) {
        return false;
    }
    registry().paths.erase(path_);
    exists_ = false;
    return true;
}

void remove_temporary_files() {
    // This lock is never released. If a thread that waits for a hanging file system holds it, the process ends anyway.
    if (registry().mutex.try_lock_for(std::chrono::seconds(1))) {
        for (const std::string& path : registry().paths) {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    }
}

}  // namespace vkalgo

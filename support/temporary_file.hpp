#pragma once

#include <functional>
#include <string>

namespace vkalgo {

/// A new file beside the one that it will replace. It has no name until it is complete, so that nothing is left even
/// of a process that is killed; where the file system wants one, it has a name of its own. Removed unless it was
/// renamed; by end_by_signal() too.
class TemporaryFile {
public:
    /// Creates it, at most as "<folder>/.vkalgo-XXXXXX", with the rights of any other new file. descriptor() is
    /// negative on failure, and errno says why.
    explicit TemporaryFile(const std::string& folder);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    int descriptor() const { return descriptor_; }

    /// Closes it and gives it its name. False on failure: errno says why.
    bool rename_to(const std::string& path);

private:
    bool close();
    bool give_name();

    std::string path_;
    int descriptor_ = -1;
    /// under path_
    bool exists_ = false;
};

/// The same for a folder and the files in it.
class TemporaryFolder {
public:
    /// Creates "<folder>/.vkalgo-XXXXXX". exists() is false on failure, and errno says why.
    explicit TemporaryFolder(const std::string& folder);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    bool exists() const { return exists_; }

    /// Makes a file in it, which `write` fills: it says whether it could. False on failure: errno says why.
    bool add(const std::string& name, const std::function<bool(int descriptor)>& write);

    /// Gives it its name, in place of an empty folder if there is one. False on failure: errno says why.
    bool rename_to(const std::string& path);

private:
    std::string path_;
    bool exists_ = false;
};

/// Removes those that exist now; none can be made or renamed after. For the end of the process.
void remove_temporary_files();

}  // namespace vkalgo

#pragma once

#include <functional>
#include <string>

namespace vkalgo {

/// A new file in the folder of the file that it will replace. It has no name until it is complete, so that even a
/// killed process leaves no file. If the file system requires a name, the file gets a temporary name. The destructor
/// removes the file if it was not renamed, and so does end_by_signal().
class TemporaryFile {
public:
    /// Creates the file with the default permissions of new files (umask). A temporary name is
    /// "<folder>/.vkalgo-XXXXXX". On failure descriptor() is negative, and errno has the reason.
    explicit TemporaryFile(const std::string& folder);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    int descriptor() const { return descriptor_; }

    /// Closes the file and moves it to this path, in place of an existing file if there is one. The file then has the
    /// permissions of the file that it replaces, without setuid and setgid. Returns false on failure; errno has the
    /// reason.
    bool rename_to(const std::string& path);

private:
    bool close();
    bool give_name();

    std::string path_;
    int descriptor_ = -1;
    /// Whether a file exists at path_.
    bool exists_ = false;
};

/// A new folder beside the path that it will be renamed to, and the files in it. The destructor removes the folder if
/// it was not renamed, and so does end_by_signal().
class TemporaryFolder {
public:
    /// Creates "<folder>/.vkalgo-XXXXXX". On failure exists() is false, and errno has the reason.
    explicit TemporaryFolder(const std::string& folder);
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    bool exists() const { return exists_; }

    /// Creates a file in the folder. `write` fills it and returns whether it succeeded. Returns false on failure; errno
    /// has the reason.
    bool add(const std::string& name, const std::function<bool(int descriptor)>& write);

    /// Gives the folder its name, in place of an empty folder if there is one. Returns false on failure; errno has the
    /// reason.
    bool rename_to(const std::string& path);

private:
    std::string path_;
    bool exists_ = false;
};

/// Removes the temporary files and folders that exist now. Later calls block if they name, rename or remove a temporary
/// file with a name, or if they create, fill, rename or remove a temporary folder. If another thread holds the registry
/// of temporary files for more than a second, removes nothing and blocks nothing. For the end of the process.
void remove_temporary_files();

}  // namespace vkalgo

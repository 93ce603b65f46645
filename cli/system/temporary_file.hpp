#pragma once

#include <string>

namespace vkalgo::cli {

/// A new file beside the one that it will replace, under a name of its own until it is complete. Removed unless it was
/// renamed; by end_by_signal() too.
class TemporaryFile {
public:
    /// Creates "<folder>/.vkalgo-XXXXXX" with the rights of any other new file. descriptor() is negative on failure,
    /// and errno says why.
    explicit TemporaryFile(const std::string& folder);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    int descriptor() const { return descriptor_; }

    /// Closes it and gives it its name. False on failure: errno says why.
    bool rename_to(const std::string& path);

private:
    bool close();

    std::string path_;
    int descriptor_ = -1;
    bool exists_ = false;
};

/// Removes those that exist now; none can be made or renamed after. For the end of the process.
void remove_temporary_files();

}  // namespace vkalgo::cli

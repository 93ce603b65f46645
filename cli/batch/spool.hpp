#pragma once

#include "engine/result.hpp"
#include "support/temporary_file.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// Text that grows while a batch runs, and becomes visible only when it is complete.
namespace vkalgo::cli {

/// A text that is kept in memory while it is small, and then in a temporary file.
class Spool {
public:
    /// `path` is the file that the text is for, "-" for standard output. The temporary file is made beside that file,
    /// or in the system's folder for temporary files if the output is a stream.
    explicit Spool(std::string path, std::size_t most_in_memory = std::size_t{16} << 20);

    /// Appends text. Errors: invalid_argument, with the path: the text cannot be written, for example to a full disk.
    Result<void> write(std::string_view text);
    /// Appends the text of another spool, which is read to its end.
    Result<void> append(Spool& other);
    /// Passes the whole text to `take`, part by part. Errors: the text could not be read back; those of `take`.
    Result<void> read(const std::function<Result<void>(std::string_view)>& take);

    /// Makes the text the content of the file, or writes it to the stream. Errors: those of write().
    Result<void> deliver();

private:
    Result<void> flush();
    Result<void> write_stream();
    Result<void> write_file(std::string_view text) const;
    std::string folder() const;
    Error cannot_write() const;
    Error cannot_spool(const char* verb) const;

    std::string path_;
    /// The path with links resolved.
    std::string target_;
    bool is_stream_;
    std::size_t most_in_memory_;
    std::string memory_;
    std::unique_ptr<TemporaryFile> file_;
};

}  // namespace vkalgo::cli

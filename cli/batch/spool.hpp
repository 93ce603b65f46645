#pragma once

#include "engine/result.hpp"
#include "support/temporary_file.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// Text that grows while a batch runs, and is seen only when all of it is there.
namespace vkalgo::cli {

/// Text in memory as long as it is small, then in a temporary file.
class Spool {
public:
    /// `path`: the file that it is for, "-" for standard output: the temporary is made beside a file, and in the
    /// system's folder for such files where the output is a stream.
    explicit Spool(std::string path, std::size_t most_in_memory = std::size_t{16} << 20);

    /// Appends. Errors: invalid_argument, with the path: no room on the disk.
    Result<void> write(std::string_view text);
    /// Appends another one's text, which is at its end then.
    Result<void> append(Spool& other);
    /// Gives all of it to `take`, part by part. Errors: it could not be read back; those of `take`.
    Result<void> read(const std::function<Result<void>(std::string_view)>& take);

    /// Makes it the content of the file, or writes it to the stream. Errors: as write().
    Result<void> deliver();

private:
    Result<void> flush();
    Result<void> write_stream();
    Result<void> write_file(std::string_view text) const;
    std::string folder() const;
    Error cannot_write() const;
    Error cannot_spool() const;

    std::string path_;
    /// where links lead
    std::string target_;
    bool is_stream_;
    std::size_t most_in_memory_;
    std::string memory_;
    std::unique_ptr<TemporaryFile> file_;
};

}  // namespace vkalgo::cli

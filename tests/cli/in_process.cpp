#include "tests/cli/in_process.hpp"

#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Redirects a descriptor to a file during its lifetime.
class Redirection {
public:
    Redirection(int descriptor, const std::string& path) : descriptor_(descriptor), saved_(::dup(descriptor)) {
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        ::dup2(file, descriptor_);
        ::close(file);
    }
    Redirection(const Redirection&) = delete;
    Redirection& operator=(const Redirection&) = delete;
    ~Redirection() {
        ::dup2(saved_, descriptor_);
        ::close(saved_);
    }

private:
    int descriptor_;
    int saved_;
};

}  // namespace

ProcessResult run_here(const std::vector<std::string>& arguments, const OpenContext& open) {
    const TemporaryFolder folder;
    ProcessResult result;
    {
        const Redirection output(STDOUT_FILENO, folder.path("output"));
        const Redirection errors(STDERR_FILENO, folder.path("errors"));
        result.exit_code = run_command_line(arguments, open);
    }
    result.output = content_of(folder.path("output"));
    result.errors = content_of(folder.path("errors"));
    return result;
}

}  // namespace vkalgo::cli::test

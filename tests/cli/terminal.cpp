#include "tests/cli/terminal.hpp"

#include "cli/formats.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

[[noreturn]] void become_vkalgo_in_terminal(std::vector<char*>& words, const TerminalSettings& settings, int terminal,
                                            const std::string& output) {
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("NO_COLOR");
    ::unsetenv("CLICOLOR");
    for (const auto& [name, value] : settings.environment) {
        value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
    }
    const int out = settings.output_too ? terminal : ::open(output.c_str(), O_WRONLY | O_CREAT, 0600);
    if (::dup2(terminal, 0) == 0 && ::dup2(out, 1) == 1 && ::dup2(terminal, 2) == 2) {
        ::execv(words.front(), words.data());
    }
    ::_exit(126);
}

}  // namespace

TerminalResult run_in_terminal(const std::vector<std::string>& arguments, const TerminalSettings& settings) {
    const TemporaryFolder folder;
    const std::string output = folder.path("output");
    std::vector<std::string> copies = {vkalgo_path()};
    copies.insert(copies.end(), arguments.begin(), arguments.end());
    std::vector<char*> words;
    words.reserve(copies.size() + 1);
    for (std::string& copy : copies) {
        words.push_back(copy.data());
    }
    words.push_back(nullptr);

    TerminalResult result;
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) {
        return result;
    }
    const int terminal = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios raw{};
    ::tcgetattr(terminal, &raw);
    ::cfmakeraw(&raw);
    ::tcsetattr(terminal, TCSANOW, &raw);
    const winsize window{24, settings.columns, 0, 0};
    ::ioctl(terminal, TIOCSWINSZ, &window);
    const pid_t child = ::fork();
    if (child == 0) {
        become_vkalgo_in_terminal(words, settings, terminal, output);
    }
    ::close(terminal);
    bool sent = settings.signal == 0;
    std::array<char, 4096> part{};
    // The read fails after the last process has closed the terminal.
    for (ssize_t got = 0; (got = ::read(master, part.data(), part.size())) > 0;) {
        result.screen.append(part.data(), static_cast<std::size_t>(got));
        if (!sent && result.screen.find(settings.wait_for) != std::string::npos) {
            ::kill(child, settings.signal);
            sent = true;
        }
    }
    ::close(master);
    int status = 0;
    if (child > 0 && ::waitpid(child, &status, 0) == child) {
        result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (const auto bytes = read_file(output); bytes && !settings.output_too) {
        result.output = as_text(*bytes);
    }
    return result;
}

}  // namespace vkalgo::cli::test

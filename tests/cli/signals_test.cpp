#include "cli/system/signals.hpp"

#include "cli/progress.hpp"
#include "formats/source.hpp"
#include "support/streams.hpp"
#include "support/temporary_file.hpp"
#include "tests/cli/terminal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;
using vkalgo::test::TemporaryFolder;

namespace {

using Clock = std::chrono::steady_clock;

struct Ended {
    /// The exit code, or 128 + signal if a signal ended the process.
    int code = -1;
    /// What the process wrote on standard output.
    std::string output;
    double seconds = 0;
};

/// Runs `work` in a process that watches for signals. After the process has written something, sends it these signals,
/// 0.2 s apart.
Ended end_by(const std::vector<int>& signals, const std::function<void()>& work) {
    std::array<int, 2> ends{};
    Ended ended;
    if (::pipe(ends.data()) != 0) {
        return ended;
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        watch_signals();
        work();
        ::_exit(0);
    }
    ::close(ends[1]);
    std::array<char, 256> part{};
    ssize_t got = ::read(ends[0], part.data(), part.size());
    const auto begun = Clock::now();
    for (const int signal : signals) {
        ::kill(child, signal);
        std::this_thread::sleep_for(std::chrono::milliseconds(signals.size() > 1 ? 200 : 0));
    }
    for (; got > 0; got = ::read(ends[0], part.data(), part.size())) {
        ended.output.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ended.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    return ended;
}

void wait_forever() {
    for (;;) {
        ::pause();
    }
}

TEST(Signals, LeaveNoTemporaryFileAndEndTheProcess) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const TemporaryFolder folder;
        const Ended ended = end_by({signal}, [&] {
            const TemporaryFile file(folder.path(""));
            write_descriptor(file.descriptor(), "half of it");
            write_output(folder.entries() <= 1 ? "written" : "several");  // A file without a name has no entry
            wait_forever();
        });
        EXPECT_EQ(ended.code, 128 + signal);
        EXPECT_EQ(ended.output, "written");
        EXPECT_EQ(folder.entries(), 0U);
    }
}

TEST(Signals, ThatCannotBeCaughtLeaveNoUnfinishedFile) {
    const TemporaryFolder folder;
    bool named = false;
    {
        const TemporaryFile file(folder.path(""));
        named = folder.entries() > 0;
    }
    if (named) {
        GTEST_SKIP() << "the file system knows no files without a name";
    }
    const Ended ended = end_by({SIGKILL}, [&] {
        const TemporaryFile file(folder.path(""));
        write_descriptor(file.descriptor(), "half of it");
        write_output("written");
        wait_forever();
    });
    EXPECT_EQ(ended.code, 128 + SIGKILL);
    EXPECT_EQ(folder.entries(), 0U);
    // rename_to() replaces a file that has this name. The result has the permissions of any new file.
    const std::string path = folder.file("out", "old");
    TemporaryFile file(folder.path(""));
    write_descriptor(file.descriptor(), "new");
    EXPECT_TRUE(file.rename_to(path));
    EXPECT_EQ(as_text(*read_file(path)), "new");
    EXPECT_EQ(std::filesystem::status(path).permissions() & std::filesystem::perms::owner_all,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(Signals, FirstAskCancellableWorkToStopAndThenEndTheProcess) {
    const Ended ended = end_by({SIGINT}, [] {
        {
            const Cancellable work;
            write_output("begun ");
            while (!work.token().stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            write_output("stopped");
        }
        wait_forever();
    });
    EXPECT_EQ(ended.code, 128 + SIGINT);
    EXPECT_EQ(ended.output, "begun stopped");
}

TEST(Signals, EndAtOnceTheSecondTime) {
    const Ended ended = end_by({SIGINT, SIGINT}, [] {
        const Cancellable work;
        write_output("begun");
        wait_forever();
    });
    EXPECT_EQ(ended.code, 128 + SIGINT);
    EXPECT_LT(ended.seconds, 4) << "not by the end of its patience";
}

/// Returns what a process prints if its work continues for `after` after a signal.
std::string printed_by(const Reporter::Settings& settings, std::chrono::milliseconds after) {
    const auto work = [&] {
        ::dup2(STDOUT_FILENO, STDERR_FILENO);
        const Globals globals;
        const Reporter reporter(settings);
        {
            Progress progress(Session(globals, reporter), "work");
            const std::stop_token cancel = progress.cancel();
            write_output("begun ");
            while (!cancel.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            std::this_thread::sleep_for(after);
            write_output("stopped");
        }
        wait_forever();
    };
    return end_by({SIGINT}, work).output;
}

TEST(Signals, ReportWorkThatDoesNotStopAtOnceUnlessQuiet) {
    constexpr std::chrono::milliseconds kLongTime{600};
    EXPECT_EQ(printed_by({}, kLongTime),
              "begun vkalgo: stopping when the current work is done, or in five seconds; a second signal stops at "
              "once\nstopped");
    EXPECT_EQ(printed_by({.quiet = true}, kLongTime), "begun stopped");
    EXPECT_EQ(printed_by({}, {}), "begun stopped");
}

TEST(Signals, ThatTheCallerIgnoresStayIgnored) {
    std::signal(SIGHUP, SIG_IGN);
    const Ended ended = end_by({SIGHUP, SIGTERM}, [] {
        write_output("begun");
        wait_forever();
    });
    std::signal(SIGHUP, SIG_DFL);
    EXPECT_EQ(ended.code, 128 + SIGTERM);
}

TEST(Signals, EndALongRunWithACleanLine) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const TerminalResult result = run_in_terminal({"dp", "--problem", "lcs", "--n", "300K", "--repeat", "100"},
                                                      {.signal = signal, .wait_for = "lcs ["});
        EXPECT_EQ(result.exit_code, 128 + signal);
        EXPECT_TRUE(result.screen.ends_with("\r\x1b[K") || result.screen.ends_with("stops at once\n")) << result.screen;
        EXPECT_EQ(result.output, "");
    }
}

}  // namespace
}  // namespace vkalgo::cli::test

#include "bench/peers/peer_program.hpp"

#include "support/streams.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves the declaration to the program

namespace vkalgo::bench {
namespace {

/// A file without a name. It is deleted when its last descriptor is closed.
class Nameless {
public:
    Nameless() : file_(std::tmpfile(), std::fclose) {}
    int descriptor() const { return file_ ? ::fileno(file_.get()) : -1; }

    std::string content() const {
        std::string text;
        std::array<char, 1 << 16> part{};
        ::lseek(descriptor(), 0, SEEK_SET);
        for (ssize_t got = 0; (got = ::read(descriptor(), part.data(), part.size())) > 0;) {
            text.append(part.data(), static_cast<std::size_t>(got));
        }
        return text;
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

std::string last_line(std::string text) {
    text.erase(std::find_if(text.rbegin(), text.rend(), [](char letter) { return letter > ' '; }).base(), text.end());
    return text.substr(text.find_last_of("\r\n") + 1);
}

/// Returns the status of waitpid; nullopt if the process took longer than `most` and was killed.
std::optional<int> wait_for(pid_t child, std::chrono::seconds most) {
    const auto begin = std::chrono::steady_clock::now();
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - begin > most) {
            ::kill(child, SIGTERM);
            ::waitpid(child, &status, 0);
            return std::nullopt;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return status;
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
    std::error_code failed;
    std::vector<std::filesystem::path> folders;
    if (const auto own = std::filesystem::read_symlink("/proc/self/exe", failed); !failed) {
        folders.push_back(own.parent_path());
    }
    const char* const variable = std::getenv("PATH");
    for (std::string rest = variable == nullptr ? "" : variable; !rest.empty();) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        folders.emplace_back(rest.substr(0, colon));
        rest.erase(0, colon + 1);
    }
    for (const std::filesystem::path& folder : folders) {
        const std::filesystem::path path = folder / name;
        if (std::filesystem::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0) {
            return path.string();
        }
    }
    return std::nullopt;
}

Result<std::string> run_program(const std::vector<std::string>& words, std::string_view input,
                                std::chrono::seconds most) {
    const auto failure = [&](const std::string& what) {
        return Error{ErrorCode::unsupported, fmt::format("{} {}", words.front(), what), {}};
    };
    const Nameless in, out, err;
    if (in.descriptor() < 0 || out.descriptor() < 0 || err.descriptor() < 0 ||
        write_descriptor(in.descriptor(), input) != Written::all) {
        return failure("cannot be run, since temporary files cannot be created");
    }
    ::lseek(in.descriptor(), 0, SEEK_SET);
    std::vector<std::string> copies = words;
    std::vector<char*> pointers;
    pointers.reserve(copies.size() + 1);
    for (std::string& copy : copies) {
        pointers.push_back(copy.data());
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in.descriptor(), 0);
    ::posix_spawn_file_actions_adddup2(&actions, out.descriptor(), 1);
    ::posix_spawn_file_actions_adddup2(&actions, err.descriptor(), 2);
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return failure(fmt::format("does not start: {}", std::strerror(failed)));
    }
    const std::optional<int> status = wait_for(child, most);
    if (!status) {
        return failure(fmt::format("does not end within {} s", most.count()));
    }
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
        return failure(fmt::format("fails: {}", last_line(err.content())));
    }
    return out.content();
}

Result<std::string> run_python(const std::string& script, const std::vector<std::string>& arguments,
                               std::string_view input, std::chrono::seconds most) {
    std::vector<std::string> programs;
    if (auto program = find_program("python3")) {
        programs.push_back(*program);
    }
    programs.emplace_back("/usr/bin/python3");
    Result<std::string> printed = Error{ErrorCode::unsupported, "no python3 in PATH", {}};
    for (const std::string& program : programs) {
        std::vector<std::string> words{program, "-c", script};
        words.insert(words.end(), arguments.begin(), arguments.end());
        printed = run_program(words, input, most);
        if (printed) {
            break;
        }
    }
    return printed;
}

}  // namespace vkalgo::bench

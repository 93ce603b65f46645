#pragma once

#include "cli/advice.hpp"
#include "cli/answer.hpp"
#include "cli/options.hpp"
#include "cli/reporter.hpp"
#include "engine/context.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// How a command is written. Each file cli/commands/NAME/NAME.cpp defines `const Command& command_NAME()`. CMake
/// collects them into commands(), so a new command needs no entry in a list.
namespace vkalgo::cli {

/// The title of the global options, in help and elsewhere.
inline constexpr const char* kGlobalGroup = "Global options";

/// The global options that a command accepts. It refuses the other global options. All commands accept --json, --quiet,
/// --help and --version.
struct AcceptedGlobals {
    bool device = true;
    bool verbose = true;
    bool validate = true;
    bool memory = true;
    bool verify = true;
    bool repeat = true;
    bool profile = true;
};

/// The values of the global options.
struct Globals {
    /// The value of --device. Without --device: the value of VKALGO_DEVICE, or empty.
    std::string device;
    /// Whether VKALGO_DEVICE chose the device.
    bool device_by_environment = false;
    bool json = false;
    bool quiet = false;
    bool verbose = false;
    bool validate = false;
    bool verify = false;
    bool profile = false;
    /// The limit in bytes; 0 if no limit was given.
    std::uint64_t memory = 0;
    std::optional<std::uint64_t> repeat;
    bool help = false;
    bool version = false;

    /// Declares the options that `accepted` names. Returns the names of the other global options.
    std::vector<std::string> declare(Options& options, const AcceptedGlobals& accepted);

    /// Adds the fields device, memory, repeat and validate to the "parameters" of an answer, each only if it is set.
    void describe(Json& parameters) const;
};

/// A function that opens a session's device. Tests use one that opens a device with injected faults.
using OpenContext = std::function<Result<std::unique_ptr<Context>>(const ContextOptions&)>;

/// What a running command may use.
class Session {
public:
    /// If `open` is empty, Context::create is used.
    Session(const Globals& globals, const Reporter& reporter, OpenContext open = {})
        : globals_(globals), reporter_(reporter), open_(std::move(open)) {}

    const Globals& globals() const { return globals_; }
    const Reporter& reporter() const { return reporter_; }

    /// Returns the context of the session's device, with the settings of --validate and --memory. It is opened at the
    /// first call and kept. Errors: those of Context::create; invalid_argument: --device or VKALGO_DEVICE names several
    /// devices.
    Result<Context*> context();

    /// Returns a context for each of these devices (see named_devices()), opened at the first call and kept. Errors:
    /// those of Context::create. If there are several devices, the message names the device.
    Result<std::vector<Context*>> contexts(const std::vector<std::string>& devices);

    /// Returns the context that was opened; of several, the first. Returns null if no context was opened.
    const Context* opened() const { return contexts_.empty() ? nullptr : contexts_.front().get(); }

    /// Returns the sum of the peaks of device memory of all contexts, in bytes.
    std::uint64_t peak_memory() const;

    /// Returns the number of messages of the validation layers, over all contexts.
    std::uint64_t validation_messages() const;
    /// Returns the first validation message; empty if there was none.
    std::string validation_message() const;

    /// Sets a function that is called at the end with the exit code of this process and returns the code to end with.
    /// For a command that runs as several processes.
    void at_end(std::function<int(int)> end) { end_ = std::move(end); }
    int end(int code) const { return end_ ? end_(code) : code; }

    /// Checks an output path. Call it for every output path before the run, with the option that gives the path and the
    /// endings (".npy") of the formats that can be written. Refuses a path with another ending (streams such as "-"
    /// need no ending), a path that cannot be written, and "-" under --json.
    Result<void> check_output(std::string_view option, const std::string& path,
                              std::span<const std::string_view> endings) const;
    Result<void> check_output(std::string_view option, const std::string& path,
                              std::initializer_list<std::string_view> endings) const {
        return check_output(option, path, std::span(endings.begin(), endings.size()));
    }

private:
    Result<void> open_device(const std::string& device);

    const Globals& globals_;
    const Reporter& reporter_;
    OpenContext open_;
    std::function<int(int)> end_;
    mutable std::mutex message_mutex_;
    std::string validation_message_;
    // The last member, so it is destroyed first: contexts may still send messages while they are destroyed.
    std::vector<std::unique_ptr<Context>> contexts_;
};

/// One call of a command: holds the values of its options.
class Invocation {
public:
    virtual ~Invocation() = default;

    /// Declares the command's options. May fail if options.peek() shows that the command line is wrong.
    virtual Result<void> declare(Options& options) = 0;

    /// Plans, runs and answers. The command itself prints only warnings, progress and the lines of --verbose. The
    /// caller prints the whole Answer, or the Error instead of it. If --verify found a difference, the result is an
    /// Answer with verification->difference.
    virtual Result<Answer> run(Session& session) = 0;
};

/// A command. All fields except `globals` and `advice` must be set: tests/cli/command_line_test.cpp fails for a command
/// without a summary, a description or examples, and for an example that does not begin with `vkalgo NAME`.
struct Command {
    const char* name = "";
    /// One line, for `vkalgo --help`.
    const char* summary = "";
    /// A few sentences, for `vkalgo NAME --help`.
    const char* description = "";
    /// Complete command lines, each indented by two spaces, with line breaks.
    const char* examples = "";
    AcceptedGlobals globals;
    /// The advice says which of the command's options changes which field of the library.
    std::span<const Advice> advice;
    /// Creates an invocation. The pointer and its result are never null.
    std::unique_ptr<Invocation> (*make)() = nullptr;
};

/// Returns all commands, sorted by name. CMake generates this function.
std::span<const Command* const> commands();

/// Runs the whole command line. `arguments` excludes the program's name. Returns the process's exit code.
int run_command_line(std::span<const std::string> arguments, const OpenContext& open = {});

}  // namespace vkalgo::cli

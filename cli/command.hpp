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

/// How a command is written. Each file cli/commands/NAME.cpp defines `const Command& command_NAME()`; CMake collects
/// them into commands(), so that a new command touches no list.
namespace vkalgo::cli {

/// The title above them, in help and elsewhere.
inline constexpr const char* kGlobalGroup = "Global options";

/// Which global options a command works with; the others it refuses. --json, --quiet and --help work everywhere.
struct AcceptedGlobals {
    bool device = true;
    bool verbose = true;
    bool validate = true;
    bool memory = true;
    bool verify = true;
    bool repeat = true;
    bool profile = true;
};

/// The global options as given.
struct Globals {
    /// --device, else VKALGO_DEVICE, else empty
    std::string device;
    /// the device is VKALGO_DEVICE's
    bool device_by_environment = false;
    bool json = false;
    bool quiet = false;
    bool verbose = false;
    bool validate = false;
    bool verify = false;
    bool profile = false;
    /// bytes; 0: no limit given
    std::uint64_t memory = 0;
    std::optional<std::uint64_t> repeat;
    bool help = false;
    bool version = false;

    /// Declares the options that `accepted` names; returns the names of the others.
    std::vector<std::string> declare(Options& options, const AcceptedGlobals& accepted);

    /// The JSON fields that every command puts at the end of "parameters" when they were given.
    void describe(Json& parameters) const;
};

/// How a session opens its device; the tests put a device with planted faults in its place.
using OpenContext = std::function<Result<std::unique_ptr<Context>>(const ContextOptions&)>;

/// What a running command may use.
class Session {
public:
    /// An empty `open` is Context::create.
    Session(const Globals& globals, const Reporter& reporter, OpenContext open = {})
        : globals_(globals), reporter_(reporter), open_(std::move(open)) {}

    const Globals& globals() const { return globals_; }
    const Reporter& reporter() const { return reporter_; }

    /// The device that --device, --validate and --memory ask for, opened at the first call and kept.
    /// Errors: as Context::create; invalid_argument: --device names several.
    Result<Context*> context();

    /// A context for each of these (named_devices()), opened at the first call and kept. Errors: as Context::create,
    /// naming the device.
    Result<std::vector<Context*>> contexts(const std::vector<std::string>& devices);

    /// The context if one was opened, the first of several, else null.
    const Context* opened() const { return contexts_.empty() ? nullptr : contexts_.front().get(); }

    /// The most device memory that the contexts held, each by itself.
    std::uint64_t peak_memory() const;

    /// Of the validation layers, over all contexts.
    std::uint64_t validation_messages() const;
    /// The first of them; empty if there was none.
    std::string validation_message() const;

    /// Called at the end, with the exit code of this process; gives the one to end with. For a command of which several
    /// processes run.
    void at_end(std::function<int(int)> end) { end_ = std::move(end); }
    int end(int code) const { return end_ ? end_(code) : code; }

    /// To call for every output path before the run, with the option that gives it and the endings (".npy") that name a
    /// format it is written in. Refuses any other ending but for "-" and other streams, a path that cannot be written,
    /// and "-" under --json.
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
    std::vector<std::unique_ptr<Context>> contexts_;  // last: their destruction may still send messages
};

/// One call of a command: holds the values of its options.
class Invocation {
public:
    virtual ~Invocation() = default;

    /// Declares the command's options. May fail for what options.peek() shows to be wrong.
    virtual Result<void> declare(Options& options) = 0;

    /// Plans, runs and answers. Prints nothing: an Answer is printed as a whole, an Error instead of it. A difference
    /// found by --verify is an Answer with verification->difference.
    virtual Result<Answer> run(Session& session) = 0;
};

/// All but `globals` and `advice` must be given: tests/cli/command_line_test.cpp fails for a command without a summary,
/// a description or examples, and where an example does not begin with `vkalgo NAME`.
struct Command {
    const char* name = "";
    /// one line, for `vkalgo --help`
    const char* summary = "";
    /// a few sentences, for `vkalgo NAME --help`
    const char* description = "";
    /// complete command lines, each indented by two blanks, with line breaks
    const char* examples = "";
    AcceptedGlobals globals;
    /// which of its options mends which field of the library
    std::span<const Advice> advice;
    /// Begins a call. Never null, nor is what it gives.
    std::unique_ptr<Invocation> (*make)() = nullptr;
};

/// All commands, by name. CMake generates it.
std::span<const Command* const> commands();

/// The whole command line. `arguments` without the program's name; returns the process's exit code.
int run_command_line(std::span<const std::string> arguments, const OpenContext& open = {});

}  // namespace vkalgo::cli

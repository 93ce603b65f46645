#include "cli/command.hpp"
#include "cli/names.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr const char* kNotes =
    "Standard output is the answer; progress, warnings and errors go to standard error.\n"
    "Exit codes: 0 done; 1 the run failed on the device; 2 bad usage or input, or refused by the planner\n"
    "beforehand; 3 no usable Vulkan device; 4 --verify found a difference.\n"
    "Sizes are digits with K, M, G (powers of 1000) or Ki, Mi, Gi (powers of 1024), or 2^N.\n"
    "Files: - is standard input; a name that ends in .gz is unpacked.\n"
    "`vkalgo COMMAND --help` tells a command's own options.\n";

/// Global options whose value is the next word.
const std::vector<std::string> kValuedGlobals = {"--device", "--memory", "--repeat"};

/// Declares the global options that `accepted` names; returns the others.
std::vector<std::string> declare_globals(Options& options, Globals& globals, const AcceptedGlobals& accepted) {
    options.group("Global options");
    std::vector<std::string> refused;
    const auto offered = [&](bool is_accepted, const char* name) {
        if (!is_accepted) {
            refused.emplace_back(name);
        }
        return is_accepted;
    };
    if (offered(accepted.device, "--device")) {
        options.text("--device", globals.device, "INDEX|NAME",
                     "the device by its index in `vkalgo devices` or a part of its name (environment: VKALGO_DEVICE; "
                     "else the fastest real GPU, else the software driver)");
    }
    options.flag("--json", globals.json, "print one JSON object, errors included");
    options.flag("--quiet", globals.quiet, "the bare answer: no device, times, warnings or progress");
    if (offered(accepted.verbose, "--verbose")) {
        options.flag("--verbose", globals.verbose, "tell the plan on standard error: method, tiles, dispatches, bytes");
    }
    if (offered(accepted.validate, "--validate")) {
        options.flag("--validate", globals.validate, "run under the Vulkan validation layers; any message is an error");
    }
    if (offered(accepted.memory, "--memory")) {
        options.value(
            "--memory", "SIZE", "the most device memory the run may take",
            [&globals](const std::string& text) -> Result<void> {
                VKALGO_TRY(globals.memory, parse_size(text));
                if (globals.memory == 0) {
                    return Error{ErrorCode::invalid_argument, "0 leaves no memory to run in; give 1 or more", {}};
                }
                return {};
            });
    }
    if (offered(accepted.verify, "--verify")) {
        options.flag("--verify", globals.verify, "check the answer against the reference");
    }
    if (offered(accepted.repeat, "--repeat")) {
        options.size("--repeat", globals.repeat, "timed repetitions after a warm-up: median, least and most", 1,
                     1000000);
    }
    if (offered(accepted.profile, "--profile")) {
        options.flag("--profile", globals.profile, "print the device's time, span by span");
    }
    options.flag("-h,--help", globals.help, "print this help");
    options.flag("--version", globals.version, "print the version");
    return refused;
}

const Command* find_by_name(const std::string& name) {
    for (const Command* command : commands()) {
        if (name == command->name) {
            return command;
        }
    }
    return nullptr;
}

Error unknown_command(const std::string& name) {
    std::vector<std::string> names;
    for (const Command* command : commands()) {
        names.emplace_back(command->name);
    }
    return {ErrorCode::invalid_argument, fmt::format("unknown command '{}'; {}", name, name_advice(name, names)), {}};
}

std::string general_help() {
    Globals globals;
    Options options({});
    declare_globals(options, globals, {});
    std::string list;
    std::string examples;
    for (const Command* command : commands()) {
        list += fmt::format("\n  {:<12}{}", command->name, command->summary);
        const std::string lines = command->examples;
        examples += lines.substr(0, lines.find('\n') + 1);
    }
    return options.help(
        "COMMAND",
        fmt::format("Classic parallel algorithms on any Vulkan GPU.\n\nCommands, each with a --help of its own:{}",
                    list),
        fmt::format("{}\n{}", examples, kNotes));
}

bool has_word(std::span<const std::string> arguments, std::string_view word) {
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, word) != end;
}

int print_help(const Reporter& reporter, const std::string& text) {
    return reporter.print_or_fail(reporter.settings().json ? dump({{"help", text}}) : text);
}

int print_version(const Reporter& reporter) {
    const std::string version = VKALGO_VERSION;
    return reporter.print_or_fail(reporter.settings().json ? dump({{"version", version}})
                                                           : fmt::format("vkalgo {}\n", version));
}

/// Prints the answer and writes its files; nothing of it before everything is known to be well.
int deliver(const Command& command, const Answer& answer, const Session& session, double total_ms) {
    const Reporter& reporter = session.reporter();
    const Globals& globals = session.globals();
    AnswerFrame frame;
    frame.command = command.name;
    frame.total_ms = total_ms;
    frame.profile = globals.profile;
    frame.brief = globals.quiet;
    if (const Context* context = session.opened()) {
        frame.device = &context->profile();
        frame.peak_memory = context->peak_memory();
        if (context->validation_messages() > 0) {
            return reporter.fail(
                ExitCode::run_failed,
                fmt::format("the validation layers sent {} messages, the first: {}; report this as a bug of "
                            "vkalgo",
                            context->validation_messages(), session.validation_message()));
        }
    }
    const bool differs = answer.verification && !answer.verification->difference.empty();
    if (differs && !globals.json) {
        return reporter.fail(ExitCode::difference, fmt::format("not equal to {}: {}", answer.verification->against,
                                                               answer.verification->difference));
    }
    bool silent = false;
    if (!differs) {
        for (const Answer::File& file : answer.files) {
            if (auto written = write_file(file.path, file.content); !written) {
                return reporter.fail(ExitCode::run_failed, full_message(written.error()));
            }
            silent = silent || file.path == "-";
        }
    }
    if (silent) {
        return 0;
    }
    return reporter.print_or_fail(globals.json ? dump(answer_json(answer, frame)) : answer_text(answer, frame),
                                  differs ? static_cast<int>(ExitCode::difference) : 0);
}

int run_command(const Command& command, std::vector<std::string> words, Reporter& reporter) {
    const auto started = std::chrono::steady_clock::now();
    const bool wants_help = has_word(words, "--help") || has_word(words, "-h");
    Globals globals;
    if (const char* device = std::getenv("VKALGO_DEVICE")) {
        globals.device = device;
    }
    Options options(std::move(words));
    const auto invocation = command.make();
    const auto declared = invocation->declare(options);
    if (!declared && !wants_help) {
        return reporter.fail(declared.error());
    }
    options.refuse(declare_globals(options, globals, command.globals));
    if (wants_help) {
        return print_help(reporter, options.help(command.name, command.description, command.examples));
    }
    if (auto parsed = options.parse(command.name); !parsed) {
        return reporter.fail(parsed.error());
    }
    if (globals.version) {
        return print_version(reporter);
    }
    if (globals.quiet && globals.verbose) {
        return reporter.fail(ExitCode::bad_input, "--quiet and --verbose contradict each other; give one of them");
    }
    reporter.set({globals.json, globals.quiet, globals.verbose});
    Session session(globals, reporter);
    auto answer = invocation->run(session);
    if (!answer) {
        return reporter.fail(answer.error());
    }
    globals.describe(answer->parameters);
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - started;
    return deliver(command, *answer, session, elapsed.count());
}

int dispatch(std::span<const std::string> arguments, Reporter& reporter) {
    const auto place = find_command(arguments, kValuedGlobals);
    if (!place) {
        if (has_word(arguments, "--help") || has_word(arguments, "-h")) {
            return print_help(reporter, general_help());
        }
        if (has_word(arguments, "--version")) {
            return print_version(reporter);
        }
        Globals globals;
        Options options({arguments.begin(), arguments.end()});
        declare_globals(options, globals, {});
        if (auto parsed = options.parse(""); !parsed) {
            return reporter.fail(parsed.error());
        }
        if (!reporter.settings().json) {
            write_errors(general_help());
        }
        return reporter.fail(ExitCode::bad_input, "no command given; see vkalgo --help");
    }
    const Command* command = find_by_name(arguments[*place]);
    if (command == nullptr) {
        return reporter.fail(unknown_command(arguments[*place]));
    }
    std::vector<std::string> words(arguments.begin(), arguments.end());
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(*place));
    return run_command(*command, std::move(words), reporter);
}

}  // namespace

int run_command_line(std::span<const std::string> arguments) {
    // Looked for before anything is parsed, so that a parse error is JSON too.
    Reporter reporter({has_word(arguments, "--json"), has_word(arguments, "--quiet"), false});
    try {
        return dispatch(arguments, reporter);
    } catch (const std::bad_alloc&) {
        return reporter.fail(ExitCode::run_failed,
                             "the machine's memory is used up; free some, or choose smaller sizes");
    } catch (const std::exception& failure) {
        return reporter.fail(ExitCode::run_failed,
                             fmt::format("{}; please report this as a bug of vkalgo", failure.what()));
    }
}

}  // namespace vkalgo::cli

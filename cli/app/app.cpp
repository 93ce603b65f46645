#include "cli/asked_text.hpp"
#include "cli/command.hpp"
#include "cli/manual/manual.hpp"
#include "cli/system/signals.hpp"
#include "cli/system/terminal.hpp"
#include "cli/version.hpp"
#include "engine/clock.hpp"
#include "support/names.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

namespace {

const Command* find_by_name(std::string_view name) {
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
    names.emplace_back("help");
    return {ErrorCode::invalid_argument, fmt::format("unknown command '{}'; {}", name, name_advice(name, names)), {}};
}

/// Returns the width of the help in columns: that of the terminal, but at most 100, since long lines are hard to read.
/// Without a terminal it is 80.
std::size_t help_columns() {
    return std::min<std::size_t>(columns_of(Stream::output), 100);
}

bool has_word(std::span<const std::string> arguments, std::string_view word) {
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, word) != end;
}

int print_help(const Reporter& reporter, const std::string& text) {
    return reporter.print_or_fail(reporter.settings().json ? dump({{"help", text}}) : text);
}

int print_version(const Reporter& reporter) {
    const BuildFacts& facts = build_facts();
    if (reporter.settings().json) {
        return reporter.print_or_fail(dump({{"version", facts.version},
                                            {"commit", facts.commit},
                                            {"compiler", facts.compiler},
                                            {"build_type", facts.build_type},
                                            {"vulkan_headers", facts.vulkan_headers}}));
    }
    Answer answer;
    answer.text = fmt::format("vkalgo {}\n", facts.version);
    answer.line("commit", facts.commit);
    answer.line("compiler", facts.compiler);
    answer.line("build", facts.build_type);
    answer.line("vulkan", fmt::format("headers {}", facts.vulkan_headers));
    return reporter.print_or_fail(answer.text);
}

/// Runs `vkalgo --generate WHAT`.
int generate(const Reporter& reporter, std::string_view what) {
    const Manual manual = make_manual();
    const std::string text = what == "man"    ? man_page(manual)
                             : what == "bash" ? bash_completion(manual)
                             : what == "zsh"  ? zsh_completion(manual)
                                              : fish_completion(manual);
    return reporter.print_or_fail(text);
}

/// Writes the answer's files. Sets `silent` to true if a file with the path "-" takes the place of the answer on
/// standard output.
Result<void> write_files(const Answer& answer, bool& silent) {
    for (const Answer::File& file : answer.files) {
        VKALGO_CHECK(file.deliver  ? file.deliver()
                     : file.folder ? write_folder(file.path, file.files)
                                   : write_file(file.path, file.content));
        silent = silent || file.path == "-";
    }
    return {};
}

/// Writes the files of the answer, then prints the answer. If the validation layers sent messages, or if --verify found
/// a difference, writes no file and reports that instead; with --json, the answer is printed and says that there is a
/// difference. Returns the exit code.
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
        frame.peak_memory = session.peak_memory();
        if (session.validation_messages() > 0) {
            return reporter.fail(
                ExitCode::run_failed,
                fmt::format("the validation layers sent {}; the first is: {}; please report this as a bug of vkalgo",
                            plural(session.validation_messages(), "message"), session.validation_message()));
        }
    }
    const bool differs = answer.verification && !answer.verification->difference.empty();
    if (differs && !globals.json) {
        return reporter.fail(ExitCode::difference,
                             fmt::format("the answer is not equal to {}: {}", answer.verification->against,
                                         answer.verification->difference));
    }
    bool silent = false;
    if (!differs) {
        if (auto written = write_files(answer, silent); !written) {
            return reporter.fail(ExitCode::run_failed, full_message(written.error()));
        }
    }
    if (silent) {
        write_errors(asked_text(answer, frame));
        return 0;
    }
    return reporter.print_or_fail(globals.json ? dump(answer_json(answer, frame)) : answer_text(answer, frame),
                                  differs ? static_cast<int>(ExitCode::difference) : 0);
}

int run_command(const Command& command, std::vector<std::string> words, Reporter& reporter, const OpenContext& open) {
    const auto started = std::chrono::steady_clock::now();
    Globals globals;
    if (const char* device = std::getenv("VKALGO_DEVICE")) {
        globals.device = device;
        globals.device_by_environment = !globals.device.empty();
    }
    Options options(std::move(words));
    const auto invocation = command.make();
    const auto declared = invocation->declare(options);
    if (!declared) {
        return reporter.fail(declared.error(), command.advice);
    }
    options.refuse(globals.declare(options, command.globals));
    if (auto parsed = options.parse(command.name); !parsed) {
        return reporter.fail(parsed.error());
    }
    if (globals.help) {
        const HelpScreen screen{fmt::format("vkalgo {}", command.name), {}, command.description, command.examples, {}};
        return print_help(reporter, help_screen(screen, options.rows(), help_columns()));
    }
    if (globals.version) {
        return print_version(reporter);
    }
    if (globals.quiet && globals.verbose) {
        return reporter.fail(ExitCode::bad_input, "--quiet and --verbose contradict each other; give one of them");
    }
    reporter.set({globals.json, globals.quiet, globals.verbose});
    Session session(globals, reporter, open);
    auto answer = invocation->run(session);
    if (!answer) {
        return session.end(reporter.fail(answer.error(), command.advice));
    }
    if (const int signal = received_signal(); signal != 0) {
        return 128 + signal;
    }
    if (answer->reported_elsewhere) {
        return session.end(0);
    }
    globals.describe(answer->parameters);
    const double elapsed = milliseconds_since(started);
    return session.end(deliver(command, *answer, session, elapsed));
}

/// Returns the index of the command's name: the first word that is neither an option nor the value of an option. The
/// command's own options may come before its name. So if that word is not the name of a command, a later name is
/// accepted if all words before it are that command's options and their values.
std::optional<std::size_t> find_command(const std::vector<std::string>& arguments) {
    Globals globals;
    std::optional<std::string> generated;
    Options general(arguments);
    declare_general(general, globals, generated);
    const auto first = general.first_free_word();
    if (!first || find_by_name(arguments[*first]) != nullptr || arguments[*first] == "help") {
        return first;
    }
    for (std::size_t index = *first + 1; index < arguments.size(); ++index) {
        if (const Command* command = find_by_name(arguments[index])) {
            Options options(arguments);
            static_cast<void>(command->make()->declare(options));
            globals.declare(options, {});
            if (options.first_free_word() == index) {
                return index;
            }
        }
    }
    return first;
}

/// Runs `vkalgo` without a command, with its own options.
int without_command(const std::vector<std::string>& arguments, const Reporter& reporter) {
    Globals globals;
    std::optional<std::string> generated;
    Options options(arguments);
    declare_general(options, globals, generated);
    if (auto parsed = options.parse(""); !parsed) {
        return reporter.fail(parsed.error());
    }
    if (globals.help) {
        return print_help(reporter, general_help(help_columns()));
    }
    if (globals.version) {
        return print_version(reporter);
    }
    if (generated) {
        return generate(reporter, *generated);
    }
    if (!reporter.settings().json) {
        write_errors(general_help(help_columns()));
    }
    return reporter.fail(ExitCode::bad_input, "no command is given; see vkalgo --help");
}

int dispatch(std::span<const std::string> arguments, Reporter& reporter, const OpenContext& open) {
    std::vector<std::string> words(arguments.begin(), arguments.end());
    auto index = find_command(words);
    if (index && Options({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(*index)}).peek("--generate")) {
        return reporter.fail(ExitCode::bad_input,
                             fmt::format("unexpected argument '{}': --generate takes one value and no command; leave "
                                         "'{}' out",
                                         words[*index], words[*index]));
    }
    // Rewrites `help COMMAND` as `--help COMMAND`. `help` alone and `help help` show the help on everything.
    for (bool asked = false; index && words[*index] == "help"; asked = true) {
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(*index));
        if (!asked && !has_word(words, "--help") && !has_word(words, "-h")) {
            words.insert(words.begin(), "--help");
        }
        index = find_command(words);
    }
    if (!index) {
        return without_command(words, reporter);
    }
    const std::string name = words[*index];
    const Command* command = find_by_name(name);
    if (command == nullptr && *index > 0 && words.front().starts_with("-")) {
        // `name` may be the value of an option before it. Parsing the words before `name` gives the error about that
        // option.
        Globals globals;
        Options options({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(*index)});
        globals.declare(options, {});
        if (auto parsed = options.parse(""); !parsed) {
            Error error = std::move(parsed).error();
            error.message += fmt::format("; '{}' is not a command; give the command first, then its options", name);
            return reporter.fail(error);
        }
    }
    if (command == nullptr) {
        return reporter.fail(unknown_command(name));
    }
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(*index));
    return run_command(*command, std::move(words), reporter, open);
}

}  // namespace

int run_command_line(std::span<const std::string> arguments, const OpenContext& open) {
    // These options are searched before the command line is parsed, so that a parse error can be JSON too.
    Reporter reporter({has_word(arguments, "--json"), has_word(arguments, "--quiet"), false});
    try {
        return dispatch(arguments, reporter, open);
    } catch (const std::bad_alloc&) {
        return reporter.fail(ExitCode::bad_input,
                             "the machine has no memory left; free some memory, or choose smaller sizes");
    } catch (const std::exception& failure) {
        return reporter.fail(ExitCode::run_failed,
                             fmt::format("{}; please report this as a bug of vkalgo", failure.what()));
    }
}

}  // namespace vkalgo::cli

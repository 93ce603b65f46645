#include "cli/manual/manual.hpp"
#include "cli/version.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Escapes text for roff. Backslashes and hyphens are escaped, and so is a point or an apostrophe at the start of a
/// line, which would begin a request. An escaped hyphen can be searched and copied.
std::string roff(std::string_view text) {
    std::string safe;
    bool at_start = true;
    for (const char letter : text) {
        if (at_start && (letter == '.' || letter == '\'')) {
            safe += "\\&";
        }
        at_start = letter == '\n';
        if (letter == '\\') {
            safe += "\\e";
        } else if (letter == '-') {
            safe += "\\-";
        } else {
            safe += letter;
        }
    }
    return safe;
}

/// Formats paragraphs. Lines that begin with a space stay separate lines.
std::string paragraphs(std::string_view text) {
    std::string page;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) {
            page += ".PP\n";
        } else if (line.front() == ' ') {
            page += fmt::format(".br\n{}\n", roff(line));
        } else {
            page += roff(line) + "\n";
        }
    }
    return page;
}

std::string examples(std::string_view lines) {
    return fmt::format(".PP\n.nf\n{}.fi\n", roff(lines));
}

std::string entry(const OptionRow& option) {
    std::string label = option.short_name.empty() ? "" : fmt::format("\\fB{}\\fR, ", roff(option.short_name));
    label += option.is_input() ? fmt::format("\\fI{}\\fR{}", roff(option.name), option.most > 1 ? "..." : "")
                               : fmt::format("\\fB{}\\fR", roff(option.name));
    if (!option.is_input() && !option.is_flag()) {
        label += fmt::format(" \\fI{}\\fR", roff(option.value_name));
    }
    return fmt::format(".TP\n{}\n{}\n", label, roff(described(option)));
}

std::string entries(const std::vector<OptionRow>& options, bool with_globals) {
    std::string page;
    std::string group;
    for (const OptionRow& option : options) {
        if (option.group == kGlobalGroup && !with_globals) {
            continue;
        }
        if (!option.is_input() && option.group != group) {
            group = option.group;
            page += with_globals ? "" : fmt::format(".PP\n.I {}\n", roff(group));
        }
        page += entry(option);
    }
    return page;
}

/// Returns the names of the global options that a command accepts; they are described only once.
std::string accepted_globals(const std::vector<OptionRow>& options) {
    std::string names;
    for (const OptionRow& option : options) {
        if (option.group == kGlobalGroup) {
            names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(option.name));
        }
    }
    return fmt::format(".PP\nGlobal options: {}.\n", names);
}

}  // namespace

std::string man_page(const Manual& manual) {
    std::string page = fmt::format(
        ".\\\" Made by vkalgo --generate man from the tables of options.\n"
        ".TH VKALGO 1 \"\" \"vkalgo {}\" \"User Commands\"\n.nh\n.ad l\n"
        ".SH NAME\nvkalgo \\- classic parallel algorithms on any device with Vulkan 1.2\n"
        ".SH SYNOPSIS\n.B vkalgo\n[\\fIglobal options\\fR] \\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIINPUT\\fR...]\n"
        ".SH DESCRIPTION\n{}.SH GLOBAL OPTIONS\nThey may be given before or after the command.\n{}",
        build_facts().version, paragraphs(manual.notes), entries(manual.globals, true));
    for (const CommandPage& command : manual.commands) {
        std::string title = command.command->name;
        std::transform(title.begin(), title.end(), title.begin(), [](char letter) {
            return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
        });
        page += fmt::format(".SH {}\n.B vkalgo {}\n\\- {}\n.PP\n{}{}{}{}", title, command.command->name,
                            roff(command.command->summary), paragraphs(command.command->description),
                            entries(command.options, false), accepted_globals(command.options),
                            examples(command.command->examples));
    }
    page +=
        ".SH EXIT STATUS\n"
        ".TP\n.B 0\nDone.\n"
        ".TP\n.B 1\nThe run failed on the device or took longer than "
        "\\fB\\-\\-timeout\\fR, or the answer could not be written.\n"
        ".TP\n.B 2\nBad usage, bad input, no room for a temporary file, or the planner refused the run; nothing was "
        "written.\n"
        ".TP\n.B 3\nNo usable Vulkan device.\n"
        ".TP\n.B 4\n\\fB\\-\\-verify\\fR found a difference.\n"
        ".PP\nSIGINT, SIGTERM and SIGHUP end the program by the signal, which a shell shows as 130, 143 and 129; no "
        "partial "
        "file is left.\n"
        ".SH ENVIRONMENT\n"
        ".TP\n.B VKALGO_DEVICE\nThe device, if \\fB\\-\\-device\\fR is not given.\n"
        ".TP\n.B VKALGO_PROJ\nThe library PROJ, for coordinate systems of \\fBdrainage\\fR, if it is not that of the "
        "system.\n"
        ".TP\n.B NO_COLOR\nNo colours if it is set and not empty.\n"
        ".TP\n.B CLICOLOR\nNo colours if it is 0.\n"
        ".SH FILES\n"
        ".TP\n.I \\-\nStandard input as an input, standard output as an output.\n"
        ".TP\n.IR NAME .gz\nAn input that is unpacked as it is read.\n"
        ".PP\nAn output is written under a temporary name in its folder and then renamed, so a partial file is never "
        "seen.\n";
    return page;
}

}  // namespace vkalgo::cli

#include "cli/manual/manual.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::size_t kMargin = 26;  // The column where the help of an option begins

std::string label_of(const OptionRow& option) {
    const bool several = option.most > 1;
    if (option.is_input()) {
        return fmt::format("  {}{}", option.name, several ? "..." : "");
    }
    return fmt::format("  {}{}{}{}", option.short_name.empty() ? "" : option.short_name + ", ", option.name,
                       option.is_flag() ? "" : " ", option.value_name);
}

std::string entry_of(const OptionRow& option, std::size_t columns) {
    std::string label = label_of(option);
    if (label.size() + 2 > kMargin) {
        label += fmt::format("\n{:{}}", "", kMargin);
    } else {
        label.resize(kMargin, ' ');
    }
    return label + wrapped(described(option), columns, kMargin) + "\n";
}

std::string usage_of(const HelpScreen& screen, const std::vector<OptionRow>& options) {
    std::string usage = fmt::format("Usage: {} [OPTIONS]", screen.program);
    if (!screen.argument.empty()) {
        usage += " " + screen.argument + " ...";
    }
    for (const OptionRow& option : options) {
        if (option.is_input()) {
            usage += fmt::format(" [{}{}]", option.name, option.most > 1 ? "..." : "");
        }
    }
    return usage;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
    const std::size_t width = columns > indent + 20 ? columns - indent : 20;
    std::string lines;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (used > 0 && used + 1 + end > width) {
            lines += '\n';
            lines.append(indent, ' ');
            used = 0;
        } else if (used > 0) {
            lines += ' ';
            ++used;
        }
        lines.append(text, 0, end);
        used += end;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string described(const OptionRow& option) {
    std::string text = option.help;
    if (!option.choices.empty() && !option.only_suggested) {
        text += fmt::format("; one of {}", fmt::join(option.choices, ", "));
    }
    if (!option.shown_default.empty()) {
        text += fmt::format(" (default: {})", option.shown_default);
    }
    return text;
}

std::string reflowed(std::string_view text, std::size_t columns) {
    std::string lines;
    std::string paragraph;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) {
            lines += wrapped(paragraph, columns, 0) + "\n";
            paragraph.clear();
        }
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == ' ') {
            end_paragraph();
            lines.append(line).append("\n");
        } else {
            paragraph.append(paragraph.empty() ? "" : " ").append(line);
        }
    }
    end_paragraph();
    return lines;
}

std::string help_screen(const HelpScreen& screen, const std::vector<OptionRow>& options, std::size_t columns) {
    std::string text = reflowed(screen.description, columns) + "\n" + usage_of(screen, options) + "\n";
    std::string inputs;
    std::vector<std::string> groups;
    for (const OptionRow& option : options) {
        if (option.is_input()) {
            inputs += entry_of(option, columns);
        } else if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
            groups.push_back(option.group);
        }
    }
    text += inputs.empty() ? "" : "\nInputs:\n" + inputs;
    for (const std::string& group : groups) {
        text += fmt::format("\n{}:\n", group);
        for (const OptionRow& option : options) {
            if (!option.is_input() && option.group == group) {
                text += entry_of(option, columns);
            }
        }
    }
    text += screen.examples.empty() ? "" : "\nExamples:\n" + screen.examples;
    text += screen.notes.empty() ? "" : "\n" + reflowed(screen.notes, columns);
    return text;
}

}  // namespace vkalgo::cli

#include "formats/format.hpp"

#include "formats/bytes.hpp"
#include "formats/containers.hpp"
#include "formats/source.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

bool takes_otherwise(const Format& format, Want want) {
    return std::find(format.otherwise.begin(), format.otherwise.end(), want) != format.otherwise.end();
}

template <class Predicate>
const Format* find_format(Predicate&& predicate) {
    for (const Format* format : formats()) {
        if (predicate(*format)) {
            return format;
        }
    }
    return nullptr;
}

const Format* by_ending(const std::string& path) {
    const std::string extension = extension_of(path);
    return find_format([&](const Format& format) {
        return std::find(format.endings.begin(), format.endings.end(), extension) != format.endings.end();
    });
}

bool starts_with_one(std::string_view text, const Format& format) {
    return std::any_of(format.magics.begin(), format.magics.end(),
                       [&](std::string_view magic) { return text.starts_with(magic); });
}

const Format* by_magic(std::string_view head) {
    return find_format([&](const Format& format) {
        return !format.magic_is_weak && (starts_with_one(head, format) ||
                                         (format.recognises != nullptr && format.recognises(as_byte_span(head))));
    });
}

/// Finds a format by a weak sign, which also counts after a byte order mark, blanks, blank lines and comments. One sign
/// may begin with another, so a text may have the signs of several formats. Then the longest sign decides; if the
/// longest signs are equally long, the name decides.
const Format* by_weak_magic(std::string_view head, const Format* named) {
    const Format* found = nullptr;
    std::size_t longest = 0;
    for (const Format* format : formats()) {
        for (const std::string_view magic : format->magics) {
            const bool better = magic.size() > longest || (magic.size() == longest && format == named);
            if (format->magic_is_weak && better && without_comments(head, format->comment).starts_with(magic)) {
                found = format;
                longest = magic.size();
            }
        }
    }
    return found;
}

const char* noun(Want want) {
    switch (want) {
        case Want::letters:
            return "letters";
        case Want::table:
            return "a table";
        case Want::values:
        case Want::list:
            break;
    }
    return "numbers";
}

std::string names_that_serve(Want want) {
    std::vector<std::string_view> names;
    for (const Format* format : formats()) {
        if (format->serves(want)) {
            names.emplace_back(format->name);
        }
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Returns whether the bytes can be text that people write: they have no control bytes except tabs, line breaks and
/// page breaks.
bool is_plain_text(std::span<const std::byte> head) {
    return std::none_of(head.begin(), head.end(), [](std::byte byte) {
        const auto code = std::to_integer<unsigned>(byte);
        return code < ' ' && (code < '\t' || code > '\r');
    });
}

/// Returns what to do about a file of another program. Container::advice is about numbers, so letters and tables have
/// their own advice. If the file contains other files, Container::advice fits every use.
std::string_view advice_for(const Container& container, Want want) {
    if (want == Want::letters && !container.holds_files) {
        return "give the letters as a text file";
    }
    if (want == Want::table && !container.holds_files) {
        return "give the table as a .csv file";
    }
    return container.advice;
}

/// Refuses files of other programs, whose bytes are neither numbers nor letters.
Result<void> check_no_container(const std::string& path, std::span<const std::byte> head, Want want) {
    const std::string name = input_name(path);
    const Format* named = by_ending(path);
    // The name decides the format if the format's check_start accepts the first bytes.
    const bool fits_name = named != nullptr && named->check_start != nullptr && named->check_start(head, name);
    if (by_magic(as_text(head)) != nullptr || fits_name || (want == Want::letters && is_plain_text(head))) {
        return {};
    }
    const std::string raw = want == Want::values    ? "; <format> raw reads its bytes as numbers"
                            : want == Want::letters ? "; <format> raw reads its bytes as letters"
                                                    : "";
    if (const Container* const container = container_of(head, path)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is {}, which cannot be read as {}; {}{}", name, container->about, noun(want),
                                 advice_for(*container, want), raw),
                     path};
    }
    // If the name has no known ending, the bytes are numbers, unless the name has the ending of another program's
    // files.
    const Container* const by_name = want == Want::values && named == nullptr ? container_by_ending(path) : nullptr;
    if (by_name != nullptr) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("the name of '{}' is that of {}, which cannot be read as {}, and its content shows "
                                 "no other format; {}, or rename it if the name is wrong{}",
                                 name, by_name->about, noun(want), by_name->advice, raw),
                     path};
    }
    return {};
}

FormatChoice guess(const std::string& path, std::span<const std::byte> head, Want want) {
    const std::string_view text = as_text(head);
    const Format* named = by_ending(path);
    const Format* magic = by_magic(text);
    if (magic != nullptr) {
        std::string notice;
        if (named != nullptr && named != magic) {
            notice = fmt::format("'{}' starts like {} ({}) and is read as such", input_name(path), magic->about,
                                 magic->name);
            notice += named->is_read() ? fmt::format("; <format> {} reads it as its name says", named->name) : "";
        }
        return {magic, notice, named != magic};
    }
    const bool open = named == nullptr || named->letters != nullptr;
    const Format* weak = want == Want::letters && open ? by_weak_magic(text, named) : nullptr;
    if (weak != nullptr && weak != named) {
        return {weak,
                fmt::format("'{}' starts like {} and is read as such, without its header; <format> txt reads it as "
                            "plain text",
                            input_name(path), weak->about),
                true};
    }
    // A format that cannot be read as `want` is chosen by its name only if it has a magic. A name that any text may
    // have, such as .txt, must not override the kind of input that the command reads.
    if (named != nullptr && (named->serves(want) || !named->magics.empty())) {
        return {named, {}, false};
    }
    return {find_format([&](const Format& format) { return takes_otherwise(format, want); }), {}, true};
}

}  // namespace

std::string_view without_comments(std::string_view text, char comment) {
    text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        if (comment == 0 || !text.starts_with(comment)) {
            return text;
        }
        text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
    }
}

bool Format::serves(Want want) const {
    return want == Want::table ? columns != nullptr : is_read();
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const Format* format : formats()) {
        if (format->is_read()) {
            names.emplace_back(format->name);
        }
    }
    return names;
}

std::string record_formats() {
    std::vector<std::string> titles;
    for (const Format* format : formats()) {
        if (format->records != nullptr) {
            titles.emplace_back(format->records);
        }
    }
    return name_list(titles, "or");
}

Result<const Format*> format_named(std::string_view name) {
    if (const Format* found =
            find_format([&](const Format& format) { return format.is_read() && format.name == name; })) {
        return found;
    }
    return Error{ErrorCode::invalid_argument,
                 fmt::format("<format>: '{}' is unknown; {}", name, name_advice(std::string(name), format_names())),
                 "<format>"};
}

Result<FormatChoice> choose_format(const std::string& path, std::span<const std::byte> head, Want want,
                                   const std::string& forced) {
    FormatChoice choice;
    if (forced.empty()) {
        VKALGO_CHECK(check_no_container(path, head, want));
        choice = guess(path, head, want);
    } else {
        VKALGO_TRY(choice.format, format_named(forced));
    }
    if (!forced.empty() && !choice.format->serves(want)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("<format> {}: {} cannot be read as {}; give one of: {}", forced, choice.format->about,
                                 noun(want), names_that_serve(want)),
                     "<format>"};
    }
    if (choice.format == nullptr || !choice.format->serves(want)) {
        const std::string what = choice.format == nullptr
                                     ? "a file of no known format"
                                     : fmt::format("{} ({})", choice.format->about, choice.format->name);
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is {}, which cannot be read as {}; convert the file, or give its format by <format>: {}",
                        input_name(path), what, noun(want), names_that_serve(want)),
            path};
    }
    return choice;
}

std::string formats_help(Want want) {
    std::vector<std::string> endings;
    std::string otherwise;
    for (const Format* format : formats()) {
        if (!format->serves(want)) {
            continue;
        }
        if (!format->endings.empty()) {
            endings.push_back(fmt::format("{} ({})", fmt::join(format->endings, " "), format->about));
        }
        if (takes_otherwise(*format, want)) {
            otherwise = fmt::format("; any other file is read as {}", format->name);
        }
    }
    return fmt::format("{}, each also as .gz{}; - is standard input", fmt::join(endings, ", "), otherwise);
}

}  // namespace vkalgo::formats

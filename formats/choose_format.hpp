#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/containers.hpp"
#include "formats/reader.hpp"
#include "formats/source.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

/// What the formats of one kind of file, for example meshes, have in common: a table of structs with `name`, `about`,
/// `endings` and `recognises`, and the choice of one of them.
namespace vkalgo::formats {

/// Returns the names that --format accepts.
template <class Format>
std::vector<std::string> names_of(std::span<const Format* const> formats) {
    std::vector<std::string> names;
    for (const Format* format : formats) {
        names.emplace_back(format->name);
    }
    return names;
}

/// Returns the help text of an input: the formats with their endings.
template <class Format>
std::string help_of(std::span<const Format* const> formats) {
    std::vector<std::string> endings;
    for (const Format* format : formats) {
        endings.push_back(fmt::format("{} ({})", fmt::join(format->endings, " "), format->about));
    }
    return fmt::format("{}, each also as .gz; - is standard input", fmt::join(endings, ", "));
}

/// Returns the format of the name's ending, or null if no format has that ending.
template <class Format>
const Format* format_of_ending(std::span<const Format* const> formats, const std::string& name) {
    const std::string ending = extension_of(name);
    for (const Format* format : formats) {
        if (std::find(format->endings.begin(), format->endings.end(), ending) != format->endings.end()) {
            return format;
        }
    }
    return nullptr;
}

/// Returns the format of an input. If --format is given, it names the format. Otherwise the content decides, if it
/// shows a format; there is a notice if the name has the ending of another format. If the content shows no format, the
/// ending of the name decides. `what` is the noun for messages, for example "a mesh", and `plural` its plural. Errors:
/// invalid_argument.
template <class Format>
Result<const Format*> format_of(std::span<const Format* const> formats, std::string_view content,
                                const std::string& name, const InputSettings& settings, const char* what,
                                const char* plural) {
    if (!settings.format.empty()) {
        for (const Format* format : formats) {
            if (format->name == settings.format) {
                return format;
            }
        }
        return Error{ErrorCode::invalid_argument,
                     fmt::format("<format>: '{}' is not a format of {}; {}", settings.format, what,
                                 name_advice(settings.format, names_of(formats))),
                     "<format>"};
    }
    const auto shows = [&](const Format* format) {
        return format->recognises != nullptr && format->recognises(content);
    };
    const Format* const named = format_of_ending(formats, name);
    if (named != nullptr && shows(named)) {
        return named;
    }
    for (const Format* format : formats) {
        if (!shows(format)) {
            continue;
        }
        if (named != nullptr) {
            settings.notice(fmt::format(
                "'{}' is read as {} because of its content, although its name has another ending; <format> {} "
                "reads the file as its name says",
                name, format->name, named->name));
        }
        return format;
    }
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF")) {
        return Error{ErrorCode::invalid_argument, fmt::format("'{}' is text in UTF-16; save it as UTF-8", name), name};
    }
    if (named == nullptr) {
        if (const Container* const container = container_of(as_byte_span(content), name)) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("'{}' is {}, which cannot be read as {}; convert it to one of: {}", name,
                                     container->about, what, fmt::join(names_of(formats), ", ")),
                         name};
        }
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is not in a known format of {}; convert the file, or give its format by <format>: {}",
                        name, plural, fmt::join(names_of(formats), ", ")),
            name};
    }
    return named;
}

/// Reads a whole file with `parse(content, name, settings)`. Errors: those of Source and `parse`; too_large (out of
/// memory).
template <class Parse>
auto read_whole(const std::string& path, const InputSettings& settings, const Parse& parse)
    -> decltype(parse(std::string_view(), path, settings)) {
    try {
        VKALGO_TRY(Source source, Source::open(path));
        VKALGO_TRY(const Bytes bytes, source.read_all(settings.limits));
        return parse(as_text(bytes), source.name(), settings);
    } catch (const std::bad_alloc&) {
        const std::string name = input_name(path);
        return Error{
            ErrorCode::too_large,
            fmt::format("'{}' needs more memory than this machine has left; give a smaller file, or free some memory",
                        name),
            name};
    }
}

}  // namespace vkalgo::formats

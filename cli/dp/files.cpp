#include "cli/dp/files.hpp"

#include "cli/dp/inputs.hpp"
#include "formats/bytes.hpp"
#include "formats/convert.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

using Kind = dp::FilesDeclaration::Kind;

/// Returns "x", "x and y" or "x, y and z".
std::string listed(const std::vector<std::string>& names) {
    const std::size_t before = names.size() - 1;
    const std::string& last = names.back();
    return before == 0
               ? last
               : fmt::format("{} and {}",
                             fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(before), ", "), last);
}

std::string count_word(std::size_t count) {
    constexpr std::array<const char*, 5> kWords{"no", "one", "two", "three", "four"};
    return count < kWords.size() ? kWords.at(count) : std::to_string(count);
}

Want want_of(const dp::RecurrenceHeader& header, const dp::FilesDeclaration& files) {
    return files.kind == Kind::csv                                       ? Want::table
           : header.input(files.inputs.front())->type == ElementType::u8 ? Want::letters
                                                                         : Want::list;
}

std::string line_text(const dp::RecurrenceHeader& header, const dp::FilesDeclaration& files) {
    const bool real = std::any_of(files.inputs.begin(), files.inputs.end(),
                                  [&](const std::string& name) { return is_float(header.input(name)->type); });
    const char* numbers = real ? "numbers" : "whole numbers";
    const std::size_t count = files.inputs.size();
    std::string text;
    if (files.kind == Kind::csv) {
        text = fmt::format("a table with the header {} ({}; other columns are ignored)", fmt::join(files.inputs, ","),
                           numbers);
    } else {
        text = fmt::format("{} {}{}, {}", count_word(count), count == 1 ? "file" : "files",
                           files.kind == Kind::numbers ? fmt::format(" of {}", numbers) : "", listed(files.inputs));
    }
    if (!files.alphabet.empty()) {
        text += fmt::format(" (letters of {})", files.alphabet);
    }
    return files.about.empty() ? text : text + ": " + files.about;
}

/// Replaces each letter by its index in the alphabet.
Result<void> encode(dp::InputArray& array, const std::string& alphabet, const std::string& path) {
    for (std::size_t k = 0; k < array.data.size(); ++k) {
        const char letter = static_cast<char>(array.data[k]);
        const std::size_t index = alphabet.find(letter);
        if (index == std::string::npos) {
            const auto code = static_cast<unsigned char>(letter);
            const bool printable = code > ' ' && code < 0x7f;
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("'{}': {} at index {} (from 0) is not one of the letters {}; correct it", path,
                            printable ? fmt::format("'{}'", letter) : fmt::format("byte {}", code), k, alphabet),
                path};
        }
        array.data[k] = static_cast<std::byte>(index);
    }
    return {};
}

/// Returns whether the name is that of a CSV or TSV file, compressed or not.
bool is_table(const std::string& path) {
    const std::string ending = extension_of(path);
    return ending == ".csv" || ending == ".tsv" || ending == ".tab";
}

/// Reads an input of a `files csv` line from a table of its own. Takes the column with the input's name.
Result<dp::InputArray> read_column(InputReader& reader, const dp::InputDeclaration& input, const std::string& path) {
    VKALGO_TRY(std::vector<Array> columns, reader.columns(path, {input.name}, {input.type}));
    return as_input(std::move(columns.front()), input.type, path);
}

/// Reads one input from a file of its own.
Result<dp::InputArray> read_one(InputReader& reader, const dp::RecurrenceHeader& header,
                                const dp::InputDeclaration& input, const std::string& path) {
    const bool is_list = std::any_of(header.files.begin(), header.files.end(), [&](const dp::FilesDeclaration& files) {
        return files.kind == Kind::numbers &&
               std::find(files.inputs.begin(), files.inputs.end(), input.name) != files.inputs.end();
    });
    if (is_list) {
        return read_number_list(reader, path, input.type);
    }
    const bool is_column =
        std::any_of(header.files.begin(), header.files.end(), [&](const dp::FilesDeclaration& files) {
            return files.kind == Kind::csv &&
                   std::find(files.inputs.begin(), files.inputs.end(), input.name) != files.inputs.end();
        });
    if (is_column && is_table(path)) {
        return read_column(reader, input, path);
    }
    VKALGO_TRY(dp::InputArray array, read_input(reader, path, input.type));
    if (const std::string alphabet = header.alphabet_of(input.name); !alphabet.empty()) {
        VKALGO_CHECK(encode(array, alphabet, path));
    }
    return array;
}

Result<void> read_table(InputReader& reader, const dp::RecurrenceHeader& header, const dp::FilesDeclaration& files,
                        const std::string& path, dp::Instance& instance) {
    std::vector<ElementType> types;
    for (const std::string& name : files.inputs) {
        types.push_back(header.input(name)->type);
    }
    VKALGO_TRY(std::vector<Array> columns, reader.columns(path, files.inputs, types));
    for (std::size_t k = 0; k < columns.size(); ++k) {
        VKALGO_TRY(instance.inputs[files.inputs[k]],
                   as_input(std::move(columns[k]), header.input(files.inputs[k])->type, path));
    }
    return {};
}

Result<dp::Instance> read_each(InputReader& reader, const dp::RecurrenceHeader& header,
                               std::span<const std::string> paths, const std::map<std::string, std::string>& named) {
    dp::Instance instance;
    std::size_t next = 0;
    for (const dp::InputDeclaration& input : header.inputs) {
        const auto found = named.find(input.name);
        if (found == named.end() && next == paths.size()) {
            return bad_usage(
                fmt::format("input '{}' ({}) of {} has no file; give an INPUT file for each input without --input, in "
                            "the order {}, or give --input {}=FILE",
                            input.name, to_string(input.type), header.problem, input_list(header), input.name));
        }
        VKALGO_TRY(instance.inputs[input.name],
                   read_one(reader, header, input, found != named.end() ? found->second : paths[next++]));
    }
    if (next < paths.size()) {
        return bad_usage(fmt::format("{} has only {}, not {}; leave out {}", header.problem,
                                     plural(header.inputs.size(), "input"), paths.size() + named.size(), paths[next]));
    }
    return instance;
}

}  // namespace

std::string input_list(const dp::RecurrenceHeader& header) {
    std::vector<std::string> names;
    for (const dp::InputDeclaration& input : header.inputs) {
        names.push_back(input.name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

std::size_t file_count(const dp::RecurrenceHeader& header) {
    std::size_t count = header.files.empty() ? header.inputs.size() : 0;
    for (const dp::FilesDeclaration& files : header.files) {
        count += files.kind == Kind::csv ? 1 : files.inputs.size();
    }
    return count;
}

std::string files_text(const dp::RecurrenceHeader& header) {
    if (header.inputs.empty()) {
        return "no files";
    }
    if (header.files.empty()) {
        return fmt::format("{} {}, {}", count_word(header.inputs.size()), header.inputs.size() == 1 ? "file" : "files",
                           input_list(header));
    }
    std::vector<std::string> lines;
    for (const dp::FilesDeclaration& files : header.files) {
        lines.push_back(line_text(header, files));
    }
    return fmt::format("{}", fmt::join(lines, ", and "));
}

std::string files_help(const dp::RecurrenceHeader& header) {
    if (header.files.empty()) {
        return files_text(header);
    }
    std::string text;
    for (const dp::FilesDeclaration& files : header.files) {
        text += fmt::format("{}{}; formats: {}", text.empty() ? "" : ". Then ", line_text(header, files),
                            formats_help(want_of(header, files)));
    }
    return text;
}

std::string file_of(const dp::RecurrenceHeader& header, std::span<const std::string> paths,
                    const std::map<std::string, std::string>& named, std::string_view input) {
    if (const auto found = named.find(std::string(input)); found != named.end()) {
        return found->second;
    }
    std::vector<std::vector<std::string>> held;  // The inputs of each file
    for (const dp::FilesDeclaration& files : header.files) {
        for (const std::string& name : files.inputs) {
            if (files.kind != Kind::csv || name == files.inputs.front()) {
                held.emplace_back();
            }
            held.back().push_back(name);
        }
    }
    if (header.files.empty() || !named.empty()) {
        held.clear();
        for (const dp::InputDeclaration& each : header.inputs) {
            if (!named.contains(each.name)) {
                held.push_back({each.name});
            }
        }
    }
    for (std::size_t k = 0; k < std::min(held.size(), paths.size()); ++k) {
        if (std::find(held[k].begin(), held[k].end(), input) != held[k].end()) {
            return paths[k];
        }
    }
    return {};
}

std::string without_types(std::string message) {
    const auto replace = [&](std::string_view from, std::string_view to) {
        if (const std::size_t at = message.find(from); at != std::string::npos) {
            message.replace(at, from.size(), to);
        }
    };
    replace(", or choose another type", "");
    replace(" or choose another type", "");
    replace("choose another type", "correct it");
    return message;
}

namespace {

Result<dp::Instance> read_all(InputReader& reader, const dp::RecurrenceHeader& header,
                              std::span<const std::string> paths, const std::map<std::string, std::string>& named) {
    if (header.files.empty() || !named.empty()) {
        return read_each(reader, header, paths, named);
    }
    if (paths.size() != file_count(header)) {
        return bad_usage(fmt::format("{} needs {}, not {}; give: {} (vkalgo dp --list --verbose shows the formats)",
                                     header.problem, plural(file_count(header), "INPUT file"), paths.size(),
                                     files_text(header)));
    }
    dp::Instance instance;
    std::size_t next = 0;
    for (const dp::FilesDeclaration& files : header.files) {
        if (files.kind == Kind::csv) {
            VKALGO_CHECK(read_table(reader, header, files, paths[next++], instance));
            continue;
        }
        for (const std::string& name : files.inputs) {
            VKALGO_TRY(instance.inputs[name], read_one(reader, header, *header.input(name), paths[next++]));
        }
    }
    return instance;
}

}  // namespace

Result<dp::Instance> read_files(InputReader& reader, const dp::RecurrenceHeader& header,
                                std::span<const std::string> paths, const std::map<std::string, std::string>& named) {
    auto read = read_all(reader, header, paths, named);
    if (!read) {
        read.error().message = without_types(std::move(read.error().message));
    }
    return read;
}

}  // namespace vkalgo::cli

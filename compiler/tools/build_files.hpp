#pragma once

// Helpers of the build tools for identifiers and files.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>

namespace vkalgo::build {

inline int fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    return EXIT_FAILURE;
}

inline std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

inline bool write_file(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return !file.fail();
}

/// Returns the text with every character that a C++ identifier may not contain replaced by '_', as CMake's
/// MAKE_C_IDENTIFIER does. Adds no '_' before a digit at the beginning.
inline std::string identifier(std::string text) {
    for (char& c : text) {
        c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    return text;
}

/// Returns the head of a generated file with packed words.
inline std::string cpp_head(const std::string& header) {
    return "#include \"" + header +
           "\"\n\n// clang limits what -Wpedantic takes for a string's length.\n"
           "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n";
}

/// Writes the make rule that names everything that `output` was made from. Returns false if the file cannot be written.
inline bool write_depfile(const std::filesystem::path& path, const std::string& output,
                          const std::set<std::string>& read) {
    const auto escaped = [](const std::string& name) {
        std::string text;
        for (const char c : name) {
            text += c == ' ' || c == '#' ? std::string("\\") + c : c == '$' ? "$$" : std::string(1, c);
        }
        return text;
    };
    std::string rule = escaped(output) + ":";
    for (const std::string& name : read) {
        rule += " \\\n  " + escaped(name);
    }
    return write_file(path, rule + "\n");
}

}  // namespace vkalgo::build

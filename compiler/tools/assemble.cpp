// vkalgo_assemble --shaders DIR --depfile FILE.d --output FILE.cpp INPUT.glsl
//
// Build-time tool: assembles a recurrence with every method template of DIR/dp/ and writes a C++ file that defines
// `const vkalgo::dp::CompiledRecurrence& vkalgo::dp::recurrence_<stem>()`, and a depfile that names all texts read.
#include "compiler/assemble.hpp"

#include "engine/pack/pack_words.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string shaders, depfile, output, input;
};

std::optional<Arguments> read_arguments(int count, char** values) {
    Arguments arguments;
    for (int k = 1; k < count; ++k) {
        const std::string_view word = values[k];
        std::string* const value = word == "--shaders"   ? &arguments.shaders
                                   : word == "--depfile" ? &arguments.depfile
                                   : word == "--output"  ? &arguments.output
                                                         : nullptr;
        if (value != nullptr && k + 1 < count) {
            *value = values[++k];
        } else if (value == nullptr && !word.starts_with("-") && arguments.input.empty()) {
            arguments.input = word;
        } else {
            return std::nullopt;
        }
    }
    const bool complete = !arguments.shaders.empty() && !arguments.output.empty() && !arguments.input.empty();
    return complete ? std::optional(arguments) : std::nullopt;
}

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

bool write_file(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return !file.fail();
}

// A C++ string literal, a line of the text each.
std::string literal(std::string_view text) {
    std::string code = "\"";
    for (const char c : text) {
        switch (c) {
            case '\n':
                code += "\\n\"\n    \"";
                break;
            case '"':
            case '\\':
            case '?':
                code += '\\';
                code += c;
                break;
            case '\r':
                code += "\\r";
                break;
            case '\t':
                code += "\\t";
                break;
            default:
                code += c;
                break;
        }
    }
    return code + "\"";
}

std::string identifier(std::string text) {
    for (char& c : text) {
        c = c == '-' ? '_' : c;
    }
    return text;
}

std::string cpp_file(const vkalgo::dp::CompiledRecurrence& recurrence, const std::string& stem) {
    std::ostringstream code;
    code << "#include \"algorithms/dp/recurrence/built_in.hpp\"\n\n"
            "// clang limits what -Wpedantic takes for a string's length.\n"
            "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
            "namespace vkalgo::dp {\n\nnamespace {\n\n";
    vkalgo::BlobWriter blob;
    std::string modules;
    for (const auto& [name, words] : recurrence.modules) {
        modules += "    {\"" + name + "\", {" + blob.add(words) + "}},\n";
    }
    code << blob.definition() << "\nconstexpr BuiltInModule kModules[] = {\n" << modules << "};\n\n";
    code << "constexpr char kSource[] =\n    " << literal(recurrence.source) << ";\n\n";
    code << "}  // namespace\n\n";
    const std::string function = "const BuiltInRecurrence& recurrence_" + identifier(stem) + "()";
    code << function << ";\n"
         << function << " {\n    static constexpr BuiltInRecurrence recurrence{" << literal(recurrence.file)
         << ", kSource, kModules};\n    return recurrence;\n}\n\n}  // namespace vkalgo::dp\n";
    return code.str();
}

std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path) {
        text += c == ' ' || c == '#' ? std::string("\\") + c : c == '$' ? "$$" : std::string(1, c);
    }
    return text;
}

int fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    return EXIT_FAILURE;
}

}  // namespace

int main(int count, char** values) {
    const auto arguments = read_arguments(count, values);
    if (!arguments) {
        return fail("usage: vkalgo_assemble --shaders DIR [--depfile FILE.d] --output FILE.cpp INPUT.glsl");
    }
    const fs::path shaders = arguments->shaders;
    const auto source = read_file(arguments->input);
    if (!source) {
        return fail(arguments->input + ": cannot be read");
    }
    std::set<std::string> read{arguments->input};
    const vkalgo::compiler::TextSource texts = [&](std::string_view name) {
        auto text = read_file(shaders / name);
        if (text) {
            read.insert((shaders / name).string());
        }
        return text;
    };
    // The name in messages of the running program: relative to shaders/, wherever this was built.
    std::string file = fs::path(arguments->input).lexically_relative(shaders).string();
    if (file.empty() || file.starts_with("..")) {
        file = fs::path(arguments->input).filename().string();
    }
    auto recurrence = vkalgo::compiler::assemble_recurrence(*source, arguments->input, texts);
    if (!recurrence) {
        return fail(recurrence.error().message);
    }
    recurrence->file = file;
    if (!write_file(arguments->output, cpp_file(*recurrence, fs::path(arguments->input).stem().string()))) {
        return fail(arguments->output + ": cannot be written");
    }
    if (!arguments->depfile.empty()) {
        std::string rule = escaped(arguments->output) + ":";
        for (const std::string& path : read) {
            rule += " \\\n  " + escaped(path);
        }
        if (!write_file(arguments->depfile, rule + "\n")) {
            return fail(arguments->depfile + ": cannot be written");
        }
    }
    return EXIT_SUCCESS;
}

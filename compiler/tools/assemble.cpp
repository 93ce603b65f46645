// vkalgo_assemble --shaders DIR [--depfile FILE.d] --output FILE.cpp INPUT.glsl
//
// Build-time tool: assembles a recurrence with every method template of DIR/dp/ that fits it. Writes a C++ file that
// defines `const vkalgo::dp::BuiltInRecurrence& vkalgo::dp::recurrence_<stem>()`, and a depfile that names all texts
// read.
#include "compiler/assemble.hpp"

#include "compiler/tools/build_files.hpp"
#include "engine/pack/pack_words.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
namespace build = vkalgo::build;

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

// Returns a C++ string literal, with one line of code per line of text.
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

std::string cpp_file(const vkalgo::dp::CompiledRecurrence& recurrence, const std::string& stem) {
    const std::string name = "recurrence_" + build::identifier(stem);
    vkalgo::BlobWriter blob;
    std::string modules;
    for (const auto& [module, words] : recurrence.modules) {
        modules += "    {\"" + module + "\", {" + blob.add(words) + "}},\n";
    }
    std::ostringstream code;
    // Each file has its own namespace, since several of them are compiled together.
    code << build::cpp_head("algorithms/dp/recurrence/built_in.hpp") << "namespace vkalgo::dp {\n\nnamespace of_"
         << name << " {\nnamespace {\n\n"
         << blob.definition() << "\nconstexpr BuiltInModule kModules[] = {\n"
         << modules << "};\n\nconstexpr char kSource[] =\n    " << literal(recurrence.source)
         << ";\n\n}  // namespace\n}  // namespace of_" << name << "\n\nconst BuiltInRecurrence& " << name
         << "();\nconst BuiltInRecurrence& " << name << "() {\n    static constexpr BuiltInRecurrence recurrence{"
         << literal(recurrence.file) << ", of_" << name << "::kSource, of_" << name
         << "::kModules};\n    return recurrence;\n}\n\n}  // namespace vkalgo::dp\n";
    return code.str();
}

}  // namespace

int main(int count, char** values) {
    const auto arguments = read_arguments(count, values);
    if (!arguments) {
        return build::fail("usage: vkalgo_assemble --shaders DIR [--depfile FILE.d] --output FILE.cpp INPUT.glsl");
    }
    const fs::path shaders = arguments->shaders;
    const auto source = build::read_file(arguments->input);
    if (!source) {
        return build::fail(arguments->input + ": cannot be read");
    }
    std::set<std::string> read{arguments->input};
    const vkalgo::compiler::TextSource texts = [&](std::string_view name) {
        auto text = build::read_file(shaders / name);
        if (text) {
            read.insert((shaders / name).string());
        }
        return text;
    };
    // The name for messages of the running program: relative to shaders/, wherever this was built.
    std::string file = fs::path(arguments->input).lexically_relative(shaders).string();
    if (file.empty() || file.starts_with("..")) {
        file = fs::path(arguments->input).filename().string();
    }
    auto recurrence = vkalgo::compiler::assemble_recurrence(*source, arguments->input, texts);
    if (!recurrence) {
        return build::fail(recurrence.error().message);
    }
    recurrence->file = file;
    if (!build::write_file(arguments->output, cpp_file(*recurrence, fs::path(arguments->input).stem().string()))) {
        return build::fail(arguments->output + ": cannot be written");
    }
    if (!arguments->depfile.empty() && !build::write_depfile(arguments->depfile, arguments->output, read)) {
        return build::fail(arguments->depfile + ": cannot be written");
    }
    return EXIT_SUCCESS;
}

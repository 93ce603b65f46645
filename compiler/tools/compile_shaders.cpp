// vkalgo_compile_shaders ROOT FAMILY OUTPUT.cpp SHADER.{comp,vert,frag} ...
//
// Build-time tool: compiles a family's shaders, packs the modules into one blob and writes the C++ file that defines
// vkalgo::spirv::FAMILY_NAME for each shader; NAME is the name of the file, with _vert or _frag after it for the stages
// of a draw. Shaders include each other relative to themselves or to ROOT/shaders. OUTPUT.cpp.d names all texts read.
#include "compiler/glsl.hpp"
#include "compiler/tools/build_files.hpp"
#include "engine/pack/pack_words.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
using namespace vkalgo;

std::optional<compiler::ShaderStage> stage_of(const fs::path& shader) {
    const std::string ending = shader.extension().string();
    return ending == ".comp"   ? std::optional(compiler::ShaderStage::compute)
           : ending == ".vert" ? std::optional(compiler::ShaderStage::vertex)
           : ending == ".frag" ? std::optional(compiler::ShaderStage::fragment)
                               : std::nullopt;
}

std::string name_of(const fs::path& shader, compiler::ShaderStage stage) {
    const std::string ending = shader.extension().string().substr(1);
    return shader.stem().string() + (stage == compiler::ShaderStage::compute ? "" : "_" + ending);
}

}  // namespace

int main(int count, char** values) {
    if (count < 5) {
        return build::fail("usage: vkalgo_compile_shaders ROOT FAMILY OUTPUT.cpp SHADER.{comp,vert,frag} ...");
    }
    const fs::path root = values[1];
    const std::string family = values[2];
    const std::string output = values[3];
    std::set<std::string> read;
    const compiler::TextSource texts = [&](std::string_view name) -> std::optional<std::string> {
        for (const fs::path& path : {root / name, root / "shaders" / name}) {
            if (auto text = build::read_file(path)) {
                read.insert(path.string());
                return text;
            }
        }
        return std::nullopt;
    };
    BlobWriter blob;
    std::string modules;
    for (int k = 4; k < count; ++k) {
        const fs::path path = values[k];
        const auto stage = stage_of(path);
        const std::string name = path.lexically_relative(root).string();
        const auto text = texts(name);
        if (!stage || !text) {
            return build::fail(path.string() + (stage ? ": cannot be read" : ": ends in none of .comp, .vert, .frag"));
        }
        const auto words = compiler::compile_shader({name, *text}, *stage, texts);
        if (!words) {
            return build::fail((root / words.error().message).string());
        }
        const std::string module = build::identifier(family + "_" + name_of(path, *stage));
        modules += "extern const PackedWords " + module + ";\n";
        modules += "constinit const PackedWords " + module + "(" + blob.add(*words) + ");\n";
    }
    const std::string code = build::cpp_head("engine/packed_words.hpp") + "namespace vkalgo::spirv {\n\nnamespace {\n" +
                             blob.definition() + "}  // namespace\n\n" + modules + "\n}  // namespace vkalgo::spirv\n";
    if (!build::write_file(output, code)) {
        return build::fail(output + ": cannot be written");
    }
    if (!build::write_depfile(output + ".d", output, read)) {
        return build::fail(output + ".d: cannot be written");
    }
    return EXIT_SUCCESS;
}

// vkalgo_embed_spirv FAMILY OUTPUT.cpp FILE.spv ...
//
// Build-time tool: packs a family's modules into one blob and writes the C++ file that defines
// vkalgo::spirv::FAMILY_NAME for each FILE, where NAME is that of the file up to its first dot.
#include "engine/pack/pack_words.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

/// The words of a file; none if it cannot be read. SPIR-V files are little-endian on every machine we build on.
std::vector<std::uint32_t> read_words(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

/// A name of C++, as CMake's MAKE_C_IDENTIFIER makes it.
std::string identifier(std::string text) {
    for (char& c : text) {
        c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    return text;
}

}  // namespace

int main(int count, char** values) {
    if (count < 4) {
        std::fputs("usage: vkalgo_embed_spirv FAMILY OUTPUT.cpp FILE.spv ...\n", stderr);
        return EXIT_FAILURE;
    }
    vkalgo::BlobWriter blob;
    std::string modules;
    for (int k = 3; k < count; ++k) {
        const std::vector<std::uint32_t> words = read_words(values[k]);
        if (words.empty()) {
            std::fprintf(stderr, "%s: cannot be read\n", values[k]);
            return EXIT_FAILURE;
        }
        const std::string file = std::filesystem::path(values[k]).filename().string();
        const std::string name = identifier(std::string(values[1]) + "_" + file.substr(0, file.find('.')));
        modules += "extern const PackedWords " + name + ";\n";
        modules += "constinit const PackedWords " + name + "(" + blob.add(words) + ");\n";
    }
    std::ofstream out(values[2], std::ios::binary);
    out << "#include \"engine/packed_words.hpp\"\n\n"
           "// clang limits what -Wpedantic takes for a string's length.\n"
           "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\nnamespace vkalgo::spirv {\n\nnamespace {\n"
        << blob.definition() << "}  // namespace\n\n"
        << modules << "\n}  // namespace vkalgo::spirv\n";
    out.close();
    return out.fail() ? EXIT_FAILURE : EXIT_SUCCESS;
}

// vkalgo_embed_texts ROOT OUTPUT.cpp NAME ... : SOURCE ...
//
// Build-time tool: packs the texts ROOT/NAME, with a word for each byte, and writes a C++ file. It defines
// vkalgo::compiler::packed_texts(), with these texts in this order, and vkalgo::compiler::compiler_edition(), a hash of
// the files SOURCE.
#include "compiler/tools/build_files.hpp"
#include "engine/pack/pack_words.hpp"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace build = vkalgo::build;

/// The 64-bit FNV-1a hash.
class Hash {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        }
    }
    std::string digits() const {
        char text[17];
        std::snprintf(text, sizeof text, "%016" PRIx64, sum_);
        return text;
    }

private:
    std::uint64_t sum_ = 0xcbf29ce484222325U;
};

}  // namespace

int main(int count, char** values) {
    if (count < 5) {
        return build::fail("usage: vkalgo_embed_texts ROOT OUTPUT.cpp NAME ... : SOURCE ...");
    }
    const std::filesystem::path root = values[1];
    const std::string output = values[2];
    vkalgo::BlobWriter blob;
    std::string texts;
    Hash edition;
    bool is_source = false;
    for (int k = 3; k < count; ++k) {
        const std::string name = values[k];
        if (name == ":") {
            is_source = true;
            continue;
        }
        const auto text = build::read_file(is_source ? std::filesystem::path(name) : root / name);
        if (!text) {
            return build::fail(name + ": cannot be read");
        }
        if (is_source) {
            edition.add(std::to_string(text->size()) + ":" + *text);
        } else {
            std::vector<std::uint32_t> words;
            for (const char letter : *text) {
                words.push_back(static_cast<unsigned char>(letter));
            }
            texts += "    {\"" + name + "\", {" + blob.add(words) + "}},\n";
        }
    }
    if (!is_source) {
        return build::fail("no SOURCE is given");
    }
    const std::string code = build::cpp_head("compiler/packed_texts.hpp") +
                             "namespace vkalgo::compiler {\n\nnamespace {\n\n" + blob.definition() +
                             "\nconstexpr PackedText kTexts[] = {\n" + texts + "};\n\n}  // namespace\n\n" +
                             "std::span<const PackedText> packed_texts() { return kTexts; }\n\n" +
                             "std::string_view compiler_edition() { return \"" + edition.digits() + "\"; }\n\n" +
                             "}  // namespace vkalgo::compiler\n";
    return build::write_file(output, code) ? EXIT_SUCCESS : build::fail(output + ": cannot be written");
}

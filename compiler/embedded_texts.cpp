#include "compiler/embedded_texts.hpp"

#include "compiler/packed_texts.hpp"

#include <list>
#include <string>
#include <vector>

namespace vkalgo::compiler {
namespace {

/// The texts, unpacked.
struct Texts {
    Texts() {
        for (const PackedText& text : packed_texts()) {
            const std::string& letters = owned.emplace_back(text.bytes.begin(), text.bytes.end());
            texts.push_back({text.name, letters});
        }
    }
    std::list<std::string> owned;
    std::vector<EmbeddedText> texts;
};

}  // namespace

std::span<const EmbeddedText> embedded_texts() {
    static const Texts& unpacked = *new Texts;  // Never deleted, so that static objects can use it when they end
    return unpacked.texts;
}

}  // namespace vkalgo::compiler

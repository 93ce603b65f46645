#pragma once

// Internal to the compiler: the embedded texts (compiler/embedded_texts.hpp), as the build packed them.
#include "compiler/embedded_texts.hpp"
#include "engine/packed_words.hpp"

#include <span>
#include <string_view>

namespace vkalgo::compiler {

/// An embedded text in its packed form.
struct PackedText {
    std::string_view name;
    PackedWords bytes;  // A word for each byte
};

/// Returns the texts in order of name. They live as long as the program. compiler/tools/embed_texts.cpp writes them.
std::span<const PackedText> packed_texts();

}  // namespace vkalgo::compiler

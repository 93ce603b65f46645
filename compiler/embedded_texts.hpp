#pragma once

#include <span>
#include <string_view>

namespace vkalgo::compiler {

/// A file of shaders/ that the build embedded into the compiler library.
struct EmbeddedText {
    /// The name relative to shaders/, as an include directive spells it: "common/lanes.glsl".
    std::string_view name;
    /// The whole file.
    std::string_view text;
};

/// Returns the methods' templates and shared headers from which a recurrence is assembled at run time: every .glsl and
/// .h file of shaders/common/ and shaders/dp/, in order of name. They live as long as the program. The first call
/// unpacks them. Thread-safe.
std::span<const EmbeddedText> embedded_texts();

/// Returns a hash of the sources that turn a text into a module. It changes whenever they may produce another module.
std::string_view compiler_edition();

}  // namespace vkalgo::compiler

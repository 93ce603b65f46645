#pragma once

#include <span>
#include <string_view>

namespace vkalgo::compiler {

/// One file of shaders/ that the build put into the compiler library.
struct EmbeddedText {
    /// relative to shaders/, as an include directive spells it: "common/lanes.glsl"
    std::string_view name;
    /// the whole file
    std::string_view text;
};

/// The methods' templates and shared headers that a recurrence is assembled with at run time: every .glsl
/// and .h file of shaders/common/ and shaders/dp/, in order of name. Lives as long as the program.
std::span<const EmbeddedText> embedded_texts();

/// A hash of the sources that turn a text into a module: another one where they may make another module of it.
std::string_view compiler_edition();

}  // namespace vkalgo::compiler

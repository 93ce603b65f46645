#pragma once

#include "../engine/result.hpp"
#include "assemble.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// A piece of a compute shader. Pieces are compiled as one text. Messages name the piece and the line within it.
struct NamedText {
    std::string name;
    std::string text;
};

/// The options of compile_glsl.
struct GlslOptions {
    /// The most bytes that the variables of one invocation may take. 0 means no limit.
    std::uint64_t most_variable_bytes = 0;
    /// Whether the module is not optimised and keeps every function that main() calls, with its name, the names of its
    /// variables and its lines, for a program that reads the module (algorithms/dp/interpreter/).
    bool readable = false;
    /// Whether operations of the last piece whose result GLSL leaves undefined set a status (guards.hpp).
    bool guarded = false;
};

/// The pipeline stage of a shader.
enum class ShaderStage { compute, vertex, fragment };

/// Compiles the text of one shader to validated SPIR-V 1.5 (Vulkan 1.2), optimised for speed, with ids numbered in
/// order of appearance. Includes and errors are those of compile_glsl(). Thread-safe.
Result<std::vector<std::uint32_t>> compile_shader(const NamedText& text, ShaderStage stage, const TextSource& texts);

/// Compiles a GLSL compute shader to validated and, unless the options say otherwise, optimised SPIR-V 1.5 (Vulkan
/// 1.2). For `#include "x"`, `texts` is asked first for x in the folder of the including text (for a piece, in the
/// folder of the first piece), then for x itself. Errors: invalid_argument with the compiler's first message as
/// "name:line: message"; too_large, with "variable NAME" in `where`, if the variables of one invocation take more than
/// the options allow. Thread-safe.
Result<std::vector<std::uint32_t>> compile_glsl(std::span<const NamedText> pieces, const TextSource& texts,
                                                const GlslOptions& options = {});

}  // namespace vkalgo::compiler

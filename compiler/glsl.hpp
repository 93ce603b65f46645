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

/// One piece of a compute shader; pieces are compiled as one text, and messages name the piece and the line within it.
struct NamedText {
    std::string name;
    std::string text;
};

/// How compile_glsl makes its module.
struct GlslOptions {
    /// most that the variables of one invocation may take; 0: any number
    std::uint64_t most_variable_bytes = 0;
    /// Not optimised: every function that main() calls is there, with its name, its variables' names and its lines, for
    /// one who reads the module (algorithms/dp/interpreter/).
    bool readable = false;
    /// What GLSL leaves undefined in the last piece raises a status (guards.hpp).
    bool guarded = false;
};

/// The stage of a pipeline that a shader is for.
enum class ShaderStage { compute, vertex, fragment };

/// The text of one shader -> validated SPIR-V 1.5 (Vulkan 1.2), optimised for speed, with ids in order of appearance.
/// Includes and errors are those of compile_glsl(). Thread-safe.
Result<std::vector<std::uint32_t>> compile_shader(const NamedText& text, ShaderStage stage, const TextSource& texts);

/// GLSL compute shader -> validated, and as a rule optimised, SPIR-V 1.5 (Vulkan 1.2). `#include "x"` asks `texts`
/// for x beside the including text (beside the first piece, in a piece itself), then for x.
/// Errors: invalid_argument with the compiler's first message as "name:line: message"; too_large, with "variable NAME"
/// in `where`, if the variables of one invocation take more than the options allow. Thread-safe.
Result<std::vector<std::uint32_t>> compile_glsl(std::span<const NamedText> pieces, const TextSource& texts,
                                                const GlslOptions& options = {});

}  // namespace vkalgo::compiler

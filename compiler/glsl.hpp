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

/// GLSL compute shader -> optimised and validated SPIR-V 1.5 (Vulkan 1.2). `#include "x"` asks `texts`
/// for x beside the including text (beside the first piece, in a piece itself), then for x.
/// Errors: invalid_argument with the compiler's first message as "name:line: message"; too_large, with "variable NAME"
/// in `where`, if the variables of one invocation take more than `most_variable_bytes` (0: any number). Thread-safe.
Result<std::vector<std::uint32_t>> compile_glsl(std::span<const NamedText> pieces, const TextSource& texts,
                                                std::uint64_t most_variable_bytes = 0);

}  // namespace vkalgo::compiler

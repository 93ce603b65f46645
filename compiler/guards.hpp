#pragma once

#include "../engine/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// The module with a call of `void vkalgo_undefined_if(const bool condition, const ivec4 what)` before every operation
/// of one text whose result GLSL leaves undefined for some operands: integers divided by 0, the remainder of negative
/// ones, shifts by as many bits as a number has or more, elements that an array, vector or matrix does not have, floats
/// beyond the integer that they are made, in whose place 0 is converted. What constants show to be defined has none.
/// `what` is the FaultKind, the line and, of an index, the element and how many there are. A module that lacks the
/// function stays as it is. `words` is valid, as a front end makes it, with names and lines; `text` is the name of that
/// text. In SPIR-V, since GLSL has no place for a test inside an expression. Errors: driver: the module cannot be
/// parsed.
Result<std::vector<std::uint32_t>> with_guards(std::span<const std::uint32_t> words, std::string_view text);

}  // namespace vkalgo::compiler

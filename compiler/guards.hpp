#pragma once

#include "../engine/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::compiler {

/// Returns the module with guards for one source text. `text` is the name of this text. A guard is a call of `void
/// vkalgo_undefined_if(const bool condition, const ivec4 what)` before an operation that GLSL leaves undefined for some
/// operands. These operations are integer division by 0, the remainder of negative integers, shifts by at least as many
/// bits as the number has, elements beyond the end of an array, vector or matrix, and conversions of floats that the
/// integer type cannot hold. In the last case 0 is converted instead of the float. An operation gets no guard if
/// constants prove that it is defined. `what` holds the FaultKind, the line and, for an index, the element and the
/// number of elements. A module without the function vkalgo_undefined_if is returned unchanged. `words` must be a valid
/// module with names and lines, as a front end writes it. The guards are added in SPIR-V, because in GLSL they would
/// have to stand inside the user's expressions. Errors: driver if the module cannot be parsed.
Result<std::vector<std::uint32_t>> with_guards(std::span<const std::uint32_t> words, std::string_view text);

}  // namespace vkalgo::compiler

#pragma once

// Internal to the compiler.

#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::compiler {

/// The variables that an invocation of a SPIR-V module has for itself: locals, parameters and globals that are not
/// shared.
struct InvocationVariables {
    /// of all together; saturates
    std::uint64_t bytes = 0;
    /// the largest one, by the name that the compiler gave it
    std::string largest;
    std::uint64_t largest_bytes = 0;
};

/// Reads unoptimised SPIR-V as glslang writes it. Arrays sized by specialization constants count as one element.
InvocationVariables invocation_variables(std::span<const std::uint32_t> spirv);

}  // namespace vkalgo::compiler

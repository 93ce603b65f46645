#pragma once

// Internal to the compiler.

#include <cstdint>
#include <span>
#include <string>

namespace vkalgo::compiler {

/// The variables of one invocation of a SPIR-V module: locals, parameters and globals that are not shared.
struct InvocationVariables {
    /// The bytes of all variables, at most 2^64 - 1.
    std::uint64_t bytes = 0;
    /// The name that the compiler gave to the largest variable.
    std::string largest;
    std::uint64_t largest_bytes = 0;
};

/// Returns the variables of a module of unoptimised SPIR-V, as glslang writes it. An array sized by a specialization
/// constant counts as one element.
InvocationVariables invocation_variables(std::span<const std::uint32_t> spirv);

}  // namespace vkalgo::compiler

#pragma once

// Internal to the engine and its tests: the workgroup resources that a module needs.
#include "kernel.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo {

/// The needs of the entry point "main" with given specialization constants.
struct WorkgroupNeed {
    /// Invocations along x, y and z. Empty if unknown (an operation on constants that is not evaluated here).
    std::optional<std::array<std::uint32_t, 3>> size;
    /// Bytes of all variables in shared memory, without the padding that a driver may add. Empty if unknown.
    std::optional<std::uint64_t> shared_bytes;
};

/// Reads the workgroup's needs. Errors: invalid_argument (a damaged module, or one of `constants` that the module
/// declares with a type that is not 32 bits wide).
Result<WorkgroupNeed> read_workgroup_need(std::span<const std::uint32_t> spirv,
                                          std::span<const SpecializationConstant> constants);

/// Returns the module with plain constants in place of the array lengths that it computes from specialization
/// constants. Their values are those for `constants`. Lengths that cannot be evaluated stay as they are. Errors: those
/// of read_workgroup_need.
Result<std::vector<std::uint32_t>> with_plain_lengths(std::span<const std::uint32_t> spirv,
                                                      std::span<const SpecializationConstant> constants);

}  // namespace vkalgo

#pragma once

// Internal to the engine and its tests: what a module takes of a workgroup's resources.
#include "kernel.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace vkalgo {

/// Of the entry point "main", with its specialization constants given.
struct WorkgroupNeed {
    /// invocations along x, y and z; none if it is unknown (an operation on constants that is not computed here)
    std::optional<std::array<std::uint32_t, 3>> size;
    /// Bytes of all variables in shared memory, without the padding that a driver may add; none if it is unknown.
    std::optional<std::uint64_t> shared_bytes;
};

/// Errors: invalid_argument (a damaged module; a constant for which the module declares a type other than 32 bits
/// wide).
Result<WorkgroupNeed> read_workgroup_need(std::span<const std::uint32_t> spirv,
                                          std::span<const SpecializationConstant> constants);

}  // namespace vkalgo

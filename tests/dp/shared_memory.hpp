#pragma once

#include <cstdint>
#include <map>
#include <span>

namespace vkalgo::dp::test {

/// Bytes of shared memory that a module declares once its specialization constants have these values: what a driver is
/// asked for, read from the SPIR-V after the constants were put in.
std::uint64_t shared_memory(std::span<const std::uint32_t> spirv,
                            const std::map<std::uint32_t, std::uint32_t>& constants);

}  // namespace vkalgo::dp::test

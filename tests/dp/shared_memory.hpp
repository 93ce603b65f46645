#pragma once

#include <cstdint>
#include <map>
#include <span>

namespace vkalgo::dp::test {

/// Returns the bytes of shared memory that a module declares if its specialization constants have these values. A
/// driver has to allocate these bytes. They are counted in the SPIR-V after the constants were inserted.
std::uint64_t shared_memory(std::span<const std::uint32_t> spirv,
                            const std::map<std::uint32_t, std::uint32_t>& constants);

}  // namespace vkalgo::dp::test

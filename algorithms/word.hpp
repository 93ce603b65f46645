#pragma once

#include <cstdint>

namespace vkalgo {

/// Converts a number to 32 bits, the type of kernel arguments. The caller must know that it is below 2^32.
constexpr std::uint32_t word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace vkalgo

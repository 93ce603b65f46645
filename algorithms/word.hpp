#pragma once

#include <cstdint>

namespace vkalgo {

/// A number that is known to fit, as kernels take it.
constexpr std::uint32_t word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace vkalgo

// Division of whole numbers, rounded up.
#pragma once

#include <cstdint>

namespace vkalgo {

/// Returns a / b, rounded up. `b` must not be 0.
constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

}  // namespace vkalgo

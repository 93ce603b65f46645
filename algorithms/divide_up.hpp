// Division of whole numbers, rounded up.
#pragma once

#include <cstdint>

namespace vkalgo {

/// a / b, rounded up; b is not 0.
constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

}  // namespace vkalgo

#pragma once

#include "tests/dp/oracles/rows.hpp"

#include <array>

/// The code that integer-programming and transportation share: three remaining amounts, combined in one number.
namespace vkalgo::dp::test {

struct Limits {
    std::array<std::int64_t, 3> all;

    std::int64_t columns() const { return (all[0] + 1) * (all[1] + 1) * (all[2] + 1); }
    std::int64_t number(const std::array<std::int64_t, 3>& left) const {
        return (left[0] * (all[1] + 1) + left[1]) * (all[2] + 1) + left[2];
    }
    std::array<std::int64_t, 3> left(std::int64_t number) const {
        const std::int64_t rest = number / (all[2] + 1);
        return {rest / (all[1] + 1), rest % (all[1] + 1), number % (all[2] + 1)};
    }
};

/// Subtracts each amount of `taken` `times` times. A remaining amount that is too small becomes negative.
inline std::array<std::int64_t, 3> less(std::array<std::int64_t, 3> from, const std::array<std::int64_t, 3>& taken,
                                        std::int64_t times = 1) {
    for (std::size_t k = 0; k < 3; ++k) {
        from.at(k) -= times * taken.at(k);
    }
    return from;
}

inline bool fits(const std::array<std::int64_t, 3>& left) {
    return std::min({left[0], left[1], left[2]}) >= 0;
}

}  // namespace vkalgo::dp::test

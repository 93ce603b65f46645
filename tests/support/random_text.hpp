#pragma once

#include "algorithms/split_mix.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace vkalgo::test {

/// Returns a text of `count` letters of `alphabet`, all equally likely.
inline std::string random_text(std::string_view alphabet, std::uint64_t count, std::uint64_t seed) {
    dp::SplitMix64 random(seed);
    std::string text;
    for (std::uint64_t k = 0; k < count; ++k) {
        text += alphabet[random.below(alphabet.size())];
    }
    return text;
}

}  // namespace vkalgo::test

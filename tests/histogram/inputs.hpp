#pragma once

#include "algorithms/histogram/bin_rule.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace vkalgo::test {

enum class Distribution { uniform, constant, sorted, reversed, zipf, few };

inline constexpr Distribution kDistributions[] = {Distribution::uniform,  Distribution::constant, Distribution::sorted,
                                                  Distribution::reversed, Distribution::zipf,     Distribution::few};

inline constexpr ElementType kElements[] = {ElementType::u8,  ElementType::u16, ElementType::u32, ElementType::i8,
                                            ElementType::i16, ElementType::i32, ElementType::f32};

/// A float from -8 to 24 or, one time in eight, one that needs care.
inline float float_of(std::uint32_t word) {
    static const float special[] = {0.0f,
                                    -0.0f,
                                    1.0f,
                                    -3.5f,
                                    12.25f,
                                    std::nextafter(12.25f, 100.0f),
                                    std::nextafter(-3.5f, -100.0f),
                                    std::numeric_limits<float>::infinity(),
                                    -std::numeric_limits<float>::infinity(),
                                    std::numeric_limits<float>::quiet_NaN(),
                                    -std::numeric_limits<float>::quiet_NaN(),
                                    std::numeric_limits<float>::denorm_min(),
                                    -std::numeric_limits<float>::denorm_min(),
                                    std::numeric_limits<float>::max(),
                                    std::numeric_limits<float>::lowest(),
                                    1e-20f};
    if (word % 8 == 0) {
        return special[(word >> 8) % 16];
    }
    return std::ldexp(static_cast<float>(word >> 8), -19) - 8.0f;
}

/// `count` values of `type`, packed.
inline std::vector<std::uint8_t> make_values(ElementType type, Distribution distribution, std::size_t count,
                                             std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::uint32_t> words(count);
    const std::uint32_t bits = 8 * size_of(type);
    const std::uint32_t constant = random.next32();
    for (std::uint32_t& word : words) {
        switch (distribution) {
            case Distribution::constant:
                word = constant;
                break;
            case Distribution::few:
                word = constant + 0x01234567u * random.below(5);
                break;
            case Distribution::zipf:  // 1 / u has a tail like 1 / rank
                word =
                    static_cast<std::uint32_t>(std::min(4294967295.0, std::ldexp(1.0, 32) / (random.next32() + 1.0)));
                break;
            default:
                word = random.next32() >> (32 - bits);
        }
    }
    if (distribution == Distribution::sorted) {
        std::sort(words.begin(), words.end());
    } else if (distribution == Distribution::reversed) {
        std::sort(words.begin(), words.end(), std::greater<>());
    }
    std::vector<std::uint8_t> bytes(count * size_of(type));
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t word =
            type == ElementType::f32 ? std::bit_cast<std::uint32_t>(float_of(words[i])) : words[i];
        std::memcpy(bytes.data() + i * size_of(type), &word, size_of(type));  // little-endian, as all our devices
    }
    return bytes;
}

}  // namespace vkalgo::test

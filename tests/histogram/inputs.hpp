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

inline constexpr std::uint64_t kLittleMemory = 100'000;

enum class Distribution { uniform, constant, sorted, reversed, zipf, few };

inline constexpr Distribution kDistributions[] = {Distribution::uniform,  Distribution::constant, Distribution::sorted,
                                                  Distribution::reversed, Distribution::zipf,     Distribution::few};

inline constexpr ElementType kElements[] = {ElementType::u8,  ElementType::u16, ElementType::u32, ElementType::i8,
                                            ElementType::i16, ElementType::i32, ElementType::f32, ElementType::u64,
                                            ElementType::i64, ElementType::f64, ElementType::f16};

/// Returns a float from -8 to 24 or, one time in eight, a special value. A float needs a word of 32 random bits, a
/// double one of 64; a shorter word gives numbers near -8.
template <class T>
T float_of(std::uint64_t word) {
    using Limits = std::numeric_limits<T>;
    static const T special[] = {T{0},
                                -T{0},
                                T{1},
                                T{-3.5},
                                T{12.25},
                                std::nextafter(T{12.25}, T{100}),
                                std::nextafter(T{-3.5}, T{-100}),
                                Limits::infinity(),
                                -Limits::infinity(),
                                Limits::quiet_NaN(),
                                -Limits::quiet_NaN(),
                                Limits::denorm_min(),
                                -Limits::denorm_min(),
                                Limits::max(),
                                Limits::lowest(),
                                T{1e-20F}};
    if (word % 8 == 0) {
        return special[(word >> 8) % 16];
    }
    if constexpr (sizeof(T) == 4) {
        return std::ldexp(static_cast<float>(static_cast<std::uint32_t>(word) >> 8), -19) - 8.0f;
    } else {
        return std::ldexp(static_cast<double>(word >> 11), -48) - 8.0;
    }
}

/// Returns `count` values of `type`, packed.
inline std::vector<std::uint8_t> make_values(ElementType type, Distribution distribution, std::size_t count,
                                             std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::uint64_t> words(count);
    // f16 values are rounded from f32 values, so they need words of 32 bits too.
    const std::uint32_t bits = type == ElementType::f16 ? 32 : 8 * size_of(type);
    // 64-bit values use all 64 bits, the others 32.
    const auto next = [&] { return bits == 64 ? random.next() : random.next32(); };
    const std::uint64_t constant = next();
    for (std::uint64_t& word : words) {
        switch (distribution) {
            case Distribution::constant:
                word = constant;
                break;
            case Distribution::few:
                word = constant + 0x0123456701234567u * random.below(5);
                break;
            case Distribution::zipf:  // For uniform u, 1 / u has a tail like 1 / rank
                word =
                    static_cast<std::uint64_t>(std::min(4294967295.0, std::ldexp(1.0, 32) / (random.next32() + 1.0)));
                if (is_float(type)) {
                    word *= 0x9E3779B97F4A7C15U;  // As floats, words without high bits would all be near -8
                }
                break;
            default:
                word = bits == 64 ? next() : next() >> (32 - bits);
        }
    }
    if (distribution == Distribution::sorted) {
        std::sort(words.begin(), words.end());
    } else if (distribution == Distribution::reversed) {
        std::sort(words.begin(), words.end(), std::greater<>());
    }
    std::vector<std::uint8_t> bytes(count * size_of(type));
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t word = type == ElementType::f16   ? Half(float_of<float>(words[i])).bits()
                                   : type == ElementType::f32 ? std::bit_cast<std::uint32_t>(float_of<float>(words[i]))
                                   : type == ElementType::f64 ? std::bit_cast<std::uint64_t>(float_of<double>(words[i]))
                                                              : words[i];
        std::memcpy(bytes.data() + i * size_of(type), &word, size_of(type));  // Little-endian, like all supported hosts
    }
    return bytes;
}

}  // namespace vkalgo::test

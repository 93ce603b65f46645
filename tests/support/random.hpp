#pragma once

#include <cstdint>
#include <vector>

namespace vkalgo::test {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). A seed gives the same numbers
/// on every machine.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }
    std::uint32_t next32() { return static_cast<std::uint32_t>(next() >> 32); }
    /// Returns a number in [0, bound). `bound` is at least 1. The probability of each number differs from 1 / bound by
    /// less than 2^-32.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{next32()} * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

/// Returns `count` words, each in [0, bound), or any words if `bound` is 0.
inline std::vector<std::uint32_t> random_words(std::size_t count, std::uint64_t seed, std::uint32_t bound = 0) {
    SplitMix64 random(seed);
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t& word : words) {
        word = bound == 0 ? random.next32() : random.below(bound);
    }
    return words;
}

}  // namespace vkalgo::test

#pragma once

#include <cstdint>

namespace vkalgo::dp {

/// The generator SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). The k-th number, k from 1, is seed + k *
/// 0x9E3779B97F4A7C15 with its bits mixed. It is the same on every machine, so that anyone can rebuild a random
/// instance.
class SplitMix64 {
public:
    /// Begins the sequence of a seed. Equal seeds give equal sequences on every machine.
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    /// Returns the next 64 random bits.
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31);
    }

    /// Advances the state as `numbers` calls of next() do.
    void skip(std::uint64_t numbers) { state_ += numbers * 0x9E3779B97F4A7C15U; }

    /// Returns a number from 0 to bound - 1: the high half of next() * bound. `bound` is at least 1.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((Wide{next()} * bound) >> 64);
    }

private:
    std::uint64_t state_;
};

}  // namespace vkalgo::dp

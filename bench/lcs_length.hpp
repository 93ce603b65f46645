#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::bench {

/// Returns the length of the longest common subsequence. Computes on the CPU, 64 cells of a column at a time: bit i of
/// `v` is 0 if the column increases from cell i to i + 1 (Hyyro, "Bit-parallel LCS-length computation revisited",
/// 2004). Takes n m / 64 steps and 257 bits per symbol of x.
inline std::uint64_t lcs_length(std::span<const std::byte> x, std::span<const std::byte> y) {
    const std::size_t words = (x.size() + 63) / 64;
    std::vector<std::uint64_t> positions(256 * words, 0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        positions[static_cast<std::size_t>(x[i]) * words + i / 64] |= std::uint64_t{1} << (i % 64);
    }
    std::vector<std::uint64_t> v(words, ~std::uint64_t{0});
    for (const std::byte symbol : y) {
        const std::uint64_t* here = positions.data() + static_cast<std::size_t>(symbol) * words;
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t u = v[w] & here[w];
            const std::uint64_t with_carry = v[w] + carry;
            const std::uint64_t sum = with_carry + u;
            carry = static_cast<std::uint64_t>(with_carry < carry || sum < u);
            v[w] = sum | (v[w] & ~here[w]);
        }
    }
    std::uint64_t length = 0;
    for (std::size_t w = 0; w < words; ++w) {
        const std::size_t bits = x.size() - w * 64;
        const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        length += static_cast<std::uint64_t>(std::popcount(~v[w] & mask));
    }
    return length;
}

}  // namespace vkalgo::bench

#include "cli/random_volume.hpp"

#include "cli/formats.hpp"
#include "formats/random_array.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace vkalgo::cli {
namespace {

/// Noise of one wavelength in voxels, a power of two. It has random 16-bit values at the corners of cubes whose side is
/// the wavelength, and is interpolated linearly between the corners.
class Noise {
public:
    Noise(std::uint32_t side, std::uint32_t wave, SplitMix64& random)
        : wave_(wave), shift_(static_cast<std::uint32_t>(std::countr_zero(wave))), corners_(side / wave + 2) {
        values_.resize(std::size_t{corners_} * corners_ * corners_);
        for (std::uint32_t& value : values_) {
            value = static_cast<std::uint32_t>(random.next() >> 48);
        }
        across_.resize(corners_);
    }

    /// Adds `times` times the noise of row (y, z) to `sums`, which has an entry per x.
    void add_row(std::uint32_t y, std::uint32_t z, std::uint32_t times, std::vector<std::uint32_t>& sums) {
        const std::uint64_t v = y & (wave_ - 1), w = z & (wave_ - 1);
        const std::uint32_t* plane = &values_[(std::size_t{z >> shift_} * corners_ + (y >> shift_)) * corners_];
        const std::uint32_t* next = plane + std::size_t{corners_} * corners_;
        for (std::uint32_t corner = 0; corner < corners_; ++corner) {
            const std::uint64_t here = plane[corner] * (wave_ - v) + plane[corner + corners_] * v;
            const std::uint64_t there = next[corner] * (wave_ - v) + next[corner + corners_] * v;
            across_[corner] = static_cast<std::uint32_t>((here * (wave_ - w) + there * w) >> (2 * shift_));
        }
        for (std::uint32_t x = 0; x < sums.size(); ++x) {
            const std::uint32_t corner = x >> shift_, u = x & (wave_ - 1);
            sums[x] += times * ((across_[corner] * (wave_ - u) + across_[corner + 1] * u) >> shift_);
        }
    }

private:
    std::uint32_t wave_, shift_, corners_;
    std::vector<std::uint32_t> values_, across_;
};

}  // namespace

std::vector<std::uint8_t> random_volume(std::uint32_t side, std::uint64_t seed) {
    SplitMix64 random(seed);
    constexpr std::uint32_t kOctaves = 3;
    std::vector<Noise> octaves;
    std::uint32_t wave = std::bit_floor(std::max(side / 4, 1U)), weights = 0;
    for (std::uint32_t octave = 0; octave < kOctaves; ++octave, wave = std::max(wave / 2, 1U)) {
        octaves.emplace_back(side, wave, random);
        weights += 1U << (kOctaves - 1 - octave);
    }
    std::vector<std::uint8_t> voxels(std::size_t{side} * side * side);
    std::vector<std::uint32_t> sums(side);
    std::uint8_t* row = voxels.data();
    for (std::uint32_t z = 0; z < side; ++z) {
        for (std::uint32_t y = 0; y < side; ++y, row += side) {
            std::fill(sums.begin(), sums.end(), 0U);
            for (std::uint32_t octave = 0; octave < kOctaves; ++octave) {
                octaves[octave].add_row(y, z, 1U << (kOctaves - 1 - octave), sums);
            }
            std::transform(sums.begin(), sums.end(), row, [&](std::uint32_t sum) {
                return static_cast<std::uint8_t>(sum > weights * 0x8000U ? 1 : 0);
            });
        }
    }
    return voxels;
}

}  // namespace vkalgo::cli

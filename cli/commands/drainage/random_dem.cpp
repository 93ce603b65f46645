#include "cli/commands/drainage/random_dem.hpp"

#include "formats/random_array.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::cli {

Dem random_dem(std::uint32_t side, std::uint64_t seed) {
    Dem dem;
    dem.grid.width = dem.grid.height = side;
    dem.heights.assign(dem.grid.cells(), 0.0F);
    SplitMix64 random(seed);
    float amplitude = 512;
    for (std::uint32_t wave = std::max(side / 2, 1U); amplitude >= 1; wave = std::max(wave / 2, 1U), amplitude /= 2) {
        // Random heights at the corners of squares of side `wave`. Between the corners they are interpolated.
        const std::uint32_t corners = side / wave + 2;
        std::vector<float> values(std::size_t{corners} * corners);
        for (float& value : values) {
            value = amplitude * static_cast<float>(random.next() >> 40) * 0x1p-24F;
        }
        for (std::uint32_t y = 0; y < side; ++y) {
            const float down = static_cast<float>(y % wave) / static_cast<float>(wave);
            for (std::uint32_t x = 0; x < side; ++x) {
                const float across = static_cast<float>(x % wave) / static_cast<float>(wave);
                const float* corner = &values[std::size_t{y / wave} * corners + x / wave];
                const float above = corner[0] + across * (corner[1] - corner[0]);
                const float below = corner[corners] + across * (corner[corners + 1] - corner[corners]);
                dem.heights[std::size_t{y} * side + x] += above + down * (below - above);
            }
        }
    }
    for (float& height : dem.heights) {
        height = std::floor(height);
    }
    return dem;
}

}  // namespace vkalgo::cli

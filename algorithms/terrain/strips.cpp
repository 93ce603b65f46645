#include "algorithms/terrain/strips.hpp"

#include <iterator>
#include <numeric>

namespace vkalgo {

Rows Strips::around(std::uint32_t strip, std::uint32_t halo) const {
    const std::uint64_t first = std::uint64_t{strip} * rows;
    const std::uint64_t end = std::min<std::uint64_t>(first + rows, grid.height);
    return {static_cast<std::uint32_t>(first - std::min<std::uint64_t>(first, halo)),
            static_cast<std::uint32_t>(std::min<std::uint64_t>(end + halo, grid.height))};
}

TerrainGrid Strips::largest(std::uint32_t halo) const {
    return part({0, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows + 2 * std::uint64_t{halo}, grid.height))});
}

std::uint64_t Strips::node_of(std::uint64_t cell) const {
    const std::uint64_t row = cell / grid.width, strip = row / rows;
    return (2 * strip + (row % rows == 0 ? 0 : 1)) * grid.width + cell % grid.width;
}

Result<void> StripBuffers::create(Context& context) {
    for (const std::uint64_t size : sizes) {
        VKALGO_TRY(Buffer buffer, Buffer::create(context, {.size = size, .name = "strip"}));
        buffers.push_back(std::move(buffer));
    }
    return {};
}

std::uint64_t StripBuffers::bytes() const {
    return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0},
                           [](std::uint64_t sum, std::uint64_t size) { return sum + Buffer::rounded(size); });
}

Result<void> settle_strips(const StripWork& work,
                           const std::function<Result<StripChanges>(std::uint32_t strip)>& visit) {
    const std::uint32_t count = work.strips.count();
    std::vector<bool> restless(count, true);
    const auto look_at = [&](std::uint32_t strip) -> Result<void> {
        if (!restless[strip]) {
            return {};
        }
        restless[strip] = false;
        VKALGO_TRY(const StripChanges changes, visit(strip));
        if (changes.first_row && strip > 0) {
            restless[strip - 1] = true;
        }
        if (changes.last_row && strip + 1 < count) {
            restless[strip + 1] = true;
        }
        return {};
    };
    for (bool first = true; std::find(restless.begin(), restless.end(), true) != restless.end(); first = false) {
        for (std::uint32_t strip = 0; strip < count; ++strip) {
            VKALGO_CHECK(look_at(strip));
            if (first) {
                work.tell((strip + 1.0) / count);
            }
        }
        for (std::uint32_t strip = count; strip-- > 0;) {
            VKALGO_CHECK(look_at(strip));
        }
    }
    return {};
}

}  // namespace vkalgo

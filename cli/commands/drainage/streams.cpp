#include "cli/commands/drainage/streams.hpp"

#include "formats/drawing/png.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vkalgo::cli {

namespace {

/// A shader of heights. The light on a cell is from 0 to 1, and is stronger if the cell's slope faces the north-west.
/// Heights are exaggerated so that the mean slope of a sample of cells becomes 0.8.
class Relief {
public:
    Relief(std::span<const float> heights, const TerrainGrid& grid) : heights_(heights), grid_(grid) {
        double sum = 0;
        std::uint64_t cells = 0;
        for (std::uint32_t row = 0; row < grid.height && !heights.empty(); row += 1 + grid.height / 512) {
            for (std::uint32_t column = 0; column < grid.width; column += 1 + grid.width / 512) {
                const double slope = std::hypot(east(row, column), south(row, column));
                if (std::isfinite(slope)) {
                    sum += slope;
                    ++cells;
                }
            }
        }
        exaggeration_ = sum > 0 ? 0.8 * static_cast<double>(cells) / sum : 1;
    }

    double light(std::uint32_t row, std::uint32_t column) const {
        if (heights_.empty()) {
            return 0.85;
        }
        const double x = exaggeration_ * east(row, column), y = exaggeration_ * south(row, column);
        // The light comes from the north-west, 45 degrees above the horizon.
        return std::clamp((x * 0.5 + y * 0.5 + 0.7071) / std::sqrt(x * x + y * y + 1), 0.0, 1.0);
    }

    bool has_data(std::uint32_t row, std::uint32_t column) const {
        return heights_.empty() || is_height(height(row, column));
    }

private:
    float height(std::uint32_t row, std::uint32_t column) const {
        return heights_[std::size_t{row} * grid_.width + column];
    }
    double east(std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t left = column == 0 ? 0 : column - 1, right = std::min(column + 1, grid_.width - 1);
        const double rise = double{height(row, right)} - double{height(row, left)};
        return right == left || !std::isfinite(rise) ? 0 : rise / (grid_.dx * (right - left));
    }
    double south(std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t above = row == 0 ? 0 : row - 1, below = std::min(row + 1, grid_.height - 1);
        const double rise = double{height(below, column)} - double{height(above, column)};
        return above == below || !std::isfinite(rise) ? 0 : rise / (grid_.dy * (below - above));
    }

    std::span<const float> heights_;
    const TerrainGrid& grid_;
    double exaggeration_ = 1;
};

}  // namespace

Result<Bytes> terrain_picture(const TerrainGrid& grid, const Drainage& drained, std::span<const float> heights) {
    constexpr std::uint32_t kMaxPixels = 4096;
    const std::uint32_t step = (std::max(grid.width, grid.height) + kMaxPixels - 1) / kMaxPixels;
    const std::uint32_t width = (grid.width + step - 1) / step, height = (grid.height + step - 1) / step;
    const Relief relief(heights, grid);
    std::vector<std::uint8_t> samples(std::size_t{width} * height * 3, 255);
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            std::uint32_t order = 0;
            for (std::uint32_t row = y * step; row < std::min((y + 1) * step, grid.height); ++row) {
                for (std::uint32_t column = x * step; column < std::min((x + 1) * step, grid.width); ++column) {
                    const std::size_t at = std::size_t{row} * grid.width + column;
                    if (!drained.network.empty() && drained.network[at] != 0) {
                        order = std::max(order, drained.orders.empty() ? 1U : drained.orders[at]);
                    }
                }
            }
            std::uint8_t* const pixel = &samples[(std::size_t{y} * width + x) * 3];
            if (order != 0) {
                // Larger streams are darker.
                const auto pale = static_cast<std::uint8_t>(150 - 25 * std::min(order, 6U));
                pixel[0] = pale;
                pixel[1] = static_cast<std::uint8_t>(pale + 60);
                pixel[2] = 235;
            } else if (relief.has_data(y * step, x * step)) {
                const auto grey = static_cast<std::uint8_t>(60 + 190 * relief.light(y * step, x * step));
                pixel[0] = pixel[1] = grey;
                pixel[2] = static_cast<std::uint8_t>(grey - 8);
            }
        }
    }
    return encode_png(width, height, 3, samples);
}

}  // namespace vkalgo::cli

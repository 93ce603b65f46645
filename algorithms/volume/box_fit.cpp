#include "algorithms/volume/box_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace vkalgo {

Result<BoxFit> fit_boxes(std::span<const double> sizes, std::span<const double> counts, double low, double high) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < std::min(sizes.size(), counts.size()); ++i) {
        if (sizes[i] >= low && sizes[i] <= high && counts[i] > 0) {
            points.emplace_back(-std::log(sizes[i]), std::log(counts[i]));
        }
    }
    const auto n = static_cast<double>(points.size());
    double mean_x = 0, mean_y = 0;
    for (const auto& [x, y] : points) {
        mean_x += x / n;
        mean_y += y / n;
    }
    double xx = 0, xy = 0, yy = 0;
    for (const auto& [x, y] : points) {
        xx += (x - mean_x) * (x - mean_x);
        xy += (x - mean_x) * (y - mean_y);
        yy += (y - mean_y) * (y - mean_y);
    }
    if (points.size() < 2 || xx == 0) {
        return Error{ErrorCode::invalid_argument, "a line needs two sizes with boxes that are not all empty", "sizes"};
    }
    BoxFit fit;
    fit.sizes = points.size();
    fit.dimension = xy / xx;
    fit.intercept = mean_y - fit.dimension * mean_x;
    const double rest = std::max(yy - fit.dimension * xy, 0.0);
    fit.r_squared = yy > 0 ? 1 - rest / yy : 1;
    fit.standard_error = points.size() > 2 ? std::sqrt(rest / (n - 2) / xx) : 0;
    return fit;
}

std::vector<double> local_slopes(std::span<const double> sizes, std::span<const double> counts) {
    std::vector<double> slopes;
    for (std::size_t i = 1; i < std::min(sizes.size(), counts.size()); ++i) {
        const bool known = counts[i - 1] > 0 && counts[i] > 0;
        slopes.push_back(known ? std::log(counts[i - 1] / counts[i]) / std::log(sizes[i] / sizes[i - 1])
                               : std::numeric_limits<double>::quiet_NaN());
    }
    return slopes;
}

}  // namespace vkalgo

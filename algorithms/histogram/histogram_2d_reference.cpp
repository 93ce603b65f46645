#include "algorithms/histogram/axis_data.hpp"
#include "algorithms/histogram/histogram_2d_call.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace vkalgo {

namespace {

/// A type that holds the numbers of every element type exactly.
using Coordinate = long double;
static_assert(std::numeric_limits<Coordinate>::digits >= 64);

/// The coordinates of one axis: `count` values, `stride` bytes from one to the next.
struct Coordinates {
    std::span<const std::byte> bytes;
    std::uint64_t count = 0;
    std::uint64_t stride = 0;
};

/// Calls use(point, value) for each coordinate, a value of the type.
template <class Use>
void each_coordinate(const Coordinates& all, ElementType type, const Use& use) {
    with_type(type, [&](auto value) {
        for (std::uint64_t point = 0; point < all.count; ++point) {
            std::memcpy(&value, all.bytes.data() + point * all.stride, sizeof value);
            use(point, value);
        }
    });
}

/// Returns the coordinates of y if `is_y` is true, else those of x.
Coordinates coordinates_of(std::span<const std::byte> x, std::span<const std::byte> y,
                           const Histogram2dOptions& options, bool is_y) {
    const std::uint64_t bytes = size_of(is_y ? options.y.type : options.x.type);
    if (!options.interleaved) {
        const std::span<const std::byte> own = is_y ? y : x;
        return {own, own.size() / bytes, bytes};
    }
    const std::uint64_t count = x.size() / (2 * bytes);
    return {count != 0 && is_y ? x.subspan(bytes) : x, count, 2 * bytes};
}

Coordinate exact_coordinate(const ExactNumber& number) {
    return !number.is_whole()     ? static_cast<Coordinate>(number.real())
           : number.is_negative() ? static_cast<Coordinate>(static_cast<std::int64_t>(number.bits()))
                                  : static_cast<Coordinate>(number.bits());
}

/// Returns the bin of each coordinate. A coordinate without a bin has `bins`, and NaN has `bins` + 1.
std::vector<std::uint32_t> bins_of_axis(const Coordinates& all, const AxisBins& bins) {
    std::vector<Coordinate> edges;
    for (std::uint32_t bin = 0; bin <= bins.bins; ++bin) {
        edges.push_back(exact_coordinate(bins.edge(bin)));
    }
    std::vector<std::uint32_t> found(static_cast<std::size_t>(all.count));
    each_coordinate(all, bins.type, [&](std::uint64_t point, auto value) {
        const auto number = static_cast<Coordinate>(value);
        if (std::isnan(number) || number < edges.front() || number > edges.back()) {
            found[point] = bins.bins + (std::isnan(number) ? 1U : 0U);
            return;
        }
        const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, number);
        found[point] = static_cast<std::uint32_t>(above - edges.begin() - 1);
    });
    return found;
}

}  // namespace

void histogram_detail::take_ranges(std::span<const std::byte> x, std::span<const std::byte> y,
                                   Histogram2dOptions& options) {
    for (const bool is_y : {false, true}) {
        HistogramAxis& axis = is_y ? options.y : options.x;
        if (axis.range || !axis.edges.empty()) {
            continue;
        }
        const Coordinates all = coordinates_of(x, y, options, is_y);
        std::vector<std::byte> packed;
        std::span<const std::byte> values = all.bytes;
        if (options.interleaved) {
            const std::uint64_t bytes = size_of(axis.type);
            packed.resize(static_cast<std::size_t>(all.count * bytes));
            for (std::uint64_t point = 0; point < all.count; ++point) {
                std::memcpy(packed.data() + point * bytes, all.bytes.data() + point * all.stride, bytes);
            }
            values = packed;
        }
        axis.range = range_of_data(values, axis.type).value_or(HistogramRange{0, 1});
    }
}

Result<std::vector<std::uint32_t>> histogram_2d_reference(std::span<const std::byte> x, std::span<const std::byte> y,
                                                          const Histogram2dOptions& options) {
    Histogram2dOptions own = options;
    histogram_detail::take_ranges(x, y, own);
    VKALGO_TRY(const AxisBins x_bins, make_axis_bins(own.x));
    VKALGO_TRY(const AxisBins y_bins, make_axis_bins(own.y));
    std::vector<std::uint32_t> indices = bins_of_axis(coordinates_of(x, y, own, false), x_bins);
    const std::vector<std::uint32_t> second = bins_of_axis(coordinates_of(x, y, own, true), y_bins);
    const std::uint32_t outside = x_bins.bins * y_bins.bins;
    for (std::size_t point = 0; point < indices.size(); ++point) {
        const std::uint32_t i = indices[point], j = second[point];
        indices[point] = i > x_bins.bins || j > y_bins.bins     ? outside + 1
                         : i == x_bins.bins || j == y_bins.bins ? outside
                                                                : i * y_bins.bins + j;
    }
    return indices;
}

}  // namespace vkalgo

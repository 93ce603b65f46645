#include "cli/commands/boxcount/box_report.hpp"

#include "algorithms/volume/box_grid.hpp"
#include "algorithms/volume/box_reference.hpp"
#include "formats/drawing/plot.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

/// Counts the boxes of one size again, on every grid that the options name.
BoxSize counted_again(const VolumeShape& shape, std::span<const std::uint8_t> inside, std::uint32_t side,
                      const BoxCountCallOptions& options) {
    std::vector<std::array<std::uint32_t, 3>> offsets;
    const BoxGrids grids{.side = side, .steps = std::min(options.steps, side)};
    for (std::uint64_t number = 0; options.offsets.empty() && number < grid_count(shape, grids); ++number) {
        offsets.push_back(grid_offset(shape, grids, number));
    }
    for (const auto& [x, y, z] : options.offsets) {
        offsets.push_back({x % side, y % side, shape.z == 1 ? 0 : z % side});
    }
    BoxSize size{.size = side, .count = ~std::uint64_t{0}, .grids = offsets.size()};
    double mass = 0, square = 0;
    for (const auto& offset : offsets) {
        const BoxMasses one = box_reference(shape, inside, side, offset);
        size.count = std::min(size.count, one.count);
        size.mean_count += static_cast<double>(one.count) / static_cast<double>(offsets.size());
        size.whole_boxes += whole_boxes(shape, side, offset);
        mass += static_cast<double>(one.mass);
        square += one.square();
    }
    if (options.lacunarity && size.whole_boxes != 0 && mass > 0) {
        const auto boxes = static_cast<double>(size.whole_boxes);
        size.mean_mass = mass / boxes;
        size.lacunarity = square / boxes / (size.mean_mass * size.mean_mass);
    }
    return size;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

std::vector<double> box_sizes(const BoxCounts& counts) {
    std::vector<double> sizes;
    std::transform(counts.sizes.begin(), counts.sizes.end(), std::back_inserter(sizes),
                   [](const BoxSize& size) { return static_cast<double>(size.size); });
    return sizes;
}

std::vector<double> box_numbers(const BoxCounts& counts) {
    std::vector<double> numbers;
    std::transform(counts.sizes.begin(), counts.sizes.end(), std::back_inserter(numbers),
                   [](const BoxSize& size) { return static_cast<double>(size.count); });
    return numbers;
}

std::optional<BoxFit> fit_of(const BoxCounts& counts, double low, double high) {
    auto fit = fit_boxes(box_sizes(counts), box_numbers(counts), low, high);
    return fit ? std::optional(*fit) : std::nullopt;
}

OutputTable boxes_table(const BoxCounts& counts, bool grids, bool lacunarity) {
    OutputTable table{.columns = {"size", "count", "slope"}};
    if (grids) {
        table.columns.insert(table.columns.end(), {"mean_count", "grids"});
    }
    if (lacunarity) {
        table.columns.insert(table.columns.end(), {"mean_mass", "variance", "lacunarity"});
    }
    table.rows = [&counts, grids, lacunarity](std::string& text, std::string_view separator) {
        const std::vector<double> slopes = local_slopes(box_sizes(counts), box_numbers(counts));
        for (std::size_t i = 0; i < counts.sizes.size(); ++i) {
            const BoxSize& size = counts.sizes[i];
            std::vector<std::string> row{fmt::format("{}", size.size), fmt::format("{}", size.count)};
            row.push_back(i < slopes.size() && !std::isnan(slopes[i]) ? fmt::format("{}", slopes[i]) : "");
            if (grids) {
                row.insert(row.end(), {fmt::format("{}", size.mean_count), fmt::format("{}", size.grids)});
            }
            const bool known = size.whole_boxes != 0;
            if (lacunarity) {
                row.push_back(known ? fmt::format("{}", size.mean_mass) : "");
                row.push_back(known ? fmt::format("{}", size.mass_variance) : "");
                row.push_back(known && size.lacunarity ? fmt::format("{}", *size.lacunarity) : "");
            }
            text += fmt::format("{}\n", fmt::join(row, separator));
        }
    };
    return table;
}

std::string boxes_plot(const BoxCounts& counts, const std::optional<BoxFit>& fit, double low, double high,
                       const std::string& title) {
    Plot plot;
    plot.title = title;
    plot.subtitle = "boxes that are not empty, by the side of the box";
    plot.x_label = "side of a box";
    plot.unit = "";
    Plot::Series boxes{.name = "boxes", .points = {}}, line{.name = "", .points = {}};
    for (const BoxSize& size : counts.sizes) {
        const auto side = static_cast<double>(size.size);
        if (size.count == 0) {
            continue;
        }
        boxes.points.emplace_back(side, static_cast<double>(size.count));
        if (fit && side >= low && side <= high) {
            line.points.emplace_back(side, std::exp(fit->intercept) * std::pow(side, -fit->dimension));
        }
    }
    if (fit) {
        line.name = fmt::format("dimension {:.4f}", fit->dimension);
        plot.subtitle += fmt::format("; the line is a least-squares fit over {} sizes", fit->sizes);
    }
    plot.series.push_back(std::move(boxes));
    plot.series.push_back(std::move(line));
    return plot_svg(plot);
}

Verification verify_boxes(const BoxCounts& counts, ElementType type, std::span<const std::byte> voxels,
                          const BoxCountCallOptions& options) {
    Verification verification{"the CPU reference box_reference", {}};
    const VolumeShape& shape = counts.shape;
    const auto inside = inside_reference(shape, voxels, type, options.selection);
    for (const BoxSize& size : counts.sizes) {
        const BoxSize again = counted_again(shape, inside, static_cast<std::uint32_t>(size.size), options);
        if (again.count != size.count) {
            verification.difference =
                fmt::format("size {}: {}, but the reference has {}", size.size, plural(size.count, "box"), again.count);
        } else if (!near(again.mean_count, size.mean_count)) {
            verification.difference =
                fmt::format("size {}: the average number of boxes is {}, but that of the reference is {}", size.size,
                            size.mean_count, again.mean_count);
        } else if (again.lacunarity.has_value() != size.lacunarity.has_value() ||
                   !near(again.lacunarity.value_or(0), size.lacunarity.value_or(0))) {
            verification.difference = fmt::format("size {}: the lacunarity is {}, but that of the reference is {}",
                                                  size.size, size.lacunarity.value_or(0), again.lacunarity.value_or(0));
        }
        if (!verification.difference.empty()) {
            break;
        }
    }
    return verification;
}

Verification verify_point_boxes(const BoxCounts& counts, const PointGrid& points) {
    Verification verification{"the CPU reference box_codes_reference", {}};
    const auto again = box_codes_reference(points.coordinates, points.axes, points.levels);
    for (std::size_t level = 0; level < again.size() && verification.difference.empty(); ++level) {
        if (counts.sizes[level].count != again[level]) {
            verification.difference = fmt::format("size {}: {}, but the reference has {}", counts.sizes[level].size,
                                                  plural(counts.sizes[level].count, "box"), again[level]);
        }
    }
    return verification;
}

}  // namespace vkalgo::cli

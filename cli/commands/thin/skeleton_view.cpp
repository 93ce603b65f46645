#include "cli/commands/thin/skeleton_view.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::cli {
namespace {

/// The largest number of pixels of the longer side, and the number that a small volume is enlarged to, but by a factor
/// of at most kMaxEnlarged.
constexpr double kMaxPixels = 4096, kWantedPixels = 512;
constexpr double kMaxEnlarged = 8;
/// The largest number of cells along a side of Body. If a side has more voxels, a cell gathers several lines of sight.
constexpr std::uint32_t kMaxCells = 4096;

std::uint32_t step_of(std::uint32_t side) {
    return (side + kMaxCells - 1) / kMaxCells;
}

}  // namespace

Rgb mix(const Rgb& from, const Rgb& to, double part) {
    Rgb mixed{};
    for (std::size_t k = 0; k < 3; ++k) {
        mixed.at(k) = std::lerp(from.at(k), to.at(k), part);
    }
    return mixed;
}

View view_of(const Volume& volume, std::span<const std::uint32_t> selected, const std::array<double, 3>& spacing) {
    View view;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (volume.size.at(axis) * spacing.at(axis) < volume.size.at(view.depth) * spacing.at(view.depth)) {
            view.depth = axis;
        }
    }
    view.across = view.depth == 0 ? 1 : 0;
    view.along = view.depth == 2 ? 1 : 2;
    view.upwards = view.along == 2;
    if (volume.geometry.to_world && volume.size[2] > 1) {
        const std::array<double, 12>& world = *volume.geometry.to_world;
        const std::array<double, 3> way{world.at(view.along), world.at(4 + view.along), world.at(8 + view.along)};
        view.upwards =
            *std::max_element(way.begin(), way.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }) > 0;
    }
    view.rising = view.upwards == (view.depth != 1);
    each_voxel(shape_of(volume), selected, [&](const At& at) {
        view.wide.include(at.at(view.across));
        view.high.include(at.at(view.along));
    });
    view.wide = view.wide.widened(volume.size.at(view.across));
    view.high = view.high.widened(volume.size.at(view.along));
    const double unit = std::min(spacing.at(view.across), spacing.at(view.along));
    const double wide = view.wide.size() * (spacing.at(view.across) / unit);
    const double high = view.high.size() * (spacing.at(view.along) / unit);
    const double longest = std::max(wide, high);
    const double scale =
        longest > kMaxPixels ? kMaxPixels / longest : std::clamp(kWantedPixels / longest, 1.0, kMaxEnlarged);
    const auto side = [&](double of) { return static_cast<std::uint32_t>(std::max(std::round(of * scale), 1.0)); };
    view.width = side(wide);
    view.height = side(high);
    view.pixels_across = static_cast<double>(view.width) / view.wide.size();
    view.pixels_along = static_cast<double>(view.height) / view.high.size();
    return view;
}

Body::Body(const Volume& volume, std::span<const std::uint32_t> selected, bool labels, const View& view)
    : step_across_(step_of(view.wide.size())),
      step_along_(step_of(view.high.size())),
      across_((view.wide.size() + step_across_ - 1) / step_across_),
      along_((view.high.size() + step_along_ - 1) / step_along_),
      light_(std::size_t{across_} * along_, -1) {
    std::vector<std::uint32_t> thickness(light_.size(), 0);
    std::vector<double> greatest(light_.size(), -std::numeric_limits<double>::infinity());
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const VolumeShape shape = shape_of(volume);
    each_voxel(shape, selected, [&](const At& at) {
        const std::size_t cell = (at.at(view.along) - view.high.low) / step_along_ * std::size_t{across_} +
                                 (at.at(view.across) - view.wide.low) / step_across_;
        ++thickness[cell];
        const double value = voxel_value(volume, (std::size_t{at[2]} * shape.y + at[1]) * shape.x + at[0]);
        if (std::isfinite(value)) {
            greatest[cell] = std::max(greatest[cell], value);
            low = std::min(low, value);
            high = std::max(high, value);
        }
    });
    const double most = *std::max_element(thickness.begin(), thickness.end());
    for (std::size_t cell = 0; cell < light_.size(); ++cell) {
        if (thickness[cell] != 0) {
            light_[cell] = labels || !(high > low) ? std::sqrt(thickness[cell] / most)
                                                   : std::clamp((greatest[cell] - low) / (high - low), 0.0, 1.0);
        }
    }
}

Rgb Body::colour(double i, double j) const {
    const double x = std::clamp(i / step_across_ - 0.5, 0.0, across_ - 1.0);
    const double y = std::clamp(j / step_along_ - 0.5, 0.0, along_ - 1.0);
    const auto left = static_cast<std::uint32_t>(x), top = static_cast<std::uint32_t>(y);
    const std::uint32_t right = std::min(left + 1, across_ - 1), bottom = std::min(top + 1, along_ - 1);
    return mix(mix(shade(left, top), shade(right, top), x - left),
               mix(shade(left, bottom), shade(right, bottom), x - left), y - top);
}

Rgb Body::shade(std::uint32_t x, std::uint32_t y) const {
    constexpr Rgb kOutside{10, 11, 16}, kDark{30, 35, 48}, kLight{106, 115, 134};
    const double light = light_[y * std::size_t{across_} + x];
    return light < 0 ? kOutside : mix(kDark, kLight, light);
}

}  // namespace vkalgo::cli

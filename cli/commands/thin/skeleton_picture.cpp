#include "cli/commands/thin/skeleton.hpp"
#include "cli/commands/thin/skeleton_view.hpp"
#include "formats/drawing/png.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vkalgo::cli {
namespace {

/// Pixels, on which lines with smooth edges are drawn.
class Canvas {
public:
    Canvas(std::uint32_t width, std::uint32_t height)
        : width_(width), height_(height), pixels_(std::size_t{width} * height) {}

    Rgb& at(std::uint32_t x, std::uint32_t y) { return pixels_[y * std::size_t{width_} + x]; }

    void line(const std::array<double, 2>& from, const std::array<double, 2>& to, double thick, const Rgb& colour,
              double opacity) {
        const double reach = thick / 2 + 0.5;
        const double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
        const double inner = std::max(reach - 1, 0.0), inner_square = inner * inner, reach_square = reach * reach;
        const auto bound = [](double of, std::uint32_t most) {
            return static_cast<std::uint32_t>(std::clamp(of, 0.0, static_cast<double>(most)));
        };
        const std::uint32_t left = bound(std::min(from[0], to[0]) - reach, width_);
        const std::uint32_t right = bound(std::max(from[0], to[0]) + reach + 1, width_);
        const std::uint32_t bottom = bound(std::max(from[1], to[1]) + reach + 1, height_);
        for (std::uint32_t y = bound(std::min(from[1], to[1]) - reach, height_); y < bottom; ++y) {
            for (std::uint32_t x = left; x < right; ++x) {
                const double px = x + 0.5 - from[0], py = y + 0.5 - from[1];
                const double part = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
                const double wx = px - part * dx, wy = py - part * dy, away = wx * wx + wy * wy;
                if (away < reach_square) {
                    const double covered = away <= inner_square ? 1 : reach - std::sqrt(away);
                    at(x, y) = mix(at(x, y), colour, std::min(covered, 1.0) * opacity);
                }
            }
        }
    }

    std::vector<std::uint8_t> samples() const {
        std::vector<std::uint8_t> all;
        all.reserve(3 * pixels_.size());
        // Uses fewer shades than a byte has. The difference is invisible, and files are two thirds as large.
        constexpr double kShade = 5;
        for (const Rgb& pixel : pixels_) {
            for (const double part : pixel) {
                all.push_back(static_cast<std::uint8_t>(std::round(part / kShade) * kShade));
            }
        }
        return all;
    }

private:
    std::uint32_t width_, height_;
    std::vector<Rgb> pixels_;
};

/// Returns the colour of a label. Its hue is far from the hues of labels with neighbouring numbers. Without labels,
/// lines have the colours of fire. Nearer lines are lighter.
Rgb line_colour(std::uint32_t label, bool labels, double nearness) {
    if (!labels) {
        return mix({176, 46, 22}, {255, 214, 92}, nearness);
    }
    const double hue = std::fmod(0.09 + label * 0.61803398875, 1.0) * 6;
    const auto part = [&](double shift) {
        const double wave = std::abs(std::fmod(hue + shift, 6) - 3) - 1;
        return 255 * (0.38 + 0.62 * std::clamp(wave, 0.0, 1.0));
    };
    const Rgb pure{part(0), part(4), part(2)};
    const double light = 0.3 * pure[0] + 0.59 * pure[1] + 0.11 * pure[2];
    // Dark hues such as blue are mixed with white up to this lightness, of 255.
    constexpr double kLeast = 160;
    const Rgb seen = light < kLeast ? mix(pure, {255, 255, 255}, (kLeast - light) / (255 - light)) : pure;
    return mix({0, 0, 0}, seen, 0.65 + 0.35 * nearness);
}

/// The voxels of a skeleton, and lines between voxels that touch. The farthest voxels are drawn first.
class Lines {
public:
    Lines(const SkeletonVoxels& skeleton, const View& view)
        : skeleton_(skeleton),
          view_(view),
          size_{skeleton.shape.x, skeleton.shape.y, skeleton.shape.z},
          before_(skeleton.bits.size()),
          layers_(size_.at(view.depth)) {
        std::uint32_t count = 0;
        for (std::size_t word = 0; word < before_.size(); ++word) {
            before_[word] = count;
            count += static_cast<std::uint32_t>(std::popcount(skeleton.bits[word]));
        }
        pixels_.reserve(count);
        each_voxel(skeleton.shape, skeleton.bits, [&](const At& at) {
            layers_[at.at(view.depth)].push_back(at);
            pixels_.push_back(view.pixel(at.at(view.across), at.at(view.along)));
            layer_.include(at.at(view.depth));
        });
        in_sheet_.resize(count);
        for (int pass = 0; pass < kPasses; ++pass) {
            smooth();
        }
    }

    /// Draws the layers from the farthest to the nearest. After the shadows of a layer, its lines and the lines of the
    /// kAgain layers behind it are drawn over them. So a shadow is seen only on layers that lie deeper than these, and
    /// not on the line itself.
    void draw(Canvas& canvas) const {
        constexpr std::size_t kAgain = 3;
        const std::size_t count = pixels_.empty() ? 0 : layer_.size();
        for (std::size_t k = 0; k < count; ++k) {
            draw_layer(canvas, k, true);
            for (std::size_t again = k - std::min(k, kAgain); again <= k; ++again) {
                draw_layer(canvas, again, false);
            }
        }
    }

private:
    static constexpr int kPasses = 4;
    /// The largest number of neighbours that a voxel of a line has, also where lines meet. Voxels with more neighbours
    /// are parts of sheets.
    static constexpr int kMaxLineNeighbours = 6;

    std::size_t word_of(const At& at) const {
        return (std::size_t{at[2]} * skeleton_.shape.y + at[1]) * skeleton_.shape.row_words() + at[0] / 32;
    }
    bool is_set(const At& at) const { return (skeleton_.bits[word_of(at)] >> at[0] % 32 & 1u) != 0; }
    std::size_t number(const At& at) const {
        const std::size_t word = word_of(at);
        return before_[word] + static_cast<std::size_t>(std::popcount(skeleton_.bits[word] & ((1u << at[0] % 32) - 1)));
    }
    std::uint32_t label(const At& at) const {
        const VolumeShape& shape = skeleton_.shape;
        return skeleton_.labels.empty() ? 0
                                        : skeleton_.labels[(std::size_t{at[2]} * shape.y + at[1]) * shape.x + at[0]];
    }

    /// Calls `visit(neighbour, deeper, k)` for the neighbours that are set and have the voxel's label. `deeper` is 1, 0
    /// or -1 if the neighbour is farther from the eye than the voxel, as far, or nearer. `k` is the neighbour's number,
    /// from 0, in the block of 3 x 3 x 3 voxels.
    template <class Visit>
    void each_neighbour(const At& voxel, const Visit& visit) const {
        for (int k = 0; k < 27; ++k) {
            std::array<int, 3> way{};
            way.at(view_.across) = k % 3 - 1;
            way.at(view_.along) = k / 3 % 3 - 1;
            way.at(view_.depth) = k / 9 - 1;
            At to{};
            bool inside = k != 13;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::int64_t at = std::int64_t{voxel.at(axis)} + way.at(axis);
                inside = inside && at >= 0 && at < size_.at(axis);
                to.at(axis) = static_cast<std::uint32_t>(at);
            }
            if (inside && is_set(to) && label(to) == label(voxel)) {
                visit(to, view_.rising ? -way.at(view_.depth) : way.at(view_.depth), k);
            }
        }
    }

    /// Moves the position of each voxel that has several neighbours half of the way to their mean position. This turns
    /// stairs into curves. Also finds out which voxels are parts of sheets.
    void smooth() {
        std::vector<std::array<double, 2>> moved = pixels_;
        std::size_t voxel = 0;
        each_voxel(skeleton_.shape, skeleton_.bits, [&](const At& at) {
            std::array<double, 2> sum{};
            int neighbours = 0;
            each_neighbour(at, [&](const At& to, int, int) {
                const auto& pixel = pixels_[number(to)];
                sum[0] += pixel[0];
                sum[1] += pixel[1];
                ++neighbours;
            });
            in_sheet_[voxel] = neighbours > kMaxLineNeighbours;
            if (neighbours > 1) {
                for (std::size_t k = 0; k < 2; ++k) {
                    moved[voxel].at(k) = (pixels_[voxel].at(k) + sum.at(k) / neighbours) / 2;
                }
            }
            ++voxel;
        });
        pixels_ = std::move(moved);
    }

    /// Draws layer `from_far`, counted from the farthest one: lines from its voxels to touching voxels that are not
    /// nearer, or that are parts of sheets. Voxels of sheets and voxels without neighbours become dots. With `shadow`,
    /// draws the shadows of all these instead.
    void draw_layer(Canvas& canvas, std::size_t from_far, bool shadow) const {
        const double thick = std::clamp(0.45 * std::min(view_.pixels_across, view_.pixels_along), 1.0, 2.6);
        const double nearness = layer_.size() > 1 ? static_cast<double>(from_far) / (layer_.size() - 1) : 1;
        const std::size_t layer = view_.rising ? layer_.low + from_far : layer_.high - from_far;
        for (const At& voxel : layers_[layer]) {
            const std::size_t own = number(voxel);
            const auto& from = pixels_[own];
            const Rgb colour = line_colour(label(voxel), !skeleton_.labels.empty(), nearness);
            const auto line = [&](const std::array<double, 2>& to, double wide) {
                if (shadow) {
                    canvas.line(from, to, wide + 1.8, {8, 9, 14}, 0.5);
                } else {
                    canvas.line(from, to, wide, colour, 1);
                }
            };
            if (in_sheet_[own]) {
                line(from, 1.5 * std::max(view_.pixels_across, view_.pixels_along));
                continue;
            }
            bool alone = true;
            each_neighbour(voxel, [&](const At& to, int deeper, int k) {
                const std::size_t other = number(to);
                alone = false;
                // Each line is drawn from one of its two voxels: from the nearer one; if both have one depth, from the
                // one with the greater position. But no line is drawn from a voxel of a sheet, so lines to voxels of
                // sheets are drawn from here in any case.
                if (deeper > 0 || (deeper == 0 && k < 13) || in_sheet_[other]) {
                    line(pixels_[other], thick);
                }
            });
            if (alone) {
                line(from, thick);
            }
        }
    }

    const SkeletonVoxels& skeleton_;
    const View& view_;
    At size_;
    /// For each word of the skeleton's bits, the number of bits that are set in earlier words.
    std::vector<std::uint32_t> before_;
    /// The voxels by depth.
    std::vector<std::vector<At>> layers_;
    Extent layer_;
    std::vector<bool> in_sheet_;
    /// The positions in the picture, in the order of the voxels.
    std::vector<std::array<double, 2>> pixels_;
};

}  // namespace

Result<Bytes> skeleton_picture(const Volume& volume, std::span<const std::uint32_t> selected,
                               const SkeletonVoxels& skeleton) {
    const View view = view_of(volume, selected, skeleton.spacing);
    Canvas canvas(view.width, view.height);
    {
        const Body body(volume, selected, !skeleton.labels.empty(), view);
        for (std::uint32_t y = 0; y < view.height; ++y) {
            const double j = (view.upwards ? view.height - y - 0.5 : y + 0.5) / view.pixels_along;
            for (std::uint32_t x = 0; x < view.width; ++x) {
                canvas.at(x, y) = body.colour((x + 0.5) / view.pixels_across, j);
            }
        }
    }
    Lines(skeleton, view).draw(canvas);
    return encode_png(view.width, view.height, 3, canvas.samples());
}

}  // namespace vkalgo::cli

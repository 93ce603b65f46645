#include "cli/commands/sort/picture.hpp"

#include "cli/formats.hpp"
#include "formats/drawing/svg.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// The side of a panel's square. kSide is in the units of the panel's points, kShownSide in the units of the picture.
constexpr std::uint64_t kSide = 1000;
constexpr double kShownSide = 200;
constexpr double kGap = 24;
constexpr double kTop = 60;
constexpr double kCaption = 40;
constexpr std::size_t kColumns = 5;

/// Returns the rank of the key at each index.
std::vector<std::uint64_t> ranks_of(std::span<const std::uint64_t> keys) {
    std::vector<std::uint64_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return keys[a] < keys[b]; });
    std::vector<std::uint64_t> ranks(keys.size());
    for (std::uint64_t rank = 0; rank < order.size(); ++rank) {
        ranks[order[rank]] = rank;
    }
    return ranks;
}

/// Returns at most kMaxPanels indices of `count` states, the first and the last among them.
std::vector<std::size_t> chosen(std::size_t count) {
    const std::size_t shown = std::min(count, SortPicture::kMaxPanels);
    std::vector<std::size_t> indices(shown);
    for (std::size_t i = 0; i < shown; ++i) {
        indices[i] = shown < 2 ? 0 : i * (count - 1) / (shown - 1);
    }
    return indices;
}

}  // namespace

void SortPicture::add(std::span<const std::uint64_t> keys) {
    Panel panel;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        panel.unsorted_pairs += keys[i] < keys[i - 1] ? 1U : 0U;
    }
    const std::vector<std::uint64_t> ranks = ranks_of(keys);
    const std::uint64_t count = keys.size();
    const auto scaled = [&](std::uint64_t number) {
        return static_cast<std::uint16_t>((2 * number + 1) * kSide / (2 * count));
    };
    const std::uint64_t points = std::min<std::uint64_t>(count, kMaxPoints);
    for (std::uint64_t i = 0; i < points; ++i) {
        const std::uint64_t index = i * count / points;
        panel.points.push_back({scaled(index), static_cast<std::uint16_t>(kSide - scaled(ranks[index]))});
    }
    panels_.push_back(std::move(panel));
}

std::string SortPicture::svg(const std::string& title, std::span<const std::string> captions) const {
    const std::vector<std::size_t> shown = chosen(panels_.size());
    const std::size_t rows = (shown.size() + kColumns - 1) / kColumns;
    // Even with few panels, the title needs this width.
    const double width = static_cast<double>(kColumns) * (kShownSide + kGap) + kGap;
    const double height = kTop + static_cast<double>(rows) * (kShownSide + kCaption + kGap);
    std::string svg;
    svg += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
        "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
        "<text x=\"{3}\" y=\"26\" font-size=\"17\">{2}</text>\n"
        "<text x=\"{3}\" y=\"46\" fill=\"#666\">across: position in the array; up: rank of the key{4}</text>\n",
        width, height, svg_text(title), kGap,
        shown.size() < panels_.size() ? fmt::format("; {} of {} states", shown.size(), panels_.size()) : "");
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Panel& panel = panels_[shown[i]];
        const std::size_t row = i / kColumns;
        const double left = kGap + static_cast<double>(i - row * kColumns) * (kShownSide + kGap);
        const double top = kTop + static_cast<double>(row) * (kShownSide + kCaption + kGap);
        svg += fmt::format(
            "<g transform=\"translate({0} {1})\">\n"
            "<rect width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"#bbb\"/>\n"
            "<text y=\"{3}\">{4}</text><text y=\"{5}\" fill=\"#666\">{6}</text>\n"
            "<path transform=\"scale({7})\" stroke=\"#2b6ca3\" stroke-width=\"{8}\" stroke-linecap=\"round\" "
            "d=\"",
            left, top, kShownSide, kShownSide + 17, svg_text(captions[shown[i]]), kShownSide + 33,
            panel.unsorted_pairs == 0 ? "sorted" : plural(panel.unsorted_pairs, "neighbour") + " out of order",
            kShownSide / kSide, panel.points.size() > 500 ? 7 : 11);
        for (const Point& point : panel.points) {
            svg += fmt::format("M{} {}h0", point.across, point.down);
        }
        svg += "\"/>\n</g>\n";
    }
    svg += "</svg>\n";
    return svg;
}

}  // namespace vkalgo::cli

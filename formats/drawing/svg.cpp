#include "formats/drawing/svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr double kHistogramWidth = 960;
constexpr double kHistogramHeight = 540;
constexpr double kHistogramLeft = 90;
constexpr double kHistogramRight = 930;
constexpr double kHistogramTop = 50;
constexpr double kHistogramBottom = 470;
constexpr std::size_t kMaxBars = 840;  // One unit of width each

/// Returns short round numbers that divide [low, high] into about `wanted` parts.
std::vector<double> round_ticks(double low, double high, int wanted) {
    const double rough = (high - low) / wanted;
    if (!(rough > 0) || !std::isfinite(rough)) {
        return {low};
    }
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double digit = rough / power;
    // The least step keeps `number` below about 2^53, from where ++ has no effect. Without it, `number` could be larger
    // if `low` and `high` differ by only a few roundings.
    const double least = std::max(std::abs(low), std::abs(high)) * std::numeric_limits<double>::epsilon();
    const double step = std::max(power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10), least);
    std::vector<double> ticks;
    for (double number = std::ceil(low / step); number * step <= high + step * 1e-9; ++number) {
        ticks.push_back(number * step);
    }
    return ticks;
}

/// The conversion of counts to y coordinates.
class CountAxis {
public:
    CountAxis(std::uint64_t largest, bool logarithmic) : logarithmic_(logarithmic) {
        const double most = std::max(1.0, static_cast<double>(largest));
        if (logarithmic) {
            decades_ = std::max(1.0, std::ceil(std::log10(most)));
            for (double decade = 0; decade <= decades_; ++decade) {
                ticks_.push_back(std::pow(10.0, decade));
            }
        } else {
            top_ = most * 1.05;
            ticks_ = round_ticks(0, top_, 6);
        }
    }

    double y(double count) const {
        // The logarithmic axis starts at 1, so a count of 1 would vanish. It gets a small minimum height.
        const double share = !logarithmic_ ? count / top_
                             : count < 1   ? 0
                                           : std::max(0.006, std::log10(count) / decades_);
        return kHistogramBottom - share * (kHistogramBottom - kHistogramTop);
    }

    double tick_y(double count) const {
        return logarithmic_ ? kHistogramBottom - std::log10(count) / decades_ * (kHistogramBottom - kHistogramTop)
                            : y(count);
    }

    const std::vector<double>& ticks() const { return ticks_; }

private:
    bool logarithmic_;
    double decades_ = 1;
    double top_ = 1;
    std::vector<double> ticks_;
};

void draw_axes(std::string& svg, const HistogramPlot& plot, const CountAxis& axis) {
    svg += "<g stroke=\"#ddd\">\n";
    for (const double tick : axis.ticks()) {
        svg += fmt::format("<path d=\"M{} {:.1f}H{}\"/>\n", kHistogramLeft, axis.tick_y(tick), kHistogramRight);
    }
    svg += "</g>\n<g text-anchor=\"end\">\n";
    for (const double tick : axis.ticks()) {
        svg +=
            fmt::format("<text x=\"{}\" y=\"{:.1f}\">{:g}</text>\n", kHistogramLeft - 8, axis.tick_y(tick) + 4, tick);
    }
    svg += "</g>\n<g text-anchor=\"middle\">\n";
    for (const double tick : round_ticks(plot.low, plot.high, 8)) {
        const double x =
            kHistogramLeft + (tick - plot.low) / (plot.high - plot.low) * (kHistogramRight - kHistogramLeft);
        if (std::isfinite(x)) {
            svg += fmt::format(
                "<path d=\"M{0:.1f} {1}v6\" stroke=\"#333\"/><text x=\"{0:.1f}\" y=\"{2}\">{3:.6g}</text>\n", x,
                kHistogramBottom, kHistogramBottom + 21, tick);
        }
    }
    svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", (kHistogramLeft + kHistogramRight) / 2,
                       kHistogramHeight - 18, svg_text(plot.value_label));
    svg += fmt::format("<text transform=\"translate(22 {}) rotate(-90)\">count{}</text>\n",
                       (kHistogramTop + kHistogramBottom) / 2, plot.logarithmic ? " (logarithmic)" : "");
    svg += fmt::format("<text x=\"{}\" y=\"28\" font-size=\"17\">{}</text>\n</g>\n",
                       (kHistogramLeft + kHistogramRight) / 2, svg_text(plot.title));
}

}  // namespace

std::string svg_text(std::string_view text) {
    std::string safe;
    for (const char letter : text) {
        switch (letter) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
        }
    }
    return safe;
}

std::string histogram_svg(const HistogramPlot& plot) {
    const std::size_t bins = plot.counts.size();
    const std::size_t bars = std::min(bins, kMaxBars);
    const std::uint64_t largest = bins == 0 ? 0 : *std::max_element(plot.counts.begin(), plot.counts.end());
    const CountAxis axis(largest, plot.logarithmic);

    std::string svg;
    svg += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
        "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        kHistogramWidth, kHistogramHeight, svg_text(plot.title));
    draw_axes(svg, plot, axis);
    svg += "<g fill=\"#2b6ca3\">\n";
    const double width = bars == 0 ? 0 : (kHistogramRight - kHistogramLeft) / static_cast<double>(bars);
    const double shown_width = width > 6 ? width - 1 : width;  // A gap if there is room for one
    for (std::size_t bar = 0; bar < bars; ++bar) {
        const auto first = plot.counts.begin() + static_cast<std::ptrdiff_t>(bar * bins / bars);
        const auto last = plot.counts.begin() + static_cast<std::ptrdiff_t>((bar + 1) * bins / bars);
        const auto count = static_cast<double>(*std::max_element(first, last));
        if (count > 0) {
            const double y = axis.y(count);
            svg += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>\n",
                               kHistogramLeft + static_cast<double>(bar) * width, y, shown_width, kHistogramBottom - y);
        }
    }
    svg += "</g>\n";
    svg += fmt::format("<path d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"#333\"/>\n</svg>\n", kHistogramLeft,
                       kHistogramTop, kHistogramBottom, kHistogramRight);
    return svg;
}

}  // namespace vkalgo::formats

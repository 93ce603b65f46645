#include "formats/drawing/plot.hpp"

#include "formats/drawing/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr double kWidth = 960;
constexpr double kHeight = 600;
constexpr double kLeft = 80;
constexpr double kRight = 790;
constexpr double kTop = 70;
constexpr double kBottom = 530;
constexpr double kLine = 17;  // Pixels from one name to the next
// Colours that most people can tell apart, after Okabe and Ito. Further series use the same colours with dashes.
constexpr std::array<const char*, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#000000", "#56b4e9", "#e69f00"};

std::string colour(std::size_t series) {
    return kColours[series % kColours.size()];
}

/// A logarithmic axis, from the logarithm of the smallest number to that of the largest. at() returns the position of a
/// number on an axis that is drawn from `begin` to `end`.
struct LogAxis {
    double first = std::numeric_limits<double>::infinity();
    double last = -std::numeric_limits<double>::infinity();

    void take(double number) {
        first = std::min(first, std::log10(number));
        last = std::max(last, std::log10(number));
    }
    void round_to_powers() {
        first = std::floor(first);
        last = std::ceil(last);
    }
    double at(double number, double begin, double end) const {
        return begin + (std::log10(number) - first) / (last > first ? last - first : 1.0) * (end - begin);
    }
};

std::string power_text(double power, const std::string& unit) {
    return std::abs(power) <= 3
               ? fmt::format("{:g}{}", std::pow(10.0, power), unit)
               : fmt::format("10<tspan dy=\"-5\" font-size=\"10\">{:g}</tspan><tspan dy=\"5\">{}</tspan>", power, unit);
}

class Drawing {
public:
    explicit Drawing(const Plot& plot) : plot_(plot) {
        for (const auto& series : plot.series) {
            for (const auto& [x, ms] : series.points) {
                y_.take(ms);
                if (plot.categories.empty()) {
                    x_.take(x);
                }
            }
        }
        y_.round_to_powers();
    }

    std::string svg() {
        svg_ += fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
            "height=\"{1}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<title>{2}</title>\n"
            "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n<text x=\"{3}\" y=\"28\" "
            "font-size=\"17\">{2}</text>\n<text x=\"{3}\" y=\"49\" fill=\"#666\">{4}</text>\n",
            kWidth, kHeight, svg_text(plot_.title), kLeft, svg_text(plot_.subtitle));
        draw_axes();
        for (std::size_t i = 0; i < plot_.series.size(); ++i) {
            draw_series(i);
        }
        draw_names();
        return svg_ + "</svg>\n";
    }

private:
    double x(double number) const {
        return plot_.categories.empty()
                   ? x_.at(number, kLeft, kRight)
                   : kLeft + (number + 0.5) / static_cast<double>(plot_.categories.size()) * (kRight - kLeft);
    }
    /// Returns the x coordinate in the drawing of a point of a series. In a plot with categories, the points of one
    /// category are side by side.
    double x(std::size_t series, double number) const {
        constexpr double kStep = 12;
        const double middle = (static_cast<double>(plot_.series.size()) - 1) / 2;
        return x(number) + (plot_.categories.empty() ? 0 : (static_cast<double>(series) - middle) * kStep);
    }
    double y(double ms) const { return y_.at(ms, kBottom, kTop); }

    void draw_axes() {
        svg_ += "<g stroke=\"#ddd\">\n";
        for (double power = y_.first; power <= y_.last; ++power) {
            svg_ += fmt::format("<path d=\"M{} {:.1f}H{}\"/>\n", kLeft, y(std::pow(10.0, power)), kRight);
        }
        if (plot_.categories.empty()) {
            for (double power = std::ceil(x_.first); power <= x_.last; ++power) {
                svg_ += fmt::format("<path d=\"M{:.1f} {}V{}\"/>\n", x(std::pow(10.0, power)), kTop, kBottom);
            }
        }
        svg_ += "</g>\n<g text-anchor=\"end\">\n";
        for (double power = y_.first; power <= y_.last; ++power) {
            svg_ += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", kLeft - 8, y(std::pow(10.0, power)) + 4,
                                power_text(power, "&#160;" + svg_text(plot_.unit)));
        }
        svg_ += "</g>\n<g text-anchor=\"middle\">\n";
        if (plot_.categories.empty()) {
            for (double power = std::ceil(x_.first); power <= x_.last; ++power) {
                svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{}</text>\n", x(std::pow(10.0, power)), kBottom + 22,
                                    power_text(power, ""));
            }
        }
        for (std::size_t i = 0; i < plot_.categories.size(); ++i) {
            const double middle = static_cast<double>(i);
            svg_ += fmt::format("<path d=\"M{:.1f} {}V{}\" stroke=\"#ddd\"/>", x(middle + 0.5), kTop, kBottom);
            svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{}</text>\n", x(middle), kBottom + 22,
                                svg_text(plot_.categories[i]));
        }
        svg_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n</g>\n", (kLeft + kRight) / 2, kHeight - 20,
                            svg_text(plot_.x_label));
        svg_ += fmt::format("<path d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"#333\"/>\n", kLeft, kTop, kBottom, kRight);
    }

    /// Draws dots, and lines between them if x is a number.
    void draw_series(std::size_t index) {
        const auto& points = plot_.series[index].points;
        if (plot_.categories.empty() && points.size() > 1) {
            svg_ += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{} d=\"", colour(index),
                                index < kColours.size() ? "" : " stroke-dasharray=\"6 4\"");
            for (std::size_t i = 0; i < points.size(); ++i) {
                svg_ += fmt::format("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', x(points[i].first), y(points[i].second));
            }
            svg_ += "\"/>\n";
        }
        svg_ += fmt::format("<g fill=\"{}\">\n", colour(index));
        for (const auto& [at, ms] : points) {
            svg_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n", x(index, at), y(ms),
                                plot_.categories.empty() ? 3 : 6);
        }
        svg_ += "</g>\n";
    }

    struct Name {
        std::size_t series;
        double from_x, from_y, to_y;
    };

    void draw_names() {
        std::vector<Name> names;
        for (std::size_t i = 0; i < plot_.series.size(); ++i) {
            if (const auto& points = plot_.series[i].points; !points.empty()) {
                const double at = y(points.back().second);
                names.push_back({i, x(i, points.back().first), at, at});
            }
        }
        std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.from_y < b.from_y; });
        // First, from the top down, moves names down until each is at least kLine below the previous name. Then, from
        // the bottom up, moves names up until none is below the plot.
        double least = kTop;
        for (Name& name : names) {
            name.to_y = std::max(name.to_y, least);
            least = name.to_y + kLine;
        }
        double most = kBottom;
        for (auto name = names.rbegin(); name != names.rend(); ++name) {
            name->to_y = std::min(name->to_y, most);
            most = name->to_y - kLine;
        }
        for (const Name& name : names) {
            svg_ += fmt::format(
                "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" stroke-opacity=\"0.35\"/>"
                "<text x=\"{}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n",
                name.from_x + 5, name.from_y, kRight + 20, name.to_y, colour(name.series), kRight + 24, name.to_y + 4,
                colour(name.series), svg_text(plot_.series[name.series].name));
        }
    }

    const Plot& plot_;
    LogAxis x_, y_;
    std::string svg_;
};

}  // namespace

std::string plot_svg(const Plot& plot) {
    return Drawing(plot).svg();
}

}  // namespace vkalgo::formats

#include "cli/commands/dp/picture/legend.hpp"

#include "cli/commands/dp/picture/plot_axis.hpp"
#include "cli/commands/dp/picture/table_axes.hpp"
#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vkalgo::cli {
namespace {

constexpr std::int64_t kRow = 20, kPatch = 12, kShortestBar = 120;
/// The least pixels between two labels of the bar.
constexpr double kLeastApart = 17;

}  // namespace

void Legend::add(std::string text, Colour colour) {
    entries.push_back({std::move(text), [colour](Canvas& canvas, std::int64_t left, std::int64_t top, std::int64_t wide,
                                                 std::int64_t high) { canvas.fill(left, top, wide, high, colour); }});
}

/// Returns the values of the labels: the ends of the bar, and round numbers that are not too close to them.
std::vector<double> Legend::labels(double pixels) const {
    if (*least == *most) {
        return {*least};
    }
    std::vector<double> numbers{*least};
    const double apart = kLeastApart / pixels * (*most - *least);
    for (const double number : ticks(*least, *most, pixels / 50, whole_numbers)) {
        if (number - *least >= apart && *most - number >= apart) {
            numbers.push_back(number);
        }
    }
    numbers.push_back(*most);
    return numbers;
}

std::int64_t Legend::width() const {
    double wide = 0;
    for (const Entry& entry : entries) {
        wide = std::max(wide, text_width(entry.text, kLabelHeight));
    }
    if (least) {
        for (const double number : labels(kLongestBar)) {
            wide = std::max(wide, text_width(tick_text(number), kLabelHeight) + 4);
        }
    }
    return empty() ? 0 : kBarWidth + kSpace + static_cast<std::int64_t>(std::ceil(wide));
}

std::int64_t Legend::least_height() const {
    const std::int64_t bar = !least ? 0 : *least == *most ? kRow : kShortestBar + 2 * kSpace;
    return bar + kRow * static_cast<std::int64_t>(entries.size());
}

void Legend::draw(Canvas& canvas, std::int64_t left, std::int64_t top, std::int64_t height) const {
    const auto text = [&](const std::string& what, double x, double y) {
        canvas.text(what, {x, y}, {.height = kLabelHeight, .colour = kInk});
    };
    const double beside = static_cast<double>(left + kBarWidth + kSpace);
    if (least && *least == *most) {
        canvas.fill(left, top, kBarWidth, kPatch, map_colour(0));
        text(tick_text(*least), beside, static_cast<double>(top) + kPatch / 2.0);
        top += kRow;
    } else if (least) {
        const std::int64_t rows = kRow * static_cast<std::int64_t>(entries.size());
        const std::int64_t bar = std::clamp(height - rows - 2 * kSpace, kShortestBar, kLongestBar);
        for (std::int64_t y = 0; y < bar; ++y) {
            canvas.fill(left, top + y, kBarWidth, 1,
                        map_colour(1 - static_cast<double>(y) / static_cast<double>(bar - 1)));
        }
        for (const double number : labels(static_cast<double>(bar))) {
            const double share = (number - *least) / (*most - *least);
            const double y = static_cast<double>(top) + 0.5 + (1 - share) * static_cast<double>(bar - 1);
            const Point ends[] = {{beside - kSpace, y}, {beside - kSpace + 3, y}};
            canvas.line(ends, 1, kQuiet);
            text(tick_text(number), beside + 2,
                 std::clamp(y, static_cast<double>(top) + kLabelHeight / 2,
                            static_cast<double>(top + bar) - kLabelHeight / 2));
        }
        top += bar + 2 * kSpace;
    }
    for (const Entry& entry : entries) {
        entry.patch(canvas, left, top, kBarWidth, kPatch);
        text(entry.text, beside, static_cast<double>(top) + kPatch / 2.0);
        top += kRow;
    }
}

}  // namespace vkalgo::cli

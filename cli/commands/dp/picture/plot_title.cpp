#include "cli/commands/dp/picture/plot_title.hpp"

#include "cli/commands/dp/picture/plot_axis.hpp"
#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::cli {
namespace {

constexpr std::int64_t kLine = 20, kBelow = 8;

double height_of(std::size_t line) {
    return line == 0 ? kTitleHeight : kLabelHeight;
}

}  // namespace

std::int64_t PlotTitle::width() const {
    double wide = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        wide = std::max(wide, text_width(lines[k], height_of(k)));
    }
    return static_cast<std::int64_t>(std::ceil(wide)) + 2;
}

std::int64_t PlotTitle::height() const {
    return kLine * static_cast<std::int64_t>(lines.size()) + kBelow;
}

void PlotTitle::draw(Canvas& canvas, std::int64_t left) const {
    double y = kMargin + kTitleHeight / 2;
    for (std::size_t k = 0; k < lines.size(); ++k, y += kLine) {
        canvas.text(lines[k], {static_cast<double>(left), y},
                    {.height = height_of(k), .colour = k == 0 ? kInk : kQuiet, .bold = k == 0});
    }
}

}  // namespace vkalgo::cli

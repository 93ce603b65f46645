#include "cli/commands/dp/picture/plot_axis.hpp"

#include "cli/commands/dp/picture/table_axes.hpp"
#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::cli {
namespace {

constexpr double kTick = 5;
/// The pixels between a title and the labels: room for the descenders of the title's letters.
constexpr double kTitleGap = 11;
/// The approximate pixels from one label to the next.
constexpr double kApartAcross = 90, kApartDown = 50;

}  // namespace

bool PlotAxis::has_letters() const {
    constexpr std::int64_t kNarrowest = 8;
    return !letters.empty() && shown == count && cell >= kNarrowest;
}

double PlotAxis::letter_height() const {
    return std::clamp(static_cast<double>(cell) * 0.42, 6.0, 12.0);
}

bool PlotAxis::numbers_all() const {
    const double room = is_rows ? kLabelHeight + 4 : text_width(std::to_string(most()), kLabelHeight) + 6;
    return shown == count && static_cast<double>(cell) >= room;
}

/// Returns the pixels that the labels need perpendicular to the axis: the width of the widest label for rows, the
/// height of a label for columns.
double PlotAxis::label_depth() const {
    return is_rows ? text_width(std::to_string(std::max<std::int64_t>(most(), 0)), kLabelHeight) : kLabelHeight;
}

std::int64_t PlotAxis::depth() const {
    const double letter = has_letters() ? letter_height() + kSpace : 0;
    const double tick = numbers_all() ? 0 : kTick;
    return static_cast<std::int64_t>(
        std::ceil(letter + tick + label_depth() + kTitleHeight + kTitleGap + 1.5 * kSpace));
}

std::int64_t PlotAxis::overhang() const {
    if (is_rows || count == 0) {
        return 0;
    }
    const double widest = std::max(text_width(tick_text(static_cast<double>(most())), kLabelHeight),
                                   text_width(title, kTitleHeight) - static_cast<double>(pixels()));
    return static_cast<std::int64_t>(std::ceil(std::max(0.0, widest / 2 - static_cast<double>(kMargin - kSpace))));
}

void PlotAxis::draw(Canvas& canvas, std::int64_t edge) const {
    if (count == 0) {
        return;
    }
    const auto point = [&](double along, double across) {
        return is_rows ? Point{across, along} : Point{along, across};
    };
    double at = static_cast<double>(edge) - kSpace;
    if (has_letters()) {
        const double height = letter_height();
        for (std::int64_t index = 0; index < count; ++index) {
            canvas.text(std::string(1, letters[static_cast<std::size_t>(index)]),
                        point(centre(static_cast<double>(index)), at - height / 2),
                        {.height = height, .align = Canvas::Align::middle, .colour = kInk, .bold = true});
        }
        at -= height + kSpace;
    }
    const bool all = numbers_all();
    const auto low = static_cast<double>(least()), high = static_cast<double>(most());
    const double wanted = static_cast<double>(pixels()) / (is_rows ? kApartDown : kApartAcross);
    const double beside = at - (all ? 0 : kTick);
    for (const double number : ticks(low, high, all ? high - low : wanted, true)) {
        const auto index = static_cast<double>(index_of(std::llround(number)));
        if (!all) {
            const double from = has_letters() ? at : static_cast<double>(edge) - 1;
            const Point ends[] = {point(centre(index), from), point(centre(index), from - kTick + 1)};
            canvas.line(ends, 1, kQuiet);
        }
        canvas.text(tick_text(number), point(centre(index), is_rows ? beside : beside - kLabelHeight / 2),
                    {.height = kLabelHeight,
                     .align = is_rows ? Canvas::Align::end : Canvas::Align::middle,
                     .colour = has_letters() ? kQuiet : kInk});
    }
    const double middle = static_cast<double>(start) + static_cast<double>(pixels()) / 2;
    canvas.text(title, point(middle, beside - label_depth() - kTitleGap - kTitleHeight / 2),
                {.height = kTitleHeight, .align = Canvas::Align::middle, .upwards = is_rows, .colour = kInk});
}

void fit(PlotAxis& rows, PlotAxis& columns) {
    constexpr std::int64_t kLeastSide = 160;
    const auto high = static_cast<double>(std::max<std::int64_t>(rows.count, 1));
    const auto wide = static_cast<double>(std::max<std::int64_t>(columns.count, 1));
    const double scale =
        std::min(static_cast<double>(kMaxPlotHeight) / high, static_cast<double>(kMaxPlotWidth) / wide);
    for (PlotAxis* axis : {&rows, &columns}) {
        const auto fair = static_cast<std::int64_t>(std::llround(static_cast<double>(axis->count) * scale));
        axis->shown = std::min(axis->count, std::max(fair, kLeastSide));
        const std::int64_t square = scale >= 1 ? static_cast<std::int64_t>(scale) : 1;
        const std::int64_t stretched = axis->shown > 0 ? kLeastSide / axis->shown : 1;
        axis->cell = std::min(kLargestCell, std::max(square, stretched));
    }
}

}  // namespace vkalgo::cli

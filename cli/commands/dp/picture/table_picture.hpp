#pragma once

#include "cli/commands/dp/picture/plot_axis.hpp"
#include "cli/commands/dp/picture/shown_table.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/job.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/drawing/canvas.hpp"

#include <cstdint>
#include <optional>

/// `vkalgo dp --picture`: the table as a heat map.
namespace vkalgo::cli {

/// What is drawn: a kept table of two indices, and the path if there is one.
struct TableScene {
    const dp::Recurrence& recurrence;
    const dp::Instance& instance;
    const dp::Solution& solution;
    /// The last stage that was run. Not set if all stages were run.
    std::optional<std::int64_t> last_stage;
    /// How the letters of an alignment are printed.
    ScoredLetters letters = {};
};

/// A picture, and the positions of its cells.
struct TablePicture {
    Canvas canvas;
    PlotAxis rows, columns;
    ShownTable shown;
    /// Whether cells are large enough to show their values.
    bool has_values = false;
};

/// Draws the table. The cells take at most 1,300 x 1,000 pixels for any table size. Title, labels and legend are around
/// them. Errors: those of shrink().
Result<TablePicture> draw_table(const TableScene& scene);

}  // namespace vkalgo::cli

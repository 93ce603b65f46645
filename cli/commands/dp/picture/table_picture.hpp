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

/// What is drawn: a table of two indices that was kept, and the path if there is one.
struct TableScene {
    const dp::Recurrence& recurrence;
    const dp::Instance& instance;
    const dp::Solution& solution;
    /// Stages behind it were not run.
    std::optional<std::int64_t> last_stage;
    /// of an alignment
    ScoredLetters letters = {};
};

/// A picture and where its cells lie.
struct TablePicture {
    Canvas canvas;
    PlotAxis rows, columns;
    ShownTable shown;
    /// Cells are large enough to have their values in them.
    bool has_values = false;
};

/// Draws it: at most some 1,300 x 1,100 pixels, whatever the table's size. Errors: those of shrink().
Result<TablePicture> draw_table(const TableScene& scene);

}  // namespace vkalgo::cli

#pragma once

// Internal to method `rows`: its memory, and its division of a table. The kernels are shaders/dp/rows.glsl and
// traceback_rows.glsl.

#include "../../../../engine/scratch.hpp"
#include "../../method/method.hpp"

#include <cstdint>
#include <string>

namespace vkalgo::dp {

/// How rows are divided among workgroups and dispatches.
struct RowsShape {
    std::uint32_t workgroup = 0;
    /// Columns per invocation, halos included.
    std::uint32_t cells = 0;
    /// Rows in shared memory: 1, or 2 with half the barriers.
    std::uint32_t buffers = 1;
    /// Rows per dispatch, not counting row 0.
    std::int64_t rows = 1;
    /// Columns for which a workgroup outputs cells.
    std::int64_t width = 0;

    std::int64_t span() const { return std::int64_t{workgroup} * cells; }
};

/// What determines the division of a table. Rows and columns are canonical.
struct RowsTask {
    std::int64_t rows = 0, columns = 0;
    /// Maximum distances in columns between a cell and the cells that it reads, to the left and to the right.
    std::int64_t before = 0, after = 0;
    std::uint32_t cell_bytes = 4;
    /// Bits of a decision. 0: decisions are not kept.
    std::uint32_t decision_bits = 0;
    /// Whether every cell is stored.
    bool table = false;
    /// Maximum bytes of decisions. A division that needs more is used only if every division does.
    std::uint64_t most_decision_bytes = ~std::uint64_t{0};

    /// Returns the number of rows whose decisions share a word.
    std::int64_t rows_per_word(const RowsShape& shape) const;
    /// Returns the bytes of all decisions: one word per column and rows_per_word() rows, without row 0.
    std::uint64_t decision_bytes(const RowsShape& shape) const;
};

/// Returns the division with the least predicted time. Divisions whose decisions exceed most_decision_bytes are left
/// out, unless all do. Errors: unsupported: the reach of even one row does not fit a workgroup's shared memory.
Result<RowsShape> choose_rows(const RowsTask& task, const DeviceProfile& profile, const TestKnobs* knobs);
/// Returns the predicted seconds for the table.
double predict_rows(const RowsTask& task, const RowsShape& shape, const DeviceProfile& profile);

/// A plan of method `rows`.
struct RowsPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    Frame frame;
    RowsTask task;
    RowsShape fill;
    /// `inputs_suffice`: all kept input elements exist. `region_test`: cells after row 0 may be base, so each is
    /// tested.
    bool inputs_suffice = false, region_test = false;
    bool keeps_table = false, keeps_decisions = false;
    bool clear_table = false;
    std::string traceback_module;
    /// Number of rows of words that one dispatch of the traceback handles. A row of words holds the decisions of
    /// rows_per_word() rows.
    std::uint32_t traceback_words = 0;
    /// Maximum number of words that a traceback can reach in one row of words.
    std::int64_t window = 1;
    ScratchLayout::Part description, rows[2], decisions, unused;

    /// Returns whether the frame's rows are numbered in the opposite direction to the user's.
    bool reflect() const { return frame.transpose ? frame.reflect_columns : frame.reflect_rows; }
    /// Returns the border that is computed last or, if `last` is false, first.
    Border border(bool last) const { return {frame.transpose ? std::size_t{1} : std::size_t{0}, reflect() != last}; }
    /// Returns which of the two buffers gets the last row of dispatch `step`.
    static std::size_t row_of(std::uint64_t step) { return step % 2; }
};

/// Plans a run of method `rows`. Errors: unsupported (the message says why), too_large.
Result<std::unique_ptr<MethodPlan>> plan_rows(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp

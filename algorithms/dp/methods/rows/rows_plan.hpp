#pragma once

// Internal to method `rows`: what it holds and how it divides a table. The kernels are shaders/dp/rows.glsl and
// traceback_rows.glsl.

#include "../../../../engine/scratch.hpp"
#include "../../method/method.hpp"

#include <cstdint>
#include <string>

namespace vkalgo::dp {

/// How rows are divided among workgroups and dispatches.
struct RowsShape {
    std::uint32_t workgroup = 0;
    /// columns per invocation, halos included
    std::uint32_t cells = 0;
    /// rows in shared memory: 1, or 2 with half the barriers
    std::uint32_t buffers = 1;
    /// per dispatch, row 0 aside
    std::int64_t rows = 1;
    /// columns that a workgroup gives
    std::int64_t width = 0;

    std::int64_t span() const { return std::int64_t{workgroup} * cells; }
};

/// What the division of a table follows from. Rows and columns are canonical.
struct RowsTask {
    std::int64_t rows = 0, columns = 0;
    /// columns at most between a cell and those that it reads, to the left and to the right
    std::int64_t before = 0, after = 0;
    std::uint32_t cell_bytes = 4;
    /// bits that a decision takes; 0: none are kept
    std::uint32_t decision_bits = 0;
    /// every cell is stored
    bool table = false;
    /// that decisions should take at most, where there is a choice
    std::uint64_t most_decision_bytes = ~std::uint64_t{0};

    /// Rows whose decisions share a word.
    std::int64_t rows_per_word(const RowsShape& shape) const;
    /// Of all decisions: a word per column and rows_per_word() rows, row 0 aside.
    std::uint64_t decision_bytes(const RowsShape& shape) const;
};

/// The division that takes the least time by prediction, among those whose decisions fit, if any does. Errors:
/// unsupported: not even one row's reach fits a workgroup's shared memory.
Result<RowsShape> choose_rows(const RowsTask& task, const DeviceProfile& profile, const TestKnobs* knobs);
/// Seconds that the table takes.
double predict_rows(const RowsTask& task, const RowsShape& shape, const DeviceProfile& profile);

/// A plan of method `rows`.
struct RowsPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    Frame frame;
    RowsTask task;
    RowsShape fill;
    /// see shaders/dp/rows.h
    bool inputs_suffice = false, region_test = false;
    bool keeps_table = false, keeps_decisions = false;
    bool clear_table = false;
    std::string traceback_module;
    /// rows of words per dispatch of the traceback
    std::uint32_t traceback_words = 0;
    /// words of a row of words that a traceback may meet
    std::int64_t window = 1;
    ScratchLayout::Part place, rows[2], decisions, unused;

    /// The frame's rows are numbered against the user's.
    bool reflect() const { return frame.transpose ? frame.reflect_columns : frame.reflect_rows; }
    /// The border that is computed first, or last.
    Border border(bool last) const { return {frame.transpose ? std::size_t{1} : std::size_t{0}, reflect() != last}; }
    /// Of the two buffers, where dispatch `step` leaves its last row.
    static std::size_t row_of(std::uint64_t step) { return step % 2; }
};

/// Errors: unsupported (says why), too_large.
Result<std::unique_ptr<MethodPlan>> plan_rows(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp

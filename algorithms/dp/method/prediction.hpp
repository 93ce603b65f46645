#pragma once

#include "../../../engine/device_profile.hpp"
#include "../instance/instance.hpp"

#include <cstdint>

/// Predicts the cost of a run: precisely enough to choose a method and to distinguish minutes from days.
namespace vkalgo::dp {

/// Returns whether a cell is a reduction over its row and column, so that its cost grows with its distance from the
/// diagonal.
bool counts_terms(const RecurrenceHeader& header);

/// Returns the amount of work: cells of the domain, or terms if each cell is a reduction over its row and column.
double work_of(const RecurrenceHeader& header, TableSize size);
/// Returns the work of a run on one CPU core: the approximate number of terms of all cells, or of cells if they have no
/// terms. A reduction that is not over the cell's own row and column is assumed to have one term per cell of the
/// previous line.
double terms_of(const RecurrenceHeader& header, TableSize size);

/// Seconds on a kind of device, measured on an H200 and on llvmpipe with two CPU cores. On a GPU a cell, term or word
/// of the whole device takes less time the more processors there are.
struct CostTable {
    /// A dispatch and the barrier after it.
    double dispatch = 0;
    /// A cell or term by method `stage`, whole device.
    double stored_cell = 0;
    /// Method `tile`: a step of one strip, and the additional time of a step for each row in registers.
    double step = 0, step_row = 0;
    /// A cell by method `tile` on a software device. 0: `step` and `step_row` count instead.
    double tile_cell = 0;
    /// Method `segments`, whole device: a diagonal of blocks and a term, first with blocks of 64 cells per side, then
    /// with blocks of 32.
    double segment_diagonal = 0, segment_term = 0;
    double segment_small_diagonal = 0, segment_small_term = 0;
    /// Method `rows`, one workgroup on one processor: a cell, and the barrier of a row.
    double row_cell = 0, row_barrier = 0;
    /// Method `bit-parallel` for lcs, with one word per lane: a word of 32 cells, whole device; and a column of one
    /// strip, which counts if there are few strips. If bit_column is 0, only words count.
    double bit_word = 0, bit_column = 0;
    /// Teams that share the terms of a cell: a term on one processor, and the extra time of a row for barriers and for
    /// the latency of memory.
    double team_term = 0, team_row = 0;
    /// Method `scan`: a cell on one processor, and the extra time of a row of one workgroup for barriers (estimates for
    /// a GPU).
    double scan_cell = 0, scan_row = 0;
    /// A cell of a sequential row by method `stage`, whose only invocation waits for memory (an estimate for a GPU).
    double sequential_cell = 0;
    /// Making the kernels of a method once, with a warm driver cache.
    double stage_kernels = 0, tile_kernels = 0, segment_kernels = 0, rows_kernels = 0, bit_kernels = 0;
    double team_kernels = 0;
};

/// Returns the costs for the device's kind and its number of processors.
CostTable cost_table(const DeviceProfile& profile);

}  // namespace vkalgo::dp

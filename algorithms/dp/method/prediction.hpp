#pragma once

#include "../../../engine/device_profile.hpp"
#include "../instance/instance.hpp"

#include <cstdint>

/// What a run costs, before it is made: good enough to choose a method and to tell minutes from days.
namespace vkalgo::dp {

/// Is a cell a reduction over its row and column, so that its cost grows with its distance from the diagonal?
bool counts_terms(const RecurrenceHeader& header);

/// What is to be computed: cells of the domain, or terms where each cell is a reduction over its row and column.
double work_of(const RecurrenceHeader& header, TableSize size);
/// Terms of all cells, about, or cells where there are none: what one core has to go through. A reduction that is not
/// over the cell's own row and column is taken to run over the line before.
double terms_of(const RecurrenceHeader& header, TableSize size);

/// Seconds that a kind of device takes, measured on an H200 and on llvmpipe with two processor cores. A GPU's cells are
/// per processor and clock.
struct CostTable {
    /// a dispatch and the barrier behind it
    double dispatch = 0;
    /// a cell or term by method `stage`, whole device
    double stored_cell = 0;
    /// of method `tile`: a step of one strip and one more row in registers
    double step = 0, step_row = 0;
    /// a cell by method `tile` where lanes are few; 0: steps tell
    double tile_cell = 0;
    /// of method `segments`: a diagonal of blocks of 64 cells, and a term, whole device; of blocks of 32
    double segment_diagonal = 0, segment_term = 0;
    double segment_small_diagonal = 0, segment_small_term = 0;
    /// of method `rows`, one workgroup on one processor: a cell, a barrier of a row
    double row_cell = 0, row_barrier = 0;
    /// of method `bit-parallel`, lcs, with one word per lane: a word of 32 cells, whole device, and a column of a strip
    /// where those are few; 0: words tell
    double bit_word = 0, bit_column = 0;
    /// of teams that share the terms of a cell: a term on one processor, and what a row takes besides: barriers and the
    /// latency of memory
    double team_term = 0, team_row = 0;
    /// of method `scan`: a cell on one processor, and a row of one workgroup besides: barriers (a GPU's are estimates)
    double scan_cell = 0, scan_row = 0;
    /// a cell of a sequential row by method `stage`: the one invocation waits for memory (a GPU's is an estimate)
    double sequential_cell = 0;
    /// making the kernels of a method, once, with the driver's cache in place
    double stage_kernels = 0, tile_kernels = 0, segment_kernels = 0, rows_kernels = 0, bit_kernels = 0;
    double team_kernels = 0;
};

/// Of the device's kind and its processors.
CostTable cost_table(const DeviceProfile& profile);

}  // namespace vkalgo::dp

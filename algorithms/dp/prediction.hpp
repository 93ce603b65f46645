#pragma once

#include "../../engine/device_profile.hpp"
#include "instance.hpp"

#include <cstdint>

/// What a run costs, before it is made: good enough to choose a method and to tell minutes from days.
namespace vkalgo::dp {

/// Is a cell a reduction over its row and column, so that its cost grows with its distance from the diagonal?
bool counts_terms(const RecurrenceHeader& header);

/// What is to be computed: cells of the domain, or terms where each cell is a reduction over its row and column.
double work_of(const RecurrenceHeader& header, TableSize size);

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
    /// of method `segments`: a diagonal of blocks, and a term, whole device
    double segment_diagonal = 0, segment_term = 0;
    /// of method `rows`, one workgroup on one processor: a cell, a barrier of a row, and what a dispatch takes to begin
    double row_cell = 0, row_barrier = 0, row_begin = 0;
    /// making the kernels of a method, once, with the driver's cache in place
    double stage_kernels = 0, tile_kernels = 0, segment_kernels = 0, rows_kernels = 0;
};

/// Of the device's kind and its processors.
CostTable cost_table(const DeviceProfile& profile);

}  // namespace vkalgo::dp

// Shared by the engine's own kernels and engine/recorder_rounds.cpp.
#ifndef VKALGO_ENGINE_H
#define VKALGO_ENGINE_H

#include "../common/bridge.h"

#define VKALGO_MOST_GRIDS 8

VKALGO_SHARED_BEGIN

/// The push constants of fold_groups.comp.
struct FoldGroupsPush {
    /// The index of the count's word within its binding.
    uint index;
    /// The number of things that one workgroup processes.
    uint per_group;
    /// The limit of the count: a larger count is replaced by it.
    uint most;
    /// The greatest number of workgroups along x.
    uint row;
};

/// The push constants of gate_grids.comp.
struct GateGridsPush {
    /// The index of the word `done` within its binding.
    uint index;
    /// The number of grids.
    uint count;
    /// The numbers of workgroups of each grid, along x, y and z.
    uint grids[3 * VKALGO_MOST_GRIDS];
};

VKALGO_SHARED_END

#endif

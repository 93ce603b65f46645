// Shared by the engine's own kernels and engine/recorder_rounds.cpp.
#ifndef VKALGO_ENGINE_H
#define VKALGO_ENGINE_H

#include "../common/bridge.h"

#define VKALGO_MOST_GRIDS 8

VKALGO_SHARED_BEGIN

/// Of fold_groups.comp.
struct FoldGroupsPush {
    /// of the count's word within its binding
    uint index;
    uint per_group;
    /// the count is taken for this if it is larger
    uint most;
    /// workgroups in a row
    uint row;
};

/// Of gate_grids.comp.
struct GateGridsPush {
    /// of the word `done` within its binding
    uint index;
    uint count;
    /// x, y and z of each grid
    uint grids[3 * VKALGO_MOST_GRIDS];
};

VKALGO_SHARED_END

#endif

// The status word of a run: which rule was broken, and by which cell first. Needs `ivec2 vkalgo_current_cell()`
// declared.
#ifndef VKALGO_DP_STATUS_GLSL
#define VKALGO_DP_STATUS_GLSL

#include "dp/dp.h"

#ifndef VKALGO_STATUS_BINDING
#define VKALGO_STATUS_BINDING 2
#endif
layout(std430, set = 0, binding = VKALGO_STATUS_BINDING) buffer VkalgoStatusBuffer {  // read-write: atomics
    uint vkalgo_status_flags;
    int vkalgo_status_i, vkalgo_status_j, vkalgo_status_a, vkalgo_status_b;
};

void vkalgo_raise(uint flag, int a, int b) {
    const uint before = atomicOr(vkalgo_status_flags, flag | VKALGO_STATUS_CLAIMED);
    if ((before & VKALGO_STATUS_CLAIMED) != 0u) return;
    const ivec2 cell = vkalgo_current_cell();
    vkalgo_status_i = cell.x;
    vkalgo_status_j = cell.y;
    vkalgo_status_a = a;
    vkalgo_status_b = b;
}

// A template that also works on cells outside the table says which ones count.
#ifndef VKALGO_CELL_COUNTS
#define VKALGO_CELL_COUNTS true
#endif
void overflow_if(bool condition) {
    if (condition && VKALGO_CELL_COUNTS) vkalgo_raise(VKALGO_STATUS_OVERFLOW, 0, 0);
}

// A driver may end an invocation's loops silently after a fixed total of loop iterations (lavapipe: 65,535). Called
// last where the user's text loops: a loop of two iterations then makes only one.
void vkalgo_check_loops() {
#ifdef VKALGO_HAS_LOOPS
    uint turns = 0u;
    for (uint k = 0u; k < gl_NumWorkGroups.z + 1u; ++k) ++turns;  // always 1 + 1; written so that it cannot be folded
    if (turns < 2u) vkalgo_raise(VKALGO_STATUS_LOOPS, 0, 0);
#endif
}

#endif

// The status word of a run: which rule was broken, and by which cell first. Needs `ivec2 vkalgo_current_cell()` declared.
#ifndef VKALGO_DP_STATUS_GLSL
#define VKALGO_DP_STATUS_GLSL

#include "dp/dp.h"

layout(std430, set = 0, binding = 2) buffer StatusBuffer {  // read-write: atomics
    uint status_flags;
    int status_i, status_j, status_a, status_b;
};

void vkalgo_raise(uint flag, int a, int b) {
    const uint before = atomicOr(status_flags, flag | VKALGO_STATUS_CLAIMED);
    if ((before & VKALGO_STATUS_CLAIMED) != 0u) return;
    const ivec2 cell = vkalgo_current_cell();
    status_i = cell.x;
    status_j = cell.y;
    status_a = a;
    status_b = b;
}

void overflow_if(bool condition) {
    if (condition) vkalgo_raise(VKALGO_STATUS_OVERFLOW, 0, 0);
}

#endif

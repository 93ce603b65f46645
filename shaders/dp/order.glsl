// The order in which a stored table is filled, and where its cells are stored. dp::Order on the host computes the same.
#ifndef VKALGO_DP_ORDER_GLSL
#define VKALGO_DP_ORDER_GLSL

#include "dp/stage.h"

layout(local_size_x_id = VKALGO_ORDER_CONSTANT_WORKGROUP, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = VKALGO_ORDER_CONSTANT_COEFFICIENTS) const int vkalgo_kStepI = 1;
layout(constant_id = VKALGO_ORDER_CONSTANT_COEFFICIENTS + 1) const int vkalgo_kStepJ = 1;
layout(constant_id = VKALGO_ORDER_CONSTANT_COEFFICIENTS + 2) const int vkalgo_kStepK = 0;
layout(constant_id = VKALGO_ORDER_CONSTANT_COEFFICIENTS + 3) const int vkalgo_kStepL = 0;
layout(constant_id = VKALGO_ORDER_CONSTANT_SOLVED) const int vkalgo_kSolved = 0;

layout(std430, set = 0, binding = 4) readonly buffer VkalgoLayoutBuffer { VkalgoTableLayout vkalgo_layout; };

ivec4 vkalgo_four(int values[4]) { return ivec4(values[0], values[1], values[2], values[3]); }

int vkalgo_extent(int index) { return vkalgo_layout.extents[index]; }
int rows() { return vkalgo_layout.extents[0]; }
int columns() { return vkalgo_layout.extents[1]; }

bool vkalgo_in_table(ivec4 c) {
#if VKALGO_INDICES == 2
    return all(lessThan(uvec2(c.xy), uvec2(rows(), columns())));
#else
    return all(lessThan(uvec4(c), uvec4(vkalgo_four(vkalgo_layout.extents))));
#endif
}

int vkalgo_stage_of(ivec4 c) {
    return c.x * vkalgo_kStepI + c.y * vkalgo_kStepJ + c.z * vkalgo_kStepK + c.w * vkalgo_kStepL;
}

// Returns whether cell a precedes cell b in the order of i, then j, k, l.
bool vkalgo_before(ivec4 a, ivec4 b) {
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    return a.z != b.z ? a.z < b.z : a.w < b.w;
}

// Returns whether cell a is computed before cell b.
bool vkalgo_earlier(ivec4 a, ivec4 b) {
    const int from = vkalgo_stage_of(a), to = vkalgo_stage_of(b);
#ifdef VKALGO_SEQUENTIAL
    return from < to || (from == to && vkalgo_before(a, b));
#else
    return from < to;
#endif
}

#endif

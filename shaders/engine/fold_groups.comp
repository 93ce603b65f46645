#version 460
// Computes the arguments of an indirect dispatch from a count in device memory: the number of workgroups that process
// so many things, folded into rows as Groups::linear folds them. One workgroup of one invocation does all of it. Reads
// one uint and writes three; no loop.
#extension GL_GOOGLE_include_directive : require
#include "engine/engine.h"
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint grid[]; };
layout(push_constant) uniform Push { FoldGroupsPush push; };

void main() {
    const uint things = min(count[push.index], push.most);
    const uint groups = things / push.per_group + (things % push.per_group != 0u ? 1u : 0u);
    const uint rows = groups <= push.row ? 1u : (groups - 1u) / push.row + 1u;
    grid[0] = rows == 1u ? groups : (groups - 1u) / rows + 1u;
    grid[1] = rows;
    grid[2] = 1u;
}

#version 460
// A chain of matrices by hand: one dispatch per diagonal j - i, and 32 invocations per cell, which share the cell's
// splits.
//   The table is square, and cell (i, j) is stored at (j, i) too, so that neighbouring invocations read neighbouring
//   cells for both factors of a split. Reads two cells of 8 bytes and a dimension of 4 bytes per split. Writes each
//   cell twice, and its best split: of equally good splits, the one with the smallest k.
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 256) in;
layout(push_constant) uniform Push {
    uint diagonal;  // From 1
    uint side;      // Number of matrices
};
layout(std430, set = 0, binding = 0) readonly buffer Before { uint64_t before[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Cells { uint64_t cells[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Splits { uint splits[]; };
layout(std430, set = 0, binding = 3) readonly buffer Dimensions { uint d[]; };

const uint kLanes = 32u;
shared uint64_t costs[gl_WorkGroupSize.x];
shared uint lane_splits[gl_WorkGroupSize.x];

void main() {
    const uint slot = gl_LocalInvocationID.x;
    const uint lane = slot % kLanes;
    const uint i = gl_GlobalInvocationID.x / kLanes;
    const uint j = i + diagonal;
    uint64_t best = ~0ul;
    uint split = ~0u;
    if (j < side) {
        const uint64_t ends = uint64_t(d[i]) * uint64_t(d[j + 1u]);
        for (uint k = i + lane; k < j; k += kLanes) {
            const uint64_t cost = before[i * side + k] + before[j * side + k + 1u] + ends * uint64_t(d[k + 1u]);
            if (cost < best) {
                best = cost;
                split = k;
            }
        }
    }
    costs[slot] = best;
    lane_splits[slot] = split;
    barrier();
    for (uint half_lanes = kLanes / 2u; half_lanes > 0u; half_lanes /= 2u) {
        if (lane < half_lanes) {
            const uint64_t cost = costs[slot + half_lanes];
            const uint other = lane_splits[slot + half_lanes];
            if (cost < costs[slot] || (cost == costs[slot] && other < lane_splits[slot])) {
                costs[slot] = cost;
                lane_splits[slot] = other;
            }
        }
        barrier();
    }
    if (lane == 0u && j < side) {
        cells[i * side + j] = costs[slot];
        cells[j * side + i] = costs[slot];
        splits[i * side + j] = lane_splits[slot];
    }
}

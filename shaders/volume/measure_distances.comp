#version 460
// Measures the distance of voxels to the nearest voxel that is not set, from centre to centre. Everything outside the
// volume counts as not set, except above and below an image (a volume of one slice): nothing there counts.
//   A workgroup owns a voxel. It visits the rows around the voxel's own row, ring by ring, until a ring is at least as
//   far away as the nearest voxel found. An invocation takes every 64th row of a ring, and finds in each the nearest
//   bit that is not set on either side. The result is the root of the least sum of three squares, exact except for the
//   rounding of floats. In an image there are no rings: the search advances by 32 rows to either side.
//   Cost per voxel: for a distance of r voxels about 4 * r * r rows, with one or a few words each.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/thinning.h"
layout(local_size_x = VKALGO_BRICK_ROWS) in;
layout(push_constant) uniform Push { DistancePush push; };
layout(std430, set = 0, binding = 0) readonly buffer Volume { uint volume[]; };
layout(std430, set = 0, binding = 1) readonly buffer Voxels { uvec2 voxels[]; };  // Per voxel: x, and y + rows * z
layout(std430, set = 0, binding = 2) writeonly buffer Distances { float distances[]; };

const uint kFarthest = 0x7f800000u;
shared uint nearest;  // The bits of the least squared distance. As integers, they have the order of the floats

float square_of(float steps, float step) {
    precise const float away = steps * step;
    precise const float square = away * away;
    return square;
}

// Returns the lesser of `best` and the least squared distance from the workgroup's voxel to the unset voxels of a row.
// `row` has the x of the workgroup's voxel, and the y and z of the row. `away` is the row's squared distance.
float look_through(ivec3 row, float away, float best) {
    if (row.y < 0 || row.z < 0 || row.y >= int(push.rows) || row.z >= int(push.slices)) return min(best, away);
    const int first = int((uint(row.z) * push.rows + uint(row.y)) * push.row_words);
    const int own = row.x / 32;
    const uint upto = ~0u >> (31 - row.x % 32), from = ~0u << (row.x % 32);
    for (int k = 0; k <= int(push.row_words); ++k) {
        // No voxel of the two words that this iteration reads has a lesser squared distance.
        precise const float least = away + square_of(float(max(32 * k - 31, 0)), push.step_x);
        if (least >= best) break;
        const int west = own - k, east = own + k;
        uint empty_west = west < -1 ? 0u : west == -1 ? 0x80000000u : ~volume[first + west];
        uint empty_east = east > int(push.row_words) ? 0u : east == int(push.row_words) ? 1u : ~volume[first + east];
        if (k == 0) {
            empty_west &= upto;
            empty_east &= from;
        }
        int steps = 0x7fffffff;
        if (empty_west != 0u) steps = row.x - (32 * west + findMSB(empty_west));
        if (empty_east != 0u) steps = min(steps, 32 * east + findLSB(empty_east) - row.x);
        if (steps != 0x7fffffff) {
            precise const float found = away + square_of(float(steps), push.step_x);
            best = min(best, found);  // The next word on the other side may be nearer
        }
    }
    return best;
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.voxels) return;
    if (gl_LocalInvocationIndex == 0u) nearest = kFarthest;
    const uvec2 voxel = voxels[group];
    const ivec3 position = ivec3(voxel.x, voxel.y % push.rows, voxel.y / push.rows);
    const bool image = push.slices == 1u;
    const int each = image ? int(VKALGO_BRICK_ROWS) / 2 : 1;
    const float step = image ? push.step_y : min(push.step_y, push.step_z);
    const int most = int(max(push.rows, push.slices)) / each;
    for (int ring = 0; ring <= most; ++ring) {
        barrier();
        const float known = uintBitsToFloat(nearest);
        if (square_of(float(each * ring), step) >= known) break;
        float best = known;
        const int rows = image ? 2 * each : ring == 0 ? 1 : 8 * ring;
        for (int k = int(gl_LocalInvocationIndex); k < rows; k += int(VKALGO_BRICK_ROWS)) {
            // The rows of a ring are counted along its four sides, from corner to corner.
            const int side = ring == 0 ? 0 : k / (2 * ring), along = ring == 0 ? 0 : k % (2 * ring) - ring;
            const int row = each * ring + k / 2;
            const ivec2 rim = image       ? ivec2((k & 1) == 0 ? row : -row, 0)
                              : side == 0 ? ivec2(along, -ring)
                              : side == 1 ? ivec2(ring, along)
                              : side == 2 ? ivec2(-along, ring)
                                          : ivec2(-ring, -along);
            precise const float away = square_of(float(rim.x), push.step_y) + square_of(float(rim.y), push.step_z);
            if (away < best) best = look_through(position + ivec3(0, rim), away, best);
        }
        barrier();
        if (best < known) atomicMin(nearest, floatBitsToUint(best));
    }
    if (gl_LocalInvocationIndex == 0u) distances[group] = sqrt(uintBitsToFloat(nearest));
}

#version 460
// One subiteration of Palagyi and Kuba's thinning: deletes all voxels whose neighbourhood matches one of the templates
// of a direction, at the same time.
//   A workgroup owns a brick of the list. It reads the brick and a border of one voxel around it from one copy of the
//   volume, and writes the brick to the other copy. An invocation owns a word, and processes 32 voxels at a time: the
//   neighbours in one direction are a word, and a template is an expression of 27 such words. "Up" is the direction of
//   the border. push.up, push.east and push.south rotate the volume, so that one set of templates serves all six
//   directions.
//   Of all voxels that are deleted in one direction, any subset may be deleted: each voxel stays simple whichever of
//   the others are deleted (P-simple in the sense of Bertrand; a test shows it for every neighbourhood).
//   Cost per brick: at most 594 loads (300 for 8 x 8 rows), 64 stores; about 200 operations per word that has a border.
//   Source: Palagyi, Kuba: A 3D 6-subiteration thinning algorithm for extracting medial lines, Pattern Recognition
//   Letters 19 (1998), masks M1 to M6. With surfaces, a voxel between two opposite neighbours that are not set is not
//   deleted.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/thinning.h"
layout(local_size_x = VKALGO_BRICK_ROWS) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) readonly buffer From { uint from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, set = 0, binding = 2) readonly buffer List { uint list[]; };
layout(std430, set = 0, binding = 3) readonly buffer Status { uint status[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Changed { uint changed_now[]; };
#include "volume/bricks.glsl"
uint volume_word(uint index) { return from[index]; }
#include "volume/brick_rows.glsl"

// The eight words around the middle one of a layer: north, north-east, east ... north-west.
#define RING(name, slot)                                                                                         \
    const uint name##0 = brick_rows[(slot)-push.south], name##1 = brick_rows[(slot)-push.south + push.east],     \
               name##2 = brick_rows[(slot) + push.east], name##3 = brick_rows[(slot) + push.south + push.east],  \
               name##4 = brick_rows[(slot) + push.south], name##5 = brick_rows[(slot) + push.south - push.east], \
               name##6 = brick_rows[(slot)-push.east], name##7 = brick_rows[(slot)-push.south - push.east];

// The condition of one rotation of a template, without the condition that all rotations share: M1 to M4 have a voxel
// below; M5 and M6 have no voxel below and none in the layer above. Numbers are positions in a ring: first the
// positions that are set, then the positions that are empty.
#define MASK_2(a, d, e, f, g, h) (m##a & ~(u##d | u##e | u##f | u##g | u##h))
#define MASK_3(a, c, f, g, h) (m##a & m##c & ~(u##f | u##g | u##h))
#define MASK_4(b, rest) (u##b & m##b & ~(rest))
#define MASK_6(a, c, f, g, h) (d##a & d##c & ~(m##f | m##g | m##h | d##f | d##g | d##h))

// Returns the voxels of a word whose neighbourhood matches a template.
uint matches(int slot, uint border) {
    const int above = slot + push.up, below = slot - push.up;
    RING(m, slot)
    RING(u, above)
    const uint u_all = u0 | u1 | u2 | u3 | u4 | u5 | u6 | u7;
    const uint under = brick_rows[below];
    // Templates with a voxel below.
    uint found =
        MASK_2(0, 2, 3, 4, 5, 6) | MASK_2(2, 4, 5, 6, 7, 0) | MASK_2(4, 6, 7, 0, 1, 2) | MASK_2(6, 0, 1, 2, 3, 4);
    found |= MASK_3(0, 2, 4, 5, 6) | MASK_3(2, 4, 6, 7, 0) | MASK_3(4, 6, 0, 1, 2) | MASK_3(6, 0, 2, 3, 4);
    found |= MASK_4(1, u0 | u2 | u3 | u4 | u5 | u6 | u7) | MASK_4(3, u0 | u1 | u2 | u4 | u5 | u6 | u7) |
             MASK_4(5, u0 | u1 | u2 | u3 | u4 | u6 | u7) | MASK_4(7, u0 | u1 | u2 | u3 | u4 | u5 | u6);
    RING(d, below)
    const uint middle = m0 | m1 | m2 | m3 | m4 | m5 | m6 | m7;
    found |= (middle | d0 | d1 | d2 | d3 | d4 | d5 | d6 | d7) & ~u_all;
    found &= under;
    if (push.surface != 0u) return border & found & (m0 | m4) & (m2 | m6);
    // Templates without a voxel below.
    const uint free = border & ~under & ~u_all;
    if (free != 0u) {
        uint ends = d0 & (m6 | m7 | m0 | m1 | m2 | d6 | d7 | d1 | d2) & ~(m3 | m4 | m5 | d3 | d4 | d5);
        ends |= d2 & (m0 | m1 | m2 | m3 | m4 | d0 | d1 | d3 | d4) & ~(m5 | m6 | m7 | d5 | d6 | d7);
        ends |= d4 & (m2 | m3 | m4 | m5 | m6 | d2 | d3 | d5 | d6) & ~(m7 | m0 | m1 | d7 | d0 | d1);
        ends |= d6 & (m4 | m5 | m6 | m7 | m0 | d4 | d5 | d7 | d0) & ~(m1 | m2 | m3 | d1 | d2 | d3);
        ends |= MASK_6(0, 2, 4, 5, 6) | MASK_6(2, 4, 6, 7, 0) | MASK_6(4, 6, 0, 1, 2) | MASK_6(6, 0, 2, 3, 4);
        found |= ends & free;
    }
    return border & found;
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= status[VKALGO_THINNING_BRICKS]) return;
    const uint brick = list[group];
    load_rows(brick);
    barrier();
    const uvec3 position = word_position(brick);
    if (!in_volume(position)) return;
    const int slot = own_slot();
    const uint word = brick_rows[slot];
    const uint border = word & ~brick_rows[slot + push.up];
    const uint deleted = border != 0u ? matches(slot, border) : 0u;
    to[word_index(position)] = word & ~deleted;
    if (deleted != 0u) changed_now[brick] = VKALGO_BRICK_CHANGED_EVERYWHERE;
}

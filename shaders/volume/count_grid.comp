#version 460
// Counts the boxes of one side (of any length) that contain a set voxel, on grids with any offsets. With kMasses, it
// also sums up the masses of the boxes and the squares of these masses. The mass of a box is the number of its set
// voxels.
//   A workgroup owns kThreads / push.team boxes of one offset. Each box has a team of invocations that share its rows:
//   they read the words of bits that the box touches, masked at its ends. Without kMasses an invocation stops after the
//   first row with a set bit. Masses are summed only of whole boxes, which are completely inside the volume.
//   Between the barriers shared memory is accessed by atomics only. Sums have 64 bits, and sums of squares 96 bits, by
//   carries.
//   Cost: the words of each box once; up to eight global atomics per workgroup.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/boxes.h"

layout(local_size_x_id = VKALGO_BOXES_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_BOXES_CONSTANT_THREADS) const uint kThreads = 64;
layout(constant_id = VKALGO_BOXES_CONSTANT_MASSES) const uint kMasses = 0;
layout(push_constant) uniform Push { CountGridPush push; };

layout(std430, set = 0, binding = VKALGO_GRID_BITS) readonly buffer Bits { uint bits[]; };
layout(std430, set = 0, binding = VKALGO_GRID_RESULTS) buffer Results { uint results[]; };  // Atomics only

shared uint masses[kThreads];
shared uint sums[VKALGO_GRID_WORDS];

// Adds a number of two words to a number of two or three words.
#define ADD_WIDE(numbers, at, low, high, words)                                              \
    {                                                                                        \
        const uint before = atomicAdd(numbers[at], low);                                     \
        const uint carry = before + (low) < (low) ? 1u : 0u;                                 \
        const uint second = (high) + carry;                                                  \
        const uint above = second != 0u ? atomicAdd(numbers[(at) + 1u], second) : 0u;        \
        const uint third = (second < carry ? 1u : 0u) + (above + second < second ? 1u : 0u); \
        if (words == 3 && third != 0u) atomicAdd(numbers[(at) + 2u], third);                 \
    }

// Returns where a box begins and ends along an axis, for boxes of `side` from -offset on. The begin, x, may be below 0;
// the end, y, may be beyond the volume.
ivec2 along(uint box, uint side, uint offset) {
    const int begin = int(box * side) - int(offset);
    return ivec2(begin, begin + int(side));
}

// Returns the number of set voxels in the rows of a box that belong to the invocation. Without kMasses, returns 1 if
// there is any. x, y and z are the box's begin and end within the volume. `rank` is the invocation's rank in the team.
uint mass_of(uvec2 x, uvec2 y, uvec2 z, uint rank) {
    const uint rows = y.y - y.x, all = rows * (z.y - z.x);
    const uint first_word = x.x / 32u, last_word = (x.y - 1u) / 32u;
    const uint first_mask = ~0u << x.x % 32u, last_mask = ~0u >> (31u - (x.y - 1u) % 32u);
    uint mass = 0u;
    for (uint row = rank; row < all; row += push.team) {
        const uint at = ((z.x + row / rows) * push.height + y.x + row % rows) * push.row_words;
        for (uint word = first_word; word <= last_word; ++word) {
            uint found = bits[at + word];
            if (word == first_word) found &= first_mask;
            if (word == last_word) found &= last_mask;
            mass += bitCount(found);
        }
        if (kMasses == 0 && mass != 0u) return 1u;
    }
    return mass;
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint self = gl_LocalInvocationIndex;
    masses[self] = 0u;
    if (self < VKALGO_GRID_WORDS) sums[self] = 0u;
    barrier();

    const uint number = group / push.offset_groups;
    const uint step_x = number % push.steps;
    const uint step_y = number / push.steps % push.steps;
    const uint step_z = number / (push.steps * push.steps);
    // The host makes sure that steps * side fits in 32 bits.
    const uint offset_x = push.x + step_x * push.side / push.steps;
    const uint offset_y = push.y + step_y * push.side / push.steps;
    const uint offset_z = push.z + (push.deep_steps == 1u ? 0u : step_z * push.side / push.steps);
    const uint team = self / push.team;
    const uint box = group % push.offset_groups * (kThreads / push.team) + team;
    const ivec2 x = along(box % push.across, push.side, offset_x);
    const ivec2 y = along(box / push.across % push.down, push.side, offset_y);
    const ivec2 z = along(box / (push.across * push.down), push.thickness, offset_z);
    const ivec3 end = ivec3(push.width, push.height, push.depth);
    const ivec2 within_x = clamp(x, 0, end.x), within_y = clamp(y, 0, end.y), within_z = clamp(z, 0, end.z);
    if (box < push.boxes && within_x.x < within_x.y && within_y.x < within_y.y && within_z.x < within_z.y) {
        const uint mass = mass_of(uvec2(within_x), uvec2(within_y), uvec2(within_z), self % push.team);
        if (mass != 0u) atomicAdd(masses[team], mass);
    }
    barrier();

    if (self % push.team == 0u && masses[team] != 0u) {
        const uint mass = masses[team];
        atomicAdd(sums[VKALGO_GRID_COUNT], 1u);
        if (kMasses != 0 && x == within_x && y == within_y && z == within_z) {
            uint high, low;
            umulExtended(mass, mass, high, low);
            ADD_WIDE(sums, VKALGO_GRID_MASS, mass, 0u, 2)
            ADD_WIDE(sums, VKALGO_GRID_SQUARE, low, high, 3)
        }
    }
    barrier();

    if (self == 0u && sums[VKALGO_GRID_COUNT] != 0u) {
        const uint at = number * VKALGO_GRID_WORDS;
        ADD_WIDE(results, at + VKALGO_GRID_COUNT, sums[VKALGO_GRID_COUNT], 0u, 2)
        if (kMasses != 0) {
            ADD_WIDE(results, at + VKALGO_GRID_MASS, sums[VKALGO_GRID_MASS], sums[VKALGO_GRID_MASS + 1], 2)
            ADD_WIDE(results, at + VKALGO_GRID_SQUARE, sums[VKALGO_GRID_SQUARE], sums[VKALGO_GRID_SQUARE + 1], 3)
            if (sums[VKALGO_GRID_SQUARE + 2] != 0u)
                atomicAdd(results[at + VKALGO_GRID_SQUARE + 2], sums[VKALGO_GRID_SQUARE + 2]);
        }
    }
}

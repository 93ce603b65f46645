// Counts the boxes of side 1, 2, 4, ..., 32 that contain a voxel that is inside, in one pass over the voxels. The
// voxels may have any type, or be bits.
//   A workgroup owns a block of 32 * across x 4 * down x layers * deep voxels, which contains whole boxes of side 32.
//   An invocation owns a word of bits (32 voxels along x) in each of 4 rows of push.layers slices. It counts the bits
//   that are set, for side 1. Then it joins bits by OR, two by two along each axis, and counts again for side 2, and
//   once more for side 4. The boxes of side 8, 16 and 32 are joined by atomics in shared memory. Between the barriers
//   shared memory is accessed by atomics only.
//   With push.coarse_words, a bit for each box of side 32 is set in a bit volume, which the same kernel counts next.
//   Cost: each voxel is read once; per workgroup one atomic per size and, with push.coarse_words, one per box of side
//   32 that is not empty.
//   Source: the pyramid of maxima (mip levels) of a binary volume. Boxes begin at the origin; boxes at the far side may
//   be cut.
#extension GL_EXT_control_flow_attributes : enable
#include "common/grid.glsl"
#include "volume/boxes.h"

layout(local_size_x_id = VKALGO_VOXELS_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_VOXELS_CONSTANT_THREADS) const uint kThreads = 64;
layout(push_constant) uniform Push { CountBoxesPush push; };
#define voxel_push push.voxels
#include "volume/voxels.glsl"

layout(std430, set = 0, binding = VKALGO_BOXES_COUNTS) buffer Counts { uint counts[]; };  // Accessed by atomics only
layout(std430, set = 0, binding = VKALGO_BOXES_COARSE) buffer Coarse { uint coarse[]; };  // Accessed by atomics only

// A word per box of 32 x side x side voxels, whose bits are boxes along x.
shared uint joined_8[kThreads / 2];
shared uint joined_16[kThreads / 4];
shared uint joined_32[kThreads / 8];
// Three words of counters, each in VKALGO_BOXES_COPIES copies: of side 1; of sides 2 and 4, 16 bits each; of sides 8
// (12 bits), 16 and 32 (10 bits each).
shared uint tally[3 * VKALGO_BOXES_COPIES];

uint join_2(uint bits) { return (bits | bits >> 1) & 0x55555555u; }
uint join_4(uint bits) { return (bits | bits >> 2) & 0x11111111u; }

// Returns the index of the word that the invocation's boxes of side 4 << halvings are in: a word of joined_8, joined_16
// or joined_32 for halvings of 1, 2 or 3.
uint box_of(uint x, uint y, uint z, uint halvings) {
    return ((z >> halvings) * max(push.down >> halvings, 1u) + (y >> halvings)) * push.across + x;
}
// Returns the number of words of that array that the workgroup uses.
uint boxes(uint halvings) { return push.across * (push.down >> halvings) * max(push.deep >> halvings, 1u); }

void add(uint level, uint number) {
    if (number == 0u || level >= push.levels) return;
    const uint counter = 2u * (push.first + level);
    const uint before = atomicAdd(counts[counter], number);
    if (before + number < number) atomicAdd(counts[counter + 1u], 1u);
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint self = gl_LocalInvocationIndex;
    if (self < kThreads / 2) joined_8[self] = 0u;
    if (self < kThreads / 4) joined_16[self] = 0u;
    if (self < kThreads / 8) joined_32[self] = 0u;
    if (self < 3 * VKALGO_BOXES_COPIES) tally[self] = 0u;
    barrier();

    const uint x = self % push.across, y = self / push.across % push.down, z = self / (push.across * push.down);
    const uint group_x = group % push.groups_across;
    const uint group_y = group / push.groups_across % push.groups_down;
    const uint group_z = group / (push.groups_across * push.groups_down);
    const uint word = group_x * push.across + x;
    const uint first_row = VKALGO_BOXES_OWN * (group_y * push.down + y);
    const uint first_slice = push.layers * (group_z * push.deep + z);
    if (word < push.voxels.row_words && first_row < push.voxels.height && first_slice < push.depth) {
        uint one = 0u, two = 0u, four = 0u;
        VOXEL_UNROLL for (uint pair = 0u; pair < VKALGO_BOXES_OWN; pair += 2u) {
            if (pair >= push.layers) break;
            uvec2 both = uvec2(0u);
            VOXEL_UNROLL for (uint layer = 0u; layer < 2u; ++layer) {
                // Rows and slices beyond the volume are read as the last one and ignored, without a branch.
                const uint slice = min(first_slice + pair + layer, push.depth - 1u);
                const bool there = slice == first_slice + pair + layer;
                VOXEL_UNROLL for (uint k = 0u; k < VKALGO_BOXES_OWN; ++k) {
                    const uint row = min(first_row + k, push.voxels.height - 1u);
                    const uint found = selected_word(word, slice * push.voxels.height + row);
                    const uint bits = there && row == first_row + k ? found : 0u;
                    one += bitCount(bits);
                    both |= k < 2u ? uvec2(bits, 0u) : uvec2(0u, bits);
                }
            }
            const uvec2 joined = uvec2(join_2(both.x), join_2(both.y));
            two += bitCount(joined.x) + bitCount(joined.y);
            four |= joined.x | joined.y;
        }
        if (one != 0u) {
            const uint copy = self % VKALGO_BOXES_COPIES;
            four = join_4(four);
            atomicAdd(tally[copy], one);
            atomicAdd(tally[VKALGO_BOXES_COPIES + copy], two | bitCount(four) << 16);
            const uint eight = (four | four >> 4) & 0x01010101u;
            const uint sixteen = (eight | eight >> 8) & 0x00010001u;
            atomicOr(joined_8[box_of(x, y, z, 1u)], eight);
            atomicOr(joined_16[box_of(x, y, z, 2u)], sixteen);
            atomicOr(joined_32[box_of(x, y, z, 3u)], (sixteen | sixteen >> 16) & 1u);
        }
    }
    barrier();

    uint larger = 0u;
    if (self < boxes(1u)) larger += bitCount(joined_8[self]);
    if (self < boxes(2u)) larger += bitCount(joined_16[self]) << 12;
    if (self < boxes(3u) && joined_32[self] != 0u) {
        larger += 1u << 22;
        if (push.coarse_words != 0u) {
            const uint box_x = group_x * push.across + self % push.across;
            const uint box_y = group_y * (push.down >> 3) + self / push.across % (push.down >> 3);
            const uint at = (group_z * push.coarse_height + box_y) * push.coarse_words + box_x / 32u;
            atomicOr(coarse[at], 1u << box_x % 32u);
        }
    }
    if (larger != 0u) atomicAdd(tally[2 * VKALGO_BOXES_COPIES + self % VKALGO_BOXES_COPIES], larger);
    barrier();

    if (self < VKALGO_BOXES_LEVELS) {
        const uint from = (self == 0u ? 0u : self < 3u ? 1u : 2u) * VKALGO_BOXES_COPIES;
        const uint shift = self == 2u ? 16u : self == 4u ? 12u : self == 5u ? 22u : 0u;
        const uint mask = self == 0u ? ~0u : self < 3u ? 0xffffu : self == 3u ? 0xfffu : 0x3ffu;
        uint number = 0u;
        for (uint copy = 0u; copy < VKALGO_BOXES_COPIES; ++copy) number += tally[from + copy] >> shift & mask;
        add(self, number);
    }
}

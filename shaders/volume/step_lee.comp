#version 460
// One step of thinning by Lee's method, of a kind that the step before it chose (advance_lee.glsl). Each side of the
// objects takes several steps. The first step collects the side's candidates: border voxels that are simple and not the
// end of a line. The other steps check each candidate again, as a sequential scan (x, then y, then z) would check it:
// after the candidates before it were deleted or kept.
//   The result equals the result of the scan, bit for bit, although the work does not follow the scan's order. Most
//   candidates are P-simple: they are simple, no matter which earlier candidates in their neighbourhood are deleted.
//   Any other candidate waits for the candidates before it in its neighbourhood. Voxels after a candidate count as they
//   were when the side began. So a few steps suffice.
//   A workgroup owns a brick. It decides in rounds, in shared memory, until a round decides nothing. It then finds the
//   later bricks in which a candidate waited for a decision made here, and leaves them to the next step. So a step
//   visits only bricks in which something may be decided. If push.follows, the workgroup continues with one of these
//   bricks. An invocation owns a word, and decides about its voxels in order. In a step that makes the list, an
//   invocation checks one brick.
//   There is one copy of the volume, and other workgroups read a brick while one workgroup decides in it. A voxel is
//   open while it is set and its bit of `open_words` is set; a deleted voxel keeps that bit. So a decision clears one
//   bit of one word, and a reader sees the voxel either open or decided. What a reader decides while it sees the voxel
//   open is right for either decision. For the same reason two workgroups may decide in one brick at the same time,
//   which happens only if push.follows. Each of them may miss decisions of the other, so the second one leaves the
//   brick to the next step if candidates are still open in it.
//   Cost, for bricks of 8 x 8 rows: 128 to 428 loads and 128 stores for a brick in which candidates are collected; 900
//   loads for a brick in which some are decided; about 250 operations per open candidate and round.
//   Source: Lee, Kashyap, Chu: Building skeleton models via 3-D medial surface/axis thinning algorithms, CVGIP:
//   Graphical Models and Image Processing 56 (1994). This kernel checks candidates again for simple voxels, not only
//   for connectivity.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/thinning.h"
layout(local_size_x = VKALGO_BRICK_ROWS) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) coherent buffer Volume { uint volume[]; };  // Atomics
layout(std430, set = 0, binding = 1) buffer Begun { uint begun[]; };
layout(std430, set = 0, binding = 2) coherent buffer Open { uint open_words[]; };  // Atomics
layout(std430, set = 0, binding = 3) buffer List { uint list[]; };
// The bricks in which to decide. The bricks that step i leaves to the next step begin at index push.bricks * (i % 2).
layout(std430, set = 0, binding = 4) buffer Work { uint work[]; };
// Atomics. Two step numbers per brick. queued[brick] is the last step that put the brick into the list of the next
// step. queued[push.bricks + brick] is the last step in which a workgroup decided in the brick; it is used only if
// push.follows.
layout(std430, set = 0, binding = 5) buffer Queued { uint queued[]; };
layout(std430, set = 0, binding = 6) buffer Status { uint status[]; };  // Atomics
layout(std430, set = 0, binding = 7) readonly buffer Occupied { uint occupied[]; };
// The flags of the bricks in two iterations. The flags of iteration i begin at index push.bricks * (i % 2).
layout(std430, set = 0, binding = 8) buffer Changed { uint changed[]; };  // Atomics
// The sizes of the dispatches of this step and of the next one.
layout(std430, set = 0, binding = 9) writeonly buffer Arguments { uint grids[]; };
#include "volume/bricks.glsl"
#include "volume/simple.glsl"

uint flags_of_iteration(uint iteration) { return iteration % 2u * push.bricks; }
uint brick_flags(uint brick) {
    const uint iteration = status[VKALGO_THINNING_ITERATIONS];
    return iteration == 0u ? occupied[brick] : changed[flags_of_iteration(iteration) + brick];
}
#include "volume/near_change.glsl"
#include "volume/advance_lee.glsl"

// The voxels that are set now, the voxels that were set when the side began, and the open voxels. Each array has each
// word three times, as in brick_rows.glsl.
const uint kWords = 3u * kMostAround;
shared uint rows_now[kWords], rows_begun[kWords], rows_open[kWords];
shared uint shared_count, shared_first, shared_most, shared_wake, shared_again;

// Returns three sets of voxels of a word: those that are set now, those that were set when the side began, and the open
// ones. Without `all` the last two are 0.
uvec3 load_word(uint index, bool all) {
    const uint now = volume[index];
    return all ? uvec3(now, begun[index], open_words[index] & now) : uvec3(now, 0u, 0u);
}

void load_rows(uint brick, bool all) {
    for (uint row = gl_LocalInvocationIndex; row < rows_around(); row += VKALGO_BRICK_ROWS) {
        const uvec3 position = around_position(brick, row);
        uvec3 west = uvec3(0u), here = uvec3(0u), east = uvec3(0u);
        if (in_volume(position)) {
            const uint index = word_index(position);
            here = load_word(index, all);
            if (position.x > 0u) west = load_word(index - 1u, all);
            if (position.x + 1u < push.row_words) east = load_word(index + 1u, all);
        }
        const uvec3 to_west = here << 1 | west >> 31, to_east = here >> 1 | east << 31;
        rows_now[3u * row] = to_west.x;
        rows_now[3u * row + 1u] = here.x;
        rows_now[3u * row + 2u] = to_east.x;
        if (!all) continue;
        rows_begun[3u * row] = to_west.y;
        rows_begun[3u * row + 1u] = here.y;
        rows_begun[3u * row + 2u] = to_east.y;
        rows_open[3u * row] = to_west.z;
        rows_open[3u * row + 1u] = here.z;
        rows_open[3u * row + 2u] = to_east.z;
    }
}

// Distances in these arrays: to the voxel at z + 1, and from the own word to the word that has the voxel at an index of
// the neighbourhood, 0 to 26.
int distance_down() { return int(3u * rows_across()); }
int distance_of(int k) { return (k / 9 - 1) * distance_down() + k / 3 % 3 * 3 + k % 3 - 4; }

uint around_now(int slot, uint bit) {
    uint around = 0u;
    for (int k = 0; k < 27; ++k) around |= (rows_now[slot + distance_of(k)] >> bit & 1u) << k;
    return around;
}

// Returns the candidates of the own word on a side, from rows_now. Sides 0 to 5 face y - 1, y + 1, x + 1, x - 1, z + 1
// and z - 1.
uint candidates(int slot, uint side) {
    const int far = side < 2u ? 3 : side < 4u ? 1 : distance_down();
    const bool back = side == 0u || side == 3u || side == 5u;
    const uint word = rows_now[slot];
    uint border = word & ~rows_now[slot + (back ? -far : far)];
    uint found = 0u;
    while (border != 0u) {
        const uint bit = uint(findLSB(border));
        border &= border - 1u;
        const uint around = around_now(slot, bit);
        if (bitCount(around) != 2 && is_simple(around)) found |= 1u << bit;
    }
    return found;
}

// Decides about the open voxels of the own word, and updates `word` and `open`. Takes the bits in order, so that a
// decision counts at once for the later voxels of the same word.
void decide(int slot, inout uint word, inout uint open) {
    const uint west_now = rows_now[slot - 1] & 1u, west_open = rows_open[slot - 1] & 1u;
    uint left = open;
    while (left != 0u) {
        const uint bit = uint(findLSB(left));
        left &= left - 1u;
        uint around = kMiddle, waits = 0u;
        for (int k = 0; k < 12; ++k) {
            around |= (rows_now[slot + distance_of(k)] >> bit & 1u) << k;
            waits |= (rows_open[slot + distance_of(k)] >> bit & 1u) << k;
        }
        around |= (bit == 0u ? west_now : word >> (bit - 1u) & 1u) << 12;
        waits |= (bit == 0u ? west_open : open >> (bit - 1u) & 1u) << 12;
        for (int k = 14; k < 27; ++k) around |= (rows_begun[slot + distance_of(k)] >> bit & 1u) << k;
        const bool goes = is_p_simple(around, waits);
        if (goes) word &= ~(1u << bit);
        if (goes || waits == 0u) open &= ~(1u << bit);
    }
}

void store_rows(int slot, uint word, uint open) {
    rows_now[slot - 1] = word << 1 | rows_now[slot - 1] & 1u;
    rows_now[slot + 1] = word >> 1 | rows_now[slot + 1] & 0x80000000u;
    rows_now[slot] = word;
    rows_open[slot - 1] = open << 1 | rows_open[slot - 1] & 1u;
    rows_open[slot + 1] = open >> 1 | rows_open[slot + 1] & 0x80000000u;
    rows_open[slot] = open;
}

// Makes the list of bricks, as list_bricks does.
void make_list() {
    if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
    barrier();
    const uint brick = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    bool wanted = false;
    uint rank = 0u;
    if (brick < push.bricks) {
        changed[flags_of_iteration(status[VKALGO_THINNING_ITERATIONS] + 1u) + brick] = 0u;
        wanted = (occupied[brick] & VKALGO_BRICK_OCCUPIED) != 0u && near_change(brick);
        if (wanted) rank = atomicAdd(shared_count, 1u);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u && shared_count != 0u) {
        shared_first = atomicAdd(status[VKALGO_THINNING_LISTED], shared_count);
    }
    barrier();
    if (wanted) list[shared_first + rank] = brick;
}

// Leaves a brick to the next step. Further calls for this brick in the same step do nothing.
void leave(uint brick) {
    const uint step = status[VKALGO_THINNING_STEP];
    if (atomicExchange(queued[brick], step) == step) return;
    work[push.bricks * (step % 2u) + atomicAdd(status[VKALGO_THINNING_OPEN], 1u)] = brick;
}

uint word_at(uvec3 position) { return in_volume(position) ? volume[word_index(position)] : 0u; }

// Returns for each voxel of a word its neighbour on a side.
uint beyond(uvec3 position, uint word, uint side) {
    if (side == 2u) return word >> 1 | word_at(position + uvec3(1u, 0u, 0u)) << 31;
    if (side == 3u) return word << 1 | word_at(position - uvec3(1u, 0u, 0u)) >> 31;
    const uvec3 step = side < 2u ? uvec3(0u, 1u, 0u) : uvec3(0u, 0u, 1u);
    return word_at(side == 0u || side == 5u ? position - step : position + step);
}

void collect(uint brick) {
    if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
    barrier();
    const uvec3 position = word_position(brick);
    const uint word = word_at(position), side = status[VKALGO_THINNING_SIDE];
    // Most bricks have no border on this side.
    if (word != 0u && (word & ~beyond(position, word, side)) != 0u) atomicOr(shared_count, 1u);
    barrier();
    const bool has_border = shared_count != 0u;
    barrier();
    uint open = 0u;
    if (has_border) {
        load_rows(brick, false);
        if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
        barrier();
        open = candidates(own_slot(), side);
        if (open != 0u) atomicOr(shared_count, 1u);
        barrier();
        if (gl_LocalInvocationIndex == 0u && shared_count != 0u) leave(brick);
    }
    if (!in_volume(position)) return;
    const uint index = word_index(position);
    open_words[index] = open;
    begun[index] = word;
}

// Returns a bit for each neighbouring brick in which a voxel waited for one of the decided voxels. The bits are ordered
// like the bits of a neighbourhood of voxels.
uint waiting_bricks(int slot, uint decided) {
    const uvec2 row = row_position(gl_LocalInvocationIndex), sides = uvec2(1u) << brick_bits().yz;
    uint bricks = 0u;
    for (int k = 14; k < 27; ++k) {
        const uint waits = decided & rows_open[slot + distance_of(k)];
        // Each component is 0 for the brick before, 1 for this one, 2 for the brick after.
        const uvec2 to = row + uvec2(k / 3 % 3, k / 9) - 1u + sides >> brick_bits().yz;
        const int east = k % 3 - 1, middle = int(9u * to.y + 3u * to.x + 1u);
        const uint edge = east == 0 ? 0u : east < 0 ? 1u : 0x80000000u;
        if ((waits & ~edge) != 0u) bricks |= 1u << middle;
        if ((waits & edge) != 0u) bricks |= 1u << (middle + east);
    }
    return bricks & ~kMiddle;
}

// Returns the flags of a brick in which the voxels `gone` of the own word were deleted.
uint change_flags(uint gone) {
    const uvec2 row = row_position(gl_LocalInvocationIndex), after = row + VKALGO_BRICK_REACH;
    const uint first = (1u << VKALGO_BRICK_REACH) - 1u;
    const uvec3 low = uvec3((gone & first) != 0u, lessThan(row, uvec2(VKALGO_BRICK_REACH)));
    const uvec3 high =
        uvec3((gone >> (32u - VKALGO_BRICK_REACH)) != 0u, greaterThanEqual(after, uvec2(1u) << brick_bits().yz));
    const uvec3 faces = low * uvec3(1u, 4u, 16u) + high * uvec3(2u, 8u, 32u);
    return VKALGO_BRICK_CHANGED + VKALGO_BRICK_FACE * (faces.x + faces.y + faces.z);
}

uint brick_beside(uint brick, int neighbour) {
    const int across = int(push.bricks_across), down = int(push.bricks_down);
    return uint(int(brick) + neighbour % 3 - 1 + (neighbour / 3 % 3 - 1) * across +
                (neighbour / 9 - 1) * across * down);
}

// Decides in a brick as far as possible. Returns the bricks in which more may then be decided, in the bits of
// waiting_bricks(). The middle bit stands for the brick itself. It is set if candidates are open and either the loop
// limit was reached or another workgroup decided in the brick in this step.
uint decide_in(uint brick, inout uint loops) {
    const bool follows = push.follows != 0u;
    const int slot = own_slot();
    load_rows(brick, true);
    if (gl_LocalInvocationIndex == 0u) {
        const uint step = status[VKALGO_THINNING_STEP];
        shared_wake = 0u;
        const bool again = follows && atomicExchange(queued[push.bricks + brick], step) == step;
        shared_again = again ? 1u : 0u;
    }
    barrier();
    const uint before = rows_now[slot], open_before = rows_open[slot];
    uint word = before, open = open_before;
    loops += VKALGO_LEE_LOOPS_PER_BRICK;
    bool decided = true;
    while (decided && loops + 32u * VKALGO_LEE_LOOPS_PER_VOXEL < VKALGO_LEE_LOOPS) {
        const uint open_last = open;
        if (open != 0u) decide(slot, word, open);
        barrier();
        if (gl_LocalInvocationIndex == 0u) {
            shared_count = 0u;
            shared_most = 0u;
        }
        if (open != open_last) store_rows(slot, word, open);
        barrier();
        // Continue if an invocation decided something, because other invocations may be able to decide now.
        if (open != open_last) atomicOr(shared_count, 1u);
        if (open_last != 0u) atomicMax(shared_most, uint(bitCount(open_last)));
        barrier();
        decided = shared_count != 0u;
        loops += 1u + shared_most * VKALGO_LEE_LOOPS_PER_VOXEL;
    }
    const uint gone = before & ~word, stays = open_before & ~open & word;
    if ((gone | stays) != 0u) {
        const uint index = word_index(word_position(brick));
        if (gone != 0u) {
            atomicAnd(volume[index], ~gone);
            atomicOr(changed[flags_of_iteration(status[VKALGO_THINNING_ITERATIONS]) + brick], change_flags(gone));
        }
        if (stays != 0u) atomicAnd(open_words[index], ~stays);
        const uint waiting = waiting_bricks(slot, gone | stays);
        if (waiting != 0u) atomicOr(shared_wake, waiting);
    }
    if (open != 0u && (decided || shared_again != 0u)) atomicOr(shared_wake, kMiddle);
    if (follows) memoryBarrierBuffer();
    barrier();
    const uint wake = shared_wake;
    barrier();
    return wake;
}

// Decides in a brick, then, if push.follows, in a brick that waited for it, and so on.
void decide_along(uint brick) {
    const uvec3 position = word_position(brick);
    if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
    barrier();
    // Another workgroup may have decided everything here already.
    if (in_volume(position) && (open_words[word_index(position)] & volume[word_index(position)]) != 0u) {
        atomicOr(shared_count, 1u);
    }
    barrier();
    if (shared_count == 0u) return;
    uint loops = 0u;
    while (true) {
        uint wake = decide_in(brick, loops);
        const uint from = brick, others = wake & ~kMiddle;
        const bool ends = others == 0u || push.follows == 0u ||
                          loops + VKALGO_LEE_LOOPS_PER_BRICK + 32u * VKALGO_LEE_LOOPS_PER_VOXEL >= VKALGO_LEE_LOOPS;
        if (!ends) {
            const int last = findMSB(others);
            wake &= ~(1u << last);
            brick = brick_beside(from, last);
        }
        const uint mine = gl_LocalInvocationIndex;
        if (mine < 27u && (wake >> mine & 1u) != 0u) leave(brick_beside(from, int(mine)));
        if (ends) return;
    }
}

void main() {
    if (status[VKALGO_THINNING_DONE] != 0u) {
        stay_done();
        return;
    }
    const uint phase = status[VKALGO_THINNING_PHASE], group = vkalgo_workgroup_index();
    if (phase == VKALGO_LEE_LIST) {
        make_list();
    } else if (phase == VKALGO_LEE_COLLECT) {
        if (group < status[VKALGO_THINNING_BRICKS]) collect(list[group]);
    } else if (group < status[VKALGO_THINNING_WORKING]) {
        decide_along(work[push.bricks * ((status[VKALGO_THINNING_STEP] + 1u) % 2u) + group]);
    }
    end_step();
}

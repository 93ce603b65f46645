#version 460
// One step of thinning by Lee's method; advance_lee chooses its kind. A side of the objects takes several steps. First
// its candidates are collected: simple voxels of the border that are not ends of lines. Then they are checked again,
// each after the candidates that the scan (x, then y, then z) reached before it are gone.
//   The result keeps that order although the work does not follow it. A candidate waits for the candidates before it in
//   its neighbourhood, unless it is simple whichever of them go (P-simple), as most are. Voxels after it count as they
//   were when the side began. So the result is that of the scan, bit for bit, after a few steps.
//   A workgroup owns a brick of the list. It reads the brick with a border of one voxel, and writes the brick to the
//   other copy. It decides in rounds in shared memory as long as a round decides anything. An invocation owns a word,
//   and decides about its voxels in order. In a step that makes the list, an invocation checks one brick.
//   Cost per brick and step: up to 900 loads if candidates are open or collected, else 128; 64 * 3 stores; per open
//   candidate about 250 operations per round.
//   Source: Lee, Kashyap, Chu: Building skeleton models via 3-D medial surface/axis thinning algorithms, CVGIP:
//   Graphical Models and Image Processing 56 (1994). The list is checked again for simple voxels here, not only for
//   connectivity.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/thinning.h"
layout(local_size_x = VKALGO_BRICK_ROWS) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) readonly buffer From { uint from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, set = 0, binding = 2) readonly buffer OpenFrom { uint open_from[]; };
layout(std430, set = 0, binding = 3) writeonly buffer OpenTo { uint open_to[]; };
layout(std430, set = 0, binding = 4) readonly buffer Begun { uint begun[]; };
layout(std430, set = 0, binding = 5) writeonly buffer Begins { uint begins[]; };
layout(std430, set = 0, binding = 6) readonly buffer List { uint list[]; };
layout(std430, set = 0, binding = 7) writeonly buffer Listed { uint new_list[]; };
layout(std430, set = 0, binding = 8) buffer Status { uint status[]; };  // Atomics
layout(std430, set = 0, binding = 9) readonly buffer Occupied { uint occupied[]; };
// Two words per brick: those of iteration i begin at push.bricks * (i % 2).
layout(std430, set = 0, binding = 10) readonly buffer Before { uint changed_before[]; };
layout(std430, set = 0, binding = 11) writeonly buffer Now { uint changed_now[]; };
#include "volume/bricks.glsl"
#include "volume/simple.glsl"

uint flags_of_iteration(uint iteration) { return iteration % 2u * push.bricks; }
uint brick_flags(uint brick) {
    const uint iteration = status[VKALGO_THINNING_ITERATIONS];
    return iteration == 0u ? occupied[brick] : changed_before[flags_of_iteration(iteration) + brick];
}
#include "volume/near_change.glsl"

const uint kRowsAcross = VKALGO_BRICK_SIDE + 2u, kRows = kRowsAcross * kRowsAcross;
// As in brick_rows.glsl, each word three times: what is set now, what was set when the side began, what is open.
shared uint rows_now[3u * kRows], rows_begun[3u * kRows], rows_open[3u * kRows];
shared uint shared_count, shared_first;

void load_rows(uint brick) {
    const uvec3 first = brick_place(brick) * uvec3(1u, VKALGO_BRICK_SIDE, VKALGO_BRICK_SIDE);
    for (uint row = gl_LocalInvocationIndex; row < kRows; row += VKALGO_BRICK_ROWS) {
        const uvec3 place = first + uvec3(0u, row % kRowsAcross, row / kRowsAcross) - uvec3(0u, 1u, 1u);
        // Three words each: from the west to the east.
        uvec3 now = uvec3(0u), before = uvec3(0u), open = uvec3(0u);
        if (in_volume(place)) {
            const uint index = word_index(place);
            now.y = from[index];
            before.y = begun[index];
            open.y = open_from[index];
            if (place.x > 0u) {
                now.x = from[index - 1u];
                before.x = begun[index - 1u];
                open.x = open_from[index - 1u];
            }
            if (place.x + 1u < push.row_words) {
                now.z = from[index + 1u];
                before.z = begun[index + 1u];
            }
        }
        rows_now[3u * row] = now.y << 1 | now.x >> 31;
        rows_now[3u * row + 1u] = now.y;
        rows_now[3u * row + 2u] = now.y >> 1 | now.z << 31;
        rows_begun[3u * row] = before.y << 1 | before.x >> 31;
        rows_begun[3u * row + 1u] = before.y;
        rows_begun[3u * row + 2u] = before.y >> 1 | before.z << 31;
        rows_open[3u * row] = open.y << 1 | open.x >> 31;
        rows_open[3u * row + 1u] = open.y;
        // In the rows before, the scan has already reached the voxel in the east, so the word in the east may be open.
        rows_open[3u * row + 2u] =
            open.y >> 1 |
            (in_volume(place + uvec3(1u, 0u, 0u)) && in_volume(place) ? open_from[word_index(place) + 1u] << 31 : 0u);
    }
}

int own_slot() {
    const uint row = gl_LocalInvocationIndex;
    return int(((row / VKALGO_BRICK_SIDE + 1u) * kRowsAcross + row % VKALGO_BRICK_SIDE + 1u) * 3u + 1u);
}

// Returns the distance from the own word to the word that has the voxel at a position of the neighbourhood, 0 to 26.
int distance_of(int place) { return place / 9 * 30 + place / 3 % 3 * 3 + place % 3 - 34; }

uint around_now(int slot, uint bit) {
    uint around = 0u;
    for (int k = 0; k < 27; ++k) around |= (rows_now[slot + distance_of(k)] >> bit & 1u) << k;
    return around;
}

// Collects the candidates. The side's direction in the memory of the workgroup: y - 1, y + 1, x + 1, x - 1, z + 1,
// z - 1.
uint candidates(int slot, uint side) {
    const int far = side < 2u ? 3 : side < 4u ? 1 : 30;
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

// Decides about what is open in the own word, and updates `word` and `open`. In order of the bits, so that the word
// never waits for itself.
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

// Makes the list as list_bricks does.
void make_list() {
    if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
    barrier();
    const uint brick = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    bool wanted = false;
    uint place = 0u;
    if (brick < push.bricks) {
        changed_now[flags_of_iteration(status[VKALGO_THINNING_ITERATIONS] + 1u) + brick] = 0u;
        wanted = (occupied[brick] & VKALGO_BRICK_OCCUPIED) != 0u && near_change(brick);
        if (wanted) place = atomicAdd(shared_count, 1u);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u && shared_count != 0u) {
        shared_first = atomicAdd(status[VKALGO_THINNING_LISTED], shared_count);
    }
    barrier();
    if (wanted) new_list[shared_first + place] = brick;
}

void main() {
    const uint phase = status[VKALGO_THINNING_PHASE];
    if (phase == VKALGO_LEE_LIST) {
        make_list();
        return;
    }
    const uint group = vkalgo_workgroup_index();
    if (group >= status[VKALGO_THINNING_BRICKS]) return;
    const uint brick = list[group];
    const uvec3 place = word_place(brick);
    if (phase != VKALGO_LEE_COLLECT) {
        // Most bricks have nothing open. They are copied.
        if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
        barrier();
        if (in_volume(place) && open_from[word_index(place)] != 0u) atomicOr(shared_count, 1u);
        barrier();
        if (shared_count == 0u) {
            if (!in_volume(place)) return;
            to[word_index(place)] = from[word_index(place)];
            open_to[word_index(place)] = 0u;
            return;
        }
    }
    load_rows(brick);
    barrier();
    const int slot = own_slot();
    const uint before = rows_now[slot];
    uint word = before, open = 0u;
    if (phase == VKALGO_LEE_COLLECT) {
        open = candidates(slot, status[VKALGO_THINNING_SIDE]);
    } else if (phase == VKALGO_LEE_DECIDE) {
        open = rows_open[slot];
        for (uint round = 0u; round < VKALGO_LEE_ROUNDS; ++round) {
            const uint open_before = open;
            if (open != 0u) decide(slot, word, open);
            barrier();
            if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
            if (open != open_before) store_rows(slot, word, open);
            barrier();
            // Continue if an invocation decided something, because others may be able to decide now.
            if (open != open_before) atomicOr(shared_count, 1u);
            barrier();
            if (shared_count == 0u) break;
        }
    }
    if (!in_volume(place)) return;
    const uint index = word_index(place);
    to[index] = word;
    open_to[index] = open;
    if (phase == VKALGO_LEE_COLLECT) begins[index] = word;
    if (open != 0u && status[VKALGO_THINNING_OPEN] == 0u) atomicOr(status[VKALGO_THINNING_OPEN], 1u);
    if (word != before) {
        changed_now[flags_of_iteration(status[VKALGO_THINNING_ITERATIONS]) + brick] = VKALGO_BRICK_CHANGED;
    }
}

#version 460
// The length of a longest common subsequence, written by hand for this one recurrence and 32-bit cells. The framework's
// method `tile` is compared with it. One dispatch computes the whole table.
//
// A team is one subgroup and owns a strip of kLanes * kRows rows: a lane holds kRows rows in registers. At step s the
// lane computes the 4 columns of column group s - lane in its rows. A workgroup has kTeams teams, which own consecutive
// strips, and one more team, the porter. The porter reads rows of cells into shared memory one phase ahead and the
// symbols of columns two phases ahead, and writes finished rows of cells to memory. A phase is 8 steps and a barrier.
// Team w runs w * kLag phases behind team 0. Teams pass their bottom rows through rings in shared memory; workgroups
// pass them through `links`, one word per column. Workgroup w writes into the word the cell of its bottom row and, in
// the bits above the cell, w + 1, which is the number of the workgroup that reads it. Workgroup w + 1 polls the word
// until the word has this number, so no separate flag is needed. Workgroups are numbered by tickets in the order in
// which they start, so a workgroup waits only for a workgroup that started earlier.
//
// The kernel does not test whether a cell is inside the table. Rows beyond x and columns beyond y have symbols that
// match nothing, so a cell there is the larger of its upper and left neighbours. Therefore columns before the first one
// hold 0, which is the border. Rows and columns after the last ones repeat the values of the last row and column, so
// the last lane ends with the answer.
//
// Reads x and y (bytes). Reads and writes 4 bytes of links per column and workgroup. Sources: for strips, B. Schmidt
// and others, "CUDASW++", 2009 to 2023; for words that carry their own flag, Merrill and Garland, "Decoupled
// look-back", 2016.
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#pragma use_vulkan_memory_model

#extension GL_GOOGLE_include_directive : require
#include "lcs_by_hand.h"

layout(local_size_x_id = LCS_BY_HAND_CONSTANT_WORKGROUP) in;
layout(constant_id = LCS_BY_HAND_CONSTANT_LANES) const uint kLanes = 32;
layout(constant_id = LCS_BY_HAND_CONSTANT_ROWS) const uint kRows = 8;
layout(constant_id = LCS_BY_HAND_CONSTANT_FORM) const uint kForm = 0;
layout(constant_id = LCS_BY_HAND_CONSTANT_UNROLL) const uint kUnroll = 1;

layout(push_constant) uniform Push {
    uint n;           // Symbols of x, 1 to 2^17
    uint m;           // Symbols of y, 1 to 2^17
    uint workgroups;  // ceil(n / (kTeams * kLanes * kRows)), below 2^14
    uint spin_limit;  // Maximum number of polls per wait
}
push;
layout(set = 0, binding = 0, std430) readonly buffer X { uint x_words[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y { uint y_words[]; };
layout(set = 0, binding = 2, std430) buffer Links { uint links[]; };  // m words, 0 on entry
layout(set = 0, binding = 3, std430) buffer Control { uint next_ticket, answer, stuck, unused; };  // 0 on entry

const uint kTeams = gl_WorkGroupSize.x / kLanes - 1;
const uint kSteps = 8;
const uint kBlock = kSteps * 4;                        // Columns per phase
const uint kPerLane = (kBlock + kLanes - 1) / kLanes;  // Columns of a block per lane of the porter
const uint kLag = (kLanes + kSteps - 2) / kSteps + 1;  // Phases until the last lane has finished a block
const uint kRing = 4 * kSteps;                         // Column groups: one block read, one complete, two being written
const uint kNeed = kTeams * kLag + 3;
const uint kSymbolBlocks = kNeed <= 8 ? 8 : kNeed <= 16 ? 16 : kNeed <= 32 ? 32 : kNeed <= 64 ? 64 : 128;
const uint kSymbolRing = kSymbolBlocks * kSteps;  // Column groups
const uint kValueBits = 18;
const uint kNoRow = 0x100, kNoColumn = 0x200;  // Symbols that match nothing

// Team w reads ring w and writes ring w + 1. All lanes but the last write their bottom rows to the space after the
// rings, where nothing reads them.
shared ivec4 ring[(kTeams + 1) * kRing + gl_WorkGroupSize.x];
shared uvec4 symbols[kSymbolRing];
shared uint ticket;

uint x_symbol(uint i) { return i < push.n ? bitfieldExtract(x_words[i >> 2], int(i & 3) * 8, 8) : kNoRow; }
uint y_symbol(uint j) { return j < push.m ? bitfieldExtract(y_words[j >> 2], int(j & 3) * 8, 8) : kNoColumn; }

int next_cell(bool same, int diagonal, int up, int left) {
    if (kForm == 0) return same ? diagonal + 1 : max(up, left);
    return max(max(up, left), diagonal + int(same));
}

uint link_load(uint j) { return atomicLoad(links[j], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed); }
void link_store(uint j, uint word) {
    atomicStore(links[j], word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// Does the porter's work in a phase: reads block phase + 1 of the row above and block phase + 2 of the symbols, and
// writes the block of the bottom row that was completed in the previous phase. Sets `patient` to false when a wait
// exceeds its limit.
void carry(int phase, int blocks, uint workgroup, uint lane, inout bool patient) {
    const uint in_column = uint(phase + 1) * kBlock;
    const uint symbol_column = uint(phase + 2) * kBlock;
    const int ended = phase - int(kTeams * kLag);
    uint coming[kPerLane], fresh[kPerLane];
    [[unroll]] for (uint q = 0; q < kPerLane; ++q) {
        const uint j = in_column + q * kLanes + lane;
        coming[q] = workgroup != 0 && phase + 1 < blocks && j < push.m ? link_load(j) : workgroup << kValueBits;
        fresh[q] = y_symbol(symbol_column + q * kLanes + lane);
    }
    if (ended >= 0 && workgroup + 1 < push.workgroups) {
        [[unroll]] for (uint q = 0; q < kPerLane; ++q) {
            const uint in_block = q * kLanes + lane;
            const uint j = uint(ended) * kBlock + in_block;
            const uint value = uint(ring[kTeams * kRing + (uint(ended) * kSteps + in_block / 4) % kRing][in_block % 4]);
            if (j < push.m) link_store(j, (workgroup + 1) << kValueBits | value);
        }
    }
    if (phase + 1 < blocks) {
        [[unroll]] for (uint q = 0; q < kPerLane; ++q) {
            const uint in_block = q * kLanes + lane;
            for (uint tries = 1; patient && coming[q] >> kValueBits != workgroup; ++tries) {
                coming[q] = link_load(in_column + in_block);
                if (tries % 1024 == 0) {
                    if (tries >= push.spin_limit) atomicOr(stuck, 1u);
                    patient = atomicOr(stuck, 0u) == 0u;
                }
            }
            ring[(uint(phase + 1) * kSteps + in_block / 4) % kRing][in_block % 4] =
                int(bitfieldExtract(coming[q], 0, int(kValueBits)));
        }
    }
    [[unroll]] for (uint q = 0; q < kPerLane; ++q) {
        const uint in_block = q * kLanes + lane;
        symbols[(uint(phase + 2) * kSteps + in_block / 4) % kSymbolRing][in_block % 4] = fresh[q];
    }
}

void main() {
    const uint lane = gl_SubgroupInvocationID;
    const uint team = subgroupBroadcastFirst(gl_SubgroupID);
    if (gl_LocalInvocationIndex == 0) ticket = atomicAdd(next_ticket, 1u);
    for (uint k = gl_LocalInvocationIndex; k < (kTeams + 1) * kRing; k += gl_WorkGroupSize.x) ring[k] = ivec4(0);
    for (uint k = gl_LocalInvocationIndex; k < kSymbolRing; k += gl_WorkGroupSize.x) {
        const uint j = k * 4;
        symbols[k] =
            k < kSteps ? uvec4(y_symbol(j), y_symbol(j + 1), y_symbol(j + 2), y_symbol(j + 3)) : uvec4(kNoColumn);
    }
    barrier();
    const uint workgroup = subgroupBroadcastFirst(ticket);
    const int blocks = int((push.m + kBlock - 1) / kBlock);

    uint row_symbol[kRows];
    int left[kRows];
    [[unroll]] for (uint r = 0; r < kRows; ++r) {
        row_symbol[r] = x_symbol(((workgroup * kTeams + team) * kLanes + lane) * kRows + r);
        left[r] = 0;
    }
    int corner = 0;
    ivec4 passed = ivec4(0);  // The row above this lane's next column group, from the lane above
    bool patient = true;
    const uint waste = (kTeams + 1) * kRing + team * kLanes + lane;
    uvec4 column_symbol = uvec4(kNoColumn);  // Symbols of the current column group, read one step ahead

    const int phases = blocks + int(kTeams * kLag);
    for (int phase = -1; phase < phases; ++phase) {
        barrier();
        if (team == kTeams) {
            carry(phase, blocks, workgroup, lane, patient);
            continue;
        }
        const int first_step = (phase - int(team * kLag)) * int(kSteps);
        // The row above for lane 0, read one step ahead.
        ivec4 entering = ring[team * kRing + uint(first_step) % kRing];
        [[dont_unroll]] for (uint k = 0; k < kSteps; k += kUnroll) [[unroll]]
            for (uint u = 0; u < kUnroll; ++u) {
                const int step = first_step + int(k + u);
                const uint group = uint(step - int(lane));
                const uvec4 next_symbol = symbols[(group + 1) % kSymbolRing];
                const ivec4 above = lane == 0 ? entering : passed;
                entering = ring[team * kRing + uint(step + 1) % kRing];
                ivec4 bottom;
                [[unroll]] for (uint c = 0; c < 4; ++c) {
                    int up = above[c];
                    int diagonal = corner;
                    corner = up;
                    [[unroll]] for (uint r = 0; r < kRows; ++r) {
                        const int value = next_cell(row_symbol[r] == column_symbol[c], diagonal, up, left[r]);
                        diagonal = left[r];
                        left[r] = value;
                        up = value;
                    }
                    bottom[c] = up;
                    // Exchanged here, so that the exchange overlaps with the next column.
                    passed[c] = subgroupShuffleUp(up, 1u);
                }
                ring[lane == kLanes - 1 ? (team + 1) * kRing + group % kRing : waste] = bottom;
                column_symbol = next_symbol;
            }
    }
    if (workgroup + 1 == push.workgroups && team + 1 == kTeams && lane == kLanes - 1) answer = uint(left[kRows - 1]);
}

// Top k, the end of a round: finds the digit of the k-th key at this round's digit position. Runs in one workgroup.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "sort/select.h"
#include "sort/sort.h"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { ChoosePush push; };
#define SORT_COUNT_BINDING VKALGO_CHOOSE_COUNT
#include "sort/count.glsl"
#include "sort/sum_before.glsl"

layout(set = 0, binding = VKALGO_CHOOSE_STATE, std430) readonly buffer State { uint state[]; };
layout(set = 0, binding = VKALGO_CHOOSE_NEW_STATE, std430) writeonly buffer NewState { uint new_state[]; };
layout(set = 0, binding = VKALGO_CHOOSE_TOTALS, std430) readonly buffer Totals { uint totals[]; };

const uint kDigits = 1u << VKALGO_SELECT_DIGIT_BITS;
const uint kOwn = (kDigits + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;

void main() {
    const uint last = push.round * VKALGO_STATE_WORDS, next = last + VKALGO_STATE_WORDS;
    const uint all = min(push.wanted, key_count());
    const uint wanted = push.round == 0 ? all : state[last + VKALGO_STATE_WANTED];
    uint counts[kOwn];
    uint own = 0;
    [[unroll]] for (uint k = 0; k < kOwn; ++k) {
        const uint digit = gl_LocalInvocationIndex * kOwn + k;
        counts[k] = 0;
        if (digit < kDigits) counts[k] = totals[push.round * kDigits + digit];
        own += counts[k];
    }
    uint before = sum_before(own);
    // Without keys, no digit is chosen, and the next state stays cleared, like this state.
    [[unroll]] for (uint k = 0; k < kOwn; ++k) {
        if (wanted > before && wanted - before <= counts[k]) {
            const uint digit = gl_LocalInvocationIndex * kOwn + k << push.bit % 32;
            new_state[next + VKALGO_STATE_LOW] = state[last + VKALGO_STATE_LOW] | (push.bit < 32 ? digit : 0u);
            new_state[next + VKALGO_STATE_HIGH] = state[last + VKALGO_STATE_HIGH] | (push.bit < 32 ? 0u : digit);
            new_state[next + VKALGO_STATE_WANTED] = wanted - before;
            new_state[next + VKALGO_STATE_FOUND] = all;
        }
        before += counts[k];
    }
}

// How rounds end on the device: binding VKALGO_STATUS. A round that changed something sets its word of three; the round
// after one that did not ends them all. It needs `push.round`.
layout(std430, set = 0, binding = VKALGO_STATUS) coherent buffer Status { uint status[]; };  // atomics

// What the round before left in its word.
shared uint vkalgo_round_before;

// At the start of every invocation, before any of its workgroup returns; `first`: true for one invocation of the grid.
// False: there is nothing left to do. One invocation of a workgroup looks: every one of them at one word would keep
// all others waiting.
bool round_begins(bool first) {
    if (gl_LocalInvocationIndex == 0u) {
        vkalgo_round_before = push.round == 0u ? 1u : status[VKALGO_TERRAIN_CHANGED + (push.round + 2u) % 3u];
    }
    barrier();
    const bool over = vkalgo_round_before == 0u;
    if (first) {
        // Nobody else touches these words in this round.
        if (over) {
            status[VKALGO_TERRAIN_ROUNDS] = push.round - 1u;
            status[VKALGO_TERRAIN_DONE] = 1u;
        } else {
            status[VKALGO_TERRAIN_CHANGED + (push.round + 1u) % 3u] = 0u;
        }
    }
    return !over;
}

// For any invocation that changed something. The look before keeps all but the first few from the atomic.
void round_changes() {
    const uint word = VKALGO_TERRAIN_CHANGED + push.round % 3u;
    if (status[word] == 0u) atomicOr(status[word], 1u);
}

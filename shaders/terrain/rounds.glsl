// How rounds end on the device: binding VKALGO_STATUS. Rounds use three words in turn. A round that changes something
// sets its word. If a round changed nothing, the next round ends all rounds. This file needs `push.round`.
layout(std430, set = 0, binding = VKALGO_STATUS) coherent buffer Status { uint status[]; };  // Atomics

// The value that the round before left in its word.
shared uint vkalgo_round_before;

// Called at the start of every invocation, before any of its workgroup returns. `first`: true for one invocation of the
// dispatch. Returns false if there is nothing left to do. Only one invocation of a workgroup reads the word: if all
// invocations read the same word, they would delay all others.
bool round_begins(bool first) {
    if (gl_LocalInvocationIndex == 0u) {
        vkalgo_round_before = push.round == 0u ? 1u : status[VKALGO_TERRAIN_CHANGED + (push.round + 2u) % 3u];
    }
    barrier();
    const bool over = vkalgo_round_before == 0u;
    if (first) {
        // No other invocation touches these words in this round.
        if (over) {
            status[VKALGO_TERRAIN_ROUNDS] = push.round - 1u;
            status[VKALGO_TERRAIN_DONE] = 1u;
        } else {
            status[VKALGO_TERRAIN_CHANGED + (push.round + 1u) % 3u] = 0u;
        }
    }
    return !over;
}

// Called by any invocation that changed something. The test avoids the atomic for all invocations but the first few.
void round_changes() {
    const uint word = VKALGO_TERRAIN_CHANGED + push.round % 3u;
    if (status[word] == 0u) atomicOr(status[word], 1u);
}

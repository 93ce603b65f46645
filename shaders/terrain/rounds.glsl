// How rounds end on the device: binding VKALGO_STATUS. There are three words; word r % 3 belongs to round r. Round r
// reads the word of round r - 1: if it is 0, nothing changed in that round, and round r ends all rounds. Otherwise
// round r clears the word of round r + 1, and sets its own word if it changes something. Round 0 always runs. This file
// needs `push.round`.
layout(std430, set = 0, binding = VKALGO_STATUS) coherent buffer Status { uint status[]; };  // Atomics

// The value that the round before left in its word.
shared uint vkalgo_round_before;

// Begins a round. Every invocation calls it before any invocation of its workgroup returns. `first`: true for one
// invocation of the dispatch. Returns false if there is nothing left to do. Only one invocation of a workgroup reads
// the word: if all invocations read the same word, they would delay each other.
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

// Notes that this round changes something. Each invocation that changes something calls it. Because of the test, only
// the first few of them make the atomic operation.
void round_changes() {
    const uint word = VKALGO_TERRAIN_CHANGED + push.round % 3u;
    if (status[word] == 0u) atomicOr(status[word], 1u);
}

// How rounds end on the device: binding VKALGO_STATUS. A round that changed something sets its word of three; the round
// after one that did not ends them all. It needs `push.round`.
layout(std430, set = 0, binding = VKALGO_STATUS) coherent buffer Status { uint status[]; };  // atomics

// At the start of every invocation; `first`: true for one invocation of the grid. False: there is nothing left to do.
bool round_begins(bool first) {
    const bool over = push.round > 0u && status[VKALGO_TERRAIN_CHANGED + (push.round + 2u) % 3u] == 0u;
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

// The path buffer of a traceback: its head, then records, each with a cell's indices and the decision there.
// dp::PathHead on the host is the same head.
#ifndef VKALGO_DP_PATH_GLSL
#define VKALGO_DP_PATH_GLSL

#include "dp/dp.h"

layout(std430, set = 0, binding = 3) buffer VkalgoPathBuffer {  // Read-write: a dispatch continues the previous one
    uint vkalgo_path_count;
    uint vkalgo_path_done;
    int vkalgo_path_cell[4];
    uint vkalgo_path_state;  // State of a step() that has states
    uint vkalgo_path_unused;
    uint vkalgo_path_records[];
};

const uint vkalgo_kRecordWords = VKALGO_INDICES + 1;

void vkalgo_put_record(uint slot, ivec4 cell, uint decision) {
    [[unroll]] for (int d = 0; d < VKALGO_INDICES; ++d)
        vkalgo_path_records[slot * vkalgo_kRecordWords + d] = uint(cell[d]);
    vkalgo_path_records[slot * vkalgo_kRecordWords + VKALGO_INDICES] = decision;
}
void vkalgo_put_path_cell(ivec4 cell) {
    for (int d = 0; d < 4; ++d) vkalgo_path_cell[d] = cell[d];
}

#endif

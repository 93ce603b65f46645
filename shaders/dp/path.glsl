// The path buffer of a walk: its head, then records (i, j, decision). dp::PathHead and dp::PathRecord on the host.
#ifndef VKALGO_DP_PATH_GLSL
#define VKALGO_DP_PATH_GLSL

#include "dp/dp.h"

layout(std430, set = 0, binding = 3) buffer PathBuffer {  // read-write: one dispatch goes on where the last one stopped
    uint path_count;
    uint path_done;
    int path_i, path_j;
    uint path_records[];
};

void put_record(uint slot, int i, int j, uint decision) {
    path_records[slot * VKALGO_PATH_RECORD_WORDS] = uint(i);
    path_records[slot * VKALGO_PATH_RECORD_WORDS + 1] = uint(j);
    path_records[slot * VKALGO_PATH_RECORD_WORDS + 2] = decision;
}

#endif

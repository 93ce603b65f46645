// The path buffer of a walk: its head, then records (i, j, decision). dp::PathHead and dp::PathRecord on the host.
#ifndef VKALGO_DP_PATH_GLSL
#define VKALGO_DP_PATH_GLSL

#include "dp/dp.h"

layout(std430, set = 0,
       binding = 3) buffer VkalgoPathBuffer {  // read-write: one dispatch goes on where the last one stopped
    uint vkalgo_path_count;
    uint vkalgo_path_done;
    int vkalgo_path_i, vkalgo_path_j;
    uint vkalgo_path_records[];
};

void vkalgo_put_record(uint slot, int i, int j, uint decision) {
    vkalgo_path_records[slot * VKALGO_PATH_RECORD_WORDS] = uint(i);
    vkalgo_path_records[slot * VKALGO_PATH_RECORD_WORDS + 1] = uint(j);
    vkalgo_path_records[slot * VKALGO_PATH_RECORD_WORDS + 2] = decision;
}

#endif

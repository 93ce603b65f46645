#version 460
// Adds up the tables that count_packed stores. An invocation owns one word of push.tables_per_group tables. A row of
// workgroups covers all words; the rows divide the tables among them.
//   Cost: 4 bytes per table and word; at most one global atomic per bin and row of workgroups.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"
#include "histogram/bins.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_FIELDS) const uint kFields = 2;

const uint kFieldBits = 32 / kFields;

layout(std430, set = 0, binding = VKALGO_ADD_PACKED_TABLES) readonly buffer Tables { uint tables[]; };
layout(std430, set = 0, binding = VKALGO_ADD_PACKED_COUNTS) buffer Counts { uint counts[]; };  // By atomics only

layout(push_constant) uniform Push { AddPackedPush push; };

void main() {
    const uint groups_per_row = (kSharedWords + kThreads - 1) / kThreads;
    const uint row = vkalgo_workgroup_index() / groups_per_row;
    const uint word = vkalgo_workgroup_index() % groups_per_row * kThreads + gl_LocalInvocationIndex;
    if (word >= kSharedWords) return;
    uint sums[kFields];
    [[unroll]] for (uint field = 0; field < kFields; ++field)
        sums[field] = 0;
    const uint begin = min(row * push.tables_per_group, push.tables);
    const uint end = min(begin + push.tables_per_group, push.tables);
    for (uint table = begin; table < end; ++table) {
        const uint packed = tables[table * kSharedWords + word];
        [[unroll]] for (uint field = 0; field < kFields; ++field)
            sums[field] += bitfieldExtract(packed, int(field * kFieldBits), int(kFieldBits));
    }
    [[unroll]] for (uint field = 0; field < kFields; ++field) {
        const uint bin = word * kFields + field;
        if (bin < kBins && sums[field] != 0) atomicAdd(counts[bin], sums[field]);
    }
}

// Finds the bin of one coordinate of each point. On the second axis it combines this bin with the bin on the first
// axis: if the first axis has `before` bins and this axis kBins, the index is before_bin * kBins + bin, from 0 to
// before * kBins - 1. A point outside the bins of either axis gets the index before * kBins, and a point with NaN the
// index before * kBins + 1. On the first axis the index is the bin, or kBins or kBins + 1 for these points.
//   A workgroup owns push.points_per_group consecutive points: it reads one coordinate of each, 1 to 8 bytes, and
//   stores one index, 4 bytes. For the second axis it first reads the index that the first axis stored; an invocation
//   reads only indices of its own points. Edges are in shared memory if there is room.
//   Cost: per point one read of the coordinate, one store (and for the second axis one read) of an index, and
//   log2(bins) reads of edges.
#include "common/grid.glsl"
#include "histogram/edges.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_EDGES) const uint kSharedEdges = 0;

layout(std430, set = 0, binding = VKALGO_FIND_WORDS) readonly buffer Words { uint words[]; };
layout(std430, set = 0, binding = VKALGO_FIND_EDGES) readonly buffer Edges { Bits edges[]; };
layout(std430, set = 0, binding = VKALGO_FIND_INDICES) buffer Indices { uint indices[]; };

layout(push_constant) uniform Push { FindPush push; };

shared Bits near_edges[kSharedEdges == 0 ? 1 : kSharedEdges];

Bits edge(uint number) {
    if (kSharedEdges != 0) return near_edges[number];
    return edges[number];
}

#if VKALGO_WIDE
Bits value_at(uint byte) { return uvec2(words[byte / 4], words[byte / 4 + 1]); }
#else
Bits value_at(uint byte) { return value_of(words[byte / 4], byte % 4 / kBytes); }
#endif

uint index_of(uint point) {
    const uint bin = bin_between_edges(value_at(push.first_byte + point * push.point_bytes), push.most);
    if (push.follows == 0) return bin;
    const uint before = indices[point];
    if (before > push.before || bin > kOutside) return push.before * kBins + 1;
    if (before == push.before || bin == kOutside) return push.before * kBins;
    return before * kBins + bin;
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    for (uint number = self; number < kSharedEdges; number += kThreads) near_edges[number] = edges[number];
    barrier();

    const uint group = vkalgo_workgroup_index();
    if (group > (push.count - 1) / push.points_per_group) return;
    const uint begin = group * push.points_per_group;
    const uint points = min(push.points_per_group, push.count - begin);
    for (uint at = self; at < points; at += kThreads) indices[begin + at] = index_of(begin + at);
}

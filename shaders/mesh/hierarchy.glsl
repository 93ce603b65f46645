// Builds a bounding-volume hierarchy over sorted keys, from the leaves up (Apetrei 2014). Each leaf's invocation writes
// the leaf's box into the parent node. Of the two invocations that arrive at a node, the first ends, and the second
// continues with the box of both children. Node k splits its leaves after leaf k. Cost per leaf: 8 bytes of keys, 4 of
// order, 32 of boxes. Cost per node: 64 bytes are written and 32 read. With MESH_WIDE a leaf has VKALGO_MESH_LEAF_ITEMS
// triangles. Their boxes are also written to `sorted`, in the order of the keys. Only the high words of keys are used,
// so the keys need only be sorted by their high words.
#include "mesh/declare.glsl"

layout(set = 0, binding = VKALGO_MESH_BUILD_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_BUILD_ORDER, std430) readonly buffer Order { uint order[]; };
layout(set = 0, binding = VKALGO_MESH_BUILD_KEYS, std430) readonly buffer Keys { uvec2 keys[]; };
// Node k: least corner and index of its left child; greatest corner of the left child and the node's first leaf; least
// corner and index of its right child; greatest corner of the right child and the node's last leaf.
layout(set = 0, binding = VKALGO_MESH_BUILD_NODES, std430) coherent buffer Nodes { uvec4 nodes[]; };
layout(set = 0, binding = VKALGO_MESH_BUILD_ARRIVED, std430) coherent buffer Arrived { uint arrived[]; };
layout(set = 0, binding = VKALGO_MESH_BUILD_BOUNDS, std430) writeonly buffer Bounds { uint bounds[]; };

#ifdef MESH_WIDE
layout(set = 0, binding = VKALGO_MESH_BUILD_SORTED, std430) writeonly buffer Sorted { vec4 sorted[]; };
const uint kItems = VKALGO_MESH_LEAF_ITEMS;
const uint kLowMask = 0u;
#else
const uint kItems = 1u;
const uint kLowMask = ~0u;
#endif

// llvmpipe turns a memory barrier into an execution barrier, which ends invocations if not all of them reach it. On
// llvmpipe the atomics alone order the accesses around them.
layout(constant_id = VKALGO_MESH_CONSTANT_FENCES) const bool kFences = true;

// Returns how many leading bits the keys of leaves k and k + 1 have in common. If the keys are equal, the common bits
// of the leaves' indices count too. So the numbers of common bits at the two ends of a range of leaves always differ.
int common_bits(uint k) {
    const uvec2 differ = (keys[kItems * k] ^ keys[kItems * (k + 1u)]) & uvec2(kLowMask, ~0u);
    const int of_number = 95 - findMSB(k ^ (k + 1u));
    const int of_low = differ.x != 0u ? 63 - findMSB(differ.x) : of_number;
    return differ.y != 0u ? 31 - findMSB(differ.y) : of_low;
}

void main() {
    const uint leaf = mesh_invocation();
    const uint leaves = (push.triangles + kItems - 1u) / kItems;
    if (leaf >= leaves) return;
#ifdef MESH_WIDE
    vec3 low = vec3(uintBitsToFloat(0x7f800000u)), high = -low;
    for (uint position = kItems * leaf; position < kItems * (leaf + 1u); ++position) {
        const bool there = position < push.triangles;
        const uint triangle = order[min(position, push.triangles - 1u)];
        const vec3 own_low = there ? boxes[2u * triangle].xyz : vec3(uintBitsToFloat(0x7f800000u));
        const vec3 own_high = there ? boxes[2u * triangle + 1u].xyz : -own_low;
        sorted[2u * position] = vec4(own_low, uintBitsToFloat(triangle));
        sorted[2u * position + 1u] = vec4(own_high, 0.0);
        low = min(low, own_low);
        high = max(high, own_high);
    }
    uint self = leaf | VKALGO_MESH_LEAF;
#else
    const uint triangle = order[leaf];
    vec3 low = boxes[2u * triangle].xyz, high = boxes[2u * triangle + 1u].xyz;
    uint self = triangle | VKALGO_MESH_LEAF;
#endif
    uint first = leaf, last = leaf;
    if (leaves == 1u) {  // No node splits one leaf, but its box can be queried
        nodes[0] = uvec4(floatBitsToUint(low), self);
        nodes[1] = uvec4(floatBitsToUint(high), 0u);
    }
    while (first != 0u || last + 1u != leaves) {
        const bool left = first == 0u || (last + 1u < leaves && common_bits(last) > common_bits(first - 1u));
        const uint parent = left ? last : first - 1u;
        const uint slot = 4u * parent + (left ? 0u : 2u);
        nodes[slot] = uvec4(floatBitsToUint(low), self);
        nodes[slot + 1u] = uvec4(floatBitsToUint(high), left ? first : last);
        if (kFences) memoryBarrierBuffer();
        if (atomicAdd(arrived[parent], 1u) == 0u) return;
        if (kFences) memoryBarrierBuffer();
        const uint other = 4u * parent + (left ? 2u : 0u);
        const uvec4 other_low = nodes[other], other_high = nodes[other + 1u];
        low = min(low, uintBitsToFloat(other_low.xyz));
        high = max(high, uintBitsToFloat(other_high.xyz));
        if (left) last = other_high.w;
        else first = other_high.w;
        self = parent;
    }
    bounds[VKALGO_MESH_BOUND_ROOT] = self;
}

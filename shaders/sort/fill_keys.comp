// Counting sort, last kernel: writes the keys in order, given the index of each bin's first key.
//   A workgroup owns a tile of kVectors 16-byte vectors per invocation, and finds the bins of the tile's first and last
//   key. Between these two bins, an invocation then searches for the bin of each vector's first key. In most vectors
//   all keys are in that bin; for the others it also searches for the bins of the further keys. It writes a vector as a
//   whole. The last word keeps its bits beyond the keys.
//   Cost per key: one write; per vector a binary search among the tile's bins, and one search per bin that begins in
//   the vector; per tile, each invocation makes two reads of the table per round of find_entries.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"
#include "sort/counting.h"

layout(local_size_x_id = VKALGO_COUNTING_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_COUNTING_CONSTANT_KEY_BITS) const uint kKeyBits = 16;
layout(constant_id = VKALGO_COUNTING_CONSTANT_KEY) const uint kKey = 0;
layout(constant_id = VKALGO_COUNTING_CONSTANT_DESCENDING) const bool kDescending = false;
layout(constant_id = VKALGO_COUNTING_CONSTANT_VECTORS) const uint kVectors = 8;

layout(push_constant) uniform Push { CountingPush push; };
#define SORT_COUNT_BINDING VKALGO_FILL_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_FILL_OLD_WORDS, std430) readonly buffer OldWords { uint old_words[]; };
layout(set = 0, binding = VKALGO_FILL_WORDS, std430) writeonly buffer Words { uint words[]; };
layout(set = 0, binding = VKALGO_FILL_VECTORS, std430) writeonly buffer Vectors { uvec4 vectors[]; };
// The index of each bin's first key, and at the end the number of keys.
layout(set = 0, binding = VKALGO_FILL_STARTS, std430) readonly buffer Starts { uint starts[]; };

uint table_start(uint bin) { return starts[bin]; }
#include "sort/find_entry.glsl"
#include "sort/small_key.glsl"

const uint kBins = 1u << kKeyBits;
const uint kWordKeys = 32 / kKeyBits;
const uint kVectorKeys = 4 * kWordKeys;
const uint kTileKeys = gl_WorkGroupSize.x * kVectors * kVectorKeys;
// A word in which each key is 1.
const uint kOnes = kKeyBits == 16 ? 0x00010001u : 0x01010101u;

void main() {
    const uint count = key_count();
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles || tile * kTileKeys >= count) return;
    const uint tile_first = tile * kTileKeys;
    const uint tile_last = tile_first + min(kTileKeys, count - tile_first) - 1;
    // Indices count in the order of the bins. So they count from the last key if the keys descend.
    const uint turn = kDescending ? ~0u : 0u;
    const uint base = kDescending ? count : 0u;  // ~index + count is count - 1 - index
    const uvec2 bins = find_entries((uvec2(tile_first, tile_last) ^ turn) + base, kBins);
    const uint low = min(bins.x, bins.y), high = max(bins.x, bins.y);
    for (uint v = 0; v < kVectors; ++v) {
        const uint vector = tile * gl_WorkGroupSize.x * kVectors + v * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (vector > (count - 1) / kVectorKeys) break;  // Beyond the last vector, the product below could overflow
        const uint first = vector * kVectorKeys;
        const uint present = min(kVectorKeys, count - first);
        const uint last = first + present - 1;
        uint bin = find_entry((first ^ turn) + base, low, high);
        uint begin = starts[bin], end = starts[bin + 1];
        uvec4 filled = uvec4(small_as_stored(bin) * kOnes);
        const uint last_index = (last ^ turn) + base;
        if (last_index < begin || last_index >= end) {
            [[unroll]] for (uint w = 0; w < 4; ++w) {
                uint word = 0;
                for (uint k = 0; k < kWordKeys; ++k) {
                    const uint index = (min(first + w * kWordKeys + k, last) ^ turn) + base;
                    if (index < begin || index >= end) {
                        bin = find_entry(index, kDescending ? low : bin + 1, kDescending ? bin - 1 : high);
                        begin = starts[bin];
                        end = starts[bin + 1];
                    }
                    word |= small_as_stored(bin) << k * kKeyBits;
                }
                filled[w] = word;
            }
        }
        if (present == kVectorKeys) {
            vectors[vector] = filled;
            continue;
        }
        [[unroll]] for (uint w = 0; w < 4; ++w) {
            const uint before = w * kWordKeys;
            if (present >= before + kWordKeys) {
                words[vector * 4 + w] = filled[w];
            } else if (present > before) {
                const uint foreign = ~0u << (present - before) * kKeyBits;
                words[vector * 4 + w] = (filled[w] & ~foreign) | (old_words[vector * 4 + w] & foreign);
            }
        }
    }
}

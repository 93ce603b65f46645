// Packs voxels to a bit volume. An invocation owns a word of it: it reads 32 voxels and stores the word.
//   Cost: each voxel is read once, 4 bytes are written per 32 voxels.
#extension GL_EXT_control_flow_attributes : enable
#include "common/grid.glsl"
#include "volume/volume_bits.h"

layout(local_size_x_id = VKALGO_VOXELS_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { VolumeBitsPush push; };
#define voxel_push push.voxels
#include "volume/voxels.glsl"

layout(std430, set = 0, binding = VKALGO_VOXELS_OUT) writeonly buffer Bits { uint bits[]; };

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (word >= push.words) return;
    bits[push.first_word + word] = selected_word(word % push.voxels.row_words, word / push.voxels.row_words);
}

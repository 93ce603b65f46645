// Multiplies f16 by cooperative matrices: a subgroup multiplies 16 x 16 x 16 at once and accumulates f32.
//   A workgroup of eight subgroups owns a tile of 128 x 128 cells of one product. A subgroup owns 64 x 32 of these
//   cells, as 4 x 2 matrices of sums. The workgroup advances along k in steps of 32. Shared memory holds two pairs of
//   tiles of A and B, as in multiply_blocks.glsl: one pair is multiplied while the next is loaded. Elements beyond the
//   matrices are 0.
//   Each subgroup copies its matrices of sums, one after another, to a patch of shared memory. From there, each of its
//   invocations finishes eight cells per matrix. Matrices are not transposed, and their rows begin at multiples of
//   eight elements (the method ensures this).
//   Source: NVIDIA, Machine Learning Acceleration in Vulkan with Cooperative Matrices, 2019.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_NV_cooperative_matrix : require
#pragma use_vulkan_memory_model
#define MATRIX_F16
#include "common/grid.glsl"
#include "matrix/element.glsl"

layout(local_size_x = 256) in;
layout(constant_id = VKALGO_MATRIX_CONSTANT_BAND) const uint kBand = 8;
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AEights { uvec4 a_eights[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BEights { uvec4 b_eights[]; };

const uint kTile = VKALGO_MATRIX_COOPERATIVE_TILE;
const uint kInner = VKALGO_MATRIX_COOPERATIVE_INNER;
const uint kSide = 16;                // Side of a cooperative matrix
const uint kPitchA = kInner / 8 + 1;  // Vectors of eight per row in shared memory, one of them unused
const uint kPitchB = kTile / 8 + 1;
const uint kStageA = kTile * kPitchA;
const uint kStageB = kInner * kPitchB;
const uint kLoads = kTile * kInner / 8 / 256;  // Vectors per invocation, step and matrix
const uint kDown = 4;                          // Matrices of sums per subgroup
const uint kAcross = 2;

shared uvec4 tile_a[2 * kStageA];
shared uvec4 tile_b[2 * kStageB];
shared float patches[8 * kSide * kSide];

uvec4 next_a[kLoads];
uvec4 next_b[kLoads];

void load_step(uint first_a, uint first_b, uint row, uint column, uint begin) {
    [[unroll]] for (uint l = 0; l < kLoads; ++l) {
        const uint unit = l * 256 + gl_LocalInvocationIndex;
        const uint row_a = row + unit / (kInner / 8);
        const uint inner_a = begin + unit % (kInner / 8) * 8;
        next_a[l] = uvec4(0);
        if (row_a < push.rows && inner_a < push.inner) {
            next_a[l] = a_eights[(first_a + row_a * push.stride_a + inner_a) / 8];
        }
        const uint inner_b = begin + unit / (kTile / 8);
        const uint column_b = column + unit % (kTile / 8) * 8;
        next_b[l] = uvec4(0);
        if (inner_b < push.inner && column_b < push.columns) {
            next_b[l] = b_eights[(first_b + inner_b * push.stride_b + column_b) / 8];
        }
    }
}
void store_step(uint stage) {
    [[unroll]] for (uint l = 0; l < kLoads; ++l) {
        const uint unit = l * 256 + gl_LocalInvocationIndex;
        tile_a[stage * kStageA + unit / (kInner / 8) * kPitchA + unit % (kInner / 8)] = next_a[l];
        tile_b[stage * kStageB + unit / (kTile / 8) * kPitchB + unit % (kTile / 8)] = next_b[l];
    }
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint across = (push.columns + kTile - 1) / kTile;
    const uint down = (push.rows + kTile - 1) / kTile;
    const uint batch = group / (across * down);
    const uint tile = group % (across * down);
    const uint band = tile / (kBand * across);
    const uint high = min(kBand, down - band * kBand);
    const uint within = tile - band * kBand * across;
    const uint row = (band * kBand + within % high) * kTile;
    const uint column = within / high * kTile;
    const uint first_a = push.first_a + batch * push.batch_a;
    const uint first_b = push.first_b + batch * push.batch_b;
    const uint own_row = gl_SubgroupID / 4 * (kDown * kSide);
    const uint own_column = gl_SubgroupID % 4 * (kAcross * kSide);

    fcoopmatNV<32, gl_ScopeSubgroup, 16, 16> sums[kDown * kAcross];
    [[unroll]] for (uint s = 0; s < kDown * kAcross; ++s)
        sums[s] = fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>(0.0);
    if (push.inner > 0) {
        load_step(first_a, first_b, row, column, 0);
        store_step(0);
        barrier();
    }
    uint stage = 0;
    for (uint begin = 0; begin < push.inner; begin += kInner) {
        const bool more = begin + kInner < push.inner;
        if (more) load_step(first_a, first_b, row, column, begin + kInner);
        [[unroll]] for (uint k = 0; k < kInner; k += kSide) {
            fcoopmatNV<16, gl_ScopeSubgroup, 16, 16> b[kAcross];
            [[unroll]] for (uint j = 0; j < kAcross; ++j) {
                coopMatLoadNV(b[j], tile_b, stage * kStageB + k * kPitchB + (own_column + j * kSide) / 8, kPitchB,
                              false);
            }
            [[unroll]] for (uint i = 0; i < kDown; ++i) {
                fcoopmatNV<16, gl_ScopeSubgroup, 16, 16> a;
                coopMatLoadNV(a, tile_a, stage * kStageA + (own_row + i * kSide) * kPitchA + k / 8, kPitchA, false);
                [[unroll]] for (uint j = 0; j < kAcross; ++j) {
                    sums[i * kAcross + j] = coopMatMulAddNV(a, b[j], sums[i * kAcross + j]);
                }
            }
        }
        if (more) {
            store_step(stage ^ 1);
            barrier();
        }
        stage ^= 1;
    }

    const uint patch_of_own = gl_SubgroupID * kSide * kSide;
    const uint first_c = push.first_c + batch * push.batch_c;
    const uint y = gl_SubgroupInvocationID / 2;
    const uint x = gl_SubgroupInvocationID % 2 * 8;
    [[unroll]] for (uint s = 0; s < kDown * kAcross; ++s) {
        coopMatStoreNV(sums[s], patches, patch_of_own, kSide, false);
        barrier();
        const uint at_row = row + own_row + s / kAcross * kSide + y;
        const uint at_column = column + own_column + s % kAcross * kSide + x;
        if (at_row < push.rows && at_column < push.columns) {
            [[unroll]] for (uint f = 0; f < 8; f += 4) {
                const uint from = patch_of_own + y * kSide + x + f;
                finish_four(first_c + at_row * push.stride_c + at_column + f,
                            vec4(patches[from], patches[from + 1], patches[from + 2], patches[from + 3]));
            }
        }
        barrier();
    }
}

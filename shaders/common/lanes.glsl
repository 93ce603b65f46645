// Lanes: teams of vkalgo_kLanes invocations that exchange values, whatever the subgroup size of the device.
//
// A workgroup of gl_WorkGroupSize.x invocations (one dimension only) has gl_WorkGroupSize.x / vkalgo_kLanes teams.
// There are two implementations, chosen by a specialization constant, so that every width can be tested on every
// device:
//   subgroups      For a vkalgo_kLanes that divides the subgroup size. Needs shuffle-relative and full subgroups, but
//                  no barrier.
//   shared memory  For any width. Every exchange has two workgroup barriers, so it must be called in control flow that
//                  is uniform in the whole workgroup.
//
// The including text defines, before it includes this one:
//   VKALGO_LANES_FIRST_CONSTANT   the id of the first of the two specialization constants below
//   VKALGO_LANES_WORKGROUP        the workgroup's invocations (a specialization-constant expression)
//   VKALGO_INT64, VKALGO_FLOAT64  1 or 0: whether 64-bit integers or doubles are exchanged
// It also enables GL_KHR_shader_subgroup_basic, _ballot, _shuffle_relative and the 64-bit extensions in use. 64-bit
// values are exchanged as two words, so extended subgroup types are not required.
//
// If VKALGO_LANES_READ is defined, this file has vkalgo_lane_read() instead of vkalgo_lane_shift_up() and
// vkalgo_lane_uniform(). It then needs the extensions GL_KHR_shader_subgroup_basic and _shuffle. If VKALGO_LANES_PLAIN
// is defined too, it uses only shared memory and needs no extension.
#ifndef VKALGO_LANES_GLSL
#define VKALGO_LANES_GLSL

layout(constant_id = VKALGO_LANES_FIRST_CONSTANT) const uint vkalgo_kLanes = 8;
layout(constant_id = VKALGO_LANES_FIRST_CONSTANT + 1) const bool vkalgo_kLanesShared = true;

const uint vkalgo_kLaneSlots = vkalgo_kLanesShared ? VKALGO_LANES_WORKGROUP : 1u;
shared uint vkalgo_lane_slots[vkalgo_kLaneSlots];

// Returns the invocation's index in its workgroup. Each team has consecutive indices; without shared memory they lie
// within one subgroup.
uint vkalgo_lane_invocation() {
#ifdef VKALGO_LANES_PLAIN
    return gl_LocalInvocationIndex;
#else
    return vkalgo_kLanesShared ? gl_LocalInvocationIndex : gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
#endif
}
uint vkalgo_lane_index() { return vkalgo_lane_invocation() % vkalgo_kLanes; }
uint vkalgo_lane_team() { return vkalgo_lane_invocation() / vkalgo_kLanes; }

#ifdef VKALGO_LANES_READ
// Returns the `value` that lane `lane` of the team has passed.
uint vkalgo_lane_read(uint value, uint lane) {
#ifndef VKALGO_LANES_PLAIN
    if (!vkalgo_kLanesShared)
        return subgroupShuffle(value, gl_SubgroupInvocationID / vkalgo_kLanes * vkalgo_kLanes + lane);
#endif
    barrier();  // All invocations have read the slots of the previous exchange
    vkalgo_lane_slots[gl_LocalInvocationIndex % vkalgo_kLaneSlots] = value;
    barrier();
    return vkalgo_lane_slots[(vkalgo_lane_team() * vkalgo_kLanes + lane) % vkalgo_kLaneSlots];
}
#else

// Returns `value`, which must be the same in the whole team. If a team is a subgroup, the compiler then knows that the
// value is uniform, and need not treat a branch on it as divergent.
uint vkalgo_lane_uniform(uint value) {
    return vkalgo_kLanesShared || vkalgo_kLanes < gl_SubgroupSize ? value : subgroupBroadcastFirst(value);
}

// Returns a value as 32-bit words: the low word first, the high word 0 for 32-bit types.
uvec2 vkalgo_lane_words(uint value) { return uvec2(value, 0u); }
uvec2 vkalgo_lane_words(int value) { return uvec2(uint(value), 0u); }
uvec2 vkalgo_lane_words(float value) { return uvec2(floatBitsToUint(value), 0u); }
void vkalgo_lane_from_words(uvec2 words, out uint value) { value = words.x; }
void vkalgo_lane_from_words(uvec2 words, out int value) { value = int(words.x); }
void vkalgo_lane_from_words(uvec2 words, out float value) { value = uintBitsToFloat(words.x); }
#if VKALGO_INT64
uvec2 vkalgo_lane_words(uint64_t value) { return unpackUint2x32(value); }
uvec2 vkalgo_lane_words(int64_t value) { return unpackUint2x32(uint64_t(value)); }
void vkalgo_lane_from_words(uvec2 words, out uint64_t value) { value = packUint2x32(words); }
void vkalgo_lane_from_words(uvec2 words, out int64_t value) { value = int64_t(packUint2x32(words)); }
#endif
#if VKALGO_FLOAT64
uvec2 vkalgo_lane_words(double value) { return unpackDouble2x32(value); }
void vkalgo_lane_from_words(uvec2 words, out double value) { value = packDouble2x32(words); }
#endif

// Returns the `value` that the team's previous lane has passed. Undefined in lane 0.
uint vkalgo_lane_shift_up(uint value) {
    if (!vkalgo_kLanesShared) return subgroupShuffleUp(value, 1u);
    barrier();  // All invocations have read the slots of the previous exchange
    vkalgo_lane_slots[gl_LocalInvocationIndex % vkalgo_kLaneSlots] = value;
    barrier();
    return vkalgo_lane_slots[max(gl_LocalInvocationIndex, 1u) % vkalgo_kLaneSlots - (vkalgo_kLaneSlots > 1u ? 1u : 0u)];
}
int vkalgo_lane_shift_up(int value) { return int(vkalgo_lane_shift_up(uint(value))); }
float vkalgo_lane_shift_up(float value) { return uintBitsToFloat(vkalgo_lane_shift_up(floatBitsToUint(value))); }
#if VKALGO_INT64
uint64_t vkalgo_lane_shift_up(uint64_t value) {
    uvec2 words = unpackUint2x32(value);
    return packUint2x32(uvec2(vkalgo_lane_shift_up(words.x), vkalgo_lane_shift_up(words.y)));
}
int64_t vkalgo_lane_shift_up(int64_t value) { return int64_t(vkalgo_lane_shift_up(uint64_t(value))); }
#endif
#if VKALGO_FLOAT64
double vkalgo_lane_shift_up(double value) {
    uvec2 words = unpackDouble2x32(value);
    return packDouble2x32(uvec2(vkalgo_lane_shift_up(words.x), vkalgo_lane_shift_up(words.y)));
}
#endif

#endif
#endif

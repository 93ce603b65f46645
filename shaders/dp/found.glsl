// The slots of a search by `stage`, one per number of a candidate (stage.glsl). A slot holds the best cell that had
// this number: the words of its value, then its indices. The first index is stored plus one, so that 0 means an empty
// slot. Needs `uint vkalgo_found[]`.
#ifndef VKALGO_DP_FOUND_GLSL
#define VKALGO_DP_FOUND_GLSL

const uint vkalgo_kSlotWords = VKALGO_VALUE_WORDS + VKALGO_INDICES;

bool vkalgo_slot_is_set(uint slot) { return vkalgo_found[slot * vkalgo_kSlotWords + VKALGO_VALUE_WORDS] != 0u; }
vkalgo_value_t vkalgo_slot_value(uint slot) {
    const uint at = slot * vkalgo_kSlotWords;
    return vkalgo_value_from_words(uvec2(vkalgo_found[at], vkalgo_found[at + VKALGO_VALUE_WORDS - 1]));
}
ivec4 vkalgo_slot_cell(uint slot) {
    ivec4 cell = ivec4(-1, 0, 0, 0);
    [[unroll]] for (int d = 0; d < VKALGO_INDICES; ++d)
        cell[d] += int(vkalgo_found[slot * vkalgo_kSlotWords + VKALGO_VALUE_WORDS + d]);
    return cell;
}

#endif

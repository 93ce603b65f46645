// The scores of each row of a lane for every symbol that a column may have. They are looked up once per strip, and
// stored as one byte per symbol and row, four rows to a word. Each lane's words lie in the lane's own bank of shared
// memory, so that lanes with different symbols read without bank conflicts. If lanes read the table of scores itself,
// each lane would read a different address.
#ifndef VKALGO_DP_BATCH_PROFILE_GLSL
#define VKALGO_DP_BATCH_PROFILE_GLSL

#ifdef VKALGO_PROFILE
layout(constant_id = VKALGO_BATCH_CONSTANT_SYMBOLS) const uint vkalgo_kSymbols = 0;  // 0: the table of scores is read
const uint vkalgo_kProfileWords = (vkalgo_kRegisters + 3u) / 4u;
const uint vkalgo_kProfile = vkalgo_kSymbols * vkalgo_kProfileWords * gl_WorkGroupSize.x;
shared uint vkalgo_batch_profile[vkalgo_kSymbols != 0u ? vkalgo_kProfile : 1u];
uint vkalgo_profile_words[vkalgo_kProfileWords];  // The profile's words for the current column
uint vkalgo_profile_row;                          // The current row, as an index into the lane's rows

uint vkalgo_profile_index(uint symbol, uint word) {
    return (symbol * vkalgo_kProfileWords + word) * gl_WorkGroupSize.x + vkalgo_lane_invocation();
}

// Fills the profile for the lane's rows. No barrier is needed, since each lane reads only what it wrote itself.
void vkalgo_batch_fill_profile() {
    if (vkalgo_kSymbols == 0u) return;
    int first[vkalgo_kRegisters];
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
        first[r] = vkalgo_profile_first(vkalgo_tile_user_row(int(vkalgo_batch_lane_row + r)));
    [[dont_unroll]] for (uint symbol = 0u; symbol < vkalgo_kSymbols; ++symbol) {
        [[unroll]] for (uint word = 0u; word < vkalgo_kProfileWords; ++word) {
            uint packed = 0u;
            [[unroll]] for (uint k = 0u; k < 4u; ++k) {
                const uint r = min(word * 4u + k, vkalgo_kRegisters - 1u);
                packed |= (uint(vkalgo_profile_entry(first[r] + int(symbol))) & 0xffu) << 8u * k;
            }
            vkalgo_batch_profile[vkalgo_profile_index(symbol, word)] = packed;
        }
    }
}
// Loads the profile's words for the current column. A column outside the table may have any symbol, so the symbol is
// clamped to those of the profile.
void vkalgo_batch_take_profile() {
    if (vkalgo_kSymbols == 0u) return;
    vkalgo_tile_valid = false;  // Raises no error: column 0 of a table without a base may read before the input
    const uint symbol = min(vkalgo_profile_symbol(), vkalgo_kSymbols - 1u);
    [[unroll]] for (uint word = 0u; word < vkalgo_kProfileWords; ++word)
        vkalgo_profile_words[word] = vkalgo_batch_profile[vkalgo_profile_index(symbol, word)];
}
int vkalgo_profiled(int k) {
    if (vkalgo_kSymbols == 0u) return vkalgo_unprofiled(k);
    return bitfieldExtract(int(vkalgo_profile_words[vkalgo_profile_row / 4u]), int(8u * (vkalgo_profile_row % 4u)), 8);
}
#else
uint vkalgo_profile_row;
void vkalgo_batch_fill_profile() {}
void vkalgo_batch_take_profile() {}
#endif

#endif

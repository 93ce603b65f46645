// The address of a cell in a table that "-wide" modules reach by 64-bit device address. The table is one buffer, or
// several parts of 2^vkalgo_kPartShift cells each, the last one shorter. Cost with several parts: one further load per
// cell, of the part's address.
#ifndef VKALGO_DP_TABLE_ADDRESS_GLSL
#define VKALGO_DP_TABLE_ADDRESS_GLSL

layout(constant_id = VKALGO_TABLE_CONSTANT_PART_SHIFT) const uint vkalgo_kPartShift = 0;
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer VkalgoPartAddress { uvec2 words; };

// `begin` is the address of the one buffer, or of the list of the parts' addresses. Four consecutive cells whose first
// index is a multiple of four lie in one part.
uint64_t vkalgo_address_of(uvec2 begin, uint64_t index) {
    uint64_t address = packUint2x32(begin);
    if (vkalgo_kPartShift != 0u) {
        address = packUint2x32(VkalgoPartAddress(address + (index >> vkalgo_kPartShift) * 8ul).words);
        index &= (1ul << vkalgo_kPartShift) - 1ul;
    }
    return address + index * uint64_t(4 * VKALGO_CELL_WORDS);
}

#endif

// Heights as levels: unsigned integers in the same order, above VKALGO_FILL_OUTSIDE.
uint level_of_height(uint bits) {
    const uint effective = effective_bits(bits);
    return (effective & 0x80000000u) != 0u ? ~effective : effective | 0x80000000u;
}
uint height_of_level(uint level) { return (level & 0x80000000u) != 0u ? level & 0x7fffffffu : ~level; }

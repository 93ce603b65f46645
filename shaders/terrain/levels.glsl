// Levels of a surface while it is filled: unsigned integers in the order of heights.

uint level_of_height(uint bits) {
    const uint effective = effective_bits(bits);
    return (effective & 0x80000000u) != 0u ? ~effective : effective | 0x80000000u;
}
uint height_of_level(uint level) { return (level & 0x80000000u) != 0u ? level & 0x7fffffffu : ~level; }

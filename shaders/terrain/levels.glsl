// Heights as levels: unsigned integers in the same order, above VKALGO_FILL_OUTSIDE.
uint level_of_height(uint bits) {
    const uint effective = effective_bits(bits);
    return (effective & 0x80000000u) != 0u ? ~effective : effective | 0x80000000u;
}

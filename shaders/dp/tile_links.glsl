// Row cells that are passed from one workgroup to the next through memory (persistent schedule of tile.glsl). The low
// half of a 64-bit value is a word of the cell, and the high half is the tag of the strip that reads it, so that a
// reader polls the data itself.
#ifndef VKALGO_DP_TILE_LINKS_GLSL
#define VKALGO_DP_TILE_LINKS_GLSL

layout(set = 0, binding = VKALGO_TILE_TICKET, std430) buffer VkalgoTileTicket {
    uint vkalgo_tile_next_ticket[];
};  // Read-write
layout(set = 0, binding = VKALGO_TILE_LINKS, std430) buffer VkalgoTileLinks {
    uint64_t vkalgo_tile_links[];
};  // Read-write

// Loads row cell j as it is in memory, and does nothing else: a comparison here would make the prefetch wait. An array
// of 64-bit values would also make it wait: compilers read halves of the values and therefore keep the array in local
// memory.
#if VKALGO_CELL_WORDS == 2
#define vkalgo_tile_link_t uvec4
#else
#define vkalgo_tile_link_t uvec2
#endif
uvec2 vkalgo_tile_link_word(uint index) {
    return unpackUint2x32(
        atomicLoad(vkalgo_tile_links[index], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed));
}
#if VKALGO_CELL_WORDS == 2
vkalgo_tile_link_t vkalgo_tile_link_load(uint j) {
    return uvec4(vkalgo_tile_link_word(2 * j), vkalgo_tile_link_word(2 * j + 1));
}
bool vkalgo_tile_link_ready(vkalgo_tile_link_t link, uint tag) { return link.y == tag && link.w == tag; }
#else
vkalgo_tile_link_t vkalgo_tile_link_load(uint j) { return vkalgo_tile_link_word(j); }
bool vkalgo_tile_link_ready(vkalgo_tile_link_t link, uint tag) { return link.y == tag; }
#endif
cell_t vkalgo_tile_link_value(vkalgo_tile_link_t link) {
    cell_t value;
#if VKALGO_CELL_WORDS == 2
    vkalgo_lane_from_words(link.xz, value);
#else
    vkalgo_lane_from_words(uvec2(link.x, 0u), value);
#endif
    return value;
}
// Checks whether to stop waiting: returns true if this invocation, or another, has reached its limit of failed polls.
bool vkalgo_tile_give_up(uint polls) {
    if (polls >= vkalgo_push.spin_limit) atomicOr(vkalgo_status_flags, VKALGO_STATUS_STALLED);
    return (atomicOr(vkalgo_status_flags, 0u) & VKALGO_STATUS_STALLED) != 0u;
}
void vkalgo_tile_link_store(uint j, uint tag, cell_t value) {
    uvec2 words = vkalgo_lane_words(value);
    atomicStore(vkalgo_tile_links[j * VKALGO_CELL_WORDS], packUint2x32(uvec2(words.x, tag)), gl_ScopeDevice,
                gl_StorageSemanticsNone, gl_SemanticsRelaxed);
#if VKALGO_CELL_WORDS == 2
    atomicStore(vkalgo_tile_links[j * 2 + 1], packUint2x32(uvec2(words.y, tag)), gl_ScopeDevice,
                gl_StorageSemanticsNone, gl_SemanticsRelaxed);
#endif
}

#endif

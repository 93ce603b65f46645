// Bricks of a bit volume. A workgroup of VKALGO_BRICK_ROWS invocations owns a brick, an invocation one of its words.
// It needs `push`, a ThinningPush.

uvec3 brick_place(uint brick) {
    const uint across = brick / push.bricks_across;
    return uvec3(brick % push.bricks_across, across % push.bricks_down, across / push.bricks_down);
}

// Returns the word, row and slice that this invocation owns. They may be beyond the volume.
uvec3 word_place(uint brick) {
    const uint row = gl_LocalInvocationIndex;
    return brick_place(brick) * uvec3(1u, VKALGO_BRICK_SIDE, VKALGO_BRICK_SIDE) +
           uvec3(0u, row % VKALGO_BRICK_SIDE, row / VKALGO_BRICK_SIDE);
}

bool in_volume(uvec3 place) { return place.x < push.row_words && place.y < push.rows && place.z < push.slices; }

uint word_index(uvec3 place) { return (place.z * push.rows + place.y) * push.row_words + place.x; }

// Bricks of a bit volume. A workgroup of VKALGO_BRICK_ROWS invocations owns a brick, an invocation one of its words.
// This file needs `push`, a ThinningPush.

layout(constant_id = VKALGO_BRICK_CONSTANT_SQUARE) const bool kSquare = false;
const uint kMostAround = kSquare ? VKALGO_BRICK_SQUARE_AROUND : VKALGO_BRICK_MOST_AROUND;

uvec3 brick_position(uint brick) {
    const uint across = brick / push.bricks_across;
    return uvec3(brick % push.bricks_across, across % push.bricks_down, across / push.bricks_down);
}

// Returns the base-2 logarithm of the number of rows that a brick has in a slice.
uint row_bits() { return kSquare ? 3u : push.brick_bits; }
// Returns the base-2 logarithms of the numbers of words, rows and slices of a brick.
uvec3 brick_bits() { return uvec3(0u, row_bits(), VKALGO_BRICK_BITS - row_bits()); }

// Returns the row and slice of a row of a brick.
uvec2 row_position(uint row) { return uvec2(row & ((1u << row_bits()) - 1u), row >> row_bits()); }

// Returns the word, row and slice that this invocation owns. They may be beyond the volume.
uvec3 word_position(uint brick) {
    return (brick_position(brick) << brick_bits()) + uvec3(0u, row_position(gl_LocalInvocationIndex));
}

// Returns the number of rows that a brick has in a slice, with the border of one row on either side. The second
// function returns the number of rows in all slices of the brick, with the border of one slice on either side.
uint rows_across() { return (1u << row_bits()) + 2u; }
uint rows_around() { return rows_across() * ((1u << brick_bits().z) + 2u); }

// Returns the word, row and slice of one of the rows_around() rows. A row or slice before the first one wraps around to
// an index beyond the last one.
uvec3 around_position(uint brick, uint row) {
    const uint slice = kSquare ? row / 10u : row * push.across_inverse >> 16;
    return (brick_position(brick) << brick_bits()) + uvec3(0u, row - slice * rows_across(), slice) - uvec3(0u, 1u, 1u);
}

// Returns the slot of the word that this invocation owns, in shared memory that holds three words per row.
int own_slot() {
    const uvec2 row = row_position(gl_LocalInvocationIndex);
    return int(((row.y + 1u) * rows_across() + row.x + 1u) * 3u + 1u);
}

bool in_volume(uvec3 position) {
    return position.x < push.row_words && position.y < push.rows && position.z < push.slices;
}

uint word_index(uvec3 position) { return (position.z * push.rows + position.y) * push.row_words + position.x; }

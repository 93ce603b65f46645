// The words of a brick and of the voxels around it in shared memory, each three times: shifted so that bit i is the
// voxel to the west of voxel i, unshifted, and shifted so that bit i is the voxel to its east. So for each of the 26
// directions the neighbours of all 32 voxels of a word are one word, at a fixed distance.
//   It needs bricks.glsl and `uint volume_word(uint index)`. Cost: up to 3 loads per row, of 10 x 10 rows.
const uint kRowsAcross = VKALGO_BRICK_SIDE + 2u;
const int kEast = 1, kSouth = 3, kDown = 30;  // Distances: x + 1, y + 1, z + 1
shared uint brick_rows[kRowsAcross * kRowsAcross * 3u];

void load_rows(uint brick) {
    const uvec3 first = brick_place(brick) * uvec3(1u, VKALGO_BRICK_SIDE, VKALGO_BRICK_SIDE);
    for (uint row = gl_LocalInvocationIndex; row < kRowsAcross * kRowsAcross; row += VKALGO_BRICK_ROWS) {
        // The row or slice before the first one wraps around to an index beyond the last one.
        const uvec3 place = first + uvec3(0u, row % kRowsAcross, row / kRowsAcross) - uvec3(0u, 1u, 1u);
        uint west = 0u, here = 0u, east = 0u;
        if (in_volume(place)) {
            const uint index = word_index(place);
            here = volume_word(index);
            if (place.x > 0u) west = volume_word(index - 1u);
            if (place.x + 1u < push.row_words) east = volume_word(index + 1u);
        }
        brick_rows[3u * row] = here << 1 | west >> 31;
        brick_rows[3u * row + 1u] = here;
        brick_rows[3u * row + 2u] = here >> 1 | east << 31;
    }
}

// Returns the slot of the word that this invocation owns.
int own_slot() {
    const uint row = gl_LocalInvocationIndex;
    return int(((row / VKALGO_BRICK_SIDE + 1u) * kRowsAcross + row % VKALGO_BRICK_SIDE + 1u) * 3u + 1u);
}

// The words of a brick and of the voxels around it in shared memory, each three times: shifted so that bit i is the
// voxel to the west of voxel i, unshifted, and shifted so that bit i is the voxel to its east. So for each of the 26
// directions the neighbours of all 32 voxels of a word are one word of the array, at a fixed distance: 1 for x + 1, 3
// for y + 1, 3 * rows_across() for z + 1.
//   This file needs bricks.glsl and `uint volume_word(uint index)`. Cost: up to 3 loads for each of rows_around() rows.
shared uint brick_rows[kMostAround * 3u];

void load_rows(uint brick) {
    for (uint row = gl_LocalInvocationIndex; row < rows_around(); row += VKALGO_BRICK_ROWS) {
        const uvec3 position = around_position(brick, row);
        uint west = 0u, here = 0u, east = 0u;
        if (in_volume(position)) {
            const uint index = word_index(position);
            here = volume_word(index);
            if (position.x > 0u) west = volume_word(index - 1u);
            if (position.x + 1u < push.row_words) east = volume_word(index + 1u);
        }
        brick_rows[3u * row] = here << 1 | west >> 31;
        brick_rows[3u * row + 1u] = here;
        brick_rows[3u * row + 2u] = here >> 1 | east << 31;
    }
}

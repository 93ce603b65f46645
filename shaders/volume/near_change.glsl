// Returns whether a voxel was changed in a brick or less than VKALGO_BRICK_REACH voxels away from it, by the flags that
// `brick_flags(uint brick)` returns for each brick. It may return true for a voxel at a greater distance. This file
// needs bricks.glsl.
bool near_change(uint brick) {
    const ivec3 position = ivec3(brick_position(brick));
    const uint deep = push.bricks / (push.bricks_across * push.bricks_down);
    const ivec3 count = ivec3(push.bricks_across, push.bricks_down, deep);
    bool near = false;
    const ivec3 from = max(position - 1, ivec3(0)), to = min(position + 1, count - 1);
    for (int z = from.z; z <= to.z; ++z) {
        for (int y = from.y; y <= to.y; ++y) {
            for (int x = from.x; x <= to.x; ++x) {
                const ivec3 step = ivec3(x, y, z) - position;
                // The faces of the neighbour towards this brick.
                const uvec3 faces = mix(uvec3(1u, 4u, 16u), uvec3(2u, 8u, 32u), lessThan(step, ivec3(0)));
                const uvec3 needed = mix(faces * VKALGO_BRICK_FACE, uvec3(0u), equal(step, ivec3(0)));
                const uint all = VKALGO_BRICK_CHANGED | needed.x | needed.y | needed.z;
                const uint beside = (uint(z) * push.bricks_down + uint(y)) * push.bricks_across + uint(x);
                if ((brick_flags(beside) & all) == all) near = true;
            }
        }
    }
    return near;
}

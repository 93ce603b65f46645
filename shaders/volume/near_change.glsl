// Returns whether something changed in a brick or in a brick that shares a corner with it. Bit VKALGO_BRICK_CHANGED of
// `brick_flags(uint brick)` says this for each brick. This file needs bricks.glsl.
bool near_change(uint brick) {
    const ivec3 place = ivec3(brick_place(brick));
    const uint deep = (push.slices + VKALGO_BRICK_SIDE - 1u) / VKALGO_BRICK_SIDE;
    const ivec3 last = ivec3(push.bricks_across, push.bricks_down, deep) - 1;
    const ivec3 from = max(place - 1, ivec3(0)), to = min(place + 1, last);
    uint changes = 0u;
    for (int z = from.z; z <= to.z; ++z) {
        for (int y = from.y; y <= to.y; ++y) {
            for (int x = from.x; x <= to.x; ++x) {
                changes |= brick_flags((uint(z) * push.bricks_down + uint(y)) * push.bricks_across + uint(x));
            }
        }
    }
    return (changes & VKALGO_BRICK_CHANGED) != 0u;
}

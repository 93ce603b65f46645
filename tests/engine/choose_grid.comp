#version 460
// Writes the arguments of an indirect dispatch: source[0] workgroups.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) readonly buffer Input { uint source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint grid[3]; };

void main() {
    grid[0] = source[0];
    grid[1] = 1;
    grid[2] = 1;
}

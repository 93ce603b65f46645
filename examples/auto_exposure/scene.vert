#version 460
// One triangle that covers the picture; no vertex buffer.
layout(location = 0) out vec2 screen;  // -1 .. 1, y upwards

void main() {
    vec2 corner = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
    screen = vec2(corner.x, -corner.y);
    gl_Position = vec4(corner, 0.0, 1.0);
}

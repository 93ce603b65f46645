#version 460
// A sample for read_interface(): gaps between the binding numbers, every kind of access, and push constants of
// 64 + 16 + 8 + 12 bytes.
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
struct Inner {
    uvec3 direction;
    uint weight;
};
layout(std430, set = 0, binding = 0) buffer Both { uint both[]; };
layout(std430, set = 0, binding = 2) readonly buffer Read {
    uvec4 first;
    uint reads[];
};
layout(std430, set = 0, binding = 5) writeonly buffer Write { uint64_t writes[]; };
layout(push_constant) uniform Push {
    mat4 transform;
    Inner inner;
    uint64_t big;
    uint list[3];
};

void main() {
    both[0] += reads[0] + list[2] + inner.weight;
    writes[0] = big + uint64_t(transform[3].w) + first.x;
}

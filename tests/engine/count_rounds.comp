#version 460
// Each workgroup has one invocation, which adds 1 to `total`. If the sum is then `goal` or more, it sets done[index].
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Total { uint total; };
layout(std430, set = 0, binding = 1) writeonly buffer Done { uint done[]; };
layout(push_constant) uniform Push {
    uint goal;
    uint index;
};

void main() {
    if (atomicAdd(total, 1) + 1 >= goal) {
        done[index] = 1;
    }
}

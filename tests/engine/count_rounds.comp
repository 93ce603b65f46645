#version 460
// Each workgroup adds 1 to a word; once the word has reached `goal`, the first workgroup sets `done`. Workgroups have
// one invocation.
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

#version 460
// The sizes of the workgroup and of its shared memory depend on specialization constants. read_workgroup_need() must
// compute both.
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(constant_id = 2) const uint kCount = 6;
layout(constant_id = 3) const bool kTripled = false;
const uint kWords = kTripled ? kCount * 3u + 1u : (kCount >> 1u) - kCount % 4u;
struct Pair {
    uint first;
    vec3 second;
};
layout(std430, set = 0, binding = 0) writeonly buffer Output { uint target[]; };
shared uint words[kWords + 1u];
shared Pair pairs[2];
shared uint of_the_group[gl_WorkGroupSize.x * gl_WorkGroupSize.y];

void main() {
    const uint i = gl_LocalInvocationIndex;
    words[i % (kWords + 1u)] = i;
    pairs[i % 2u].first = i;
    pairs[i % 2u].second = vec3(i);
    of_the_group[i] = i;
    barrier();
    target[i] = words[0] + pairs[0].first + uint(pairs[1].second.y) + of_the_group[0];
}

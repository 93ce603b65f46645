#version 460
// Traceback by one invocation, one step per product. Writes the products of the best order; the product of the whole
// chain comes first.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint side; };
layout(std430, set = 0, binding = 0) readonly buffer Splits { uint splits[]; };
layout(std430, set = 0, binding = 1) buffer Products { uvec4 products[]; };  // i, k, j per product: also the work queue

void main() {
    uint known = 0u;
    if (side > 1u) products[known++] = uvec4(0u, 0u, side - 1u, 0u);
    for (uint p = 0u; p < known; ++p) {
        const uint i = products[p].x;
        const uint j = products[p].z;
        const uint k = splits[i * side + j];
        products[p].y = k;
        if (k > i) products[known++] = uvec4(i, 0u, k, 0u);
        if (k + 1u < j) products[known++] = uvec4(k + 1u, 0u, j, 0u);
    }
}

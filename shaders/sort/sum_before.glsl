// Prefix sums over a one-dimensional workgroup, with shared memory only.
#ifndef VKALGO_SORT_SUM_BEFORE_GLSL
#define VKALGO_SORT_SUM_BEFORE_GLSL

shared uint running_sums[gl_WorkGroupSize.x];

// Returns the sum of `own` over the invocations before this one.
uint sum_before(uint own) {
    const uint self = gl_LocalInvocationIndex;
    running_sums[self] = own;
    barrier();
    for (uint reach = 1; reach < gl_WorkGroupSize.x; reach *= 2) {
        uint more = 0;
        if (self >= reach) more = running_sums[self - reach];
        barrier();
        running_sums[self] += more;
        barrier();
    }
    return running_sums[self] - own;
}

#endif

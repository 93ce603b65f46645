// Finds the entry of an ascending table that contains an index: the last entry that begins at or before the index. The
// including text declares a one-dimensional workgroup. It defines table_start(entry), the index at which an entry
// begins. Entry 0 begins at or before every index.
#ifndef VKALGO_SORT_FIND_ENTRY_GLSL
#define VKALGO_SORT_FIND_ENTRY_GLSL

// Searches, in one invocation, the entries from `low` to `high`, both included. `low` must begin at or before the
// index.
uint find_entry(uint index, uint low, uint high) {
    while (low < high) {
        const uint middle = high - (high - low) / 2;
        const bool beyond = table_start(middle) > index;
        high = mix(high, middle - 1, beyond);
        low = mix(middle, low, beyond);
    }
    return low;
}

shared uint found_starts[2][gl_WorkGroupSize.x];
shared uint found_entries[2];

// Searches `entries` entries from entry 0 on for two indices at once, with the whole workgroup. Every round divides the
// number of entries that are still possible by the workgroup's size.
uvec2 find_entries(uvec2 indices, uint entries) {
    const uint self = gl_LocalInvocationIndex;
    uvec2 first = uvec2(0), left = uvec2(entries);
    while (max(left.x, left.y) > 1) {
        const uvec2 step = (left + (gl_WorkGroupSize.x - 1)) / gl_WorkGroupSize.x;
        [[unroll]] for (uint i = 0; i < 2; ++i)
            found_starts[i][self] = self * step[i] < left[i] ? table_start(first[i] + self * step[i]) : ~0u;
        barrier();
        [[unroll]] for (uint i = 0; i < 2; ++i) {
            const uint next = self + 1 < gl_WorkGroupSize.x ? found_starts[i][self + 1] : ~0u;
            const bool here = self * step[i] < left[i] && found_starts[i][self] <= indices[i];
            if (here && next > indices[i]) found_entries[i] = self;
        }
        barrier();
        const uvec2 ahead = uvec2(found_entries[0], found_entries[1]) * step;
        first += ahead;
        left = min(step, left - ahead);
    }
    return first;
}

#endif

// Part of shaders/dp/bits.glsl: the steps of a strip over a range of its blocks.
#ifndef VKALGO_DP_BITS_RANGE_GLSL
#define VKALGO_DP_BITS_RANGE_GLSL

// Blocks [first, end) of a strip, where `first` is a multiple of kAhead. Lane l takes block first + s - l at step s.
// Control flow is uniform wherever lanes exchange values.
struct VkalgoBitsRange {
    uint strip, first, end;
    uint steps, whole;  // Steps before `whole` have only complete blocks
};
uint vkalgo_bits_arriving[2 * vkalgo_kStates];  // Bits from the previous lane, half a block at a time

uint vkalgo_bits_state_index(uint strip, uint k) {
#ifdef VKALGO_BATCHED  // Only one strip of a problem uses the state at a time
    return vkalgo_problem.first_cell + k * vkalgo_kLanes + vkalgo_lane_index();
#else
    return (strip * vkalgo_kStates * vkalgo_kWords + k) * vkalgo_kLanes + vkalgo_lane_index();
#endif
}
void vkalgo_bits_begin(VkalgoBitsRange of) {
    [[unroll]] for (uint k = 0; k < vkalgo_kStates * vkalgo_kWords; ++k) {
        const bool ones =
            VKALGO_BITS_EDIT != 0 ? k < vkalgo_kWords && vkalgo_kColumnStep != 0u : vkalgo_kColumnStep == 0u;
        vkalgo_bits_state[k] = ones ? 0xffffffffu : 0u;
        if (of.first != 0u) vkalgo_bits_state[k] = vkalgo_bits_state_in[vkalgo_bits_state_index(of.strip, k)];
    }
}

// What is known about a group of steps.
const uint vkalgo_kWhole = 0;   // Each lane has a block, and the block has all its columns
const uint vkalgo_kBegins = 1;  // As kWhole, but lanes that begin later compute unused values until they begin
const uint vkalgo_kAny = 2;     // Nothing: lanes may have no block or an incomplete one

// Runs step `step`. `above`: the bits that enter the first lane; `known`: one of the constants above; `next`: the step
// for which matches are taken meanwhile.
void vkalgo_bits_run_step(VkalgoBitsRange of, uint step, uint above, uint known, uint next) {
    const uint lane = vkalgo_lane_index();
    const uint block = of.first + step - lane;
    uint count = vkalgo_kBlock;
    if (known == vkalgo_kAny)
        count = step >= lane && block < of.end ? min(vkalgo_bits_column_count() - block * vkalgo_kBlock, vkalgo_kBlock)
                                               : 0u;
    if (known != vkalgo_kWhole && step == lane) vkalgo_bits_begin(of);
    if (!vkalgo_kHelps) {
        [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c)
            vkalgo_bits_match(c);
        vkalgo_bits_take_digits(block + 1u);
    }
    [[unroll]] for (uint four = 0; four < vkalgo_kFours; ++four) {
        [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
            vkalgo_bits_entering[k] =
                lane == 0u ? above >> 8u * k + 4u * (1u - four) : vkalgo_bits_arriving[2u * k + four];
        [[unroll]] for (uint c = 0; c < 4u; ++c) {
            if (known != vkalgo_kAny || four * 4u + c < count) {
                vkalgo_bits_column(four * 4u + c, 3u - c);
            } else {
                [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
                    vkalgo_bits_below[k] <<= 1u;
            }
        }
        [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
            vkalgo_bits_arriving[2u * k + four] = vkalgo_lane_shift_up(vkalgo_bits_below[k]);
        if (vkalgo_kHelps) vkalgo_bits_take_matches(next, four);
    }
}

// Runs kAhead steps from `step` on, where `step` is a multiple of kAhead. In 4 steps, the last lane takes blocks 4 q +
// 1 to 4 q + 4 of some q, since it is kLanes - 1 steps late. But the strip below reads blocks 4 q to 4 q + 3 together.
// So vkalgo_bits_left stores together the bits of the last block of the 4 steps before and of the first 3 blocks of
// these steps.
void vkalgo_bits_run_group(VkalgoBitsRange of, uint step, uint known) {
    const uint last = step + vkalgo_kAhead - 1u;
    if (vkalgo_kHelps) {
        [[unroll]] for (uint four = 0; four < vkalgo_kFours; ++four)
            vkalgo_bits_take_matches(step, four);
    }
    for (uint first = step; first < last; first += 4u) {
        const uint quad = (of.first + first) / 4u % (2u * vkalgo_kQuads);
        const uvec4 above = vkalgo_bits_above[quad];
        uint before[vkalgo_kStates];
        [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
            before[k] = vkalgo_bits_below[k];
        if (known == vkalgo_kWhole) {
            [[unroll]] for (uint n = 0; n < 4u; ++n)
                vkalgo_bits_run_step(of, first + n, above[n], known, min(first + n + 1u, last));
        } else {
            for (uint n = 0; n < 4u; ++n)
                vkalgo_bits_run_step(of, first + n, above[n], known, min(first + n + 1u, last));
        }
        if (vkalgo_lane_index() == vkalgo_kLanes - 1u) {
            [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
                vkalgo_bits_left[quad * vkalgo_kStates + k] = before[k] << 24u | vkalgo_bits_below[k] >> 8u;
        }
    }
}

// Passes down the bits that left the strip in the group of steps from `step` on.
void vkalgo_bits_hand_down(VkalgoBitsRange of, uint step) {
    const uint lane = vkalgo_lane_index();
    const uint block = of.first + step + lane - vkalgo_kLanes;
    if (lane >= vkalgo_kAhead || step + lane < vkalgo_kLanes || block >= of.end) return;
    const uint index = ((of.first + step + lane) / 4u % (2u * vkalgo_kQuads)) * vkalgo_kStates;
    uint carries = vkalgo_bits_tag(of.strip) << 16u;
    [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
        carries |= (vkalgo_bits_left[index + k] >> 24u - 8u * (lane % 4u) & 0xffu) << 8u * k;
    vkalgo_bits_store_carries(block, carries);
}

// Looks up the matches of a group of steps. Helpers do this while the computing lanes run the previous group.
void vkalgo_bits_help(VkalgoBitsRange of, uint step) {
    const uint block = of.first + step;
    [[unroll]] for (uint n = 0u; n < (vkalgo_kAhead + vkalgo_kHelpers - 1u) / max(vkalgo_kHelpers, 1u); ++n) {
        const uint k = n * vkalgo_kHelpers + vkalgo_bits_team - 1u;
        if (vkalgo_kAhead % max(vkalgo_kHelpers, 1u) != 0u && k >= vkalgo_kAhead) continue;
        vkalgo_bits_take_digits(block + k - vkalgo_lane_index());
        [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c)
            vkalgo_bits_match(c);
        vkalgo_bits_put_matches(step + k);
    }
}

// Runs all groups of steps. Without helpers, the lanes write the symbols and carries of a group to shared memory and,
// after a barrier, compute the group. With helpers, the helpers do this, and look up the group's matches, while the
// lanes compute the group before it. After the next barrier, the bits that left the strip in a computed group are
// passed down.
void vkalgo_bits_run_range(VkalgoBitsRange of) {
    const uint late = vkalgo_kHelps ? vkalgo_kAhead : 0u;
    if (!vkalgo_kHelps) vkalgo_bits_take_digits(of.first - vkalgo_lane_index());
    for (uint step = 0u; step < of.steps + late; step += vkalgo_kAhead) {
        if (vkalgo_kHelps && vkalgo_bits_brings() && step > late)
            vkalgo_bits_hand_down(of, step - late - vkalgo_kAhead);
        if (!vkalgo_bits_computes() && step < of.steps) vkalgo_bits_help(of, step);
        if (vkalgo_bits_brings() && step < of.steps) vkalgo_bits_bring(of.strip, of.first + step, of.end);
        if (!vkalgo_kHelps) barrier();
        if (vkalgo_bits_brings()) vkalgo_bits_look_ahead(of.strip, of.first + step, of.end);
        if (!vkalgo_kHelps && step != 0u) vkalgo_bits_hand_down(of, step - vkalgo_kAhead);
        if (vkalgo_bits_computes() && step >= late) {
            const uint own = step - late;
            if (own + vkalgo_kAhead > of.whole) vkalgo_bits_run_group(of, own, vkalgo_kAny);
            else if (own < vkalgo_kLanes) vkalgo_bits_run_group(of, own, vkalgo_kBegins);
            else vkalgo_bits_run_group(of, own, vkalgo_kWhole);
        }
        if (vkalgo_kHelps) barrier();
    }
    barrier();
    if (vkalgo_bits_brings()) vkalgo_bits_hand_down(of, (of.steps - 1u) / vkalgo_kAhead * vkalgo_kAhead);
}

#endif

// Elements of one or two words, as keys. A key is an unsigned integer that the operators accept; if
// VKALGO_SCAN_ADD_FLOAT adds f32 or f64, it is the bits of the number. The including text defines SCAN_FLOAT64 if f64
// is added; only this addition needs doubles. All constants here are specialization constants, so the driver reduces
// the code to a few instructions.
#ifndef VKALGO_SCAN_ELEMENT_GLSL
#define VKALGO_SCAN_ELEMENT_GLSL

layout(constant_id = VKALGO_SCAN_CONSTANT_WORDS) const uint kWords = 1;
layout(constant_id = VKALGO_SCAN_CONSTANT_OPERATOR) const uint kOperator = VKALGO_SCAN_ADD;
layout(constant_id = VKALGO_SCAN_CONSTANT_KEY) const uint kKey = VKALGO_SCAN_KEY_SAME;
layout(constant_id = VKALGO_SCAN_CONSTANT_IDENTITY_LOW) const uint kIdentityLow = 0;
layout(constant_id = VKALGO_SCAN_CONSTANT_IDENTITY_HIGH) const uint kIdentityHigh = 0;
layout(constant_id = VKALGO_SCAN_CONSTANT_INCLUSIVE) const bool kInclusive = true;
layout(constant_id = VKALGO_SCAN_CONSTANT_SEGMENTED) const bool kSegmented = false;

const uint kPerVector = 4 / kWords;
const uvec2 kIdentity = uvec2(kIdentityLow, kIdentityHigh);
const uvec4 kIdentityVector = uvec4(kIdentityLow, kWords == 1 ? kIdentityLow : kIdentityHigh, kIdentityLow,
                                    kWords == 1 ? kIdentityLow : kIdentityHigh);
const uint kSignBit = 0x80000000u;

// A key during a scan: its words (the high one is 0 if kWords is 1) and, if kSegmented, whether a segment begins in the
// range that the key sums.
struct State {
    uvec2 value;
    bool head;
};

State identity_state() { return State(kIdentity, false); }

// Selects by one instruction. glslang compiles ?: to a branch unless both sides are plain variables.
uvec2 choose(bool condition, uvec2 yes, uvec2 no) { return mix(no, yes, bvec2(condition)); }

// Returns a and b, combined by the operator in this order.
uvec2 operate(uvec2 a, uvec2 b) {
    if (kOperator == VKALGO_SCAN_ADD_FLOAT) {
#ifdef SCAN_FLOAT64
        precise double sum = packDouble2x32(a) + packDouble2x32(b);
        return unpackDouble2x32(sum);
#else
        precise float sum = uintBitsToFloat(a.x) + uintBitsToFloat(b.x);
        return uvec2(floatBitsToUint(sum), 0u);
#endif
    }
    if (kWords == 1) {
        return uvec2(kOperator == VKALGO_SCAN_ADD   ? a.x + b.x
                     : kOperator == VKALGO_SCAN_MIN ? min(a.x, b.x)
                                                    : max(a.x, b.x),
                     0u);
    }
    if (kOperator == VKALGO_SCAN_ADD) {
        uint carry;
        uint low = uaddCarry(a.x, b.x, carry);
        return uvec2(low, a.y + b.y + carry);
    }
    bool less = a.y < b.y || (a.y == b.y && a.x < b.x);
    return choose(less == (kOperator == VKALGO_SCAN_MIN), a, b);
}
State combine(State a, State b) {
    const uvec2 both = operate(a.value, b.value);
    if (!kSegmented) return State(both, false);
    return State(choose(b.head, b.value, both), a.head || b.head);
}

uint key_word(uint word) {
    if (kKey == VKALGO_SCAN_KEY_SIGN) return word ^ kSignBit;
    if (kKey == VKALGO_SCAN_KEY_FLOAT) {
        bool nan = (word & ~kSignBit) > 0x7f800000u;
        return nan ? kIdentityLow : word ^ ((word & kSignBit) != 0 ? ~0u : kSignBit);
    }
    return word;
}
uint bits_word(uint key) {
    if (kKey == VKALGO_SCAN_KEY_SIGN) return key ^ kSignBit;
    if (kKey == VKALGO_SCAN_KEY_FLOAT) return key ^ ((key & kSignBit) != 0 ? kSignBit : ~0u);
    return key;
}
// Convert the bits of an element of two words to a key, and back. The sign is in the high word.
uvec2 key_pair(uvec2 bits) {
    if (kKey != VKALGO_SCAN_KEY_FLOAT) return uvec2(bits.x, key_word(bits.y));
    const uint magnitude = bits.y & ~kSignBit;
    const bool nan = magnitude > 0x7ff00000u || (magnitude == 0x7ff00000u && bits.x != 0);
    const uvec2 flips = choose((bits.y & kSignBit) != 0, uvec2(~0u), uvec2(0u, kSignBit));
    return choose(nan, kIdentity, bits ^ flips);
}
uvec2 bits_pair(uvec2 key) {
    if (kKey != VKALGO_SCAN_KEY_FLOAT) return uvec2(key.x, bits_word(key.y));
    return key ^ choose((key.y & kSignBit) != 0, uvec2(0u, kSignBit), uvec2(~0u));
}
// Convert the bits of a vector to keys, and back.
uvec4 key_vector(uvec4 bits) {
    return kWords == 1 ? uvec4(key_word(bits.x), key_word(bits.y), key_word(bits.z), key_word(bits.w))
                       : uvec4(key_pair(bits.xy), key_pair(bits.zw));
}
uvec4 bits_vector(uvec4 keys) {
    return kWords == 1 ? uvec4(bits_word(keys.x), bits_word(keys.y), bits_word(keys.z), bits_word(keys.w))
                       : uvec4(bits_pair(keys.xy), bits_pair(keys.zw));
}

// Returns a combined with the element b. If `head` is set, a segment begins at b.
uvec2 scan_element(uvec2 a, uvec2 b, bool head) {
    const uvec2 both = operate(a, b);
    return kSegmented ? choose(head, b, both) : both;
}
// Begins a vector: four elements of one word become their inclusive scan; two elements of two words stay as they are.
// (If these were scanned as well, an H200 would take 0.87 ms for 2^27 u64 instead of 0.66.) Bit k of `heads` is set if
// a segment begins at element k.
uvec4 begin_vector(uvec4 keys, uint heads) {
    if (kWords == 2) return keys;
    keys.y = scan_element(uvec2(keys.x, 0u), uvec2(keys.y, 0u), (heads & 2u) != 0).x;
    keys.z = scan_element(uvec2(keys.y, 0u), uvec2(keys.z, 0u), (heads & 4u) != 0).x;
    keys.w = scan_element(uvec2(keys.z, 0u), uvec2(keys.w, 0u), (heads & 8u) != 0).x;
    return keys;
}
// Returns the sum of the elements of a begun vector.
State vector_sum(uvec4 begun, uint heads) {
    const uvec2 sum = kWords == 1 ? uvec2(begun.w, 0u) : scan_element(begun.xy, begun.zw, (heads & 2u) != 0);
    return State(sum, kSegmented && heads != 0);
}
// Add the sum before a run of elements to results of the run's own scan. With segments, both functions add the sum only
// to open elements, that is, to elements before the run's first head: in a vector, to element k if bit k of `open` is
// set.
uvec2 add_before_element(uvec2 before, uvec2 key, bool open) {
    const uvec2 both = operate(before, key);
    return kSegmented ? choose(open, both, key) : both;
}
uvec4 add_before(uvec2 before, uvec4 keys, uint open) {
    if (kWords == 1) {
        return uvec4(add_before_element(before, uvec2(keys.x, 0u), (open & 1u) != 0).x,
                     add_before_element(before, uvec2(keys.y, 0u), (open & 2u) != 0).x,
                     add_before_element(before, uvec2(keys.z, 0u), (open & 4u) != 0).x,
                     add_before_element(before, uvec2(keys.w, 0u), (open & 8u) != 0).x);
    }
    return uvec4(add_before_element(before, keys.xy, (open & 1u) != 0),
                 add_before_element(before, keys.zw, (open & 2u) != 0));
}
// Returns a mask: bit k is set if no segment begins at or before element k of the vector.
uint open_elements(uint heads) { return ~heads & (heads - 1); }
// Returns the results of a begun vector, given the sum before it.
uvec4 finish_vector(uvec4 begun, uint heads, uvec2 before) {
    uvec4 inclusive = add_before(before, begun, open_elements(heads));
    if (kWords == 2) inclusive.zw = scan_element(inclusive.xy, begun.zw, (heads & 2u) != 0);
    if (kInclusive) return inclusive;
    uvec4 results = kWords == 1 ? uvec4(before.x, inclusive.xyz) : uvec4(before, inclusive.xy);
    if (!kSegmented) return results;
    [[unroll]] for (uint w = 0; w < 4; ++w)
        results[w] = mix(results[w], kIdentityVector[w], (heads >> (w / kWords) & 1u) != 0);
    return results;
}

#endif

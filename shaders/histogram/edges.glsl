// Finds the bin of a value between edges by the same rule, bit for bit, as algorithms/histogram/bin_rule.hpp; that file
// explains the rule. The including text defines edge(number), and may define VKALGO_WIDE as 1 for 64-bit values.
#ifndef VKALGO_HISTOGRAM_EDGES_GLSL
#define VKALGO_HISTOGRAM_EDGES_GLSL

#include "histogram/bins.glsl"

// The type of a value's bits, and of an ordinal.
#if VKALGO_WIDE
#define Bits uvec2
#else
#define Bits uint
#endif

// Returns the ordinal of edge `number`. Edge b is the ordinal of the first value of bin b; the last edge is the ordinal
// of the last value that has a bin.
Bits edge(uint number);

#if VKALGO_WIDE

bool is_below(Bits a, Bits b) { return is_above(b, a); }

// Returns the ordinal, which ascends with the value; -0 equals 0.
Bits ordinal_of(Bits bits) {
    if (kReal == 0) return uvec2(bits.x, bits.y ^ kSign);
    if (bits == uvec2(0, 0x80000000u)) return bits;
    return (bits.y >> 31) != 0 ? ~bits : uvec2(bits.x, bits.y ^ 0x80000000u);
}

#else

bool is_below(Bits a, Bits b) { return a < b; }

Bits ordinal_of(Bits bits) {
    if (kReal == 0) return bits ^ kSign;
    if (bits == 0x80000000u) return bits;
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

#endif

// Returns the bin, below `most`, of a value given by its bits, or kOutside or kNan. `most` leaves out only bins that
// begin above every value of the type. The ordinals of NaN are at both ends, beyond the infinities.
uint bin_between_edges(Bits bits, uint most) {
#if !VKALGO_WIDE
    if (kReal != 0 && kBytes == 2) bits = widened(bits);
#endif
    const Bits ordinal = ordinal_of(bits);
    if (is_below(ordinal, edge(0)) || is_below(edge(kBins), ordinal)) {
        const bool nan = kReal != 0 && is_nan(bits);
        return nan ? kNan : kOutside;
    }
    uint bin = 0;
    uint beyond = most;
    while (beyond - bin > 1) {
        const uint middle = (bin + beyond) / 2;
        if (is_below(ordinal, edge(middle))) {
            beyond = middle;
        } else {
            bin = middle;
        }
    }
    return bin;
}

#endif

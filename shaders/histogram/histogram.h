// Shared by shaders/histogram/ and algorithms/histogram/: bindings, specialization constants, push constants.
#ifndef VKALGO_HISTOGRAM_H
#define VKALGO_HISTOGRAM_H

#include "../common/bridge.h"

// Bindings of the kernels that read the values as vectors: count_copies, count_ranges, count_global.
#define VKALGO_HISTOGRAM_VECTORS 0  // the values as uvec4 ...
#define VKALGO_HISTOGRAM_WORDS 1    // ... and the same bytes as uint, for the last few
#define VKALGO_HISTOGRAM_COUNT 2    // words, one of which says how many values there are, unless push.counted is 0
// bins + 1 counters, the last of the values outside the range; of floating-point values one more, for NaN among them
#define VKALGO_HISTOGRAM_COUNTS 3

#define VKALGO_HISTOGRAM_TABLES 4  // count_packed: the packed counters of each workgroup

// Bindings of add_packed.
#define VKALGO_ADD_PACKED_TABLES 0
#define VKALGO_ADD_PACKED_COUNTS 1

// Bindings of count_general.
#define VKALGO_GENERAL_WORDS 0
#define VKALGO_GENERAL_COUNT 1
#define VKALGO_GENERAL_EDGES 2    // ordinals of bins + 1 edges, of one word or two
#define VKALGO_GENERAL_OFFSETS 3  // of segments: where each begins, and where the last ends
#define VKALGO_GENERAL_WEIGHTS 4  // of pixels: u32, or the bits of f32
#define VKALGO_GENERAL_SUMS 5     // the counters of each histogram, of one or more words

// Bindings of count_sections.
#define VKALGO_SECTIONS_WORDS 0
#define VKALGO_SECTIONS_COUNT 1
#define VKALGO_SECTIONS_COUNTS 2  // table 0
#define VKALGO_SECTIONS_TABLES 3  // tables 1, 2, ...: as many counters each

// Bindings of add_tables, add_wide and round_sums.
#define VKALGO_ADD_IN 0   // table 0 ...
#define VKALGO_ADD_OUT 1  // ... bound twice, so that validation sees its hazards
#define VKALGO_ADD_TABLES 2

// Bindings of count_image.
#define VKALGO_IMAGE_TEXELS 0
#define VKALGO_IMAGE_COUNTS 1

// What of a texel is counted: channel 0 to 3, or its luminance.
#define VKALGO_IMAGE_LUMINANCE 4u

// Specialization constants, by id. Numbers 1 to 10 say how a value finds its bin (bin_rule.hpp).
#define VKALGO_CONSTANT_THREADS 0  // invocations of a workgroup
#define VKALGO_CONSTANT_BYTES 1    // of a value: 1, 2 or 4 (kernels of 8-byte values have none)
#define VKALGO_CONSTANT_SIGN 2     // xor with it makes a signed value's bits ascend like unsigned ones
#define VKALGO_CONSTANT_RULE 3     // VKALGO_RULE_...
#define VKALGO_CONSTANT_WHOLE 4    // 1: no value can lie outside the range
#define VKALGO_CONSTANT_LOW 5      // ordinal of the range's lower end
#define VKALGO_CONSTANT_SPAN 6     // ordinal of the upper end less that of the lower end
#define VKALGO_CONSTANT_BINS 7
#define VKALGO_CONSTANT_RULE_A 8  // what these three hold depends on the rule
#define VKALGO_CONSTANT_RULE_B 9
#define VKALGO_CONSTANT_RULE_C 10
#define VKALGO_CONSTANT_MERGE 11         // 1: neighbours of one bin are counted by one addition
#define VKALGO_CONSTANT_SHARED_WORDS 12  // counters in shared memory, in words
#define VKALGO_CONSTANT_COPIES 13        // count_copies: counters per bin; a power of two
#define VKALGO_CONSTANT_RANGES 13        // count_ranges: workgroups that read the same chunk, each for its own bins
#define VKALGO_CONSTANT_FIELDS 13        // count_packed: counters per word
// count_ranges: vectors that an invocation reads between two looks at the counters
#define VKALGO_CONSTANT_INTERVAL 14
// The high words of the constants above, in the kernels of 64-bit values.
#define VKALGO_CONSTANT_LOW_HIGH 15
#define VKALGO_CONSTANT_SPAN_HIGH 16
#define VKALGO_CONSTANT_RULE_A_HIGH 17
#define VKALGO_CONSTANT_RULE_B_HIGH 18
#define VKALGO_CONSTANT_RULE_C_HIGH 19
// Of count_image.
#define VKALGO_CONSTANT_CLAMP 20  // 1: values outside the range belong to the first or the last bin
#define VKALGO_CONSTANT_LOG2 21   // 1: the binary logarithm is counted
#define VKALGO_CONSTANT_REAL 22   // 1: floating-point values
// Of count_general.
#define VKALGO_CONSTANT_SHARED_EDGES 23  // edges in shared memory: all or, where they are read in place, 0

#define VKALGO_CONSTANT_GROUPS 24          // histograms whose counters are in shared memory together
#define VKALGO_CONSTANT_LAYOUT 25          // VKALGO_LAYOUT_...
#define VKALGO_CONSTANT_CHANNELS 26        // values of a pixel
#define VKALGO_CONSTANT_CHANNEL_GROUPS 27  // 4 bits for each channel: its histogram, or 15: it is not counted
#define VKALGO_CONSTANT_WEIGHTS 28         // VKALGO_WEIGHTS_...

#define VKALGO_CONSTANT_LIFT 29  // floating-point values are multiplied by 2^this before all else

#define VKALGO_LAYOUT_LIST 0u      // pixels one after another
#define VKALGO_LAYOUT_ROWS 1u      // rows of them
#define VKALGO_LAYOUT_SEGMENTS 2u  // a list, cut into histograms by offsets

#define VKALGO_WEIGHTS_NONE 0u  // a counter is a word
#define VKALGO_WEIGHTS_U32 1u   // it is two, the low one first
#define VKALGO_WEIGHTS_F32 2u   // it is VKALGO_SUM_WORDS

// An exact sum of f32: a whole number of units of 2^-149, the least f32, in two's complement by these many words, the
// low one first. 277 bits hold any f32 and 43 more the sum of 2^42. A word of flags follows.
#define VKALGO_SUM_DIGITS 10
#define VKALGO_SUM_WORDS 11
#define VKALGO_SUM_NAN 1u       // a weight was NaN ...
#define VKALGO_SUM_POSITIVE 2u  // ... or infinite
#define VKALGO_SUM_NEGATIVE 4u

#define VKALGO_RULE_SAME 0u    // bin = ordinal - low
#define VKALGO_RULE_SHIFT 1u   // ... >> A
#define VKALGO_RULE_DIVIDE 2u  // ... * bins / (span + 1), by the multiplier A, a shift right by B
#define VKALGO_RULE_FLOAT 3u   // uint((value * A - B) * C), at most bins - 1
// Of 64-bit values whose span is 2^32 or more; a lesser span has the rules above, on the low word.
#define VKALGO_RULE_SHIFT_WIDE 4u
#define VKALGO_RULE_DIVIDE_WIDE 5u  // C: how many low bits of the distance the multiplication leaves out
#define VKALGO_RULE_EDGES 6u        // the bin whose edges enclose the ordinal; in count_general alone

// A counter of count_ranges that has reached this many is moved to global memory at the next look.
#define VKALGO_RANGES_MOVED 4096

// Places of count_packed's book: two words each.
#define VKALGO_PACKED_PLACES 256
// Bins that count_packed may count apart, and counters of each.
#define VKALGO_PACKED_HOT 16
#define VKALGO_PACKED_COPIES 32
// A bin has so many bits at most.
#define VKALGO_PACKED_BIN_BITS 20
// Words of shared memory that all this takes.
#define VKALGO_PACKED_BESIDE (2 * VKALGO_PACKED_PLACES + VKALGO_PACKED_HOT * (VKALGO_PACKED_COPIES + 1) + 1)

VKALGO_SHARED_BEGIN

struct HistogramPush {
    uint count;    // values in this window of the input, at most
    uint first;    // values before this window
    uint counted;  // not 0: word counted - 1 of the count buffer says how many values the whole input has
    uint vectors_per_chunk;
    uint leaves_tables;  // count_packed: 1: each workgroup stores its counters; 0: it adds them to the result
};

struct GeneralPush {
    uint count;    // pixels in this window of the input, at most
    uint first;    // pixels before this window
    uint counted;  // as in HistogramPush
    uint pixels_per_chunk;
    uint width;              // rows: pixels of each that are counted
    uint stride;             // rows: bytes from one to the next
    uint first_byte;         // of the first pixel in the binding
    uint first_weight;       // of the first pixel in the binding
    uint first_in_segments;  // pixels before this window, as the offsets of segments count them
    uint segments;
};

struct SectionsPush {
    uint count;
    uint first;
    uint counted;
    uint section_units;  // units of one section; a unit is a 32-bit word, or a value of 64 bits
    uint first_section;  // section of workgroup 0
    uint first_unit;     // this dispatch walks units [first_unit, first_unit + units) of each section
    uint units;
};

struct AddPush {
    uint table;  // add this one of the tables to table 0
};

struct AddWidePush {
    uint counters;
};

struct AddPackedPush {
    uint tables;
    uint tables_per_group;
};

struct ImagePush {
    int x;  // the region's first texel
    int y;
    uint width;  // texels
    uint height;
    uint tiles_per_group;
    uint channel;  // 0 to 3, or VKALGO_IMAGE_LUMINANCE ...
    float red;     // ... with these weights
    float green;
    float blue;
};

VKALGO_SHARED_END
#endif

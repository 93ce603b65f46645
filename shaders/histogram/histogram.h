// Shared by shaders/histogram/ and algorithms/histogram/: bindings, specialization constants, push constants.
#ifndef VKALGO_HISTOGRAM_H
#define VKALGO_HISTOGRAM_H

#include "../common/bridge.h"

// Bindings of the kernels that read the values as vectors: count_copies, count_packed, count_ranges, count_global.
#define VKALGO_HISTOGRAM_VECTORS 0  // The values as uvec4 ...
#define VKALGO_HISTOGRAM_WORDS 1    // ... and the same bytes as uint, for the last few
#define VKALGO_HISTOGRAM_COUNT 2    // Words, one of which holds the number of values, unless push.counted is 0
// The result: bins + 1 counters, the last of which counts values outside the range. For floating-point values one more
// counter follows: the number of NaN among the values outside.
#define VKALGO_HISTOGRAM_COUNTS 3

#define VKALGO_HISTOGRAM_TABLES 4  // count_packed: the packed counters of each workgroup

// Bindings of add_packed.
#define VKALGO_ADD_PACKED_TABLES 0
#define VKALGO_ADD_PACKED_COUNTS 1

// Bindings of count_general.
#define VKALGO_GENERAL_WORDS 0
#define VKALGO_GENERAL_COUNT 1
#define VKALGO_GENERAL_EDGES 2    // Ordinals of bins + 1 edges, of one word or two
#define VKALGO_GENERAL_OFFSETS 3  // The first pixel of each segment, and the end of the last one
#define VKALGO_GENERAL_WEIGHTS 4  // Weights of pixels: u32, or the bits of f32
#define VKALGO_GENERAL_SUMS 5     // The counters of each histogram, of one or more words

// Bindings of count_sections.
#define VKALGO_SECTIONS_WORDS 0
#define VKALGO_SECTIONS_COUNT 1
#define VKALGO_SECTIONS_COUNTS 2  // Table 0
#define VKALGO_SECTIONS_TABLES 3  // Tables 1, 2, ...: with the same number of counters each

// Bindings of add_tables, add_wide and round_sums.
#define VKALGO_ADD_IN 0   // The result, to read ...
#define VKALGO_ADD_OUT 1  // ... and to write: bound twice, so that synchronization validation sees its hazards
#define VKALGO_ADD_TABLES 2

// Bindings of count_image.
#define VKALGO_IMAGE_TEXELS 0
#define VKALGO_IMAGE_COUNTS 1

// Bindings of find_bins.
#define VKALGO_FIND_WORDS 0    // The coordinates, perhaps with those of the other axis between them
#define VKALGO_FIND_EDGES 1    // As VKALGO_GENERAL_EDGES
#define VKALGO_FIND_INDICES 2  // Per point the index of its bin

// The counted part of a texel: channel 0 to 3, or the luminance.
#define VKALGO_IMAGE_LUMINANCE 4u

// Specialization constants, by id. Numbers 1 to 10 define how a value is mapped to its bin (bin_rule.hpp).
#define VKALGO_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_CONSTANT_BYTES 1    // Bytes of a value: 1, 2 or 4 (kernels of 8-byte values have none)
#define VKALGO_CONSTANT_SIGN 2     // Xor with it makes the bits of signed values ascend like those of unsigned values
#define VKALGO_CONSTANT_RULE 3     // VKALGO_RULE_...
#define VKALGO_CONSTANT_WHOLE 4    // 1: no value can lie outside the range
#define VKALGO_CONSTANT_LOW 5      // Ordinal of the range's lower end (BinRule::low)
#define VKALGO_CONSTANT_SPAN 6     // Ordinal of the upper end minus that of the lower end
#define VKALGO_CONSTANT_BINS 7
#define VKALGO_CONSTANT_RULE_A 8  // The meaning of these three depends on the rule
#define VKALGO_CONSTANT_RULE_B 9
#define VKALGO_CONSTANT_RULE_C 10
#define VKALGO_CONSTANT_MERGE 11         // 1: neighbouring values of one bin are counted by one addition
#define VKALGO_CONSTANT_SHARED_WORDS 12  // Words of the counters in shared memory
#define VKALGO_CONSTANT_COPIES 13        // count_copies, count_general, count_image: counters per bin in shared memory
#define VKALGO_CONSTANT_RANGES 13        // count_ranges: workgroups that read the same chunk, each for its own bins
#define VKALGO_CONSTANT_FIELDS 13        // count_packed: counters per word
// count_ranges: vectors that an invocation reads between two checks of the counters.
#define VKALGO_CONSTANT_INTERVAL 14
// The high words of the constants above, in the kernels of 64-bit values.
#define VKALGO_CONSTANT_LOW_HIGH 15
#define VKALGO_CONSTANT_SPAN_HIGH 16
#define VKALGO_CONSTANT_RULE_A_HIGH 17
#define VKALGO_CONSTANT_RULE_B_HIGH 18
#define VKALGO_CONSTANT_RULE_C_HIGH 19
// CLAMP and LOG2 are only for count_image.
#define VKALGO_CONSTANT_CLAMP 20  // 1: values outside the range belong to the first or the last bin
#define VKALGO_CONSTANT_LOG2 21   // 1: the binary logarithm is counted
#define VKALGO_CONSTANT_REAL 22   // 1: floating-point values
// For count_general. find_bins uses SHARED_EDGES too.
#define VKALGO_CONSTANT_SHARED_EDGES 23  // Number of edges in shared memory: all, or 0 if they are read from the buffer

#define VKALGO_CONSTANT_GROUPS 24          // Histograms whose counters are in shared memory at the same time
#define VKALGO_CONSTANT_LAYOUT 25          // VKALGO_LAYOUT_...
#define VKALGO_CONSTANT_CHANNELS 26        // Values of a pixel
#define VKALGO_CONSTANT_CHANNEL_GROUPS 27  // 4 bits per channel: its histogram, or 15 if it is not counted
#define VKALGO_CONSTANT_WEIGHTS 28         // VKALGO_WEIGHTS_...

// Even bins of floating-point values: see even_constants.cpp.
#define VKALGO_CONSTANT_LIFT 29        // Values are first multiplied by 2^LIFT ...
#define VKALGO_CONSTANT_EXPONENT 30    // ... and in all by 2^EXPONENT, as the edges are; EXPONENT has a sign
#define VKALGO_CONSTANT_STEP 31        // The step from edge to edge: the low word of an f64 ...
#define VKALGO_CONSTANT_STEP_HIGH 32   // ... and the high word
#define VKALGO_CONSTANT_START 33       // The first edge: the low word of an f64 ...
#define VKALGO_CONSTANT_START_HIGH 34  // ... and the high word
#define VKALGO_CONSTANT_ROUNDED 35     // f16, f32: 1: edges are rounded to the type; 0: not, for narrow bins (BinRule)
#define VKALGO_CONSTANT_PLACES 36      // A position is in units of 2^-PLACES bins
#define VKALGO_CONSTANT_MARGIN 37      // An upper bound of the error of a position, in these units: the bits of an f32
#define VKALGO_CONSTANT_TOP 38         // The limit to which position - MARGIN is reduced if it is greater
#define VKALGO_CONSTANT_REACH 39       // The bin is found between position - MARGIN and position - MARGIN + REACH
// The same step and first edge for f16 and f32, as whole numbers of units of 2^-VKALGO_UNIT_PLACES, modulo 2^32.
#define VKALGO_CONSTANT_STEP_UNITS 40
#define VKALGO_CONSTANT_STEP_PARTS 41  // The fraction of the step that STEP_UNITS omits, in 2^-32 units
#define VKALGO_CONSTANT_START_UNITS 42
#define VKALGO_CONSTANT_SURE 43  // An upper bound of the error of a difference, in these units
#define VKALGO_UNIT_PLACES 18

#define VKALGO_LAYOUT_LIST 0u      // Pixels one after another
#define VKALGO_LAYOUT_ROWS 1u      // Rows of pixels
#define VKALGO_LAYOUT_SEGMENTS 2u  // A list that offsets divide into histograms

#define VKALGO_WEIGHTS_NONE 0u  // A counter is one word
#define VKALGO_WEIGHTS_U32 1u   // A counter is two words, the low one first
#define VKALGO_WEIGHTS_F32 2u   // A counter is VKALGO_SUM_WORDS words

// An exact sum of f32: an integer number of units of 2^-149 (the smallest f32) in two's complement. It has
// VKALGO_SUM_DIGITS words, the low one first: 277 bits hold any f32, and 43 more bits the sum of 2^42 of them. A word
// of flags follows.
#define VKALGO_SUM_DIGITS 10
#define VKALGO_SUM_WORDS 11
#define VKALGO_SUM_NAN 1u       // A weight was NaN ...
#define VKALGO_SUM_POSITIVE 2u  // ... or infinite
#define VKALGO_SUM_NEGATIVE 4u

#define VKALGO_RULE_SAME 0u    // bin = ordinal - low
#define VKALGO_RULE_SHIFT 1u   // bin = (ordinal - low) >> A
#define VKALGO_RULE_DIVIDE 2u  // bin = (ordinal - low) * bins / (span + 1), by the multiplier A and a shift right by B
#define VKALGO_RULE_FLOAT 3u   // From the position (value * A - B) * C (even_constants.cpp)
// For 64-bit values with a span of 2^32 or more. A smaller span uses the rules above, on the low word.
#define VKALGO_RULE_SHIFT_WIDE 4u
#define VKALGO_RULE_DIVIDE_WIDE 5u  // C: the number of low bits of the distance that the multiplication ignores
#define VKALGO_RULE_EDGES 6u        // The bin whose edges enclose the ordinal; only in count_general

// A counter of count_ranges that has reached this value is moved to global memory at the next check.
#define VKALGO_RANGES_MOVED 4096

// The number of slots of count_packed's table of booked amounts. A slot takes two words.
#define VKALGO_PACKED_SLOTS 256
// The number of hot bins that count_packed may count separately, and the number of counters of each.
#define VKALGO_PACKED_HOT 16
#define VKALGO_PACKED_COPIES 32
// The largest number of bits of a bin's index in count_packed.
#define VKALGO_PACKED_BIN_BITS 20
// Words of shared memory that these tables and the variable `hot_values` of count_packed take.
#define VKALGO_PACKED_BESIDE (2 * VKALGO_PACKED_SLOTS + VKALGO_PACKED_HOT * (VKALGO_PACKED_COPIES + 1) + 1)

VKALGO_SHARED_BEGIN

struct HistogramPush {
    uint count;    // Maximum number of values in this window of the input
    uint first;    // Values before this window
    uint counted;  // If not 0, word counted - 1 of the count buffer holds the number of values of the whole input
    uint vectors_per_chunk;
    uint leaves_tables;  // count_packed: 1: each workgroup stores its counters; 0: it adds them to the result
};

struct GeneralPush {
    uint count;    // Maximum number of pixels in this window of the input
    uint first;    // Pixels before this window
    uint counted;  // If not 0, word counted - 1 of the count buffer holds the number of pixels of the whole input
    uint pixels_per_chunk;
    uint width;              // Rows: counted pixels per row
    uint stride;             // Rows: bytes from one row to the next
    uint first_byte;         // Offset of the first pixel in the binding
    uint first_weight;       // Index of the first pixel's weight in the binding
    uint first_in_segments;  // Pixels before this window, in the numbering of the segments' offsets
    uint segments;
};

struct FindPush {
    uint count;             // Points of this window, at least 1
    uint first_byte;        // Offset of the first coordinate in the binding
    uint point_bytes;       // Bytes from one coordinate to the next
    uint points_per_group;  // Points of a workgroup
    uint most;              // Number of bins, without the last bins that begin above every value of the type
    uint follows;           // 1: `indices` holds the bins of the previous axis
    uint before;            // Number of bins of the previous axis
};

struct SectionsPush {
    uint count;          // As in HistogramPush
    uint first;          // As in HistogramPush
    uint counted;        // As in HistogramPush
    uint section_units;  // Units per section; a unit is a 32-bit word or a 64-bit value
    uint first_section;  // The section of workgroup 0
    uint first_unit;     // This dispatch counts units [first_unit, first_unit + units) of each section
    uint units;
};

struct AddPush {
    uint table;  // The table to add to table 0
};

struct AddWidePush {
    uint counters;
};

struct AddPackedPush {
    uint tables;
    uint tables_per_group;  // Tables that an invocation adds up
};

struct ImagePush {
    int x;  // The region's first texel
    int y;
    uint width;  // Texels
    uint height;
    uint tiles_per_group;
    uint channel;  // 0 to 3, or VKALGO_IMAGE_LUMINANCE
    float red;     // Weight of red in the luminance
    float green;
    float blue;
};

VKALGO_SHARED_END
#endif

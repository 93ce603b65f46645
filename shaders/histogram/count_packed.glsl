// Counts with all bins packed into the shared memory of one workgroup, kFields counters per word, so that each value is
// read once and processed once.
//   Such small counters overflow often. The counts stay exact because an atomic addition returns the previous word: an
//   invocation knows whether its addition carried out of its field. It then books 2^kFieldBits for the bin and removes
//   the carry from the next field by a subtraction. The subtraction may borrow from the field after that, or collide
//   with the carry of another invocation; `mend` follows both until all stray carries of this invocation are undone.
//   When all invocations have finished, the counter and the booked amounts of every bin add up to its count, whatever
//   the order of the invocations. Each change of a field is either intended, and then its carry is booked, or it is
//   undone by the invocation that made it. No barriers, no checks of the counters and no bound on the values of a
//   workgroup are needed.
//   Booked amounts are first collected in a small table of (bin, amount) in shared memory, because otherwise a hot bin
//   would make all workgroups queue at one counter in global memory. If the slot of a bin already belongs to another
//   bin, the amount of the bin goes to global memory at once.
//   A few very frequent values would still make lanes queue at one word. So a workgroup first takes a sample of its
//   chunk, one value per invocation, spread over the chunk. A bin is frequent if it has at least a 32nd of the sample,
//   and at least two values of it. If at least a quarter of the sample falls into frequent bins, some of these bins
//   become hot: each hot bin gets VKALGO_PACKED_COPIES counters for neighbouring invocations. There are at most
//   VKALGO_PACKED_HOT hot bins: among frequent bins whose indices differ by a multiple of that number, only the most
//   frequent bin is hot. If less of the sample falls into frequent bins, no bin is hot.
//   At the end every workgroup stores its packed counters as a table; add_packed.comp adds the tables up. If there is
//   no memory for tables, the workgroup adds its counters to the result itself.
//   Cost: one read of the input; one shared atomic per value, and on average about 3 / 2^kFieldBits more to book and
//   mend; 4 bytes per workgroup and kFields bins, stored and read again; one more vector per invocation for the sample.
#include "histogram/tally.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_FIELDS) const uint kFields = 2;

const uint kFieldBits = 32 / kFields;
const uint kFieldMost = (1u << kFieldBits) - 1;
const uint kNoBin = ~0u;

layout(std430, set = 0, binding = VKALGO_HISTOGRAM_TABLES) writeonly buffer Tables { uint tables[]; };

shared uint counters[kSharedWords];  // Bin b: field b % kFields of word b / kFields
shared uint slot_bin[VKALGO_PACKED_SLOTS];
shared uint slot_amount[VKALGO_PACKED_SLOTS];
shared uint hot_bins[VKALGO_PACKED_HOT];  // A bin or kNoBin; in find_hot_bins a frequency and the bin, or 0
shared uint hot_counts[VKALGO_PACKED_HOT * VKALGO_PACKED_COPIES];
shared uint hot_values;  // Number of the sample's values that are in frequent bins
shared uint outside_here;

const uint kHotShare = 32, kHotValues = 4;  // Minimum share of the sample: 1/32 per frequent bin, 1/4 for all of them
const uint kLeastSteps = 8;                 // Minimum number of vectors per invocation for which a sample pays

bool hot = false;  // Whether hot bins have counters of their own; constant within each loop

uint outside = 0;
uint nans = 0;  // NaNs among the values outside

// Books an amount for a bin. The amounts for fields beyond the last bin add up to 0, so they are not booked.
void book(uint bin, uint amount) {
    if (bin >= kBins) return;
    const uint slot = bin % VKALGO_PACKED_SLOTS;
    const uint owner = atomicCompSwap(slot_bin[slot], kNoBin, bin);
    if (owner == kNoBin || owner == bin) atomicAdd(slot_amount[slot], amount);
    else atomicAdd(counts[bin], amount);
}

uint digit(uint word, uint field) { return (word >> (field * kFieldBits)) & kFieldMost; }

// Undoes a stray change: an addition of this invocation found the value `before` in the word and wrongly changed field
// `field` by 1. Also undoes the stray changes that the undoing causes. A carry out of the last field is lost
// harmlessly.
void mend(uint word, uint field, uint before) {
    uint change = 1;  // Or -1
    while (field < kFields) {
        const uint mended = atomicAdd(counters[word], (0u - change) << (field * kFieldBits));
        // `left`: the change carried out of the field. `opposite_left`: its reversal did.
        const uint end = change == 1 ? kFieldMost : 0;
        bool left = digit(before, field) == end;
        bool opposite_left = digit(mended, field) == kFieldMost - end;
        while (left && opposite_left) {
            ++field;
            if (field == kFields) return;
            left = digit(before, field) == end;
            opposite_left = digit(mended, field) == kFieldMost - end;
        }
        if (!left && !opposite_left) return;
        const uint bin = word * kFields + field;
        if (left) {
            book(bin, change << kFieldBits);
        } else {
            change = 0u - change;
            book(bin, change << kFieldBits);
            before = mended;
        }
        ++field;
    }
}

void add(uint bin, uint amount) {
    if (kWhole == 0 && bin >= kOutside) {
        outside += amount;
        if (kReal != 0 && bin == kNan) nans += amount;
        return;
    }
    if (hot && hot_bins[bin % VKALGO_PACKED_HOT] == bin) {
        const uint copy = gl_LocalInvocationIndex % VKALGO_PACKED_COPIES;
        atomicAdd(hot_counts[bin % VKALGO_PACKED_HOT * VKALGO_PACKED_COPIES + copy], amount);
        return;
    }
    const uint small = amount & kFieldMost;
    if (amount != small) book(bin, amount - small);
    if (small == 0) return;
    const uint word = bin / kFields;
    const uint field = bin % kFields;
    const uint before = atomicAdd(counters[word], small << (field * kFieldBits));
    if (digit(before, field) + small <= kFieldMost) return;
    book(bin, 1u << kFieldBits);
    mend(word, field + 1, before);
}

// Finds the hot bins in a sample, one value of each invocation's `vector`. Returns whether the frequent bins hold at
// least 1 / kHotValues of the sample; if not, no bin is hot. The result is the same in the whole workgroup.
bool find_hot_bins(uvec4 vector) {
    const uint self = gl_LocalInvocationIndex;
    const uint bin = sampled_bin(vector, self);
    if (kWhole != 0 || bin < kBins) {
        const uint slot = bin % VKALGO_PACKED_SLOTS;
        const uint owner = atomicCompSwap(slot_bin[slot], kNoBin, bin);
        if (owner == kNoBin || owner == bin) atomicAdd(slot_amount[slot], 1);
    }
    barrier();
    for (uint slot = self; slot < VKALGO_PACKED_SLOTS; slot += kThreads) {
        const uint often = slot_amount[slot];
        if (often >= max(kThreads / kHotShare, 2)) {
            atomicMax(hot_bins[slot_bin[slot] % VKALGO_PACKED_HOT], often << VKALGO_PACKED_BIN_BITS | slot_bin[slot]);
            atomicAdd(hot_values, often);
        }
        slot_bin[slot] = kNoBin;
        slot_amount[slot] = 0;
    }
    barrier();
    if (hot_values < kThreads / kHotValues) return false;
    for (uint i = self; i < VKALGO_PACKED_HOT; i += kThreads)
        hot_bins[i] = hot_bins[i] == 0 ? kNoBin : hot_bins[i] & ((1u << VKALGO_PACKED_BIN_BITS) - 1);
    barrier();
    return true;
}

void count_range(uvec2 range) {
    // Prefetch the next vector while this one is counted.
    uint at = range.x + gl_LocalInvocationIndex;
    uvec4 next = uvec4(0);
    if (at < range.y) next = vectors[at];
    while (at < range.y) {
        const uvec4 now = next;
        at += kThreads;
        if (at < range.y) next = vectors[at];
        tally_vector(now);
    }
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    const uint count = window_count();
    const uint chunk = vkalgo_workgroup_index();
    const uvec2 range = chunk_of(chunk, count);
    const uint steps = (range.y - range.x) / kThreads;
    uvec4 some = uvec4(0);
    if (steps >= kLeastSteps) some = vectors[range.x + self * steps];

    for (uint word = self; word < kSharedWords; word += kThreads) counters[word] = 0;
    for (uint i = self; i < VKALGO_PACKED_HOT * VKALGO_PACKED_COPIES; i += kThreads) hot_counts[i] = 0;
    for (uint i = self; i < VKALGO_PACKED_HOT; i += kThreads) hot_bins[i] = 0;
    for (uint slot = self; slot < VKALGO_PACKED_SLOTS; slot += kThreads) {
        slot_bin[slot] = kNoBin;
        slot_amount[slot] = 0;
    }
    if (self == 0) outside_here = hot_values = 0;
    barrier();

    const bool skewed = steps >= kLeastSteps && find_hot_bins(some);
    if (skewed) {
        hot = true;
        count_range(range);
    } else {
        hot = false;
        count_range(range);
    }
    hot = false;
    if (chunk == 0) tally_rest(count);

    if (outside != 0) atomicAdd(outside_here, outside);
    if (kReal != 0 && nans != 0) atomicAdd(counts[kNan], nans);
    barrier();
    if (skewed) {
        for (uint i = self; i < VKALGO_PACKED_HOT * VKALGO_PACKED_COPIES; i += kThreads) {
            const uint bin = hot_bins[i / VKALGO_PACKED_COPIES];
            if (hot_counts[i] != 0) book(bin, hot_counts[i]);
        }
        barrier();
    }
    for (uint word = self; word < kSharedWords; word += kThreads) {
        const uint packed = counters[word];
        if (push.leaves_tables != 0) {
            tables[chunk * kSharedWords + word] = packed;
            continue;
        }
        for (uint field = 0; field < kFields; ++field)
            if (digit(packed, field) != 0) atomicAdd(counts[word * kFields + field], digit(packed, field));
    }
    for (uint slot = self; slot < VKALGO_PACKED_SLOTS; slot += kThreads) {
        if (slot_bin[slot] != kNoBin && slot_amount[slot] != 0) atomicAdd(counts[slot_bin[slot]], slot_amount[slot]);
    }
    if (self == 0 && outside_here != 0) atomicAdd(counts[kBins], outside_here);
}

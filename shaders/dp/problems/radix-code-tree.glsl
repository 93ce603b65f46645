//! problem  radix-code-tree
//! about    cheapest binary code that keeps the order of its symbols: the sum of weight times length of code word
//! pattern  SONE
//! class    segments
//! cell     u64
//! value    u32 uint(c >> 32)
//! input    weight u32[]
//! rows     len(weight)
//! columns  len(weight)
//! domain   upper
//! base     diagonal 0
//! bound    len(weight) * sum(weight)
//! answer   at(0, len(weight) - 1)
//! random   weight 1 .. 100
//! files    numbers weight: the weight of each symbol, in the order of the symbols
//! label    cost
//! overflow give smaller weights, or fewer of them
//! solution parentheses as S

// M(i, j) describes the symbols i .. j. Its upper 32 bits are the cost of their cheapest tree, its lower 32 bits are
// the sum of their weights: the sums of the two subtrees added. The bound holds for both halves.
cell_t base(int i, int j) { return cell_t(weight(i)); }

//! reduce   min k = i .. j - 1
// The trees of i .. k and k + 1 .. j move down a level. All terms have the same lower half. Of equally good k the
// smallest is taken.
cell_t term(int i, int k, int j) {
    const cell_t both = at(i, k) + at(k + 1, j);
    return both + (both << 32);  // the cost grows by the sum of the weights
}

//! problem  optimal-bst
//! about    cheapest binary search tree: the sum of weight times level over its keys, the root on level 1
//! pattern  SONE
//! class    segments
//! cell     u64
//! value    u32 uint(c >> 32)
//! input    weight u32[]
//! rows     len(weight) + 1
//! columns  len(weight) + 1
//! domain   upper
//! base     diagonal 0
//! bound    len(weight) * sum(weight)
//! answer   at(0, len(weight))
//! random   weight 1 .. 100
//! files    numbers weight: the weight of each key, in the order of the keys
//! label    cost
//! overflow give smaller weights, or fewer of them
//! solution path

// M(i, j) describes the keys i .. j - 1. Its upper 32 bits are the cost of their cheapest tree, its lower 32 bits are
// the sum of their weights: the sums of the two subtrees plus the weight of their root. The bound holds for both
// halves.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   min k = i .. j - 1
// Key k is the root. The root adds the weights of all keys to the cost: its own weight, and the weights of the other
// keys, which move down a level. All terms have the same lower half. The splits k are the solution: k is the root of
// the keys i .. j - 1, the smallest of equally good roots.
cell_t term(int i, int k, int j) {
    const cell_t both = at(i, k) + at(k + 1, j) + cell_t(weight(k));
    return both + (both << 32);  // the cost grows by the sum of the weights
}

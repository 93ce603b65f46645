//! problem  integer-knapsack
//! about    unbounded knapsack: the largest profit within a capacity, each item as often as it fits
//! pattern  RUD
//! scan     max plus left int(weight(i - 1))
//! cell     u64
//! input    weight u32[] in 1 .. 2147483647
//! input    profit u32[len(weight)]
//! param    capacity u32 100
//! rows     len(weight) + 1
//! columns  capacity + 1
//! base     first-row 1
//! bound    capacity * max(profit)
//! answer   last
//! random   weight 5 .. 40
//! random   profit 1 .. 100
//! files    csv weight, profit: one row for each kind of item
//! label    profit
//! overflow give smaller profits, or fewer items
//! solution path

// M(i, j): the largest profit of the first i kinds of items whose weights sum to at most j. Weights are at least 1, so
// at most `capacity` items are taken: hence the bound.
cell_t base(int i, int j) { return cell_t(0); }

// Either no item i - 1 is taken, or one item i - 1 is added to a knapsack that is smaller by the weight of this item.
cell_t fresh(int i, int j) { return at(i - 1, j); }
cell_t along(int i, int j) { return profit(i - 1); }

// Decision 0 takes no item i - 1, decision 1 takes one item i - 1. If both are equally good, the decision is 0.
step_t step(int i, int j) {
    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);
    return step_t(i, j - int(weight(i - 1)), 1u);
}

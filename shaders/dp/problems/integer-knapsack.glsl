//! problem  integer-knapsack
//! about    unbounded knapsack: the largest profit within a capacity, each item as often as it fits
//! pattern  RUD
//! cell     u64
//! input    weight u32[] in 1 .. 2147483647
//! input    profit u32[len(weight)]
//! param    capacity u32 100
//! rows     len(weight) + 1
//! columns  capacity + 1
//! base     first-row 1
//! bound    capacity * sum(profit)
//! answer   last
//! random   weight 5 .. 40
//! random   profit 1 .. 100
//! files    csv weight, profit: one row for each kind of item
//! label    profit
//! overflow give smaller profits, or fewer items
//! solution path

// M(i, j): the largest profit of the first i kinds of items whose weights sum to at most j. Weights are at least 1, so
// an item is taken at most `capacity` times: hence the bound.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   max c = 0 .. j / int(weight(i - 1))
// Item i - 1 is taken c times, which is the decision. Of equally good ones the least is taken.
cell_t term(int i, int c, int j) { return at(i - 1, j - c * int(weight(i - 1))) + cell_t(c) * profit(i - 1); }

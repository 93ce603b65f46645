//! problem  knapsack
//! about    0/1 knapsack: the largest profit within a capacity
//! pattern  RUD
//! class    row-gather
//! reach    j -max(weight) .. 0
//! cell     u32
//! input    weight u32[]
//! input    profit u32[len(weight)]
//! param    capacity u32
//! rows     len(weight) + 1
//! columns  capacity + 1
//! base     first-row 1
//! bound    sum(profit)
//! answer   last
//! default  capacity sum(weight) / 2
//! random   weight, profit 1 .. 100
//! files    csv weight, profit: one row for each item; items are numbered from 0
//! label    profit
//! decisions 0, weight(i - 1)
//! overflow give smaller profits, or fewer items
//! solution items i - 1 where decision 1 sum weight

// M(i, j): the largest profit of some of the first i items whose weights sum to at most j. Weights may be 0, so column
// 0 is not base.
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    const cell_t without = at(i - 1, j);
    const uint w = weight(i - 1);  // Compared as unsigned, since a weight may exceed the largest int
    return w <= uint(j) ? max(without, at(i - 1, j - int(w)) + profit(i - 1)) : without;
}

// Decisions of the traceback: 0 leaves item i - 1 out, 1 takes it. If both give the same profit, the decision is 0.
step_t step(int i, int j) {
    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);
    return step_t(i - 1, j - int(weight(i - 1)), 1u);
}

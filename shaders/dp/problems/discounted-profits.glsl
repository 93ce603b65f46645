//! problem  discounted-profits
//! about    spending a budget over n periods, where what is kept grows: the largest sum of discounted profits
//! pattern  RDU
//! cell     f64
//! param    discount f64 0.9 in 0 .. 1
//! param    growth u32 100
//! param    per u32 100 in 1 .. 4294967295
//! param    budget u32 10
//! param    room u32 0
//! input    profit f64[n * (budget + room + 1)] in -1e290 .. 1e290
//! rows     n + 1
//! columns  budget + room + 1
//! base     last-row 1
//! answer   at(0, budget)
//! random   profit 0 .. 100
//! files    numbers profit: for each of n periods the profits of spending 0, 1, 2 .. budget + room; give --n
//! label    profit
//! overflow let the budget grow further by a larger --room, with profits for it
//! solution path

// Returns what a kept budget of j grows to: j * growth / per, rounded down.
int64_t grown(int j) { return int64_t(uint64_t(j) * growth / per); }

// M(i, j): the largest profit of periods i .. n - 1 from a budget of j, discounted to period i: the profit of the
// periods from i + 1 on is multiplied by `discount`. Budgets beyond the table are left out; row 0 checks that the
// answer needs none of them. In the range of profits no sum of all periods overflows.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   max x = 0 .. j
// x is spent; it is the decision. Of equally good decisions the least is taken.
cell_t term(int i, int x, int j) {
    // The largest budget that can result must have a column.
    if (i == 0 && x == 0) {
        int64_t most = int64_t(budget);
        for (int t = 0; t + 1 < rows() && most < int64_t(columns()); ++t) most = grown(int(most));
        overflow_if(most >= int64_t(columns()));
    }
    const int64_t kept = grown(j - x);
    return kept < int64_t(columns()) ? profit(i * columns() + x) + discount * at(i + 1, int(kept)) : INFEASIBLE;
}

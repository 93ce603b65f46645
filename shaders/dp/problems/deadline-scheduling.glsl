//! problem  deadline-scheduling
//! about    order of n jobs of one unit of time each; a job brings its profit if it is done by its deadline
//! pattern  RDU
//! class    row-gather
//! cell     i32
//! input    profit u32[n]
//! input    deadline u32[n]
//! rows     n + 1
//! columns  2 ^ n
//! base     last-row 1
//! bound    sum(profit)
//! goal     max
//! answer   last
//! random   profit 1 .. 100
//! random   deadline 1 .. n / 2 + 1
//! files    csv profit, deadline: one row for each of n jobs (--n); a deadline of 1 means the first unit of time
//! label    profit
//! overflow give smaller profits
//! solution items decision

// There are 2^n columns for the sets S of jobs: job d is in S if bit d of j is set.
// M(i, S): the greatest profit of doing n - i jobs of S, one at each of the times i .. n - 1.
cell_t base(int i, int j) { return 0; }

int gain(int i, int d) { return uint(i) < deadline(d) ? int(profit(d)) : 0; }

cell_t cell(int i, int j) {
    cell_t best = INFEASIBLE;
    for (int d = 0; d < rows() - 1; ++d) {
        if ((j >> d & 1) == 1) best = max(best, plus(at(i + 1, j ^ 1 << d), gain(i, d)));
    }
    return best;
}

// The decision is the job that is done next, the first of equally good jobs. A job after its deadline brings no profit.
step_t step(int i, int j) {
    for (int d = 0; d < rows() - 1; ++d) {
        if ((j >> d & 1) == 1 && plus(at(i + 1, j ^ 1 << d), gain(i, d)) == at(i, j)) {
            return step_t(i + 1, j ^ 1 << d, uint(d));
        }
    }
    return step_t(-1, -1, 0u);
}

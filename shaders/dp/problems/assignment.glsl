//! problem  assignment
//! about    cheapest assignment of n agents to n tasks, one each
//! pattern  RDU
//! class    row-gather
//! cell     u32
//! input    cost u32[n * n]
//! rows     n + 1
//! columns  2 ^ n
//! base     last-row 1
//! bound    sum(cost)
//! goal     min
//! answer   last
//! random   cost 1 .. 100
//! files    numbers cost: a row for each of n agents (--n): the cost of each task
//! label    cost
//! overflow give smaller costs
//! solution items decision

// There are 2^n columns for the sets S of tasks: task d is in S if bit d of j is set.
// M(i, S): the least cost of giving each of the agents i .. n - 1 a different task of S.
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    const int n = rows() - 1;
    cell_t best = INFEASIBLE;
    for (int d = 0; d < n; ++d) {
        if ((j >> d & 1) == 1) best = min(best, plus(at(i + 1, j ^ 1 << d), cost(i * n + d)));
    }
    return best;
}

// The decision is the task of agent i, the first of equally cheap tasks.
step_t step(int i, int j) {
    const int n = rows() - 1;
    for (int d = 0; d < n; ++d) {
        if ((j >> d & 1) == 1 && plus(at(i + 1, j ^ 1 << d), cost(i * n + d)) == at(i, j)) {
            return step_t(i + 1, j ^ 1 << d, uint(d));
        }
    }
    return step_t(-1, -1, 0u);
}

//! problem  process-scheduling
//! about    order of n processes, one after another, whose times of completion have the least sum
//! pattern  RDU
//! class    row-gather
//! cell     u32
//! input    time u32[n]
//! rows     n + 1
//! columns  2 ^ n
//! base     last-row 1
//! bound    n * sum(time)
//! goal     min
//! answer   last
//! random   time 1 .. 100
//! files    numbers time: how long each of n processes takes (--n)
//! label    sum of completion times
//! overflow give smaller times, or fewer of them
//! solution items decision sum time

// There are 2^n columns for the sets S of processes: process d is in S if bit d of j is set.
// M(i, S): the least sum of completion times for n - i processes of S. The time of a process counts once for each
// process of S that is left when it starts, itself included.
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    cell_t best = INFEASIBLE;
    for (int d = 0; d < rows() - 1; ++d) {
        if ((j >> d & 1) == 1) best = min(best, plus(at(i + 1, j ^ 1 << d), uint(bitCount(j)) * time(d)));
    }
    return best;
}

// The decision is the process that comes next, the first of equally good processes.
step_t step(int i, int j) {
    for (int d = 0; d < rows() - 1; ++d) {
        if ((j >> d & 1) == 1 && plus(at(i + 1, j ^ 1 << d), uint(bitCount(j)) * time(d)) == at(i, j)) {
            return step_t(i + 1, j ^ 1 << d, uint(d));
        }
    }
    return step_t(-1, -1, 0u);
}

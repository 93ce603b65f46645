//! problem  stagecoach
//! about    cheapest path of n steps from town to town; the towns of each stage are 0 to nodes - 1
//! pattern  RDU
//! class    row-all
//! cell     u64
//! param    nodes u32 8
//! param    start u32 0 in 0 .. nodes - 1
//! param    goal u32 0 in 0 .. nodes - 1
//! input    cost i32[n * nodes * nodes] in -1 .. 2147483647
//! rows     n + 1
//! columns  nodes
//! base     last-row 1
//! bound    n * (max(cost) + 1)
//! answer   at(0, start)
//! random   cost 1 .. 99
//! files    numbers cost: for each of n steps (--n), a row for each town: the cost to each next town; -1 for no road
//! label    cost
//! solution path

// M(i, j): the least cost from town j of stage i to the goal in the last stage.
cell_t base(int i, int j) { return uint(j) == goal ? cell_t(0) : INFEASIBLE; }

//! reduce   min k = 0 .. columns() - 1
cell_t term(int i, int k, int j) {
    const int road = cost((i * columns() + j) * columns() + k);
    return road < 0 ? INFEASIBLE : plus(at(i + 1, k), cell_t(road));
}

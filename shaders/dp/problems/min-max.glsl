//! problem  min-max
//! about    path of n steps whose greatest weight is least; the nodes of each stage are 0 to nodes - 1
//! pattern  RDU
//! class    row-all
//! cell     i32
//! param    nodes u32 8
//! param    start u32 0 in 0 .. nodes - 1
//! input    weight i32[n * nodes * nodes]
//! rows     n + 1
//! columns  nodes
//! base     last-row 1
//! answer   at(0, start)
//! random   weight 1 .. 999
//! files    numbers weight: for each of n steps (--n), a row per node: weights to each next node; 2147483647 for none
//! label    greatest weight
//! solution path

// M(i, j): the greatest weight on the best path from node j of stage i to any node of the last stage. The best path has
// the least greatest weight. A path of no steps has no weight, so if n is 0, the answer is infeasible.
cell_t base(int i, int j) { return rows() == 1 ? INFEASIBLE : CELL_LOWEST; }

//! reduce   min k = 0 .. columns() - 1
cell_t term(int i, int k, int j) { return max(weight((i * columns() + j) * columns() + k), at(i + 1, k)); }

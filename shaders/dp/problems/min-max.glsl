//! problem  min-max
//! about    way of n steps whose greatest weight is least, the nodes of each stage being 0 to nodes - 1
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
//! files    numbers weight: for each of n steps (--n), a row for each node, the weights to each; 2147483647 for no way
//! label    greatest weight
//! solution path

// M(i, j): the least value, over all ways from node j of stage i to any node of the last stage, of the greatest weight
// on the way. A way of no steps has no weight.
cell_t base(int i, int j) { return rows() == 1 ? INFEASIBLE : CELL_LOWEST; }

//! reduce   min k = 0 .. columns() - 1
cell_t term(int i, int k, int j) { return max(weight((i * columns() + j) * columns() + k), at(i + 1, k)); }

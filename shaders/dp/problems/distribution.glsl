//! problem  distribution
//! about    shipping all units of a product to n places: the least cost
//! pattern  RDU
//! cell     i64
//! param    units u32 10
//! input    cost i32[n * (units + 1)]
//! rows     n + 1
//! columns  units + 1
//! base     last-row 1
//! answer   last
//! random   cost 1 .. 100
//! files    numbers cost: for each of n places the costs of 0, 1, 2 .. units; give --n and --units
//! label    cost
//! solution path

// M(i, j): the least cost of shipping j units to places i .. n - 1. To maximize a profit, give profits as negative
// costs: the largest profit is then the negated answer.
cell_t base(int i, int j) { return j == 0 ? cell_t(0) : INFEASIBLE; }

//! reduce   min d = 0 .. j
// Place i gets d units; d is the decision. Of equally good decisions the least is taken.
cell_t term(int i, int d, int j) { return plus(at(i + 1, j - d), cell_t(cost(i * columns() + d))); }

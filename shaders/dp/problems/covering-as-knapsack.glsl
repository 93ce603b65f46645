//! problem  covering-as-knapsack
//! about    covering as a knapsack: each size of cover in turn takes some of the objects, the largest first
//! pattern  RDU
//! cell     u64
//! input    cost u32[]
//! param    covers u32
//! default  covers (len(cost) + 4) / 5
//! rows     covers + 1
//! columns  len(cost) + 1
//! base     last-row 1
//! bound    len(cost) * sum(cost)
//! answer   last
//! random   cost 1 .. 100 ascending
//! files    numbers cost: what a cover of size 0, 1, 2 .. costs; one object of each size
//! label    cost
//! overflow give smaller costs
//! solution path

// M(i, j): the least cost of covering the j smallest objects, those of sizes 0 .. j - 1, if covers of i sizes are used
// for the larger objects already.
cell_t base(int i, int j) { return j == 0 ? cell_t(0) : INFEASIBLE; }

//! reduce   min x = 1 .. j
// The x largest objects that are left get covers of size j - 1; x is the decision. Of equally good decisions the least
// is taken.
cell_t term(int i, int x, int j) { return plus(at(i + 1, j - x), cell_t(x) * cost(j - 1)); }

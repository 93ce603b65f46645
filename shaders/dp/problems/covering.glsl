//! problem  covering
//! about    covers at least as large as their objects, of sizes 0, 1, 2 ..., in a given number of sizes: the least cost
//! pattern  RUD
//! cell     u64
//! input    cost u32[]
//! param    covers u32
//! default  covers (len(cost) + 4) / 5
//! rows     covers + 1
//! columns  len(cost)
//! base     first-row 2
//! bound    len(cost) * sum(cost)
//! answer   last
//! random   cost 1 .. 100 ascending
//! files    numbers cost: what a cover of size 0, 1, 2 .. costs; one object of each size
//! label    cost
//! overflow give smaller costs
//! solution path

// M(i, j): the least cost of covering the objects of sizes 0 .. j by covers of exactly i sizes, the largest of size j.
cell_t base(int i, int j) { return i == 0 ? INFEASIBLE : cell_t(j + 1) * cost(j); }

//! reduce   min d = 0 .. j - 1
// Covers of size j are for the objects of sizes d + 1 .. j. The next smaller covers have size d, which is the decision.
// Of equally good decisions the least is taken.
cell_t term(int i, int d, int j) { return plus(at(i - 1, d), cell_t(j - d) * cost(j)); }

//! problem  allotment
//! about    allotting units of a resource: the largest gain of n activities together
//! pattern  RDU
//! cell     u64
//! param    units u32 10
//! input    gain u32[n * (units + 1)]
//! rows     n + 1
//! columns  units + 1
//! base     last-row 1
//! bound    sum(gain)
//! answer   last
//! random   gain 1 .. 100
//! files    numbers gain: for each of n activities the gains of 0, 1, 2 .. units; give --n and --units
//! label    gain
//! overflow give smaller gains
//! solution path

// M(i, j): the largest gain of activities i .. n - 1 if j units are left. Some units may stay unallotted.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   max d = 0 .. j
// Activity i gets d units; d is the decision. Of equally good decisions the least is taken.
cell_t term(int i, int d, int j) { return at(i + 1, j - d) + gain(i * columns() + d); }

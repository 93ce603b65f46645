//! problem  las-vegas
//! about    stakes in n plays, each doubled with a probability or lost: the best chance to reach a number of chips
//! pattern  RDU
//! class    row-all
//! cell     f64
//! param    chips u32 3 in 0 .. goal
//! param    goal u32 5 in 0 .. 1000000000
//! param    win f64 0.6666666666666666 in 0 .. 1
//! rows     n + 1
//! columns  goal + 1
//! base     last-row 1
//! answer   at(0, chips)
//! label    probability
//! solution path

// M(i, j): the best chance of having at least `goal` chips after the last play, from j chips before play i. More chips
// than the goal count as the goal.
cell_t base(int i, int j) { return j + 1 == columns() ? cell_t(1) : cell_t(0); }

cell_t chance(int i, int x, int j) {
    return win * at(i + 1, min(j + x, columns() - 1)) + (cell_t(1) - win) * at(i + 1, j - x);
}

//! reduce   max x = 0 .. j
cell_t term(int i, int x, int j) { return chance(i, x, j); }

// The traceback assumes that every play is won. Its decision is the stake, the least of equally good stakes.
step_t step(int i, int j) {
    int x = 0;
    while (x < j && chance(i, x, j) < at(i, j)) ++x;
    return step_t(i + 1, min(j + x, columns() - 1), uint(x));
}

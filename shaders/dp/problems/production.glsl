//! problem  production
//! about    production that meets the demand of each period: the least cost of setups, units and what is held in store
//! pattern  RDU
//! cell     u64
//! input    demand u32[] in 0 .. 1000000000
//! param    store u32 10 in 0 .. 1000000000
//! param    most u32 10 in 0 .. 1000000000
//! param    setup u32 5
//! param    unit u32 1
//! param    holding u32 1
//! param    start u32 0 in 0 .. store
//! rows     len(demand) + 1
//! columns  store + 1
//! base     last-row 1
//! bound    len(demand) * (setup + unit * most + holding * store)
//! answer   at(0, start)
//! random   demand 0 .. most
//! files    numbers demand: what is asked for in each period
//! label    cost
//! overflow give smaller costs
//! solution path

// M(i, j): the least cost of periods i .. N - 1 with j units in store, where N is len(demand). `store` is the
// capacity of the store in units, `most` the largest number of units that a period makes.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   min x = max(int(demand(i)) - j, 0) .. min(columns() - 1 - j + int(demand(i)), int(most))
// x units are made; x is the decision. Units that remain after the period are held. Of equally good decisions the least
// is taken.
cell_t term(int i, int x, int j) {
    const int left = j + x - int(demand(i));
    const cell_t made = x == 0 ? cell_t(0) : cell_t(setup) + cell_t(unit) * cell_t(x);
    return plus(at(i + 1, left), made + cell_t(holding) * cell_t(left));
}

//! problem  inventory
//! about    orders that meet the demand of each period: the least cost of orders and of what is held in store
//! pattern  RDU
//! cell     u64
//! input    demand u32[] in 0 .. 1000000000
//! param    store u32 10 in 0 .. 1000000000
//! param    most u32 10 in 0 .. 1000000000
//! param    holding u32 1
//! param    start u32 0 in 0 .. store
//! input    cost u32[len(demand) * (most + 1)]
//! rows     len(demand) + 1
//! columns  store + 1
//! base     last-row 1
//! bound    sum(cost) + len(demand) * holding * store
//! answer   at(0, start)
//! random   demand 0 .. most
//! random   cost 1 .. 100
//! files    numbers demand: what is asked for in each period
//! files    numbers cost: for each period what an order of 0, 1, 2 .. most units costs
//! label    cost
//! overflow give smaller costs
//! solution path

// M(i, j): the least cost of periods i .. N - 1 with j units in store, where N is len(demand). `store` is the
// capacity of the store in units, `most` the largest order.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   min x = max(int(demand(i)) - j, 0) .. min(columns() - 1 - j + int(demand(i)), int(most))
// x units are ordered; x is the decision. Units that remain after the period are held. Of equally good decisions the
// least is taken.
cell_t term(int i, int x, int j) {
    const int left = j + x - int(demand(i));
    return plus(at(i + 1, left), cell_t(cost(i * int(most + 1u) + x)) + cell_t(holding) * cell_t(left));
}

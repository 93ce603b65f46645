//! problem  assembly-line
//! about    fastest way through n stations; every line has all of them, and a transfer between lines takes time
//! pattern  RDU
//! class    row-all
//! cell     u32
//! param    lines u32 2
//! input    work u32[n * lines]
//! input    transfer u32[(n - 1 + 1 / (n + 1)) * lines * lines]
//! input    enter u32[lines]
//! input    leave u32[lines]
//! rows     n
//! columns  lines
//! base     last-row 1
//! bound    sum(work) + sum(transfer) + sum(enter) + sum(leave)
//! answer   min first-row
//! random   work, transfer, enter, leave 1 .. 20
//! files    numbers work: for each of n stations (--n), its time in each line
//! files    numbers transfer: for each station but the last, a row for each line: the time to each line of the next one
//! files    numbers enter: the time to get into each line
//! files    numbers leave: the time to get out of each line
//! label    time
//! overflow give smaller times
//! solution path

// M(i, j): the least time from the arrival at station i of line j to the end. It includes the work at station i, and in
// row 0 also the time to get into line j.
uint arrival(int i, int j) { return work(i * columns() + j) + (i == 0 ? enter(j) : 0u); }

cell_t base(int i, int j) { return arrival(i, j) + leave(j); }

//! reduce   min k = 0 .. columns() - 1
cell_t term(int i, int k, int j) {
    return arrival(i, j) + transfer((i * columns() + j) * columns() + k) + at(i + 1, k);
}

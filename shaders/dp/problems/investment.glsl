//! problem  investment
//! about    investing a capital over n periods, where what is kept earns interest: the largest gain with the rest
//! pattern  RDU
//! cell     i64
//! param    interest u32 0
//! param    per u32 100 in 1 .. 4294967295
//! param    start u32 10
//! param    room u32 0
//! input    gain i32[n * (start + room + 1)]
//! rows     n + 1
//! columns  start + room + 1
//! base     last-row 1
//! answer   at(0, start)
//! random   gain 0 .. 100
//! files    numbers gain: for each of n periods the gains of investing 0, 1, 2 .. start + room; give --n
//! label    gain
//! overflow let the capital grow further by a larger --room, with gains for it
//! solution path

// Returns capital j plus its interest at the rate interest / per, rounded down.
int64_t grown(int j) { return int64_t(j) + int64_t(uint64_t(j) * interest / per); }

// M(i, j): the largest gain of periods i .. n - 1 from a capital of j, plus the capital that is kept at the end. A
// capital beyond the table is left out; row 0 checks that the answer needs no such capital.
cell_t base(int i, int j) { return cell_t(j); }

//! reduce   max d = 0 .. j
// d is invested; it is the decision. Of equally good decisions the least is taken.
cell_t term(int i, int d, int j) {
    // The largest capital that can result must have a column.
    if (i == 0 && d == 0) {
        int64_t most = int64_t(start);
        for (int t = 0; t + 1 < rows() && most < int64_t(columns()); ++t) most = grown(int(most));
        overflow_if(most >= int64_t(columns()));
    }
    const int64_t kept = grown(j - d);
    return kept < int64_t(columns()) ? plus(at(i + 1, int(kept)), cell_t(gain(i * columns() + d))) : INFEASIBLE;
}

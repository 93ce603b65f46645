//! problem  integer-programming
//! about    integers of the largest profit within up to three limits: max c x, A x <= b, x >= 0
//! pattern  RDU
//! class    row-all
//! cell     u64
//! input    c u32[]
//! input    a1 u32[len(c)] in 0 .. 1000000
//! input    a2 u32[len(c)] in 0 .. 1000000
//! input    a3 u32[len(c)] in 0 .. 1000000
//! param    b1 u32 12
//! param    b2 u32 8
//! param    b3 u32 1
//! rows     len(c) + 1
//! columns  (b1 + 1) * (b2 + 1) * (b3 + 1)
//! base     last-row 1
//! goal     max
//! status   unbounded
//! bound    (b1 + b2 + b3) * sum(c)
//! answer   last
//! random   c 1 .. 100
//! random   a1 1 .. 4
//! random   a2 0 .. 4
//! random   a3 0 .. 1
//! files    csv c, a1, a2, a3: one row for each variable, its profit and what of b1, b2 and b3 one of it takes
//! label    profit
//! solution path

// M(i, j): the largest profit of the variables from i on if y1, y2 and y3 are left of the limits b1, b2 and b3. The
// column j holds these as one number, (y1 * (b2 + 1) + y2) * (b3 + 1) + y3. If a variable has a profit and takes
// nothing of any limit, the profit is unbounded.
cell_t base(int i, int j) { return cell_t(0); }

// Returns what one unit of variable i takes of the limits, as one number like j. The number may wrap if a unit takes
// more than there is of a limit. Then most() is 0, and the number does not count.
uint taken(int i) { return (a1(i) * (b2 + 1u) + a2(i)) * (b3 + 1u) + a3(i); }

// Returns the largest value of variable i at j, or 0 if the variable takes nothing of any limit.
int most(int i, int j) {
    const uint y3 = uint(j) % (b3 + 1u), y2 = uint(j) / (b3 + 1u) % (b2 + 1u), y1 = uint(j) / (b3 + 1u) / (b2 + 1u);
    uint x = a1(i) + a2(i) + a3(i) == 0u ? 0u : 0x7fffffffu;
    if (a1(i) > 0u) x = min(x, y1 / a1(i));
    if (a2(i) > 0u) x = min(x, y2 / a2(i));
    if (a3(i) > 0u) x = min(x, y3 / a3(i));
    return int(x);
}

cell_t worth(int i, int j, int x) { return plus(at(i + 1, j - x * int(taken(i))), cell_t(x) * c(i)); }

cell_t cell(int i, int j) {
    if (a1(i) + a2(i) + a3(i) == 0u && c(i) > 0u) return UNBOUNDED;
    cell_t best = at(i + 1, j);
    for (int x = most(i, j); x > 0; --x) best = max(best, worth(i, j, x));
    return best;
}

// The decision is the value of variable i, the least of equally good values.
step_t step(int i, int j) {
    int x = 0;
    while (worth(i, j, x) < at(i, j)) ++x;
    return step_t(i + 1, j - x * int(taken(i)), uint(x));
}

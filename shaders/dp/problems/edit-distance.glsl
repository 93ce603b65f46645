//! problem  edit-distance
//! about    cheapest way to turn string x into string y by inserting, deleting and replacing symbols
//! pattern  NOSE
//! class    local
//! cell     u32
//! input    x u8[]
//! input    y u8[]
//! param    ins u32 1
//! param    del u32 1
//! param    rep u32 1
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! bound    len(x) * del + len(y) * ins + rep
//! answer   last
//! random   x, y letters ACGT
//! files    letters x, y: the solution turns x into y; = kept, X replaced, I inserted from y, D deleted from x
//! label    distance
//! overflow give smaller costs, or shorter strings
//! solution alignment as =XID

// M(i, j): the least cost of turning x[0 .. i) into y[0 .. j). A cell is at most i * del + j * ins (delete all, insert
// all). Each of the three sums below is at most this cost plus one rep: hence the bound.
cell_t base(int i, int j) { return uint(i) * del + uint(j) * ins; }

cell_t cell(int i, int j) {
    const cell_t kept = x(i - 1) == y(j - 1) ? at(i - 1, j - 1) : at(i - 1, j - 1) + rep;
    return min(min(kept, at(i, j - 1) + ins), at(i - 1, j) + del);
}

// Decisions of the traceback: 0 x[i - 1] is kept, 1 it is replaced by y[j - 1], 2 y[j - 1] is inserted, 3 x[i - 1] is
// deleted. Of equally cheap decisions, 0 or 1 (the diagonal) is preferred to 3, and 3 to 2.
step_t step(int i, int j) {
    const bool equal = x(i - 1) == y(j - 1);
    const cell_t here = at(i, j);
    if (here == at(i - 1, j - 1) + (equal ? 0u : rep)) return step_t(i - 1, j - 1, equal ? 0u : 1u);
    if (here == at(i - 1, j) + del) return step_t(i - 1, j, 3u);
    return step_t(i, j - 1, 2u);
}

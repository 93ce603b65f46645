//! problem  lcs
//! about    longest common subsequence of two strings
//! pattern  NOSE
//! class    local
//! cell     u32
//! input    x u8[]
//! input    y u8[]
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! bound    len(x)
//! answer   last
//! random   x, y letters ACGT
//! files    letters x, y
//! label    length
//! solution letters x(i - 1) where decision 0

// M(i, j): length of the longest common subsequence of x[0 .. i) and y[0 .. j).
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;
    return max(at(i - 1, j), at(i, j - 1));
}

// Decisions of the traceback: 0 x[i - 1] and y[j - 1] are equal and belong to the subsequence (go to the upper left),
// 1 x[i - 1] is skipped (go up), 2 y[j - 1] is skipped (go left). If both neighbours are equal, the traceback goes up.
step_t step(int i, int j) {
    if (x(i - 1) == y(j - 1)) return step_t(i - 1, j - 1, 0u);
    if (at(i - 1, j) >= at(i, j - 1)) return step_t(i - 1, j, 1u);
    return step_t(i, j - 1, 2u);
}

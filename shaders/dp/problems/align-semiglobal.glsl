//! problem  align-semiglobal
//! about    best alignment of the whole of sequence x with any part of sequence y, with affine gaps
//! pattern  NOSE
//! class    local
//! cell     i32 H, i32 E, i32 F
//! value    c.H
//! param    alphabet u32 4 in 1 .. 256
//! input    x u8[] in 0 .. alphabet - 1
//! input    y u8[] in 0 .. alphabet - 1
//! input    score i32[alphabet * alphabet] in -1000000 .. 1000000
//! param    open i32 5 in 0 .. 1000000
//! param    extend i32 2 in 0 .. 1000000
//! param    anchored u32 0 in 0 .. 1
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! bound    len(x) * max(score) * ((max(score) + 1000001) / 1000001) + (len(x) + len(y)) * extend + 5000000
//! answer   max last-row
//! random   x, y 0 .. alphabet - 1
//! random   score -4 .. 5
//! files    letters x, y: the query and the reference
//! files    numbers score: score(alphabet a + b) for the letters a of x and b of y; --match and --matrix make it
//! label    score
//! overflow give smaller scores and gap costs, or shorter sequences
//! solution alignment as =XDI

// As in align-global, but the letters of y before and after x cost nothing. If `anchored` is 1, only the letters of y
// after x cost nothing. The answer is the best cell of the last row. Of equally good cells it is the first, so x ends
// as early in y as possible.
cell_t base(int i, int j) {
    const bool is_free = i == 0 && (j == 0 || anchored == 0u);
    const int gap = is_free ? 0 : -open - extend * (i + j);
    return cell_t(gap, gap - open, gap - open);  // extending this gap never beats opening one, so no infinity is needed
}

cell_t cell(int i, int j) {
    const cell_t left = at(i, j - 1), up = at(i - 1, j);
    const int e = max(left.H - (open + extend), left.E - extend);
    const int f = max(up.H - (open + extend), up.F - extend);
    return cell_t(max(at(i - 1, j - 1).H + score(alphabet * x(i - 1) + y(j - 1)), max(e, f)), e, f);
}

// States, decisions and ties are those of align-global.
step_t step(int i, int j, uint state) {
    const cell_t here = at(i, j);
    if (state == 0u && here.H == at(i - 1, j - 1).H + score(alphabet * x(i - 1) + y(j - 1))) {
        return step_t(i - 1, j - 1, x(i - 1) == y(j - 1) ? 0u : 1u, 0u);
    }
    if (state == 2u || (state == 0u && here.H == here.F)) {
        return step_t(i - 1, j, 3u, here.F == at(i - 1, j).H - (open + extend) ? 0u : 2u);
    }
    return step_t(i, j - 1, 2u, here.E == at(i, j - 1).H - (open + extend) ? 0u : 1u);
}

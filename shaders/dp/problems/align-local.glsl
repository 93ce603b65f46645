//! problem  align-local
//! about    best alignment of any parts of two sequences, with affine gaps (Smith-Waterman, Gotoh)
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
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! bound    len(x) * max(score) * ((max(score) + 1000001) / 1000001) + 5000000
//! answer   max all
//! random   x, y 0 .. alphabet - 1
//! random   score -4 .. 5
//! files    letters x, y: the query and the reference
//! files    numbers score: score(alphabet a + b) for the letters a of x and b of y; --match and --matrix make it
//! label    score
//! overflow give smaller scores, or shorter sequences
//! solution alignment as =XDI.

// As in align-global, but an alignment may begin and end anywhere. H(i, j) is the best score of an alignment that ends
// at cell (i, j), or 0 for no alignment. The answer is the best cell; of equally good cells it is the first by i, then
// by j.
cell_t base(int i, int j) { return cell_t(0, -open, -open); }

cell_t cell(int i, int j) {
    const cell_t left = at(i, j - 1), up = at(i - 1, j);
    const int e = max(left.H - (open + extend), left.E - extend);
    const int f = max(up.H - (open + extend), up.F - extend);
    return cell_t(max(max(at(i - 1, j - 1).H + score(alphabet * x(i - 1) + y(j - 1)), 0), max(e, f)), e, f);
}

// States, decisions and ties are those of align-global. An alignment begins where H is 0. From there the traceback
// follows the diagonal to the border, in state 3 and with decision 4, which the solution leaves out.
step_t step(int i, int j, uint state) {
    const cell_t here = at(i, j);
    if (state == 3u || (state == 0u && here.H == 0)) return step_t(i - 1, j - 1, 4u, 3u);
    if (state == 0u && here.H == at(i - 1, j - 1).H + score(alphabet * x(i - 1) + y(j - 1))) {
        return step_t(i - 1, j - 1, x(i - 1) == y(j - 1) ? 0u : 1u, 0u);
    }
    if (state == 2u || (state == 0u && here.H == here.F)) {
        return step_t(i - 1, j, 3u, here.F == at(i - 1, j).H - (open + extend) ? 0u : 2u);
    }
    return step_t(i, j - 1, 2u, here.E == at(i, j - 1).H - (open + extend) ? 0u : 1u);
}

//! problem  affine
//! about    global alignment with affine gaps and a substitution matrix
//! pattern  NOSE
//! class    local
//! cell     i32 M, i32 E, i32 F
//! input    x u8[] in 0 .. 3
//! input    y u8[] in 0 .. 3
//! input    score i32[16]
//! param    open i32 5
//! param    extend i32 1
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! answer   last
//! goal     max
//! value    max(c.M, max(c.E, c.F))
//! random   x, y 0 .. 3
//! files    letters x, y as ACGT
//! solution alignment
cell_t base(int i, int j) {
    int gap = -(open + extend * max(i, j));
    return cell_t(i + j == 0 ? 0 : INFEASIBLE, j > 0 ? gap : INFEASIBLE, i > 0 ? gap : INFEASIBLE);
}

cell_t cell(int i, int j) {
    cell_t up = at(i - 1, j), left = at(i, j - 1), corner = at(i - 1, j - 1);
    int best = max(corner.M, max(corner.E, corner.F));
    return cell_t(plus(best, score(4 * x(i - 1) + y(j - 1))),
                  max(plus(max(left.M, left.F), -open - extend), plus(left.E, -extend)),
                  max(plus(max(up.M, up.E), -open - extend), plus(up.F, -extend)));
}

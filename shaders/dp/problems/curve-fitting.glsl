//! problem  curve-fitting
//! about    points fitted by at most `segments` lines, one after another: the least sum of squared errors and penalties
//! pattern  RUD
//! class    row-gather
//! cell     f64
//! param    segments u32 3
//! param    penalty f64 0 in -1e70 .. 1e70
//! input    x f64[] in -1e70 .. 1e70
//! input    y f64[len(x)] in -1e70 .. 1e70
//! rows     segments + 1
//! columns  len(x) + 1
//! base     first-row 1
//! answer   min last-column
//! random   x 0 .. 100 ascending
//! random   y 0 .. 100
//! files    csv x, y: one row for each point, in the order of x
//! label    error
//! solution path

// M(i, j): the least error of fitting the points 0 .. j - 1 by exactly i lines, plus a penalty for each line.
cell_t base(int i, int j) { return j == 0 ? cell_t(0) : INFEASIBLE; }

// Returns M(i, j). Sets `first` to the first point k of the best last line, which fits the points k .. j - 1; of
// equally good k the least is taken. Points are added from right to left. Sums are taken relative to the mean of the
// points, so that they stay accurate. In the declared ranges of x and y no square overflows.
cell_t best(int i, int j, out int first) {
    cell_t best = INFEASIBLE, mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    first = -1;
    for (int k = j - 1; k >= 0; --k) {
        const cell_t count = cell_t(j - k), dx = x(k) - mx, dy = y(k) - my;
        mx += dx / count;
        my += dy / count;
        xx += dx * (x(k) - mx);
        xy += dx * (y(k) - my);
        yy += dy * (y(k) - my);
        const cell_t error = j - k <= 2 ? cell_t(0) : max(cell_t(0), xx > cell_t(0) ? yy - xy * xy / xx : yy);
        const cell_t sum = plus(at(i - 1, k), error + penalty);
        if (sum <= best) {
            best = sum;
            first = k;
        }
    }
    return best;
}

cell_t cell(int i, int j) {
    int first;
    return best(i, j, first);
}

// Each step is one line, and goes to the first point of that line.
step_t step(int i, int j) {
    int first;
    best(i, j, first);
    return step_t(i - 1, first, 0u);
}

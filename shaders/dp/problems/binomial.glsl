//! problem  binomial
//! about    binomial coefficient C(n, m) by Pascal's triangle, exact or modulo a number
//! pattern  RUD
//! class    local
//! cell     u64
//! param    modulo u64 0
//! rows     n + 1
//! columns  m + 1
//! base     first-row 1
//! base     first-column 1
//! answer   last
//! label    C(n, m)
//! overflow give --modulo M for the rest of a division by M
//! solution none

// M(i, j) = C(i, j). If `modulo` is not 0, M(i, j) is C(i, j) modulo `modulo`.
cell_t base(int i, int j) { return j == 0 && modulo != cell_t(1) ? cell_t(1) : cell_t(0); }

cell_t cell(int i, int j) {
    const cell_t a = at(i - 1, j - 1);
    const cell_t b = at(i - 1, j);
    if (modulo == cell_t(0)) {
        const cell_t sum = a + b;
        overflow_if(sum < a);
        return sum;
    }
    // Both a and b are less than modulo, but a + b may not fit 64 bits.
    const cell_t rest = modulo - b;
    return a >= rest ? a - rest : a + b;
}

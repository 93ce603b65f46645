//! problem  fibonacci
//! about    Fibonacci number F(n), exact or modulo a number
//! pattern  CLR
//! class    chain
//! reach    j 2
//! cell     u64
//! param    modulo u64 0
//! rows     1
//! columns  n + 1
//! base     first-column 2
//! answer   last
//! label    F(n)
//! overflow give --modulo M for the rest of a division by M
//! solution none

// M(0, j) = F(j), where F(0) = 0 and F(1) = 1. If `modulo` is not 0, M(0, j) is F(j) modulo `modulo`.
cell_t base(int i, int j) { return modulo == cell_t(1) ? cell_t(0) : cell_t(j); }

cell_t cell(int i, int j) {
    const cell_t a = at(i, j - 1);
    const cell_t b = at(i, j - 2);
    if (modulo == cell_t(0)) {
        const cell_t sum = a + b;
        overflow_if(sum < a);
        return sum;
    }
    // Both a and b are less than modulo, but a + b may not fit 64 bits.
    const cell_t rest = modulo - b;
    return a >= rest ? a - rest : a + b;
}

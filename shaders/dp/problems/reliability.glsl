//! problem  reliability
//! about    parallel parts for each stage of a device within a budget: the largest probability that all stages work
//! pattern  RUD
//! cell     f64
//! input    works f64[] in 0 .. 1
//! input    price u32[len(works)] in 1 .. 2147483647
//! param    budget u32 60
//! rows     len(works) + 1
//! columns  budget + 1
//! base     first-row 1
//! answer   last
//! random   works 0.5 .. 1
//! random   price 1 .. 3
//! files    csv works, price: one row for each stage: the probability that one part works, and the price of a part
//! label    probability
//! solution path

// M(i, j): the largest probability that the first i stages work if their parts cost at most j.
cell_t base(int i, int j) { return cell_t(1); }

//! reduce   max k = 0 .. j / int(price(i - 1))
// Stage i - 1 gets k parts; k is the decision. Without parts the stage never works. Of equally good decisions the least
// is taken.
cell_t term(int i, int k, int j) {
    cell_t fails = cell_t(1);
    cell_t power = cell_t(1) - works(i - 1);
    for (int left = k; left > 0; left /= 2) {
        if (left % 2 == 1) fails *= power;
        power *= power;
    }
    return (cell_t(1) - fails) * at(i - 1, j - k * int(price(i - 1)));
}

//! problem  replacement
//! about    cheapest times to replace a machine within n years
//! pattern  CRL
//! class    chain
//! cell     u64
//! input    cost u32[n * (n + 1) / 2]
//! rows     1
//! columns  n + 1
//! base     last-column 1
//! bound    n * max(cost)
//! answer   at(0, 0)
//! random   cost 1 .. 1000
//! files    numbers cost: for each year k of n (--n), the costs of keeping a machine from year k to each of k + 1 .. n
//! label    cost
//! solution path

// M(0, j): the least cost from year j to year n. `cost` holds the costs of keeping a machine from year j to each later
// year k, for all j. The split k of year j is the year of the next machine, the first of equally good years.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   min k = j + 1 .. columns() - 1
cell_t term(int i, int k, int j) {
    const int n = columns() - 1;
    return at(i, k) + cost(j * (2 * n - j + 1) / 2 + k - j - 1);
}

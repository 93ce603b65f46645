//! problem  matrix-chain
//! about    fewest scalar multiplications for a chain of matrices
//! pattern  SONE
//! class    segments
//! cell     u64
//! input    d u32[]
//! rows     len(d) - 1
//! columns  len(d) - 1
//! domain   upper
//! base     diagonal 0
//! bound    max(d) * (products(d) + max(d) * max(d))
//! answer   at(0, len(d) - 2)
//! random   d[n + 1] 1 .. 100
//! files    numbers d: n + 1 dimensions of n matrices; matrix k has d[k] rows and d[k + 1] columns
//! label    products
//! overflow give smaller dimensions, or fewer of them
//! solution parentheses as A

// M(i, j): the fewest scalar multiplications for the product of matrices i .. j, where matrix i has d[i] rows and
// d[i + 1] columns. Multiplied from left to right, a chain costs at most the sum of max(d) * d[k] * d[k + 1] over its
// k. products(d) is the sum of all d[k] * d[k + 1], so two neighbouring chains together cost at most max(d) *
// products(d). The product of the two costs at most max(d)^3: hence the bound.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   min k = i .. j - 1
// The last product multiplies the product of i .. k by the product of k + 1 .. j. This k is the decision that the
// solution records for (i, j). The product comes first in the expression: a GPU may have one instruction for a product
// and a sum, and one for the other sum and the comparison.
cell_t term(int i, int k, int j) { return cell_t(d(i)) * d(k + 1) * d(j + 1) + at(i, k) + at(k + 1, j); }

#pragma once

#include <string>

// Recurrences that several tests of the command run.
namespace vkalgo::cli::test {

inline const std::string kStairs = R"(//! problem  steps
//! about    ways to climb stairs by steps of one or two
//! pattern  RUD
//! class    any
//! cell     u32
//! rows     n + 1
//! columns  1
//! base     first-row 2
//! answer   last
cell_t base(int i, int j) { return 1u; }
cell_t cell(int i, int j) { return at(i - 1, j) + at(i - 2, j); }
)";

inline const std::string kGrid = R"(//! problem  grid
//! about    cheapest way through a grid, right or down
//! pattern  NOSE
//! class    local
//! cell     u32
//! input    toll u32[(n + 1) * (m + 1)]
//! param    entry u32 0
//! rows     n + 1
//! columns  m + 1
//! base     first-row 1
//! base     first-column 1
//! bound    (n + m + 2) * max(toll) + entry
//! answer   last
cell_t base(int i, int j) {
    cell_t sum = entry;
    for (int r = 0; r <= i; ++r) sum += toll(r * columns());
    for (int c = 1; c <= j; ++c) sum += toll(c);
    return sum;
}
cell_t cell(int i, int j) { return min(at(i - 1, j), at(i, j - 1)) + toll(i * columns() + j); }
step_t step(int i, int j) {
    if (at(i - 1, j) <= at(i, j - 1)) return step_t(i - 1, j, 0u);
    return step_t(i, j - 1, 1u);
}
)";

}  // namespace vkalgo::cli::test

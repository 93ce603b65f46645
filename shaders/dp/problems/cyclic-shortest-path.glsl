//! problem  cyclic-shortest-path
//! about    shortest path in a graph of n vertices, lengths of any sign; a cycle of negative length is reported
//! pattern  CLR
//! class    row-all
//! cell     i64
//! param    start i32 -1 in -1 .. n - 1
//! param    goal u32 0 in 0 .. n - 1
//! input    edge i32[n * n]
//! rows     n
//! columns  2 * n
//! base     first-column 1
//! answer   at(start + n * (1 / (start + 2)), 2 * n - 1)
//! status   negative-cycle
//! random   edge 1 .. 100
//! files    numbers edge: a row for each of n vertices (--n): the length to each vertex; 2147483647 for no edge
//! label    length
//! solution path

// M(i, j): the least length of a walk of at most j edges from vertex i to the goal. The walk may also pass through the
// goal. A start of -1 is the last vertex.
cell_t base(int i, int j) { return uint(i) == goal ? cell_t(0) : INFEASIBLE; }

//! reduce   min k = 0 .. rows() - 1
// The walk goes to k first, or stays where it is (k = i). Without negative cycles a shortest walk has at most n - 1
// edges. So if n edges give a shorter walk, the walk contains a negative cycle. Column n shows this for at least one
// vertex of each such cycle, and n - 1 further columns carry it to all vertices from which the cycle can be reached.
cell_t term(int i, int k, int j) {
    const int along = edge(i * rows() + k);
    const cell_t rest = at(k, j - 1);
    if (along == 2147483647) return i == k ? rest : INFEASIBLE;
    const cell_t sum = plus(rest, cell_t(i == k ? min(along, 0) : along));
    return j >= rows() && sum < at(i, j - 1) ? UNBOUNDED : sum;
}

// Columns n and above go to column n - 1. There the decision is the vertex itself if the walk may stay; otherwise it
// is the next vertex, the first of equally good vertices.
step_t step(int i, int j) {
    if (j >= rows()) return step_t(i, rows() - 1, uint(i));
    if (at(i, j) == at(i, j - 1)) return step_t(i, j - 1, uint(i));
    for (int k = 0; k < rows(); ++k) {
        const int along = edge(i * rows() + k);
        if (along != 2147483647 && plus(at(k, j - 1), cell_t(along)) == at(i, j)) return step_t(k, j - 1, uint(k));
    }
    return step_t(-1, -1, 0u);
}

//! problem  spanning-tree
//! about    least spanning tree of a graph of n vertices, grown from vertex 0
//! pattern  CRL
//! class    row-gather
//! cell     u64
//! input    dist i32[n * n] in -1 .. 2147483647
//! rows     2 ^ n
//! columns  n
//! base     last-column 1
//! bound    sum(dist) + n * n
//! goal     min
//! answer   at(1, 0)
//! random   dist 1 .. 100
//! files    numbers dist: a row for each of n vertices (--n); -1 for no edge; read above the diagonal only
//! label    length
//! solution items decision sum dist

// There are 2^n rows for the sets S of vertices: vertex d is in S if bit d of i is set. Column j has the sets of j + 1
// vertices; its other cells are infeasible. So all sets of one size are computed at once. M(S, j): the least length of
// edges that connect the other vertices with S. The bound also counts the elements of dist that are not read. Whatever
// values these have, the bound fits the 64 bits of a cell.
cell_t base(int i, int j) { return i == rows() - 1 ? cell_t(0) : INFEASIBLE; }

// Returns the index in dist of the shortest edge from S to d, the first of equally long edges; -1 if no edge exists.
int nearest(int i, int d) {
    const int n = columns();
    int best = -1;
    for (int s = 0; s < n; ++s) {
        const int edge = min(s, d) * n + max(s, d);
        if ((i >> s & 1) == 1 && dist(edge) >= 0 && (best < 0 || dist(edge) < dist(best))) best = edge;
    }
    return best;
}

cell_t with(int i, int j, int d) {
    const int edge = (i >> d & 1) == 1 ? -1 : nearest(i, d);
    return edge < 0 ? INFEASIBLE : plus(at(i | 1 << d, j + 1), cell_t(dist(edge)));
}

cell_t cell(int i, int j) {
    cell_t best = INFEASIBLE;
    for (int d = 0; bitCount(i) == j + 1 && d < columns(); ++d) best = min(best, with(i, j, d));
    return best;
}

// The decision is the index in dist of an edge, s * n + d with s < d. The edge connects S with the next vertex, the
// first of equally good vertices.
step_t step(int i, int j) {
    for (int d = 0; d < columns(); ++d) {
        if (with(i, j, d) == at(i, j)) return step_t(i | 1 << d, j + 1, uint(nearest(i, d)));
    }
    return step_t(-1, -1, 0u);
}

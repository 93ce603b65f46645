//! problem sums-beyond-bound
//! pattern RUD
//! rows 6
//! columns 6
//! cell u64
//! bound 10
//! answer last
cell_t cell(int i, int j) { return i == 0 ? cell_t(7) : min(at(i - 1, j) + 1000, uint(7)); }

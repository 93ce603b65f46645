//! problem  nim
//! about    heap of n matches, each move takes 1 to 3: whether the player to move wins (1) or loses (0)
//! pattern  CLR
//! class    chain
//! reach    j 3
//! cell     u32
//! param    misere u32 0 in 0 .. 1
//! rows     1
//! columns  n + 1
//! base     first-column 1
//! bound    1
//! answer   last
//! label    wins
//! solution path

// M(0, j) is 1 if the player who moves with j matches left wins. The player who takes the last match wins; with
// --misere 1 that player loses.
cell_t base(int i, int j) { return misere == 0u ? 0u : 1u; }

cell_t cell(int i, int j) {
    for (int d = 1; d <= min(3, j); ++d) {
        if (at(i, j - d) == 0u) return 1u;
    }
    return 0u;
}

// The path is a game: the decision is the number of matches taken. A player who can win takes the fewest matches that
// leave a losing heap; a player who cannot takes 1.
step_t step(int i, int j) {
    for (int d = 1; d <= min(3, j); ++d) {
        if (at(i, j - d) == 0u) return step_t(i, j - d, uint(d));
    }
    return step_t(i, j - 1, 1u);
}

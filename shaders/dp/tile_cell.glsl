// A cell whose neighbours are in registers, and the user's text for that cell, in tile.glsl and batch.glsl. Indices are
// canonical (ci, cj) or the user's (i, j), which are the same or reflected. Needs rows(), columns(), and the constants
// vkalgo_kReflectRows, vkalgo_kReflectColumns, vkalgo_kRegionTest, vkalgo_kNeighbours and vkalgo_kCheckInputs.
#ifndef VKALGO_DP_TILE_CELL_GLSL
#define VKALGO_DP_TILE_CELL_GLSL

// The neighbours of the current cell, and whether the cell exists, so that its errors count.
cell_t vkalgo_tile_left, vkalgo_tile_up, vkalgo_tile_diagonal;
bool vkalgo_tile_valid;
bool vkalgo_tile_in_base = false;  // True while base() runs for a cell whose neighbours are not available

#ifndef VKALGO_TILE_PROBLEM
#define VKALGO_TILE_PROBLEM 0  // In a batch: number of the problem
#endif
ivec4 vkalgo_current_cell() { return ivec4(vkalgo_tile_i, vkalgo_tile_j, VKALGO_TILE_PROBLEM, 0); }
#define VKALGO_CELL_COUNTS vkalgo_tile_valid
#define VKALGO_NOTES_FAULTS
#include "dp/status.glsl"

bool vkalgo_checks_kept() { return vkalgo_kCheckInputs || vkalgo_tile_in_base; }
bool vkalgo_tile_exists(int i, int j) {
    return uint(i) < uint(rows()) && uint(j) < uint(columns()) && vkalgo_in_domain(i, j);
}
// Notes the error of a read that is not of a neighbour, if the current cell exists.
void vkalgo_tile_refuse(int i, int j) {
    if (!vkalgo_tile_valid) return;
    const int up = vkalgo_kReflectRows ? i - vkalgo_tile_i : vkalgo_tile_i - i;
    const int left = vkalgo_kReflectColumns ? j - vkalgo_tile_j : vkalgo_tile_j - j;
    uint flag = up + left > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER;
    if (!vkalgo_tile_exists(i, j)) flag = VKALGO_STATUS_OUTSIDE;
    vkalgo_raise(flag, i, j);
}
// Returns a neighbour of the current cell. In nearly every recurrence, i and j are at constant distances from the
// current cell. The compiler then reduces this function to one register.
cell_t at(int i, int j) {
    const int up = vkalgo_kReflectRows ? 1 : -1;
    const int left = vkalgo_kReflectColumns ? 1 : -1;
    if (vkalgo_tile_in_base) {
        vkalgo_tile_refuse(i, j);
        return vkalgo_no_cell();
    }
    if (!vkalgo_kNeighbours && vkalgo_tile_valid && !vkalgo_tile_exists(i, j))
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, i, j);
    if (i == vkalgo_tile_i && j == vkalgo_tile_j + left) return vkalgo_tile_left;
    if (i == vkalgo_tile_i + up && j == vkalgo_tile_j) return vkalgo_tile_up;
    if (i == vkalgo_tile_i + up && j == vkalgo_tile_j + left) return vkalgo_tile_diagonal;
    vkalgo_tile_refuse(i, j);
    return vkalgo_no_cell();
}

int vkalgo_tile_user_row(int ci) { return vkalgo_kReflectRows ? rows() - 1 - ci : ci; }
int vkalgo_tile_user_column(int cj) { return vkalgo_kReflectColumns ? columns() - 1 - cj : cj; }
cell_t vkalgo_tile_base(int ci, int cj) {
    vkalgo_tile_i = vkalgo_tile_user_row(ci);
    vkalgo_tile_j = vkalgo_tile_user_column(cj);
    vkalgo_tile_valid = true;
    // base() reads inputs through the same accessors as cell(), so the accessors must return this cell's inputs.
    vkalgo_tile_row = vkalgo_load_row_inputs(vkalgo_tile_i);
    vkalgo_tile_column = vkalgo_load_column_inputs(vkalgo_tile_j);
    vkalgo_tile_in_base = true;
    const cell_t value = base(vkalgo_tile_i, vkalgo_tile_j);
    vkalgo_tile_in_base = false;
    return value;
}

// Computes the current cell. With the region test, the cell may also be a base cell or outside the domain.
cell_t vkalgo_tile_value() {
    if (!vkalgo_kRegionTest) return cell(vkalgo_tile_i, vkalgo_tile_j);
    if (!vkalgo_tile_valid || !vkalgo_in_domain(vkalgo_tile_i, vkalgo_tile_j)) return vkalgo_no_cell();
    if (vkalgo_in_base(vkalgo_tile_i, vkalgo_tile_j)) return base(vkalgo_tile_i, vkalgo_tile_j);
    return cell(vkalgo_tile_i, vkalgo_tile_j);
}

#endif

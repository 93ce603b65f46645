// Walks step(i, j) without a stored table: each dispatch recomputes the block of the table that holds the walk's cell from
// the borders that the tile engine kept, then follows the walk until it leaves the block.
//   One workgroup, an invocation a row of the block (kRows x kColumns cells). Invocation r computes column t - r at turn t and
//   hands its cell to the row below through shared memory; it writes the cell to `cells` and the direction of step() to two
//   bits in shared memory. Then one invocation follows the two bits, and at last all invocations ask step() again for the
//   decisions of the cells on the path.
//   Reads: a block's upper and left border; writes kRows x kColumns cells and the path. Cost: kRows + kColumns turns of one
//   barrier, one dependent read of shared memory a path cell.
//   Block (p, q) holds canonical rows kFirstRow + p * kRows ..., columns kFirstColumn + q * kColumns ...; the row above it is
//   kept row p - 1, the column left of it kept column q - 1.
// inputs from binding 5
#include "dp/dp.h"
#include "dp/walk_tiles.h"

layout(push_constant) uniform VkalgoPush { WalkTilesPush push; VKALGO_PARAMS };

int rows() { return push.rows; }
int columns() { return push.columns; }

#include "dp/frame.glsl"

layout(constant_id = WALK_TILES_CONSTANT_COLUMNS) const int kColumns = 256;
layout(constant_id = WALK_TILES_CONSTANT_REGION_TEST) const bool kRegionTest = false;
layout(constant_id = WALK_TILES_CONSTANT_FIRST_ROW) const int kFirstRow = 1;
layout(constant_id = WALK_TILES_CONSTANT_FIRST_COLUMN) const int kFirstColumn = 1;
const int kRows = int(gl_WorkGroupSize.x);

layout(std430, set = 0, binding = 0) readonly buffer KeptRows { cell_t kept_rows[]; };        // [p][canonical column]
layout(std430, set = 0, binding = 1) readonly buffer KeptColumns { cell_t kept_columns[]; };  // [q][canonical row]

ivec2 vkalgo_current_cell() { return ivec2(tile_i, tile_j); }
#include "dp/status.glsl"
#include "dp/path.glsl"

// Cell (r, c) of the block at [(r + 1) * (kColumns + 1) + c + 1]; row and column 0 are the border.
layout(std430, set = 0, binding = 4) coherent buffer BlockCells { cell_t cells[]; };  // read-write: one workgroup's scratch

// Directions of step(): 16 cells a word; a row has words of its own, so that no two invocations write the same one.
const uint kUp = 1u;
const uint kLeft = 2u;
const int kWordsARow = (kColumns + 15) / 16;
shared uint directions[kRows * kWordsARow];
shared cell_t handed[2 * kRows];  // the cell of each row, by parity of the turn
shared ivec4 walk;                // canonical row and column, records so far, done

cell_t cell_left, cell_up, cell_diagonal, cell_own;
cell_t at(int a, int b) {
    return a == tile_i ? (b == tile_j ? cell_own : cell_left) : (b == tile_j ? cell_up : cell_diagonal);
}

cell_t base_of(ivec2 c) {
    const ivec2 u = to_user(c);
    tile_i = u.x;
    tile_j = u.y;
    return base(u.x, u.y);
}

// The cell just outside the interior's upper or left edge, or on a kept border.
cell_t border_cell(ivec2 c, ivec2 origin) {
    if (c.x < 0 || c.y < 0 || c.x >= canonical_rows() || c.y >= canonical_columns()) return cell_t(0);
    if (c.x < kFirstRow || c.y < kFirstColumn) return base_of(c);
    if (c.x < origin.x) return kept_rows[((origin.x - kFirstRow) / kRows - 1) * canonical_columns() + c.y];
    return kept_columns[((origin.y - kFirstColumn) / kColumns - 1) * canonical_rows() + c.x];
}

int block_index(int r, int c) { return (r + 1) * (kColumns + 1) + c + 1; }

void enter(ivec2 c) {
    const ivec2 u = to_user(c);
    tile_i = u.x;
    tile_j = u.y;
    tile_row = load_row_inputs(u.x);
    tile_column = load_column_inputs(u.y);
}

// The two bits of the step from (tile_i, tile_j); 0 where the walk ends.
uint direction_of(ivec2 c, out uint decision) {
    const step_t next = step(tile_i, tile_j);
    decision = next.decision;
    const ivec2 moved = c - to_canonical(next.i, next.j);
    if (moved == ivec2(0, 0)) return 0u;
    if (uint(moved.x) > 1u || uint(moved.y) > 1u) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, next.i, next.j);
        return 0u;
    }
    return (moved.x == 1 ? kUp : 0u) | (moved.y == 1 ? kLeft : 0u);
}

bool is_interior(ivec2 c) {
    if (c.x < kFirstRow || c.y < kFirstColumn) return false;
    if (!kRegionTest) return true;
    const ivec2 u = to_user(c);
    return vkalgo_in_domain(u.x, u.y) && !vkalgo_in_base(u.x, u.y);
}

cell_t compute(ivec2 c) {
    if (!kRegionTest || is_interior(c)) return cell(tile_i, tile_j);
    return vkalgo_in_domain(tile_i, tile_j) ? base(tile_i, tile_j) : cell_t(0);
}

void compute_block(ivec2 origin, ivec2 size) {
    const int r = int(gl_LocalInvocationID.x);
    const int row = origin.x + r;
    for (int w = 0; w < kWordsARow; ++w) directions[r * kWordsARow + w] = 0u;
    for (int c = r; c <= size.y; c += kRows) cells[block_index(-1, c - 1)] = border_cell(ivec2(origin.x - 1, origin.y + c - 1), origin);
    cell_t left = border_cell(ivec2(row, origin.y - 1), origin);
    cell_t diagonal = border_cell(ivec2(row - 1, origin.y - 1), origin);
    cells[block_index(r, -1)] = left;
    memoryBarrierBuffer();
    barrier();
    for (int turn = 0; turn < size.x + size.y - 1; ++turn) {
        const int c = turn - r;
        if (r < size.x && c >= 0 && c < size.y) {
            const cell_t up = r == 0 ? cells[block_index(-1, c)] : handed[((turn + 1) & 1) * kRows + r - 1];
            const ivec2 canonical = ivec2(row, origin.y + c);
            enter(canonical);
            cell_left = left;
            cell_up = up;
            cell_diagonal = diagonal;
            const cell_t value = compute(canonical);
            cell_own = value;
            if (is_interior(canonical)) {
                uint decision;
                directions[r * kWordsARow + c / 16] |= direction_of(canonical, decision) << (c % 16 * 2);
            }
            cells[block_index(r, c)] = value;
            handed[(turn & 1) * kRows + r] = value;
            diagonal = up;
            left = value;
        }
        barrier();
    }
}

// One invocation follows the directions; records the cells, their decisions to be filled in.
void follow(ivec2 origin) {
    ivec2 c = walk.xy;
    uint count = uint(walk.z);
    bool done = false;
    while (!done && c.x >= origin.x && c.y >= origin.y) {
        const ivec2 local = c - origin;
        const uint moves = (directions[local.x * kWordsARow + local.y / 16] >> (local.y % 16 * 2)) & 3u;
        done = kRegionTest && !is_interior(c);
        if (!done) {
            const ivec2 u = to_user(c);
            if (count < push.capacity) put_record(count, u.x, u.y, 0u);
            ++count;
            done = moves == 0u;
            c -= ivec2((moves & kUp) != 0u ? 1 : 0, (moves & kLeft) != 0u ? 1 : 0);
        }
    }
    walk = ivec4(c, int(count), done || !is_interior(c) ? 1 : 0);
}

void main() {
    if (push.begin == 0u && path_done != 0u) return;
    const ivec2 start = to_canonical(push.begin != 0u ? push.i : path_i, push.begin != 0u ? push.j : path_j);
    const uint first_record = push.begin != 0u ? 0u : path_count;
    const bool inside = is_interior(start);
    const ivec2 origin = ivec2(kFirstRow + (start.x - kFirstRow) / kRows * kRows, kFirstColumn + (start.y - kFirstColumn) / kColumns * kColumns);
    if (inside) {
        // Only the part of the block above and left of the walk's cell.
        compute_block(origin, start - origin + 1);
        if (gl_LocalInvocationID.x == 0u) {
            walk = ivec4(start, int(first_record), 0);
            follow(origin);
        }
    } else if (gl_LocalInvocationID.x == 0u) {
        walk = ivec4(start, int(first_record), 1);
    }
    memoryBarrierBuffer();
    memoryBarrierShared();
    barrier();
    const uint end = min(uint(walk.z), push.capacity);
    for (uint slot = first_record + gl_LocalInvocationID.x; slot < end; slot += gl_WorkGroupSize.x) {
        const ivec2 u = ivec2(int(path_records[slot * VKALGO_PATH_RECORD_WORDS]), int(path_records[slot * VKALGO_PATH_RECORD_WORDS + 1]));
        const ivec2 c = to_canonical(u.x, u.y);
        const ivec2 local = c - origin;
        enter(c);
        cell_own = cells[block_index(local.x, local.y)];
        cell_left = cells[block_index(local.x, local.y - 1)];
        cell_up = cells[block_index(local.x - 1, local.y)];
        cell_diagonal = cells[block_index(local.x - 1, local.y - 1)];
        uint decision;
        direction_of(c, decision);
        put_record(slot, u.x, u.y, decision);
    }
    barrier();
    if (gl_LocalInvocationID.x == 0u) {
        const ivec2 u = to_user(walk.xy);
        path_count = uint(walk.z);
        path_done = uint(walk.w);
        path_i = u.x;
        path_j = u.y;
    }
}

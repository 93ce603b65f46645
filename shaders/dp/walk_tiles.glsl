// Walks step(i, j) without a stored table, from the borders that the tile method kept, in three tasks:
//   maps   every block of the table above and left of the answer, all at once: recomputes the block and carries with
//          each cell where a walk from there leaves the block, and after how many steps. Written are those of the
//          block's last row and last column, where walks enter.
//   chain  one invocation hops from the answer's block to the next by one look into a map each, and notes for every
//          block that it visits where the walk enters and the number of its first record.
//   paths  every visited block, all at once: recomputes it for the two-bit directions of step(), one invocation follows
//          them, and recomputes it once more for the decisions of the cells on the path.
//   A workgroup owns a block of kRows x kColumns cells: invocation r holds kRegisters rows, and at iteration t computes
//   their WALK_TILES_GROUP columns of column group t - r. Bottom rows go to the invocation below through shared memory.
//   Reads: a block's upper and left border. Writes: kRows + kColumns words per block; the path. Cost: twice the table's
//   cells; per block, columns / WALK_TILES_GROUP + invocations iterations of one barrier; per visited block, one
//   dependent read; per path cell, one dependent read of shared memory.
//   Block (p, q) holds canonical rows kFirstRow + p * kRows ..., columns kFirstColumn + q * kColumns ...; the row above
//   it is kept row p - 1, the column left of it kept column q - 1. No block reaches beyond the answer's row and column:
//   a walk only goes up and left.
// inputs from binding 6
// module walk_tiles: needs-local, needs-step, keeps-inputs
#include "dp/dp.h"
#include "dp/walk_tiles.h"

layout(push_constant) uniform VkalgoPush {
    WalkTilesPush push;
    VKALGO_PARAMS
};

int rows() { return push.rows; }
int columns() { return push.columns; }

#include "dp/frame.glsl"

layout(constant_id = WALK_TILES_CONSTANT_COLUMNS) const int kColumns = 256;
layout(constant_id = WALK_TILES_CONSTANT_REGION_TEST) const bool kRegionTest = false;
layout(constant_id = WALK_TILES_CONSTANT_FIRST_ROW) const int kFirstRow = 1;
layout(constant_id = WALK_TILES_CONSTANT_FIRST_COLUMN) const int kFirstColumn = 1;
layout(constant_id = WALK_TILES_CONSTANT_ROWS) const int kRows = 256;
layout(constant_id = WALK_TILES_CONSTANT_REGISTERS) const int kRegisters = 8;
layout(constant_id = WALK_TILES_CONSTANT_TASK) const uint kTask = WALK_TILES_TASK_MAPS;
const int kGroup = WALK_TILES_GROUP;
const int kLanes = kRows / kRegisters;
const bool kMaps = kTask == WALK_TILES_TASK_MAPS;
const bool kPaths = kTask == WALK_TILES_TASK_PATHS;

layout(std430, set = 0, binding = 0) readonly buffer KeptRows { cell_t kept_rows[]; };        // [p][canonical column]
layout(std430, set = 0, binding = 1) readonly buffer KeptColumns { cell_t kept_columns[]; };  // [q][canonical row]

// Set only where the walk itself stands: the other cells were checked by the tile kernel.
bool cell_counts = false;
ivec2 vkalgo_current_cell() { return ivec2(tile_i, tile_j); }
#define VKALGO_CELL_COUNTS cell_counts
#include "dp/status.glsl"
#include "dp/path.glsl"

// An exit: the border place by which a walk leaves the block (0 the corner, then the row above, then the column to the
// left), or kEnds if it ends in the block; and above these 16 bits the number of records until then.
// [block][kColumns of the last row, kRows of the last column]
layout(std430, set = 0, binding = 4) buffer Maps { uint maps[]; };  // read-write: made, then followed
layout(std430, set = 0, binding = 5) buffer Visits {                // read-write: the chain goes on where it stopped
    int visit_count;
    uint visit_done;
    int visit_row, visit_column;
    uint visit_records;
    uint visit_unused[3];
    ivec4 visits[];  // canonical row and column of the entry, number of the first record
};
const uint kEnds = 0xffffu;
const uint kOneRecord = 0x10000u;

// Directions of step(): a word holds those of 4 rows and one column group.
const uint kUp = 1u;
const uint kLeft = 2u;
const int kDirectionWords = kPaths ? kRows * kColumns / (4 * kGroup) : 1;
const int kPathRows = kPaths ? kRows : 1;
const int kHandedExits = kMaps ? 2 * kLanes * kGroup : 1;
shared uint directions[kDirectionWords];
shared uint path_row[kPathRows];    // the path's columns in this row, the last one in the upper 16 bits; 1: none
shared uint path_slot[kPathRows];   // the record of the last of them; those to the left follow
shared cell_t above[kColumns + 1];  // the border row, from the corner on
shared ColumnInputs inputs_of[kColumns];
shared cell_t handed[2 * kLanes * kGroup];  // the bottom row of each invocation, by parity of the turn
shared uint handed_exits[kHandedExits];

cell_t cell_left, cell_up, cell_diagonal, cell_own;
cell_t at(int a, int b) {
    return a == tile_i ? (b == tile_j ? cell_own : cell_left) : (b == tile_j ? cell_up : cell_diagonal);
}

cell_t base_of(ivec2 c) {
    const ivec2 u = to_user(c);
    tile_i = u.x;
    tile_j = u.y;
    tile_row = load_row_inputs(u.x);  // base() reads inputs by the same accessors as cell()
    tile_column = load_column_inputs(u.y);
    return base(u.x, u.y);
}

// The cell just outside the interior's upper or left edge, or on a kept border.
cell_t border_cell(ivec2 c, ivec2 origin) {
    if (c.x < 0 || c.y < 0 || c.x >= canonical_rows() || c.y >= canonical_columns()) return cell_t(0);
    if (c.x < kFirstRow || c.y < kFirstColumn) return base_of(c);
    if (c.x < origin.x) return kept_rows[((origin.x - kFirstRow) / kRows - 1) * canonical_columns() + c.y];
    return kept_columns[((origin.y - kFirstColumn) / kColumns - 1) * canonical_rows() + c.x];
}

bool is_interior(ivec2 c) {
    if (c.x < kFirstRow || c.y < kFirstColumn) return false;
    if (!kRegionTest) return true;
    const ivec2 u = to_user(c);
    return vkalgo_in_domain(u.x, u.y) && !vkalgo_in_base(u.x, u.y);
}

cell_t compute(bool exists, bool interior) {
    if (!kRegionTest || interior) return cell(tile_i, tile_j);
    return exists && vkalgo_in_domain(tile_i, tile_j) ? base(tile_i, tile_j) : cell_t(0);
}

ivec2 answer_cell() { return to_canonical(push.i, push.j); }
ivec2 block_of(ivec2 c) { return (c - ivec2(kFirstRow, kFirstColumn)) / ivec2(kRows, kColumns); }
ivec2 origin_of(ivec2 block) { return ivec2(kFirstRow, kFirstColumn) + block * ivec2(kRows, kColumns); }
ivec2 size_until(ivec2 origin, ivec2 last) { return min(ivec2(kRows, kColumns), last - origin + 1); }
uint map_of(ivec2 block) { return uint(block.x * (block_of(answer_cell()).y + 1) + block.y) * uint(kRows + kColumns); }

void load_borders(ivec2 origin, ivec2 size) {
    const int lane = int(gl_LocalInvocationID.x);
    for (int c = lane; c <= size.y; c += kLanes) above[c] = border_cell(origin + ivec2(-1, c - 1), origin);
    for (int c = lane; c < size.y; c += kLanes) inputs_of[c] = load_column_inputs(to_user(origin + ivec2(0, c)).y);
}

// Asks a cell on the path once more, for its decision and whether its step obeys the rules.
void put_decision(ivec2 canonical, uint slot) {
    cell_counts = true;
    const step_t next = step(tile_i, tile_j);
    const bool in_table =
        uint(next.i) < uint(rows()) && uint(next.j) < uint(columns()) && vkalgo_in_domain(next.i, next.j);
    const ivec2 moved = canonical - to_canonical(next.i, next.j);
#ifdef VKALGO_HAS_BASE
    if (!in_table) vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, next.i, next.j);
#endif
    if (in_table && (uint(moved.x) > 1u || uint(moved.y) > 1u || moved == ivec2(0, 0)))
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER | VKALGO_STATUS_STEP, next.i, next.j);
    cell_counts = false;
    if (slot < push.capacity) put_record(slot, tile_i, tile_j, next.decision);
}

// Computes the block's cells up to `size`. Maps: writes the exits to `map`. Paths: writes the directions, or with
// `decide` the records of the path's cells.
void sweep(ivec2 origin, ivec2 size, uint map, const bool decide) {
    const int lane = int(gl_LocalInvocationID.x);
    const int first = lane * kRegisters;
    cell_t left[kRegisters];
    uint left_exit[kRegisters];
    RowInputs row_inputs[kRegisters];
    uint on_path[kRegisters];
    [[unroll]] for (int r = 0; r < kRegisters; ++r) {
        left[r] = border_cell(origin + ivec2(first + r, -1), origin);
        left_exit[r] = uint(kColumns + 1 + first + r);
        row_inputs[r] = load_row_inputs(to_user(origin + ivec2(first + r, 0)).x);
        on_path[r] = decide ? path_row[(first + r) % kPathRows] : 1u;
    }
    cell_t corner = border_cell(origin + ivec2(first - 1, -1), origin);
    uint corner_exit = first == 0 ? 0u : uint(kColumns + first);
    const int groups = (size.y + kGroup - 1) / kGroup;
    const int lanes = (size.x + kRegisters - 1) / kRegisters;
    for (int turn = 0; turn < groups + lanes - 1; ++turn) {
        const int group = turn - lane;
        if (lane < lanes && group >= 0 && group < groups) {
            const int write_slot = ((turn & 1) * kLanes + lane) * kGroup;
            const int read_slot = (((turn + 1) & 1) * kLanes + max(lane, 1) - 1) * kGroup;
            uint words[kRegisters / 4];
            [[unroll]] for (int w = 0; w < kRegisters / 4; ++w)
                words[w] = 0u;
            cell_t entering[kGroup];
            cell_t block[kRegisters * kGroup];
            cell_t before[kRegisters];  // the column left of the group
            [[unroll]] for (int r = 0; r < kRegisters; ++r)
                before[r] = left[r];
            const cell_t first_corner = corner;
            [[unroll]] for (int c = 0; c < kGroup; ++c) {
                const int column = group * kGroup + c;
                cell_t up = lane == 0 ? above[column + 1] : handed[read_slot + c];
                uint up_exit = 0u;
                if (kMaps) up_exit = lane == 0 ? uint(column + 1) : handed_exits[read_slot + c];
                entering[c] = up;
                cell_t diagonal = corner;
                uint diagonal_exit = corner_exit;
                corner = up;
                corner_exit = up_exit;
                tile_column = inputs_of[column];
                [[unroll]] for (int r = 0; r < kRegisters; ++r) {
                    const ivec2 canonical = origin + ivec2(first + r, column);
                    const ivec2 user = to_user(canonical);
                    tile_i = user.x;
                    tile_j = user.y;
                    tile_row = row_inputs[r];
                    cell_left = left[r];
                    cell_up = up;
                    cell_diagonal = diagonal;
                    const bool exists = first + r < size.x && column < size.y;
                    const bool interior = !kRegionTest || (exists && is_interior(canonical));
                    const cell_t value = compute(exists, interior);
                    cell_own = value;
                    uint exit = kEnds;
                    if (!decide && interior) {
                        // A neighbour, or the walk breaks a rule, which the path's own cells are asked for.
                        const step_t next = step(tile_i, tile_j);
                        const bool goes_up = next.i != user.x;
                        const bool goes_left = next.j != user.y;
                        if (kMaps) {
                            exit = goes_left ? (goes_up ? diagonal_exit : left_exit[r]) : (goes_up ? up_exit : kEnds);
                            exit += kOneRecord;
                        } else {
                            words[r / 4] |= ((goes_up ? kUp : 0u) | (goes_left ? kLeft : 0u))
                                            << ((r % 4 * kGroup + c) * 2);
                        }
                    }
                    if (decide) block[r * kGroup + c] = value;
                    diagonal = left[r];
                    diagonal_exit = left_exit[r];
                    left[r] = value;
                    left_exit[r] = exit;
                    up = value;
                    up_exit = exit;
                }
                handed[write_slot + c] = up;
                if (kMaps) {
                    handed_exits[write_slot + c] = up_exit;
                    // A block that ends before its last row is not entered there.
                    if (lane == kLanes - 1 && column < size.y) maps[map + column] = up_exit;
                    if (column == size.y - 1) {
                        [[unroll]] for (int r = 0; r < kRegisters; ++r)
                            maps[map + kColumns + first + r] = left_exit[r];
                    }
                }
            }
            if (kPaths && !decide) {
                [[unroll]] for (int w = 0; w < kRegisters / 4; ++w)
                    directions[(lane * (kColumns / kGroup) + group) * (kRegisters / 4) + w] = words[w];
            }
            if (decide) {
                [[unroll]] for (int r = 0; r < kRegisters; ++r) {
                    const int from = max(int(on_path[r] & 0xffffu) - group * kGroup, 0);
                    const int until = min(int(on_path[r] >> 16) - group * kGroup, kGroup - 1);
                    if (from <= until) {
                        tile_row = row_inputs[r];
                        [[unroll]] for (int c = 0; c < kGroup; ++c) {
                            if (c >= from && c <= until) {
                                const ivec2 canonical = origin + ivec2(first + r, group * kGroup + c);
                                const ivec2 user = to_user(canonical);
                                tile_i = user.x;
                                tile_j = user.y;
                                tile_column = inputs_of[group * kGroup + c];
                                cell_own = block[r * kGroup + c];
                                cell_left = c == 0 ? before[r] : block[r * kGroup + max(c, 1) - 1];
                                cell_up = r == 0 ? entering[c] : block[(max(r, 1) - 1) * kGroup + c];
                                cell_diagonal = c == 0   ? (r == 0 ? first_corner : before[max(r, 1) - 1])
                                                : r == 0 ? entering[max(c, 1) - 1]
                                                         : block[(max(r, 1) - 1) * kGroup + max(c, 1) - 1];
                                put_decision(canonical,
                                             path_slot[first + r] + (on_path[r] >> 16) - uint(group * kGroup + c));
                            }
                        }
                    }
                }
            }
        }
        barrier();
    }
}

void make_map() {
    const uint number = push.first + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (number >= push.count) return;
    const ivec2 last = answer_cell();
    const int across = block_of(last).y + 1;
    const ivec2 block = ivec2(int(number) / across, int(number) % across);
    const ivec2 origin = origin_of(block);
    const ivec2 size = size_until(origin, last);
    load_borders(origin, size);
    barrier();
    sweep(origin, size, map_of(block), false);
}

void follow_maps() {
    const ivec2 last = answer_cell();
    ivec2 c = push.first == 0u ? last : ivec2(visit_row, visit_column);
    int count = push.first == 0u ? 0 : visit_count;
    uint records = push.first == 0u ? 0u : visit_records;
    bool done = push.first == 0u ? !is_interior(c) : visit_done != 0u;
    for (uint hop = 0; hop < push.count && !done; ++hop) {
        const ivec2 block = block_of(c);
        const ivec2 origin = origin_of(block);
        const ivec2 local = c - origin;
        const bool in_last_column = local.y == size_until(origin, last).y - 1;
        const uint exit = maps[map_of(block) + uint(in_last_column ? kColumns + local.x : local.y)];
        visits[count++] = ivec4(c, int(records), 0);
        records += exit >> 16;
        const int place = int(exit & 0xffffu);
        done = place == int(kEnds);
        if (!done) {
            c = origin + (place <= kColumns ? ivec2(-1, place - 1) : ivec2(place - kColumns - 1, -1));
            done = !is_interior(c);
        }
    }
    visit_row = c.x;
    visit_column = c.y;
    visit_count = count;
    visit_records = records;
    visit_done = done ? 1u : 0u;
    path_count = records;
    path_done = 0u;
}

// The cell where the walk that enters at `c` leaves the block, or ends.
ivec2 follow_directions(ivec2 c, ivec2 origin, uint slot) {
    ivec2 local = c - origin;
    int row = -1;
    uint end = 0u;
    while (local.x >= 0 && local.y >= 0) {
        if (kRegionTest && !is_interior(origin + local)) break;
        if (local.x != row) {
            row = local.x;
            end = uint(local.y) << 16;
            path_slot[row] = slot;
        }
        path_row[row] = end | uint(local.y);
        ++slot;
        const int in_lane = local.x % kRegisters;
        const uint word =
            directions[(local.x / kRegisters * (kColumns / kGroup) + local.y / kGroup) * (kRegisters / 4) +
                       in_lane / 4];
        const uint moves = (word >> ((in_lane % 4 * kGroup + local.y % kGroup) * 2)) & 3u;
        if (moves == 0u) break;
        local -= ivec2(int(moves & kUp), int(moves >> 1));
    }
    return origin + local;
}

void put_path() {
    const int number = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
    const int count = visit_count;
    ivec2 leaves = ivec2(visit_row, visit_column);
    if (number < count) {
        const ivec4 visit = visits[number];
        const ivec2 origin = origin_of(block_of(visit.xy));
        const ivec2 size = visit.xy - origin + 1;
        const int lane = int(gl_LocalInvocationID.x);
        [[unroll]] for (int r = 0; r < kRegisters; ++r)
            path_row[lane * kRegisters + r] = 1u;
        load_borders(origin, size);
        barrier();
        sweep(origin, size, 0u, false);
        if (lane == 0) leaves = follow_directions(visit.xy, origin, uint(visit.z));
        barrier();
        sweep(origin, size, 0u, true);
    }
    // The last block knows where a walk that ends inside it does so.
    if (number == max(count - 1, 0) && gl_LocalInvocationID.x == 0u) {
        const ivec2 u = to_user(leaves);
        path_i = u.x;
        path_j = u.y;
        path_done = visit_done;
    }
}

void main() {
    if (kMaps) make_map();
    else if (kPaths) put_path();
    else follow_maps();
    vkalgo_check_loops();
}

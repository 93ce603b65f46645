// Follows step(i, j) without a stored table, from the borders that the tile method kept, window by window. A window
// consists of blocks above and left of the traceback's position, within the traceback's region; the plan says how many
// (tile_plan.hpp). Tasks:
//   maps   Computes every block of the window again, all at once. For each cell it carries the exit: where a traceback
//          from this cell leaves the block, and after how many steps. It writes the exits of the block's last row and
//          last column, where tracebacks enter.
//   chain  One invocation follows the traceback from block to block until it leaves the window, with one read of the
//          exits per block. For every block that it visits it writes where the traceback enters and the number of the
//          block's first record.
//   save   Once per region: saves the borders of the visited blocks before the borders of the next region overwrite
//          them.
//   paths  Once, for all visited blocks at once. A workgroup computes its block again, for the directions of step(),
//          two bits each. One invocation follows the directions. Then the workgroup computes the block once more, for
//          the decisions of the cells on the path.
//   A workgroup owns a block of kRows x kColumns cells: invocation r holds kRegisters rows, and at iteration t it
// computes the columns of column group t - r in these rows. Bottom rows go to the invocation below through shared
// memory.
//   Reads: a block's upper and left border. Writes: kRows + kColumns words per block; the path. Cost: all cells of the
// windows that the traceback enters, at most twice as many windows as lie on a diagonal of the table; per block,
// columns / VKALGO_TRACEBACK_TILES_GROUP + invocations iterations with one barrier each; per visited block, one
// dependent read; per path cell, one dependent read of shared memory.
//   Block (p, q) begins at the canonical row kFirstRow + p * kRows and column kFirstColumn + q * kColumns. The row
// above it is a kept row of its region, and the column left of it a kept column. Where the region begins, they are a
// coarse row and a coarse column. No block reaches beyond the row and column at which the traceback enters the window,
// since a traceback only goes up and left.
// inputs from binding 11
// module traceback_tiles: needs-local, needs-number, needs-step, stateless, keeps-inputs
#include "dp/dp.h"
#include "dp/traceback_tiles.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTracebackTilesPush vkalgo_push;
    VKALGO_PARAMS
};

int rows() { return vkalgo_push.rows; }
int columns() { return vkalgo_push.columns; }

#include "dp/frame.glsl"
#include "dp/traceback_constants.glsl"

const bool vkalgo_kMaps = vkalgo_kTask == VKALGO_TRACEBACK_TILES_TASK_MAPS;
const bool vkalgo_kSaves = vkalgo_kTask == VKALGO_TRACEBACK_TILES_TASK_SAVE;
const bool vkalgo_kPaths = vkalgo_kTask == VKALGO_TRACEBACK_TILES_TASK_PATHS;

// True only while a decision on the path is computed (vkalgo_put_decision): the tile kernel has already checked all
// cells.
bool vkalgo_cell_counts = false;
ivec4 vkalgo_current_cell() { return ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0); }
#define VKALGO_CELL_COUNTS vkalgo_cell_counts
#define VKALGO_NOTES_FAULTS
#include "dp/status.glsl"
bool vkalgo_checks_kept() { return true; }
#include "dp/path.glsl"

// Exits. The lower 16 bits are the position on the border by which a traceback leaves the block (0 is the corner, then
// come the row above and the column to the left), or vkalgo_kEnds if the traceback ends in the block. The upper 16 bits
// are the number of records until then. [block][vkalgo_kColumns of the last row, vkalgo_kRows of the last column].
layout(std430, set = 0, binding = 4) buffer VkalgoMaps { uint vkalgo_maps[]; };  // Read-write: maps writes, chain reads
layout(std430, set = 0, binding = 5) buffer VkalgoVisits {  // Read-write: the chain continues where it stopped
    VkalgoTracebackTilesHead vkalgo_traceback;
    ivec4 vkalgo_visits[];  // Canonical row and column of the entry, number of the first record
};
layout(std430, set = 0, binding = 10) readonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
const uint vkalgo_kEnds = 0xffffu;
const uint vkalgo_kOneRecord = 0x10000u;

// Directions of step(): a word holds those of 4 rows and one column group.
const uint vkalgo_kUp = 1u;
const uint vkalgo_kLeft = 2u;
const int vkalgo_kDirectionWords = vkalgo_kPaths ? vkalgo_kRows * vkalgo_kColumns / (4 * vkalgo_kGroup) : 1;
const int vkalgo_kPathRows = vkalgo_kPaths ? vkalgo_kRows : 1;
const int vkalgo_kHandedExits = vkalgo_kMaps ? 2 * vkalgo_kLanes * vkalgo_kGroup : 1;
shared uint vkalgo_directions[vkalgo_kDirectionWords];
shared uint
    vkalgo_path_row[vkalgo_kPathRows];  // The path's first column in this row; upper 16 bits: its last column; 1: none
shared uint vkalgo_path_slot[vkalgo_kPathRows];   // The record of the last column; columns to its left follow
shared cell_t vkalgo_above[vkalgo_kColumns + 1];  // The border row, from the corner on
shared VkalgoColumnInputs vkalgo_inputs_of[vkalgo_kColumns];
shared cell_t
    vkalgo_handed[2 * vkalgo_kLanes * vkalgo_kGroup];  // The bottom row of each invocation, by parity of the iteration
shared uint vkalgo_handed_exits[vkalgo_kHandedExits];

cell_t vkalgo_cell_left, vkalgo_cell_up, vkalgo_cell_diagonal, vkalgo_cell_own;
// Checks a read of step() on the path: it must be of the cell itself or of a neighbour that exists.
void vkalgo_check_read(int a, int b) {
    const int up = vkalgo_kReflectRows ? a - vkalgo_tile_i : vkalgo_tile_i - a;
    const int left = vkalgo_kReflectColumns ? b - vkalgo_tile_j : vkalgo_tile_j - b;
    if (uint(a) >= uint(rows()) || uint(b) >= uint(columns()) || !vkalgo_in_domain(a, b))
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
    else if (uint(up) > 1u || uint(left) > 1u)
        vkalgo_raise(up + left > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER, a, b);
}
cell_t at(int a, int b) {
    if (vkalgo_cell_counts) vkalgo_check_read(a, b);
    return a == vkalgo_tile_i ? (b == vkalgo_tile_j ? vkalgo_cell_own : vkalgo_cell_left)
                              : (b == vkalgo_tile_j ? vkalgo_cell_up : vkalgo_cell_diagonal);
}

#include "dp/traceback_borders.glsl"
#include "dp/traceback_saved.glsl"

uint vkalgo_map_of(ivec2 in_window) {
    return uint(in_window.x * vkalgo_push.window_columns + in_window.y) * uint(vkalgo_kRows + vkalgo_kColumns);
}

void vkalgo_load_borders(ivec2 origin, ivec2 size) {
    const int lane = int(gl_LocalInvocationID.x);
    for (int c = lane; c <= size.y; c += vkalgo_kLanes) vkalgo_above[c] = vkalgo_above_cell(origin, c - 1);
    for (int c = lane; c < size.y; c += vkalgo_kLanes)
        vkalgo_inputs_of[c] = vkalgo_load_column_inputs(vkalgo_to_user(origin + ivec2(0, c)).y);
}

// Calls step() again for a cell on the path, checks whether the step obeys the rules, and writes the cell and its
// decision as record `slot`.
void vkalgo_put_decision(ivec2 canonical, uint slot) {
    vkalgo_cell_counts = true;
    const step_t next = step(vkalgo_tile_i, vkalgo_tile_j);
    const bool in_table =
        uint(next.i) < uint(rows()) && uint(next.j) < uint(columns()) && vkalgo_in_domain(next.i, next.j);
    const ivec2 moved = canonical - vkalgo_to_canonical(next.i, next.j);
#ifdef VKALGO_HAS_BASE
    if (!in_table) vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, next.i, next.j);
#endif
    if (in_table && (uint(moved.x) > 1u || uint(moved.y) > 1u || moved == ivec2(0, 0)))
        vkalgo_raise((moved.x + moved.y > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER) | VKALGO_STATUS_STEP,
                     next.i, next.j);
    vkalgo_cell_counts = false;
    if (slot < vkalgo_push.capacity) vkalgo_put_record(slot, ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0), next.decision);
}

// Computes the first `size` rows and columns of the block at `origin`. Maps: writes the exits from index `map` on.
// Paths: writes the directions or, with `decide`, the records of the path's cells.
void vkalgo_sweep(ivec2 origin, ivec2 size, uint map, const bool decide) {
    const int lane = int(gl_LocalInvocationID.x);
    const int first = lane * vkalgo_kRegisters;
    cell_t left[vkalgo_kRegisters];
    uint left_exit[vkalgo_kRegisters];
    VkalgoRowInputs row_inputs[vkalgo_kRegisters];
    uint on_path[vkalgo_kRegisters];
    [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r) {
        left[r] = vkalgo_left_cell(origin, first + r);
        left_exit[r] = uint(vkalgo_kColumns + 1 + first + r);
        row_inputs[r] = vkalgo_load_row_inputs(vkalgo_to_user(origin + ivec2(first + r, 0)).x);
        on_path[r] = decide ? vkalgo_path_row[(first + r) % vkalgo_kPathRows] : 1u;
    }
    cell_t corner = vkalgo_above[0];
    if (lane != 0) corner = vkalgo_left_cell(origin, first - 1);
    uint corner_exit = first == 0 ? 0u : uint(vkalgo_kColumns + first);
    const int groups = (size.y + vkalgo_kGroup - 1) / vkalgo_kGroup;
    const int lanes = (size.x + vkalgo_kRegisters - 1) / vkalgo_kRegisters;
    for (int turn = 0; turn < groups + lanes - 1; ++turn) {
        const int group = turn - lane;
        if (lane < lanes && group >= 0 && group < groups) {
            const int write_slot = ((turn & 1) * vkalgo_kLanes + lane) * vkalgo_kGroup;
            const int read_slot = (((turn + 1) & 1) * vkalgo_kLanes + max(lane, 1) - 1) * vkalgo_kGroup;
            uint words[vkalgo_kRegisters / 4];
            [[unroll]] for (int w = 0; w < vkalgo_kRegisters / 4; ++w)
                words[w] = 0u;
            cell_t entering[vkalgo_kGroup];
            cell_t block[vkalgo_kRegisters * vkalgo_kGroup];
            cell_t before[vkalgo_kRegisters];  // The column left of the group
            [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r)
                before[r] = left[r];
            const cell_t first_corner = corner;
            [[unroll]] for (int c = 0; c < vkalgo_kGroup; ++c) {
                const int column = group * vkalgo_kGroup + c;
                cell_t up = lane == 0 ? vkalgo_above[column + 1] : vkalgo_handed[read_slot + c];
                uint up_exit = 0u;
                if (vkalgo_kMaps) up_exit = lane == 0 ? uint(column + 1) : vkalgo_handed_exits[read_slot + c];
                entering[c] = up;
                cell_t diagonal = corner;
                uint diagonal_exit = corner_exit;
                corner = up;
                corner_exit = up_exit;
                vkalgo_tile_column = vkalgo_inputs_of[column];
                [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r) {
                    const ivec2 canonical = origin + ivec2(first + r, column);
                    const ivec2 user = vkalgo_to_user(canonical);
                    vkalgo_tile_i = user.x;
                    vkalgo_tile_j = user.y;
                    vkalgo_tile_row = row_inputs[r];
                    vkalgo_cell_left = left[r];
                    vkalgo_cell_up = up;
                    vkalgo_cell_diagonal = diagonal;
                    const bool exists = first + r < size.x && column < size.y;
                    const bool interior = !vkalgo_kRegionTest || (exists && vkalgo_is_interior(canonical));
                    const cell_t value = vkalgo_compute(exists, interior);
                    vkalgo_cell_own = value;
                    uint exit = vkalgo_kEnds;
                    if (!decide && interior) {
                        // If step() obeys the rules, it goes to a neighbour. Only the steps from cells on the path are
                        // checked.
                        const step_t next = step(vkalgo_tile_i, vkalgo_tile_j);
                        const bool goes_up = next.i != user.x;
                        const bool goes_left = next.j != user.y;
                        if (vkalgo_kMaps) {
                            exit = goes_left ? (goes_up ? diagonal_exit : left_exit[r])
                                             : (goes_up ? up_exit : vkalgo_kEnds);
                            exit += vkalgo_kOneRecord;
                        } else {
                            words[r / 4] |= ((goes_up ? vkalgo_kUp : 0u) | (goes_left ? vkalgo_kLeft : 0u))
                                            << ((r % 4 * vkalgo_kGroup + c) * 2);
                        }
                    }
                    if (decide) block[r * vkalgo_kGroup + c] = value;
                    diagonal = left[r];
                    diagonal_exit = left_exit[r];
                    left[r] = value;
                    left_exit[r] = exit;
                    up = value;
                    up_exit = exit;
                }
                vkalgo_handed[write_slot + c] = up;
                if (vkalgo_kMaps) {
                    vkalgo_handed_exits[write_slot + c] = up_exit;
                    // A traceback enters a block through its last row only if the block has all kRows rows.
                    if (lane == vkalgo_kLanes - 1 && column < size.y) vkalgo_maps[map + column] = up_exit;
                    if (column == size.y - 1) {
                        [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r)
                            vkalgo_maps[map + vkalgo_kColumns + first + r] = left_exit[r];
                    }
                }
            }
            if (vkalgo_kPaths && !decide) {
                [[unroll]] for (int w = 0; w < vkalgo_kRegisters / 4; ++w)
                    vkalgo_directions[(lane * (vkalgo_kColumns / vkalgo_kGroup) + group) * (vkalgo_kRegisters / 4) +
                                      w] = words[w];
            }
            if (decide) {
                [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r) {
                    const int from = max(int(on_path[r] & 0xffffu) - group * vkalgo_kGroup, 0);
                    const int until = min(int(on_path[r] >> 16) - group * vkalgo_kGroup, vkalgo_kGroup - 1);
                    if (from <= until) {
                        vkalgo_tile_row = row_inputs[r];
                        [[unroll]] for (int c = 0; c < vkalgo_kGroup; ++c) {
                            if (c >= from && c <= until) {
                                const ivec2 canonical = origin + ivec2(first + r, group * vkalgo_kGroup + c);
                                const ivec2 user = vkalgo_to_user(canonical);
                                vkalgo_tile_i = user.x;
                                vkalgo_tile_j = user.y;
                                vkalgo_tile_column = vkalgo_inputs_of[group * vkalgo_kGroup + c];
                                vkalgo_cell_own = block[r * vkalgo_kGroup + c];
                                vkalgo_cell_left = c == 0 ? before[r] : block[r * vkalgo_kGroup + max(c, 1) - 1];
                                vkalgo_cell_up = r == 0 ? entering[c] : block[(max(r, 1) - 1) * vkalgo_kGroup + c];
                                vkalgo_cell_diagonal = c == 0 ? (r == 0 ? first_corner : before[max(r, 1) - 1])
                                                       : r == 0
                                                           ? entering[max(c, 1) - 1]
                                                           : block[(max(r, 1) - 1) * vkalgo_kGroup + max(c, 1) - 1];
                                vkalgo_put_decision(canonical, vkalgo_path_slot[first + r] + (on_path[r] >> 16) -
                                                                   uint(group * vkalgo_kGroup + c));
                            }
                        }
                    }
                }
            }
        }
        barrier();
    }
}

void vkalgo_make_map() {
    ivec2 in_window, origin, size;
    if (!vkalgo_take_block(in_window, origin, size)) return;
    vkalgo_load_borders(origin, size);
    barrier();
    vkalgo_sweep(origin, size, vkalgo_map_of(in_window), false);
}

void vkalgo_follow_maps() {
    const bool begins = vkalgo_push.begin != 0u;
    if (begins) {
        vkalgo_traceback.region_visits = vkalgo_traceback.count;
        // No traceback begins at an answer that is not a number.
        if (vkalgo_is_no_number(vkalgo_value_from_words(uvec2(vkalgo_answer[0], vkalgo_answer[1]))))
            vkalgo_traceback.done = 1u;
    }
    if (!vkalgo_in_region()) return;
    const ivec2 last = vkalgo_entry();
    if (begins) {
        const ivec2 region = vkalgo_region_of(last);
        vkalgo_traceback.region_row = region.x;
        vkalgo_traceback.region_column = region.y;
    }
    const ivec2 window = vkalgo_window_of(last);
    ivec2 c = last;
    int count = vkalgo_traceback.count;
    uint records = vkalgo_traceback.records;
    bool done = !vkalgo_is_interior(c);
    // There are few iterations: at most as many as the window has rows of blocks plus columns of blocks.
    while (!done && all(greaterThanEqual(vkalgo_block_of(c), window))) {
        const ivec2 block = vkalgo_block_of(c);
        const ivec2 origin = vkalgo_origin_of(block);
        const ivec2 local = c - origin;
        const bool in_last_column = local.y == vkalgo_size_until(origin, last).y - 1;
        const uint exit =
            vkalgo_maps[vkalgo_map_of(block - window) + uint(in_last_column ? vkalgo_kColumns + local.x : local.y)];
        vkalgo_visits[count++] = ivec4(c, int(records), 0);
        records += exit >> 16;
        const int position = int(exit & 0xffffu);
        done = position == int(vkalgo_kEnds);
        if (!done) {
            c = origin +
                (position <= vkalgo_kColumns ? ivec2(-1, position - 1) : ivec2(position - vkalgo_kColumns - 1, -1));
            done = !vkalgo_is_interior(c);
        }
    }
    vkalgo_traceback.row = c.x;
    vkalgo_traceback.column = c.y;
    vkalgo_traceback.count = count;
    vkalgo_traceback.records = records;
    vkalgo_traceback.done = done ? 1u : 0u;
    vkalgo_path_count = records;
    vkalgo_path_done = 0u;
}

// Follows the traceback from `c`, where it enters the block. Writes the range of columns and the record number for each
// row of its path. Returns the first cell outside the block, or the cell at which the traceback ends.
ivec2 vkalgo_follow_directions(ivec2 c, ivec2 origin, uint slot) {
    ivec2 local = c - origin;
    int row = -1;
    uint end = 0u;
    while (local.x >= 0 && local.y >= 0) {
        if (vkalgo_kRegionTest && !vkalgo_is_interior(origin + local)) break;
        if (local.x != row) {
            row = local.x;
            end = uint(local.y) << 16;
            vkalgo_path_slot[row] = slot;
        }
        vkalgo_path_row[row] = end | uint(local.y);
        ++slot;
        const int in_lane = local.x % vkalgo_kRegisters;
        const uint word = vkalgo_directions[(local.x / vkalgo_kRegisters * (vkalgo_kColumns / vkalgo_kGroup) +
                                             local.y / vkalgo_kGroup) *
                                                (vkalgo_kRegisters / 4) +
                                            in_lane / 4];
        const uint moves = (word >> ((in_lane % 4 * vkalgo_kGroup + local.y % vkalgo_kGroup) * 2)) & 3u;
        if (moves == 0u) break;
        local -= ivec2(int(moves & vkalgo_kUp), int(moves >> 1));
    }
    return origin + local;
}

void vkalgo_put_path() {
    const int number = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
    const int count = vkalgo_traceback.count;
    ivec2 leaves = vkalgo_entry();
    if (number < count) {
        const ivec4 visit = vkalgo_visits[number];
        const ivec2 origin = vkalgo_origin_of(vkalgo_block_of(visit.xy));
        const ivec2 size = visit.xy - origin + 1;
        const int lane = int(gl_LocalInvocationID.x);
        [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r)
            vkalgo_path_row[lane * vkalgo_kRegisters + r] = 1u;
        vkalgo_saved_at = number * vkalgo_kSaved;
        vkalgo_load_borders(origin, size);
        barrier();
        vkalgo_sweep(origin, size, 0u, false);
        if (lane == 0) leaves = vkalgo_follow_directions(visit.xy, origin, uint(visit.z));
        barrier();
        vkalgo_sweep(origin, size, 0u, true);
    }
    // The workgroup of the last block writes the cell at which the traceback ends.
    if (number == max(count - 1, 0) && gl_LocalInvocationID.x == 0u) {
        const ivec2 u = vkalgo_to_user(leaves);
        vkalgo_put_path_cell(ivec4(u, 0, 0));
        vkalgo_path_done = vkalgo_traceback.done;
    }
}

void main() {
    if (vkalgo_kMaps) vkalgo_make_map();
    else if (vkalgo_kSaves) vkalgo_save_borders();
    else if (vkalgo_kPaths) vkalgo_put_path();
    else vkalgo_follow_maps();
    vkalgo_raise_noted();
    vkalgo_check_loops();
}

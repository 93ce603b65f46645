// The tiles that a workgroup runs (tile.glsl): groups of strips by ticket, or one tile of a wavefront.
#ifndef VKALGO_DP_TILE_WORKGROUP_GLSL
#define VKALGO_DP_TILE_WORKGROUP_GLSL

// Returns the number of groups of strips of this dispatch. In a refill, these are only the groups down to the
// traceback's cell, whose position the host does not know.
uint vkalgo_tile_groups_now() {
    if (!vkalgo_kRefill) return vkalgo_push.groups;
    const uint all = (vkalgo_tile_strips() + vkalgo_kTeams - 1) / vkalgo_kTeams;
    return min(vkalgo_push.groups, max(all, vkalgo_push.first_group) - vkalgo_push.first_group);
}

#if VKALGO_PERSISTENT
shared uint vkalgo_tile_ticket;

// Runs groups of strips one after another, until this dispatch has no more. Groups start in the order of tickets, so a
// group waits only for groups that have started, and some workgroup can always proceed, however many run at once.
void vkalgo_tile_run_strips() {
    const uint groups = vkalgo_tile_groups_now();
    for (;;) {
        barrier();  // The previous group's readers of shared memory are done
        if (gl_LocalInvocationIndex == 0)
            vkalgo_tile_ticket = atomicAdd(vkalgo_tile_next_ticket[vkalgo_push.diagonal], 1u);
        barrier();
        const uint ticket = vkalgo_lane_uniform(vkalgo_tile_ticket);
        if (ticket >= groups) break;
        if (vkalgo_kBands) {
            if (!vkalgo_tile_find_band_position(ticket)) continue;
        } else {
            vkalgo_tile_find_position(vkalgo_push.first_group + ticket, 0, vkalgo_push.tile_blocks);
        }
        vkalgo_tile_run_tile();
    }
}
#else
void vkalgo_tile_run_strips() {
    const uint number = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (number >= vkalgo_tile_groups_now()) return;
    if (vkalgo_kBands) {
        if (!vkalgo_tile_find_band_position(number)) return;
    } else {
        const uint strip_group = vkalgo_push.first_group + number;
        const uint first_block = (vkalgo_push.diagonal - strip_group) * vkalgo_push.tile_blocks;
        // The host does not know the traceback's cell, so it dispatches tiles for all columns of a region.
        if (vkalgo_kRefill && first_block * vkalgo_kBlockSteps >= vkalgo_tile_column_groups()) return;
        vkalgo_tile_find_position(strip_group, first_block, vkalgo_push.tile_blocks);
    }
    vkalgo_tile_run_tile();
}
#endif

#endif

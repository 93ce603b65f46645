// Basins, shared among all invocations of a dispatch. Each invocation takes every basin_stride()-th basin from
// first_basin() on. Basin 0 is the outside. This file needs `status` and common/grid.glsl.
uint first_basin() { return vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
uint basin_stride() { return gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x; }
uint basin_count() { return status[VKALGO_FILL_BASINS] + 1u; }

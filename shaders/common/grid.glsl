// The workgroup's index in a grid that the host folded into two dimensions (Groups::linear in engine/recorder.hpp),
// because some devices allow only 65,535 workgroups along one dimension. The fold rounds up, so there may be more
// workgroups than requested. A kernel must return, before any barrier, if this index is not below the number of
// workgroups that the kernel needs:
//
//     uint group = vkalgo_workgroup_index();
//     if (group >= params.group_count) { return; }
//     uint element = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
#ifndef VKALGO_COMMON_GRID_GLSL
#define VKALGO_COMMON_GRID_GLSL

uint vkalgo_workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

#endif

// The workgroup's number in a grid that the host folded into two dimensions (Groups::linear in engine/recorder.hpp),
// because devices take as few as 65,535 workgroups along one. The fold rounds up, so there may be more workgroups than
// asked for: a kernel returns when its number is beyond its count, before any barrier:
//
//     uint group = vkalgo_workgroup_index();
//     if (group >= params.group_count) { return; }
//     uint element = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
#ifndef VKALGO_COMMON_GRID_GLSL
#define VKALGO_COMMON_GRID_GLSL

uint vkalgo_workgroup_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

#endif

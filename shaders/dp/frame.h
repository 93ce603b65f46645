// Shared by shaders/dp/frame.glsl and the host: the specialization constants that every template on a stored table has.
#ifndef VKALGO_DP_FRAME_H
#define VKALGO_DP_FRAME_H

#define VKALGO_FRAME_CONSTANT_WORKGROUP 0        // invocations per workgroup
#define VKALGO_FRAME_CONSTANT_REFLECT_ROWS 1     // user row = rows - 1 - canonical row
#define VKALGO_FRAME_CONSTANT_REFLECT_COLUMNS 2  // the same for columns
#define VKALGO_FRAME_CONSTANT_TRANSPOSE 3        // canonical rows are the user's columns
#define VKALGO_FRAME_CONSTANT_DIAGONAL 4         // stages are diagonals; else rows
#define VKALGO_FRAME_CONSTANT_COUNT 5            // a template's own constants begin here

#endif

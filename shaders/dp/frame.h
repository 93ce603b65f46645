// Shared by shaders/dp/frame.glsl and the host: the specialization constants of the templates that include frame.glsl.
#ifndef VKALGO_DP_FRAME_H
#define VKALGO_DP_FRAME_H

#define VKALGO_FRAME_CONSTANT_WORKGROUP 0        // Invocations per workgroup
#define VKALGO_FRAME_CONSTANT_REFLECT_ROWS 1     // User row = rows - 1 - canonical row
#define VKALGO_FRAME_CONSTANT_REFLECT_COLUMNS 2  // User column = columns - 1 - canonical column
#define VKALGO_FRAME_CONSTANT_TRANSPOSE 3        // Canonical rows are the user's columns
#define VKALGO_FRAME_CONSTANT_DIAGONAL 4         // Stages are diagonals instead of rows
#define VKALGO_FRAME_CONSTANT_COUNT 5            // A template's own constants begin here

#endif

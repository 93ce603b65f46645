// Shared by the shaders and main.cpp: the maze, and the push constants.
#ifndef MAZE_H
#define MAZE_H

#ifdef __cplusplus
#include <cstdint>
namespace maze {
using uint = std::uint32_t;
#define MAZE_FUNCTION inline
#else
#define MAZE_FUNCTION
#endif

#define MAZE_THREADS 64        // Invocations per workgroup
#define MAZE_MOST_GROUPS 1024  // Maximum per round; beyond it an invocation processes several cells
#define MAZE_FAR 0xffffffffu   // Distance of a cell that was not reached

struct MazePush {
    uint width;
    uint height;
    uint round;
};

// About three of ten cells are walls.
MAZE_FUNCTION bool is_wall(uint cell) {
    uint bits = cell * 0x9e3779b9u;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
    return (bits ^ (bits >> 16)) % 10u < 3u;
}

#ifdef __cplusplus
}  // namespace maze
#endif
#endif

// Shared by the shaders and main.cpp: the maze, and what is pushed.
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

#define MAZE_THREADS 64        // invocations of a workgroup
#define MAZE_MOST_GROUPS 1024  // of a round; beyond them an invocation takes several cells
#define MAZE_FAR 0xffffffffu   // the distance of a cell that was not reached

struct MazePush {
    uint width;
    uint height;
    uint round;
};

// Three cells of ten are walls.
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

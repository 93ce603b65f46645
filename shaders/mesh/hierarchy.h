// Shared by shaders/mesh/ and algorithms/mesh/: building and querying a bounding-volume hierarchy.
#ifndef VKALGO_MESH_HIERARCHY_H
#define VKALGO_MESH_HIERARCHY_H

#include "../common/bridge.h"

// Storage buffers, set 0, kernel by kernel, as described in mesh.h. Boxes are per item.
// Bindings of item_boxes.
#define VKALGO_ITEM_BOXES_POSITIONS 0
#define VKALGO_ITEM_BOXES_TRIANGLES 1
#define VKALGO_ITEM_BOXES_BOXES 2
// Bindings of bound_boxes.
#define VKALGO_BOUND_BOXES_BOXES 0
#define VKALGO_BOUND_BOXES_BOUNDS 1
// Bindings of query_overlaps, query_nearest and query_rays: the hierarchy, the queries and the answers.
#define VKALGO_QUERY_BOUNDS 0
#define VKALGO_QUERY_NODES 1
#define VKALGO_QUERY_ASKED 2
#define VKALGO_QUERY_ANSWERS 3
#define VKALGO_QUERY_COUNTS 4     // overlaps: one uint
#define VKALGO_QUERY_POSITIONS 4  // nearest, rays
#define VKALGO_QUERY_TRIANGLES 5

// No item.
#define VKALGO_QUERY_NONE 0xffffffffu

VKALGO_SHARED_BEGIN

struct QueryPush {
    uint items;
    uint vertices;
    uint asked;     // Boxes, points or rays that are queried
    uint capacity;  // overlaps: room for answers
};

VKALGO_SHARED_END
#endif

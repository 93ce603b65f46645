// Finds out whether a voxel is simple. A word holds its neighbourhood: bit 9 * (dz + 1) + 3 * (dy + 1) + dx + 1 is the
// voxel at the offset (dx, dy, dz). Shifts and masks move all voxels of a neighbourhood at the same time.
//   Sources: Bertrand, Malandain: A new characterization of three-dimensional simple points, Pattern Recognition
//   Letters 15 (1994). Bertrand: On P-simple points, C. R. Acad. Sci. Paris 321 (1995).
const uint kAll = 0x7ffffffu, kMiddle = 0x2000u;
// The neighbours that share with the middle voxel a face, only a corner, and only an edge.
const uint kFaces = 0x415410u, kTips = 0x5140145u;
const uint kEdges = kAll & ~(kMiddle | kFaces | kTips);
const uint kWest = 0x1249249u, kNorth = 0x1c0e07u;  // The voxels of the first column and row

// Returns the voxels `of`, and all voxels that share at least a corner with one of them.
uint near_corners(uint of) {
    of |= (of & ~(kWest << 2)) << 1 | (of & ~kWest) >> 1;
    of |= (of & ~(kNorth << 6)) << 3 | (of & ~kNorth) >> 3;
    return (of | of << 9 | of >> 9) & kAll;
}
// Returns the voxels `of`, and all voxels that share a face with one of them.
uint near_faces(uint of) {
    return (of | (of & ~(kWest << 2)) << 1 | (of & ~kWest) >> 1 | (of & ~(kNorth << 6)) << 3 | (of & ~kNorth) >> 3 |
            of << 9 | of >> 9) &
           kAll;
}

// Returns whether the voxels `of` form one 26-connected component; false if `of` is 0.
bool one_piece(uint of) {
    uint piece = of & (~of + 1u);
    for (uint k = 0u; k < 26u; ++k) {
        const uint grown = near_corners(piece) & of;
        if (grown == piece) break;
        piece = grown;
    }
    return of != 0u && piece == of;
}

// Returns whether the neighbours of kFaces that are not set are connected with each other, face by face, through
// neighbours of kFaces and kEdges that are not set; false if all of kFaces are set.
bool one_outside(uint around) {
    const uint outside = ~around & (kFaces | kEdges), faces = outside & kFaces;
    uint piece = faces & (~faces + 1u);
    for (uint k = 0u; k < 18u; ++k) {
        const uint grown = near_faces(piece) & outside;
        if (grown == piece) break;
        piece = grown;
    }
    return faces != 0u && (faces & ~piece) == 0u;
}

// Returns whether the topology stays the same without the middle voxel.
bool is_simple(uint around) { return one_outside(around) && one_piece(around & ~kMiddle & kAll); }

// Returns whether the topology stays the same without the middle voxel, whichever subset of `others` was deleted
// before. The voxels `others` must be set.
bool is_p_simple(uint around, uint others) {
    const uint stay = around & ~kMiddle & ~others & kAll;
    const uint outside = ~around & kAll;
    const uint edges = near_faces(outside & kFaces) & outside & kEdges;
    return one_outside(around) && (others & ~near_corners(stay)) == 0u &&
           (others & kFaces & ~near_faces(edges)) == 0u && one_piece(stay);
}

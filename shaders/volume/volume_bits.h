// Shared by shaders/volume/ and algorithms/volume/: push constants of packing.
#ifndef VKALGO_VOLUME_BITS_H
#define VKALGO_VOLUME_BITS_H

#include "voxels.h"

VKALGO_SHARED_BEGIN

struct VolumeBitsPush {
    VoxelPush voxels;
    uint words;       // Words to be packed
    uint first_word;  // Index of the first word in the bit volume
};

VKALGO_SHARED_END
#endif

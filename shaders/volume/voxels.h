// Shared by shaders/volume/ and algorithms/volume/: how kernels read voxels, 32 at a time, and which are inside.
#ifndef VKALGO_VOXELS_H
#define VKALGO_VOXELS_H

#include "../common/bridge.h"

// Bindings of the voxels: the same buffer twice, by words and by vectors; or a bit volume; or an image.
#define VKALGO_VOXELS_WORDS 0
#define VKALGO_VOXELS_VECTORS 1
#define VKALGO_VOXELS_OUT 2  // the kernel's own bindings begin here

// Specialization constants, by id; a kernel's own begin at VKALGO_VOXELS_CONSTANT_OWN.
#define VKALGO_VOXELS_CONSTANT_THREADS 0  // invocations of a workgroup
#define VKALGO_VOXELS_CONSTANT_LIE 1      // how rows of voxels lie: VKALGO_VOXELS_LIE_...
#define VKALGO_VOXELS_CONSTANT_ORDER 2    // how bits become keys: VKALGO_VOXELS_ORDER_...
#define VKALGO_VOXELS_CONSTANT_OWN 3

#define VKALGO_VOXELS_LIE_ANYWHERE 0  // rows begin at any voxel
#define VKALGO_VOXELS_LIE_WORDS 1     // rows are whole words
#define VKALGO_VOXELS_LIE_VECTORS 2   // rows are whole vectors of 16 bytes

// Keys are unsigned and ascend with the voxels.
#define VKALGO_VOXELS_ORDER_UNSIGNED 0   // the bits themselves
#define VKALGO_VOXELS_ORDER_SIGNED 1     // the bits with the sign flipped
#define VKALGO_VOXELS_ORDER_FLOAT 2      // with all bits flipped if negative, else the sign
#define VKALGO_VOXELS_ORDER_MAGNITUDE 3  // without the sign

VKALGO_SHARED_BEGIN

struct VoxelPush {
    uint width;      // voxels of a row
    uint rows;       // of the buffer or image: slices times height
    uint height;     // rows of a slice
    uint row_words;  // of a bit volume
    uint last_word;  // of the buffer: none beyond it is read
    // A voxel is inside if its key is in low .. high: two words each, the low one first. Of 8-bit voxels instead, in
    // every byte: what bits are flipped by, the low seven bits of the least key inside, whether that is below 128, and
    // all ones if keys from there on are outside instead.
    uint low;
    uint low_high;
    uint high;
    uint high_high;
};
#define VKALGO_BYTES_FLIP low
#define VKALGO_BYTES_LEAST low_high
#define VKALGO_BYTES_BELOW_128 high
#define VKALGO_BYTES_INVERT high_high

VKALGO_SHARED_END
#endif

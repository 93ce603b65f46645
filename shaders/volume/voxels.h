// Shared by shaders/volume/ and algorithms/volume/: how kernels read voxels, 32 at a time, and which of them are
// inside.
#ifndef VKALGO_VOXELS_H
#define VKALGO_VOXELS_H

#include "../common/bridge.h"

// Bindings of the voxels: the same buffer twice, by words and by vectors; or a bit volume; or an image.
#define VKALGO_VOXELS_WORDS 0
#define VKALGO_VOXELS_VECTORS 1
#define VKALGO_VOXELS_OUT 2  // The kernel's own bindings begin here

// Specialization constants, by id. A kernel's own constants begin at VKALGO_VOXELS_CONSTANT_OWN.
#define VKALGO_VOXELS_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_VOXELS_CONSTANT_LIE 1      // Alignment of the rows of voxels: VKALGO_VOXELS_LIE_...
#define VKALGO_VOXELS_CONSTANT_ORDER 2    // How bits become keys: VKALGO_VOXELS_ORDER_...
#define VKALGO_VOXELS_CONSTANT_OWN 3

#define VKALGO_VOXELS_LIE_ANYWHERE 0  // Rows begin at any voxel
#define VKALGO_VOXELS_LIE_WORDS 1     // Rows are whole words
#define VKALGO_VOXELS_LIE_VECTORS 2   // Rows are whole vectors of 16 bytes

// Keys are unsigned. Except those of MAGNITUDE, they are in the order of the voxels.
#define VKALGO_VOXELS_ORDER_UNSIGNED 0   // The bits themselves
#define VKALGO_VOXELS_ORDER_SIGNED 1     // The bits with the sign bit flipped
#define VKALGO_VOXELS_ORDER_FLOAT 2      // The bits with all bits flipped if negative, else the sign bit flipped
#define VKALGO_VOXELS_ORDER_MAGNITUDE 3  // The bits without the sign bit

VKALGO_SHARED_BEGIN

struct VoxelPush {
    uint width;      // Voxels of a row
    uint rows;       // Rows of the buffer or image: slices times height
    uint height;     // Rows of a slice
    uint row_words;  // Words per row of a bit volume
    uint last_word;  // Index of the buffer's last word: none beyond it is read
    // A voxel is inside if its key is in low .. high. Each limit has two words, the low word first. For 8-bit voxels
    // the four words have other meanings, the same in every byte: the bits of a voxel to flip; the low seven bits of a
    // limit; all ones if the limit is below 128, else 0; 0 if the voxels that are at least the limit after the flip are
    // inside, all ones if they are outside.
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

// Shared by GLSL and C++: numbers that every dynamic-programming kernel and its host code agree on.
#ifndef VKALGO_DP_H
#define VKALGO_DP_H

// Bits of the status word.
#define VKALGO_STATUS_OVERFLOW 1u          // overflow_if was raised
#define VKALGO_STATUS_OUTSIDE 2u           // at(a, b) outside the table or the domain
#define VKALGO_STATUS_NOT_EARLIER 4u       // at(a, b) reads a cell that is not computed in an earlier stage
#define VKALGO_STATUS_INPUT 8u             // an input read outside its array: a its index, b the input's number
#define VKALGO_STATUS_STALLED 16u          // a workgroup gave up waiting for another
#define VKALGO_STATUS_TOO_FAR 32u          // reads a stage that class or `reach` let the method drop; steps too far
#define VKALGO_STATUS_LOOPS 64u            // the driver stopped a loop: what followed is not to be believed
#define VKALGO_STATUS_STEP 128u            // with one of those above: it was step() that pointed there
#define VKALGO_STATUS_CHILDREN 256u        // a term reads more cells than a tree of splits notes: a is how many
#define VKALGO_STATUS_UNDEFINED 512u       // GLSL leaves undefined what the text computes: a is the kind, b the line
#define VKALGO_STATUS_NODES 1024u          // a tree of splits has more than a nodes, for which there is room
#define VKALGO_STATUS_OUTPUT 2048u         // an output has no such element: a its index, b the output's number
#define VKALGO_STATUS_SOLUTION 4096u       // with one of those above: solution() did it, and there is no cell
#define VKALGO_STATUS_DECISION 8192u       // step() goes where `decisions` does not say
#define VKALGO_STATUS_LARGE 16384u         // a decision, or the answer of a search, is beyond what a batch keeps
#define VKALGO_STATUS_CLAIMED 0x80000000u  // the first to raise a rule-breaking read owns the cell and the read

// Specialization constant of every "-wide" module, beyond those of its template: the table's buffers have 2^so many
// cells, the last one fewer; 0: it is one buffer.
#define VKALGO_TABLE_CONSTANT_PART_SHIFT 64

// Bytes of push constants that belong to the method; the recurrence's params follow.
#define VKALGO_PARAMS_OFFSET 64

// Words of the path buffer's head; a record has one for each index, and one more.
#define VKALGO_PATH_HEAD_WORDS 8

// Words of an answer: the value's two (low one first), the four indices of its cell, whether there is one, and none.
#define VKALGO_ANSWER_WORDS 8

#endif

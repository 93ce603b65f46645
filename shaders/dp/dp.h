// Shared by GLSL and C++: numbers on which every dynamic-programming kernel and its host code agree.
#ifndef VKALGO_DP_H
#define VKALGO_DP_H

// Bits of the status word.
#define VKALGO_STATUS_OVERFLOW 1u     // A condition of overflow_if was true
#define VKALGO_STATUS_OUTSIDE 2u      // at(a, b) is outside the table or the domain
#define VKALGO_STATUS_NOT_EARLIER 4u  // at(a, b) reads a cell that is not computed in an earlier stage
#define VKALGO_STATUS_INPUT 8u        // An input was read outside its array: a is the index, b the input's number
#define VKALGO_STATUS_STALLED 16u     // A workgroup gave up waiting for another
#define VKALGO_STATUS_TOO_FAR 32u     // A read or step() goes farther than the class or `reach` allows
#define VKALGO_STATUS_LOOPS 64u       // The driver stopped a loop early: later results are not reliable
#define VKALGO_STATUS_STEP 128u       // With another flag: (a, b) is where step() goes
#define VKALGO_STATUS_CHILDREN 256u   // A term reads more cells than a tree of splits records: a is their number
#define VKALGO_STATUS_UNDEFINED 512u  // The text computes what GLSL leaves undefined: a is the kind, b the line
#define VKALGO_STATUS_NODES 1024u     // A tree of splits has more nodes than fit the path buffer: a is its capacity
#define VKALGO_STATUS_OUTPUT 2048u    // An output has no such element: a is the index, b the output's number
#define VKALGO_STATUS_SOLUTION 4096u  // With one of the flags above: solution() caused it, and there is no cell
#define VKALGO_STATUS_DECISION 8192u  // step() goes where `decisions` does not allow
#define VKALGO_STATUS_LARGE 16384u    // A decision, or the answer of a search, exceeds what a batch can store
#define VKALGO_STATUS_CLAIMED 0x80000000u  // The first invocation with a fault sets it and writes the cell and the read

// Specialization constant that every "-wide" module has besides those of its template: log2 of the number of cells per
// buffer of the table. The last buffer may have fewer cells. 0: the table is one buffer.
#define VKALGO_TABLE_CONSTANT_PART_SHIFT 64

// Bytes of push constants that belong to the method. The recurrence's params follow.
#define VKALGO_PARAMS_OFFSET 64

// Words of the path buffer's head. After the head come the records: each has one word per index of the table, and one
// word for the decision.
#define VKALGO_PATH_HEAD_WORDS 8

// Words of an answer: two of the value (low word first), the four indices of its cell, 1 if there is an answer, and one
// unused word.
#define VKALGO_ANSWER_WORDS 8

#endif

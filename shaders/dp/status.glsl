// The status word of a run: which rule was broken, and by which cell first. The template must declare `ivec4
// vkalgo_current_cell()`.
#ifndef VKALGO_DP_STATUS_GLSL
#define VKALGO_DP_STATUS_GLSL

#include "dp/dp.h"

#ifndef VKALGO_STATUS_BINDING
#define VKALGO_STATUS_BINDING 2
#endif
layout(std430, set = 0, binding = VKALGO_STATUS_BINDING) buffer VkalgoStatusBuffer {  // Read-write: atomics
    uint vkalgo_status_flags;
    int vkalgo_status_cell[4];
    int vkalgo_status_read[4];
    uint vkalgo_status_first;  // The flags to which the cell and the read belong
};

#ifndef VKALGO_STATUS_OF_TEMPLATE
#define VKALGO_STATUS_OF_TEMPLATE 0u
#endif
void vkalgo_raise_at(uint flag, ivec4 cell, ivec4 read) {
    const uint raised = flag | VKALGO_STATUS_OF_TEMPLATE;
    const uint before = atomicOr(vkalgo_status_flags, raised | VKALGO_STATUS_CLAIMED);
    if ((before & VKALGO_STATUS_CLAIMED) != 0u) return;
    for (int d = 0; d < 4; ++d) {
        vkalgo_status_cell[d] = cell[d];
        vkalgo_status_read[d] = read[d];
    }
    vkalgo_status_first = raised;
}
#if defined(VKALGO_MARKS_FAULTS)
// This variant is for a template that computes wrong cells a second time to explain the error. The first time the
// template only sets a mark, without a branch, since a branch would take longer than the cell.
bool vkalgo_marks = true;
int vkalgo_mark = 0;  // Nonzero once something may be wrong
void vkalgo_raise(uint flag, ivec4 read) {
    if (vkalgo_marks) {
        vkalgo_mark = -1;
    } else {
        vkalgo_raise_at(flag, vkalgo_current_cell(), read);
    }
}
#elif defined(VKALGO_NOTES_FAULTS)
// This variant is for a template whose code contains the text of cell() many times. The template notes the first error
// and raises it later, in one place. If every cell of a block had the atomics, drivers would take minutes to compile
// them.
uint vkalgo_fault = 0u;  // The first error, until it is raised
ivec4 vkalgo_fault_cell, vkalgo_fault_read;
void vkalgo_raise(uint flag, ivec4 read) {
    if (vkalgo_fault == 0u) {
        vkalgo_fault = flag;
        vkalgo_fault_cell = vkalgo_current_cell();
        vkalgo_fault_read = read;
    }
}
void vkalgo_raise_noted() {
    if (vkalgo_fault != 0u) vkalgo_raise_at(vkalgo_fault, vkalgo_fault_cell, vkalgo_fault_read);
    vkalgo_fault = 0u;
}
#else
void vkalgo_raise(uint flag, ivec4 read) { vkalgo_raise_at(flag, vkalgo_current_cell(), read); }
#endif
void vkalgo_raise(uint flag, int a, int b) { vkalgo_raise(flag, ivec4(a, b, 0, 0)); }

// A template that also works on cells outside the table defines VKALGO_CELL_COUNTS: whether errors of the current cell
// count.
#ifndef VKALGO_CELL_COUNTS
#define VKALGO_CELL_COUNTS true
#endif
bool vkalgo_reads_count() { return VKALGO_CELL_COUNTS; }
void overflow_if(bool condition) {
    if (condition && VKALGO_CELL_COUNTS) vkalgo_raise(VKALGO_STATUS_OVERFLOW, 0, 0);
}

// The assembler inserts calls before operations of the user's text whose result GLSL may leave undefined
// (compiler/guards.hpp). `what` holds the kind of fault, the line and, for an index, the element and the number of
// elements.
void vkalgo_undefined_if(const bool condition, const ivec4 what) {
    if (condition && VKALGO_CELL_COUNTS) vkalgo_raise(VKALGO_STATUS_UNDEFINED, what);
}

// Raises a status if the driver stops loops early. A driver may silently end an invocation's loops after a fixed total
// of iterations (lavapipe: 65,535). This function is called last. If the driver has stopped the invocation's loops, the
// loop here makes only one of its two iterations. A text without loops needs no test.
void vkalgo_check_loops() {
    vkalgo_undefined_if(false, ivec4(0));  // Compilers drop functions that are not called
#ifdef VKALGO_HAS_LOOPS
    uint turns = 0u;
    for (uint k = 0u; k < gl_NumWorkGroups.z + 1u; ++k) ++turns;  // Always 1 + 1, written so that it cannot be folded
    if (turns < 2u) vkalgo_raise_at(VKALGO_STATUS_LOOPS, vkalgo_current_cell(), ivec4(0));
#endif
}

#endif

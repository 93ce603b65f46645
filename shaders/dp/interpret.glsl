// Module `interpret`: only the recurrence's own text. The interpreter on the CPU (algorithms/dp/interpreter/) runs it.
// The interpreter knows the functions by their names and implements at(), the inputs, the outputs and overflow_if()
// itself: their bodies here never run. The module's push constants hold the table's extents and the params. main()
// calls what a text defines, since the compiler drops functions that are not called. This module defines no other name,
// so that every unknown name of the text is an error at its line.
// inputs from binding 0
// module interpret: interpreted
layout(local_size_x = 1) in;
layout(push_constant) uniform VkalgoPush {
    int vkalgo_rows;
    int vkalgo_columns;
    int vkalgo_third;
    int vkalgo_fourth;
    VKALGO_PARAMS
};

int rows() { return vkalgo_rows; }
int columns() { return vkalgo_columns; }
int vkalgo_extent(int index) { return index == 2 ? vkalgo_third : vkalgo_fourth; }
void overflow_if(bool condition) {}

void main() {
    cell(VKALGO_ORIGIN);
    vkalgo_value_at(VKALGO_ORIGIN);
#ifdef VKALGO_HAS_BASE
    base(VKALGO_ORIGIN);
#endif
#ifdef VKALGO_HAS_STEP
#ifdef VKALGO_HAS_STATES
    step(VKALGO_ORIGIN, 0u);
#else
    step(VKALGO_ORIGIN);
#endif
#endif
#ifdef VKALGO_DECISIONS
    vkalgo_distance(0, 0u);
#endif
#ifdef VKALGO_HAS_SOLUTION
    solution();
#endif
#ifdef VKALGO_HAS_REDUCE
    vkalgo_reduce_first(0, 0);
    vkalgo_reduce_last(0, 0);
    term(0, 0, 0);
#endif
}

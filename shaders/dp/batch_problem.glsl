// The problem of a batch on which an invocation works: its numbers, and where its inputs begin.
#ifndef VKALGO_DP_BATCH_PROBLEM_GLSL
#define VKALGO_DP_BATCH_PROBLEM_GLSL

#include "dp/batch.h"

layout(set = 0, binding = VKALGO_FIRST_INPUT_BINDING, std430) readonly buffer VkalgoBatchProblems {
    uint vkalgo_batch_problems[];
};

// Words of an answer: its value, and the cell that a search has found.
#ifdef VKALGO_ANSWER_SEARCHES
const uint vkalgo_kAnswerWords = VKALGO_VALUE_WORDS + 2;
#else
const uint vkalgo_kAnswerWords = VKALGO_VALUE_WORDS;
#endif

struct VkalgoBatchProblem {
    uint rows, columns;
    ivec2 answer;  // Canonical
    uint number, offset, first_cell, first_move;
};
VkalgoBatchProblem vkalgo_problem;

void vkalgo_take_problem(uint slot) {
    const uint first = slot * (VKALGO_BATCH_PROBLEM_WORDS + 2u * VKALGO_INPUTS);
    vkalgo_problem.rows = vkalgo_batch_problems[first + VKALGO_BATCH_ROW_COUNT];
    vkalgo_problem.columns = vkalgo_batch_problems[first + VKALGO_BATCH_COLUMN_COUNT];
    vkalgo_problem.answer = ivec2(vkalgo_batch_problems[first + VKALGO_BATCH_ANSWER_ROW],
                                  vkalgo_batch_problems[first + VKALGO_BATCH_ANSWER_COLUMN]);
    vkalgo_problem.number = vkalgo_batch_problems[first + VKALGO_BATCH_NUMBER];
    vkalgo_problem.offset = vkalgo_batch_problems[first + VKALGO_BATCH_OFFSET];
    vkalgo_problem.first_cell = vkalgo_batch_problems[first + VKALGO_BATCH_FIRST_CELL];
    vkalgo_problem.first_move = vkalgo_batch_problems[first + VKALGO_BATCH_FIRST_MOVE];
    [[unroll]] for (uint k = 0; k < VKALGO_INPUTS; ++k) {
        vkalgo_input_first[k] = vkalgo_batch_problems[first + VKALGO_BATCH_PROBLEM_WORDS + 2u * k];
        vkalgo_element_counts[k] = vkalgo_batch_problems[first + VKALGO_BATCH_PROBLEM_WORDS + 2u * k + 1u];
    }
}

#endif

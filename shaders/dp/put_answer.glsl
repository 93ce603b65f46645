// Writes the answer: its value and its cell. Needs `uint vkalgo_answer[]`.
#ifndef VKALGO_DP_PUT_ANSWER_GLSL
#define VKALGO_DP_PUT_ANSWER_GLSL

void vkalgo_put_answer(vkalgo_value_t value, ivec4 cell) {
    const uvec2 words = vkalgo_value_words(value);
    vkalgo_answer[0] = words.x;
    vkalgo_answer[1] = words.y;
    for (int d = 0; d < 4; ++d) vkalgo_answer[2 + d] = uint(cell[d]);
    vkalgo_answer[6] = 1u;
}

#endif

// Stores keys that are given as words after as_ordered (sort/item.glsl), and their number: the number found on the
// device, but at most the number that fits the result.
//   An invocation owns a word of the result. If the keys do not fill the last word, its other bits keep their values.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/any_item.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { StorePush push; };

layout(set = 0, binding = VKALGO_STORE_OLD, std430) readonly buffer Old { uint old_words[]; };
layout(set = 0, binding = VKALGO_STORE_WORDS, std430) writeonly buffer Words { uint words[]; };
layout(set = 0, binding = VKALGO_STORE_FOUND, std430) readonly buffer Found { uint found_words[]; };
layout(set = 0, binding = VKALGO_STORE_FOUND_COPY, std430) writeonly buffer FoundCopy { uint found_copy[]; };

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint found = min(found_words[push.found], push.most);
    if (word == 0) found_copy[push.copy] = found;
    if (word >= push.words) return;
    if (kKeyBits >= 32) {
        const uint key = word / kKeyWords;
        if (key >= found) return;
        Item item = Item(key_words[key * kKeyWords], kKeyWords == 2 ? key_words[key * kKeyWords + 1] : 0u, 0u);
        item = any_as_stored(item);
        words[word] = word % kKeyWords == 0 ? item.low : item.high;
        return;
    }
    const uint first = word * kKeysPerWord;
    if (first >= found) return;
    uint made = 0;
    uint foreign = 0;
    for (uint k = 0; k < kKeysPerWord; ++k) {
        const uint shift = k * kKeyBits;
        if (first + k < found) made |= any_as_stored(Item(key_words[first + k], 0u, 0u)).low << shift;
        else foreign |= kSmallKeys << shift;
    }
    if (foreign != 0) made |= old_words[word] & foreign;
    words[word] = made;
}

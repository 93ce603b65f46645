#include "algorithms/sort/radix_passes.hpp"

#include "algorithms/divide_up.hpp"

namespace vkalgo {

SortDigits sort_digits(const SortPlan& plan) {
    const SortOptions& options = plan.options;
    const std::uint32_t bits = plan.tuning->bits;
    const std::uint32_t end = options.end_bit == 0 ? 8 * size_of(options.type) : options.end_bit;
    SortDigits digits{.begin = options.begin_bit / bits * bits, .end = end};
    digits.passes = static_cast<std::uint32_t>(divide_up(end - digits.begin, bits));
    return digits;
}

SortPlaces begin_passes(const SortRecording& recording, const Kernel& copy, const ScratchLayout::Part& keys,
                        const ScratchLayout::Part& values) {
    const SortPlan& plan = recording.plan;
    const BufferView scratch = recording.arguments.scratch;
    SortPlaces places;
    places.keys = places.values = recording.arguments.keys.slice(0, plan.keys_bytes);
    places.other_keys = places.other_values = scratch.slice(keys.offset, plan.keys_bytes);
    if (plan.options.values) {
        places.values = recording.arguments.values.slice(0, plan.values_bytes);
        places.other_values = scratch.slice(values.offset, plan.values_bytes);
    }
    if (sort_digits(plan).passes % 2 != 0) {
        copy_sort_words(recording.recorder, copy, places.keys, places.other_keys);
        if (plan.options.values) {
            copy_sort_words(recording.recorder, copy, places.values, places.other_values);
        }
        places.swap();
    }
    return places;
}

}  // namespace vkalgo

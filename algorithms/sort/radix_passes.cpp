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

SortViews begin_passes(const SortRecording& recording, const Kernel& copy, const ScratchLayout::Part& keys,
                       const ScratchLayout::Part& values) {
    const SortPlan& plan = recording.plan;
    const BufferView scratch = recording.arguments.scratch;
    SortViews views;
    views.keys = views.values = recording.arguments.keys.slice(0, plan.keys_bytes);
    views.other_keys = views.other_values = scratch.slice(keys.offset, plan.keys_bytes);
    if (plan.options.values) {
        views.values = recording.arguments.values.slice(0, plan.values_bytes);
        views.other_values = scratch.slice(values.offset, plan.values_bytes);
    }
    if (sort_digits(plan).passes % 2 != 0) {
        copy_sort_words(recording.recorder, copy, views.keys, views.other_keys);
        if (plan.options.values) {
            copy_sort_words(recording.recorder, copy, views.values, views.other_values);
        }
        views.swap();
    }
    return views;
}

}  // namespace vkalgo

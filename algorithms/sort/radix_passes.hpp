// Internal to algorithms/sort/: what the methods radix and onesweep have in common.
#pragma once

#include "../../engine/scratch.hpp"
#include "sort_method.hpp"

#include <cstdint>
#include <utility>

namespace vkalgo {

/// The digits that a radix sort looks at, one per pass: from bit begin to before bit end.
struct SortDigits {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t passes = 0;

    /// Copies of begin_passes().
    std::uint64_t copies(const SortOptions& options) const { return passes % 2 == 0 ? 0 : options.values ? 2 : 1; }
};
SortDigits sort_digits(const SortPlan& plan);

/// The two places between which a pass moves the items. Without values the keys stand in for them: what a kernel does
/// not look at must be bound all the same.
struct SortPlaces {
    BufferView keys, values, other_keys, other_values;

    /// The pass is done.
    void swap() {
        std::swap(keys, other_keys);
        std::swap(values, other_values);
    }
};

/// Where the items are for the first pass, and where it takes them. `keys`, `values`: the parts of the scratch that
/// hold the other place. With an odd number of passes `copy` (sort_copy_kernel) brings the items there first, so that
/// they end where they were.
SortPlaces begin_passes(const SortRecording& recording, const Kernel& copy, const ScratchLayout::Part& keys,
                        const ScratchLayout::Part& values);

}  // namespace vkalgo

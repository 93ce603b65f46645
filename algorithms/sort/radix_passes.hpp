// Internal to algorithms/sort/: what the methods radix and onesweep have in common.
#pragma once

#include "../../engine/scratch.hpp"
#include "sort_method.hpp"

#include <cstdint>
#include <utility>

namespace vkalgo {

/// The digits that a radix sort looks at, one per pass: from bit `begin` up to, not including, bit `end`.
struct SortDigits {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t passes = 0;

    /// Returns the number of copies that begin_passes() records.
    std::uint64_t copies(const SortOptions& options) const { return passes % 2 == 0 ? 0 : options.values ? 2 : 1; }
};
SortDigits sort_digits(const SortPlan& plan);

/// The two buffers between which a pass moves the items. Without values the keys are bound in their place: a binding
/// must not be empty, even if the kernel does not read it.
struct SortPlaces {
    BufferView keys, values, other_keys, other_values;

    /// Call it after each pass.
    void swap() {
        std::swap(keys, other_keys);
        std::swap(values, other_values);
    }
};

/// Returns where the items are for the first pass and where that pass moves them. `keys` and `values` are the parts of
/// the scratch that form the other buffers. If the number of passes is odd, it first records copies of the items to
/// those buffers, with `copy` (sort_copy_kernel), so that the items end where they were.
SortPlaces begin_passes(const SortRecording& recording, const Kernel& copy, const ScratchLayout::Part& keys,
                        const ScratchLayout::Part& values);

}  // namespace vkalgo

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

/// The buffers from which a pass moves the items, and the other buffers, to which it moves them. Without values the
/// keys are bound instead, since a binding must not be empty, even if the kernel does not read it.
struct SortViews {
    BufferView keys, values, other_keys, other_values;

    /// Exchanges the two pairs of buffers. Must be called after each pass.
    void swap() {
        std::swap(keys, other_keys);
        std::swap(values, other_values);
    }
};

/// Returns the buffers of the first pass. The passes move the items between the arguments and the scratch. `keys` and
/// `values` are the parts of the scratch that hold items. If the number of passes is odd, first records copies of the
/// items to the scratch, with `copy` (sort_copy_kernel). So the last pass always moves the items to the arguments.
SortViews begin_passes(const SortRecording& recording, const Kernel& copy, const ScratchLayout::Part& keys,
                       const ScratchLayout::Part& values);

}  // namespace vkalgo

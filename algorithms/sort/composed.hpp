// Internal to algorithms/sort/: what its classes other than Sort have in common.
#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/binding.hpp"
#include "../../engine/context.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/scratch.hpp"
#include "../recorded.hpp"
#include "sort_tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

namespace vkalgo {

/// Return the arguments `found`, `count_buffer` and `scratch`, which several classes take.
inline Argument found_argument(const BufferView& view) {
    return {.name = "found", .view = view, .bytes = 4, .alignment = 4, .access = Access::write, .optional = true};
}
inline Argument count_argument(const BufferView& view) {
    return {.name = "count_buffer", .view = view, .bytes = 4, .alignment = 4, .optional = true};
}
inline Argument scratch_argument(const BufferView& view, std::uint64_t bytes, std::uint64_t alignment) {
    return {.name = "scratch",
            .view = view,
            .bytes = bytes,
            .alignment = alignment,
            .access = Access::read_write,
            .usage = ScratchNeed{}.usage};
}

/// Returns the word that holds the number of keys. Without a count buffer, returns the view `instead`, since a binding
/// must not be empty, and the index ~0. Kernels get index + 1 as a push constant. Without a count buffer this is 0, and
/// they do not read the word.
inline BoundWord count_word(const BufferView& count_buffer, const BufferView& instead, const DeviceProfile& profile) {
    return count_buffer ? bind_word(count_buffer.slice(0, 4), profile) : BoundWord{.view = instead, .index = ~0U};
}

/// Returns the workgroup size of kernels that have no tuning of their own.
inline std::uint32_t composed_threads(const DeviceProfile& profile) {
    return std::min(std::bit_floor(std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0])), 256U);
}

/// Returns the predicted milliseconds of `dispatches` dispatches that run besides a sort, for `count` keys. Together
/// they read and write `bytes` bytes per key. They are assumed to cost as much as the dispatches of a counting sort.
inline double predict_beside(const DeviceProfile& profile, std::uint64_t dispatches, std::uint64_t count,
                             std::uint32_t bytes) {
    return predict_passes(sort_costs(profile).counting, dispatches, 1, count, bytes);
}

}  // namespace vkalgo

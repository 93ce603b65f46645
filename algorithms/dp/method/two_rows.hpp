#pragma once

// Internal to methods that read the row (or column) before and no other.

#include "../../../engine/scratch.hpp"
#include "stored_run.hpp"

#include <cstdint>

namespace vkalgo::dp {

/// Invocations of the workgroups that compute one row per dispatch, several of which make a processor's load.
inline constexpr std::uint32_t kWideWorkgroup = 256;
/// Invocations of the only workgroup of a dispatch that computes many rows.
inline constexpr std::uint32_t kNarrowWorkgroup = 1024;
/// Seconds that a dispatch of many rows takes at most, about: drivers end those that take seconds.
inline constexpr double kRowsDispatchSeconds = 0.02;

/// The last two rows in buffers of their own, in which neighbouring cells are neighbours whatever the table's layout,
/// and the table where it is wanted. Rows are those of a Frame.
struct TwoRows {
    bool keeps_table = false;
    ScratchLayout::Part row[2], unused;

    /// Of a new plan whose header, shape and frame are known: sets the table's layout, bytes and parts and adds the
    /// plan's place and the rows to `scratch`, which is empty. Errors: too_large.
    static Result<TwoRows> make(StoredPlan& plan, ScratchLayout& scratch, const PlanRequest& request,
                                const DeviceProfile& profile);
    /// What kernels bind as the table.
    BufferView table(const RunArguments& arguments) const;
    /// What the answer is taken from after `steps` steps: the table, or the row that the last one left.
    TableView cells(const RunArguments& arguments, std::uint64_t steps) const;
    /// The row that step `step` leaves; it reads the one of step + 1.
    BufferView row_of(const RunArguments& arguments, std::uint64_t step) const {
        return ScratchLayout::view(arguments.scratch, row[step % 2]);
    }
};

/// Are rows, or columns, numbered against the user's?
inline bool is_reflected(const Frame& frame) {
    return frame.transpose ? frame.reflect_columns : frame.reflect_rows;
}

}  // namespace vkalgo::dp

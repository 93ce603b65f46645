#pragma once

// Internal to methods that read only the previous row (or column).

#include "../../../engine/scratch.hpp"
#include "stored_run.hpp"

#include <cstdint>

namespace vkalgo::dp {

/// Invocations per workgroup if a dispatch computes one row. Several workgroups of this size keep a processor busy.
inline constexpr std::uint32_t kWideWorkgroup = 256;
/// Invocations of the only workgroup of a dispatch that computes many rows.
inline constexpr std::uint32_t kNarrowWorkgroup = 1024;
/// Approximate maximum seconds of a dispatch of many rows. Drivers end dispatches that take seconds.
inline constexpr double kRowsDispatchSeconds = 0.02;

/// The last two rows, each in its own part of the scratch memory, and the table if it is wanted. Neighbouring cells of
/// a row are adjacent in its part, whatever the table's layout. Rows are those of a Frame.
struct TwoRows {
    bool keeps_table = false;
    ScratchLayout::Part row[2], unused;

    /// Sets the layout, bytes and parts of the table of a new plan, whose frame must be set; header and shape are those
    /// of the request. Adds the table's description and the rows to `scratch`, which must be empty. Errors: too_large.
    static Result<TwoRows> make(StoredPlan& plan, ScratchLayout& scratch, const PlanRequest& request,
                                const DeviceProfile& profile);
    /// Returns the buffer that kernels bind as the table. If the table is not kept, it is a part of the scratch memory
    /// that they do not use.
    BufferView table(const RunArguments& arguments) const;
    /// Returns the cells from which the answer is taken after `steps` steps: the table, or the row that the last step
    /// wrote.
    TableView cells(const RunArguments& arguments, std::uint64_t steps) const;
    /// Returns the row that step `step` writes. This step reads the other row, which row_of(step + 1) returns.
    BufferView row_of(const RunArguments& arguments, std::uint64_t step) const {
        return ScratchLayout::view(arguments.scratch, row[step % 2]);
    }
};

/// Returns whether the frame's rows are numbered in the opposite direction to the user's.
inline bool is_reflected(const Frame& frame) {
    return frame.transpose ? frame.reflect_columns : frame.reflect_rows;
}

}  // namespace vkalgo::dp

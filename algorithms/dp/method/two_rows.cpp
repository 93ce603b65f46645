#include "algorithms/dp/method/two_rows.hpp"

#include "algorithms/dp/method/kernels.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

/// Returns whether the answer is searched for only on the border that is computed last.
bool answer_in_last_row(const RecurrenceHeader& header, const Frame& frame) {
    const Border last{frame.transpose ? std::size_t{1} : std::size_t{0}, !is_reflected(frame)};
    return header.answer.borders == std::vector<Border>{last};
}

Result<void> lay_out_table(MethodPlan& plan, const TwoRows& rows, const PlanRequest& request, const Frame& frame,
                           const DeviceProfile& profile) {
    // The rows of the frame are stored one after another; they are the columns of the table if the stages are columns.
    const std::int64_t across = rows.keeps_table ? frame.canonical_columns() : 0;
    plan.layout.strides = frame.transpose ? std::array<std::int64_t, kMaxIndices>{1, across, 0, 0}
                                          : std::array<std::int64_t, kMaxIndices>{across, 1, 0, 0};
    if (!rows.keeps_table) {
        return {};
    }
    const std::optional<std::int64_t> cells = request.shape.size.cells();
    if (!cells) {
        return Error{ErrorCode::too_large, "the table would have more than 2^60 cells", "table"};
    }
    plan.layout.cells = *cells;
    return reach_table(plan, request, profile, {.cell_bytes = request.header->cell_bytes()});
}

}  // namespace

Result<TwoRows> TwoRows::make(StoredPlan& plan, ScratchLayout& scratch, const PlanRequest& request,
                              const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    const Frame& frame = plan.frame;
    TwoRows rows;
    rows.keeps_table =
        request.keep.table || request.keep.solution || (header.answer.searches() && !answer_in_last_row(header, frame));
    VKALGO_CHECK(lay_out_table(plan, rows, request, frame, profile));
    const std::uint64_t bytes =
        static_cast<std::uint64_t>(std::max<std::int64_t>(frame.canonical_columns(), 1)) * header.cell_bytes();
    plan.description = scratch.add(sizeof(shader::VkalgoTableLayout));
    rows.unused = scratch.add(16);
    rows.row[0] = scratch.add(bytes);
    rows.row[1] = scratch.add(bytes);
    plan.parts.push_back({"two rows", 2 * rows.row[0].size});
    return rows;
}

BufferView TwoRows::table(const RunArguments& arguments) const {
    return keeps_table ? arguments.table.bound() : ScratchLayout::view(arguments.scratch, unused);
}

TableView TwoRows::cells(const RunArguments& arguments, std::uint64_t steps) const {
    return keeps_table ? arguments.table : row_of(arguments, steps - 1);
}

}  // namespace vkalgo::dp

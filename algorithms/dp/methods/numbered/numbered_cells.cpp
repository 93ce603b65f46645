#include "algorithms/dp/methods/numbered/numbered_cells.hpp"

#include "algorithms/dp/method/prediction.hpp"
#include "engine/context.hpp"
#include "shaders/dp/numbered.h"

#include <algorithm>

namespace vkalgo::dp {
namespace {

/// Maximum cells of a table. Methods `explicit-dag` and `poll` exist for comparison, and larger tables show nothing
/// new.
constexpr std::int64_t kMaxCells = std::int64_t{1} << 22;

std::uint64_t cells_of_domain(const RecurrenceHeader& header, TableSize size) {
    const auto rows = static_cast<std::uint64_t>(size.rows);
    const auto columns = static_cast<std::uint64_t>(size.columns);
    const std::uint64_t least = std::min(rows, columns);
    switch (header.domain) {
        case Domain::upper:  // i <= j
            return least * columns - least * (least - 1) / 2;
        case Domain::lower:
            return least * rows - least * (least - 1) / 2;
        default:
            return static_cast<std::uint64_t>(size.cells().value_or(0));
    }
}

}  // namespace

std::uint32_t numbered_workgroup(const DeviceProfile& profile) {
    return std::min<std::uint32_t>(VKALGO_NUMBERED_WORKGROUP, profile.max_workgroup_invocations);
}

Result<void> plan_numbered(NumberedPlan& plan, const PlanRequest& request, const DeviceProfile& profile,
                           const std::string& module, std::uint64_t cells_bytes_each, std::uint64_t cells_bytes_before,
                           const std::string& cells_name) {
    const RecurrenceHeader& header = *request.header;
    const TableSize size = request.shape.size;
    if (request.keep.solution) {
        return refused_by(module, "finds no solutions");
    }
    if (!answer_on_one_border(header) || (header.answer.searches() && header.index_count() != 2)) {
        return refused_by(module, "takes the answer only from one cell, or from one border of a table of two indices");
    }
    VKALGO_CHECK(check_numbers(header, profile));
    const std::int64_t all = size.cells().value_or(kMaxCells + 1);
    if (all > kMaxCells) {
        return Error{ErrorCode::too_large,
                     "method " + module + " runs tables of up to " + std::to_string(kMaxCells) +
                         " cells, but this one has " + size_text(header, size),
                     "size"};
    }
    plan.header = header;
    plan.shape = request.shape;
    plan.order = Order::of(request.stage, size, header.domain);
    plan.clear_table = header.domain != Domain::full || has_gaps(header);
    plan.numbers = static_cast<std::uint64_t>(all);
    plan.domain_cells = cells_of_domain(header, size);
    plan.layout = TableLayout::row_major(size);
    plan.table_bytes = std::max<std::uint64_t>(plan.numbers * header.cell_bytes(), 16);
    ScratchLayout layout;
    plan.description = layout.add(sizeof(shader::VkalgoTableLayout));
    plan.cells = layout.add(cells_bytes_before + plan.numbers * cells_bytes_each);
    plan.scratch_bytes = layout.bytes();
    plan.parts = {{"table", plan.table_bytes}, {cells_name, plan.cells.size}};
    if (std::max(plan.table_bytes, plan.cells.size) > profile.max_storage_range) {
        return Error{ErrorCode::too_large,
                     "method " + module + " binds " + std::to_string(std::max(plan.table_bytes, plan.cells.size)) +
                         " bytes at once, but one storage buffer of this device holds at most " +
                         std::to_string(profile.max_storage_range),
                     "size"};
    }
    plan.modules = {module, "answer"};
    // An upper bound of the number of minimal stages. It is the number of stages of the order or, in sequential rows,
    // the number of cells.
    plan.steps = header.sequential ? std::max<std::uint64_t>(1, plan.numbers)
                                   : static_cast<std::uint64_t>(std::max<std::int64_t>(1, plan.order.stages()));
    plan.make_seconds = cost_table(profile).stage_kernels;
    return {};
}

Result<void> NumberedRun::make_kernels(const CompiledRecurrence& recurrence) {
    VKALGO_TRY(kernel_, make_kernel(context_, recurrence, numbered_.modules[0],
                                    order_constants(numbered_.order, numbered_workgroup(context_.profile()))));
    VKALGO_TRY(answer_, AnswerKernel::create(context_, recurrence, numbered_, numbered_.order));
    return {};
}

Result<void> NumberedRun::record_traceback(Recorder& recorder, const RunArguments& /*arguments*/,
                                           std::uint64_t /*first*/, std::uint64_t /*count*/) const {
    return recorder.status();
}

void NumberedRun::begin(Recorder& recorder, const RunArguments& arguments) const {
    recorder.fill(arguments.status, 0);
    recorder.fill(arguments.answer, 0);
    for (const BufferView& output : arguments.outputs) {
        recorder.fill(output, 0);
    }
    if (numbered_.clear_table) {
        arguments.table.clear(recorder);
    }
    record_description(recorder, ScratchLayout::view(arguments.scratch, numbered_.description),
                       description_of(numbered_.order, numbered_.layout, numbered_.shape.answer, arguments.table),
                       arguments.table);
}

std::vector<Binding> NumberedRun::bind(const RunArguments& arguments) const {
    std::vector<Binding> bindings{arguments.table.bound(), arguments.table.bound(), arguments.status, cells(arguments),
                                  ScratchLayout::view(arguments.scratch, numbered_.description)};
    add_arrays(bindings, arguments);
    return bindings;
}

void NumberedRun::answer(Recorder& recorder, const RunArguments& arguments) const {
    answer_.record(recorder, numbered_.header, numbered_.shape,
                   ScratchLayout::view(arguments.scratch, numbered_.description), arguments.table, arguments);
}

}  // namespace vkalgo::dp

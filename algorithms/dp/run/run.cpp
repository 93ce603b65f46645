#include "algorithms/dp/run/run.hpp"

#include "algorithms/dp/interpreter/fault.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "engine/context.hpp"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <cstring>

namespace vkalgo::dp {
namespace {

template <class T>
Result<T> download_value(Runner& runner, const BufferView& view) {
    T value{};
    VKALGO_CHECK(runner.download(view.slice(0, sizeof value), std::as_writable_bytes(std::span(&value, 1))));
    return value;
}

}  // namespace

Result<void> status_error(const Status& raised, const StatusOf& run) {
    const RecurrenceHeader& header = run.header;
    const std::size_t indices = header.index_count();
    // A workgroup that gives up waiting for another one sets only `flags`, since it has no cell to report.
    const std::uint32_t first = raised.first != 0 ? raised.first : raised.flags;
    const bool by_solution = (first & VKALGO_STATUS_SOLUTION) != 0;
    const std::string cell =
        run.file +
        (by_solution ? ": solution()" : ": cell " + cell_text({raised.i, raised.j, raised.k, raised.l}, indices));
    const bool stepped = (first & VKALGO_STATUS_STEP) != 0;
    const std::string read = (stepped ? ": its step() goes to " : " reads at") +
                             cell_text({raised.a, raised.b, raised.c, raised.d}, indices);
    const std::string cure =
        stepped ? "; let every step() go to an earlier cell of the table, and the last one to a base cell" : "";
    if ((raised.flags & VKALGO_STATUS_LOOPS) != 0) {
        return Error{ErrorCode::too_large,
                     run.file + ": the driver stopped the loops, since it limits the iterations of an invocation" +
                         (run.method.many_cells_per_invocation
                              ? "; use another method, since an invocation of " + std::string(run.method.name) +
                                    " computes many cells"
                              : "; make the instance smaller, or the loops of the recurrence shorter"),
                     run.method.many_cells_per_invocation ? "method" : "recurrence"};
    }
    if ((first & VKALGO_STATUS_OUTSIDE) != 0) {
        return Error{ErrorCode::invalid_argument, cell + read + ", which lies outside the table or its domain" + cure,
                     "recurrence"};
    }
    const bool is_earlier =
        run.stage.at({raised.a, raised.b, raised.c, raised.d}) < run.stage.at({raised.i, raised.j, raised.k, raised.l});
    const bool not_reached = (first & (VKALGO_STATUS_NOT_EARLIER | VKALGO_STATUS_TOO_FAR)) != 0;
    if (stepped && not_reached && is_earlier) {
        return Error{ErrorCode::unsupported,
                     cell + read + ", which is not a neighbour, but method " + std::string(run.method.name) +
                         " traces back only from neighbour to neighbour; " +
                         (run.method.batch != nullptr ? "solve this problem alone, by method " : "use method ") +
                         std::string(reference_method().name),
                     "method"};
    }
    if ((first & VKALGO_STATUS_NOT_EARLIER) != 0 || (stepped && not_reached)) {
        return Error{ErrorCode::invalid_argument,
                     cell + read + ", which is not computed earlier in " + stage_text(header, run.stage) + cure,
                     "recurrence"};
    }
    if ((first & VKALGO_STATUS_TOO_FAR) != 0) {
        return Error{
            ErrorCode::invalid_argument,
            cell + read + ", which " +
                (header.reach.empty() ? "class " + std::string(to_string(header.recurrence_class)) +
                                            " may not read; correct the read, or declare the class that this read needs"
                                      : "lies outside the distances that 'reach' allows; correct the read or 'reach'"),
            "recurrence"};
    }
    if ((first & VKALGO_STATUS_INPUT) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + " reads element " + std::to_string(raised.a) + " of input " + input_name(header, raised.b) +
                         ", which has no such element",
                     "recurrence"};
    }
    if ((first & VKALGO_STATUS_OUTPUT) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + " writes or reads element " + std::to_string(raised.a) + " of output '" +
                         header.outputs[static_cast<std::size_t>(raised.b)].name + "', which has no such element",
                     "recurrence"};
    }
    if ((first & VKALGO_STATUS_UNDEFINED) != 0) {
        Fault fault;
        fault.kind = static_cast<FaultKind>(raised.a);
        fault.function = by_solution ? InterpretedFunction::solution : InterpretedFunction::cell;
        fault.cell = {raised.i, raised.j, raised.k, raised.l};
        fault.line = static_cast<std::uint32_t>(raised.b);
        fault.target = {raised.c, raised.d};
        return fault.error(header, run.file);
    }
    if ((first & VKALGO_STATUS_DECISION) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + ": its step() goes to " + cell_text({raised.a, raised.b}, indices) + " by decision " +
                         std::to_string(raised.c) + ", but 'decisions' says otherwise; correct step() or that line",
                     "recurrence"};
    }
    if ((first & VKALGO_STATUS_OVERFLOW) != 0) {
        return Error{ErrorCode::overflow, cell + " overflows its type " + std::string(to_string(header.cell)), "cell"};
    }
    if ((first & VKALGO_STATUS_CHILDREN) != 0) {
        return Error{ErrorCode::unsupported,
                     cell + ": its best term reads " + std::to_string(raised.a) +
                         " cells, too many for the tree of a solution; let term() read fewer, or leave out the "
                         "solution",
                     "solution"};
    }
    if ((first & VKALGO_STATUS_NODES) != 0) {
        return Error{ErrorCode::too_large,
                     run.file + ": the tree of the solution's splits has more than " + std::to_string(raised.a) +
                         " nodes, since the cells of a best term overlap; leave out the solution",
                     "solution"};
    }
    if ((first & VKALGO_STATUS_STALLED) != 0) {
        return Error{ErrorCode::timeout,
                     "a workgroup waited too long for another one of this device; use another method", "method"};
    }
    return {};
}

Result<void> check_status(Runner& runner, const BufferView& status, const StatusOf& run) {
    VKALGO_TRY(const Status raised, download_value<Status>(runner, status));
    return status_error(raised, run);
}

Solution solution_of(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape,
                     const MethodPlan& plan) {
    Solution solution;
    solution.stage = stage;
    solution.shape = shape;
    solution.method = plan.method->name;
    solution.cell_type = header.cell;
    solution.cell_bytes = header.cell_bytes();
    solution.cell_numbers = header.numbers().size();
    for (std::size_t k = 0; k < header.outputs.size(); ++k) {
        const OutputDeclaration& output = header.outputs[k];
        solution.outputs.emplace(output.name, zero_output(output, shape.output_counts[k]));
    }
    solution.plan_summary = plan.summary;
    solution.call.scratch_bytes = plan.scratch_bytes;
    return solution;
}

Result<void> read_answer(Runner& runner, const BufferView& answer, const MethodPlan& plan,
                         const RecurrenceHeader& header, Solution& solution) {
    VKALGO_TRY(const AnswerRecord record, download_value<AnswerRecord>(runner, answer));
    take_answer(record, plan, header, solution);
    return {};
}

void take_answer(const AnswerRecord& record, const MethodPlan& plan, const RecurrenceHeader& header,
                 Solution& solution) {
    if (plan.cut && record.found == 0) {
        return;  // The stages that ran do not reach the answer cell
    }
    const Number value = read_number(header.value_type(), record.value.data());
    solution.status = status_of(header, value);
    solution.answer = solution.status == AnswerStatus::ok ? std::optional(value) : std::nullopt;
    if (header.answer.searches()) {
        solution.shape.answer = {record.i, record.j, record.k, record.l};
    }
}

Result<PathHead> read_path_head(Runner& runner, const BufferView& path) {
    return download_value<PathHead>(runner, path);
}

Result<void> read_path(Runner& runner, const BufferView& path, const MethodPlan& plan, const RecurrenceHeader& header,
                       Solution& solution) {
    if (solution.status != AnswerStatus::ok) {
        return {};
    }
    VKALGO_TRY(const PathHead head, read_path_head(runner, path));
    if (head.count > plan.path_records) {
        return Error{ErrorCode::too_large,
                     "the traceback of the solution has more than " + std::to_string(plan.path_records) +
                         " steps, the most that are stored; leave out the solution",
                     "solution"};
    }
    if (head.done == 0) {
        return Error{ErrorCode::invalid_argument,
                     "the traceback of the solution did not reach the base after " + std::to_string(head.count) +
                         " steps; let step() always go to an earlier cell",
                     "recurrence"};
    }
    solution.path.resize(head.count);
    if (header.has_step) {  // A traceback by splits has no last cell
        solution.path_end = Cell{head.i, head.j, head.k, head.l};
    }
    if (head.count == 0) {
        return {};
    }
    const std::size_t words = header.index_count() + 1;
    std::vector<std::int32_t> records(head.count * words);
    VKALGO_CHECK(
        runner.download(path.slice(sizeof(PathHead), records.size() * 4), std::as_writable_bytes(std::span(records))));
    for (std::size_t r = 0; r < solution.path.size(); ++r) {
        const std::int32_t* record = records.data() + r * words;
        PathRecord& target = solution.path[r];
        target = {record[0], record[1], static_cast<std::uint32_t>(record[words - 1])};
        target.k = words > 3 ? record[2] : 0;
        target.l = words > 4 ? record[3] : 0;
    }
    return {};
}

Result<void> read_outputs(Runner& runner, std::span<const BufferView> views, const RecurrenceHeader& header,
                          Solution& solution) {
    for (std::size_t k = 0; k < header.outputs.size(); ++k) {
        InputArray& array = solution.outputs.at(header.outputs[k].name);
        if (array.count != 0) {
            VKALGO_CHECK(runner.download(views[k].slice(0, array.data.size()), array.data));
        }
    }
    return {};
}

Result<std::vector<std::byte>> read_table(Runner& runner, const TableView& table, const MethodPlan& plan,
                                          TableSize size, std::uint32_t cell_bytes) {
    const std::size_t bytes = cell_bytes;
    std::vector<std::byte> stored(static_cast<std::size_t>(plan.layout.cells) * bytes);
    VKALGO_CHECK(download_table(runner, table, stored));
    const TableLayout plain = TableLayout::row_major(size);
    if (plan.layout.origin == 0 && plan.layout.strides == plain.strides) {
        return stored;
    }
    std::vector<std::byte> rows(static_cast<std::size_t>(plain.cells) * bytes);
    std::byte* target = rows.data();
    for_each_cell(size, [&](Cell cell) {
        std::memcpy(target, stored.data() + static_cast<std::size_t>(plan.layout.index_of(cell)) * bytes, bytes);
        target += bytes;
    });
    return rows;
}

Result<void> write_table(Runner& runner, const TableView& table, const MethodPlan& plan, TableSize size,
                         std::uint32_t cell_bytes, std::span<const std::byte> rows) {
    const TableLayout plain = TableLayout::row_major(size);
    if (plan.layout.origin == 0 && plan.layout.strides == plain.strides) {
        return upload_table(runner, table, rows);
    }
    const std::size_t bytes = cell_bytes;
    std::vector<std::byte> stored(static_cast<std::size_t>(plan.layout.cells) * bytes);
    const std::byte* source = rows.data();
    for_each_cell(size, [&](Cell cell) {
        std::memcpy(stored.data() + static_cast<std::size_t>(plan.layout.index_of(cell)) * bytes, source, bytes);
        source += bytes;
    });
    return upload_table(runner, table, stored);
}

}  // namespace vkalgo::dp

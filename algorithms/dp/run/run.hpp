#pragma once

// Internal to algorithms/dp: what is read from the buffers of a run.
#include "../solve.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// Whose status words are read.
struct StatusOf {
    const RecurrenceHeader& header;
    const std::string& file;
    const StageFunction& stage;
    const Method& method;
};

/// What the kernels raised, as an Error (see solve()).
Result<void> status_error(const Status& raised, const StatusOf& run);
/// status_error() of what a status buffer holds.
Result<void> check_status(Runner& runner, const BufferView& status, const StatusOf& run);

/// What is known of a solution before its run.
Solution solution_of(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape,
                     const MethodPlan& plan);
/// The answer out of an answer buffer, and of a search the cell that has it.
Result<void> read_answer(Runner& runner, const BufferView& answer, const MethodPlan& plan,
                         const RecurrenceHeader& header, Solution& solution);
/// The head of a path buffer: whether the traceback has ended, and where.
Result<PathHead> read_path_head(Runner& runner, const BufferView& path);
/// Fills path and path_end out of a path buffer. Errors: invalid_argument: the traceback did not end.
Result<void> read_path(Runner& runner, const BufferView& path, const MethodPlan& plan, const RecurrenceHeader& header,
                       Solution& solution);
/// Fills outputs.
Result<void> read_outputs(Runner& runner, std::span<const BufferView> views, const RecurrenceHeader& header,
                          Solution& solution);
/// A stored table, row-major in the user's orientation.
Result<std::vector<std::byte>> read_table(Runner& runner, const TableView& table, const MethodPlan& plan,
                                          TableSize size, std::uint32_t cell_bytes);

/// Uploads `rows`, a table that has its rows one after another, to where the plan has its cells.
Result<void> write_table(Runner& runner, const TableView& table, const MethodPlan& plan, TableSize size,
                         std::uint32_t cell_bytes, std::span<const std::byte> rows);

/// plan_solve(), also of one of several devices that share the table.
Result<SolvePlan> plan_part(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                            const std::optional<Share>& share, const DeviceProfile& profile);

/// The answer out of an answer record, and of a search the cell that has it.
void take_answer(const AnswerRecord& record, const MethodPlan& plan, const RecurrenceHeader& header,
                 Solution& solution);

}  // namespace vkalgo::dp

#pragma once

// Internal to algorithms/dp: reads the results from the buffers of a run.
#include "../solve.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// The run whose status words are read.
struct StatusOf {
    const RecurrenceHeader& header;
    const std::string& file;
    const StageFunction& stage;
    const Method& method;
};

/// Converts the status flags that the kernels raised into an Error (see solve()).
Result<void> status_error(const Status& raised, const StatusOf& run);
/// Returns status_error() of the status in a status buffer.
Result<void> check_status(Runner& runner, const BufferView& status, const StatusOf& run);

/// Returns a solution with the fields that are known before its run.
Solution solution_of(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape,
                     const MethodPlan& plan);
/// Reads the answer from an answer buffer into `solution`; for a search, also the cell that holds the answer.
Result<void> read_answer(Runner& runner, const BufferView& answer, const MethodPlan& plan,
                         const RecurrenceHeader& header, Solution& solution);
/// Reads the head of a path buffer: whether the traceback has ended, and where.
Result<PathHead> read_path_head(Runner& runner, const BufferView& path);
/// Fills path and path_end of a solution from a path buffer. Errors: invalid_argument: the traceback did not end;
/// too_large: it has more steps than the buffer has room for.
Result<void> read_path(Runner& runner, const BufferView& path, const MethodPlan& plan, const RecurrenceHeader& header,
                       Solution& solution);
/// Fills the outputs of a solution from the buffers `views`, which are in the order of the header.
Result<void> read_outputs(Runner& runner, std::span<const BufferView> views, const RecurrenceHeader& header,
                          Solution& solution);
/// Reads a stored table, row-major in the user's orientation.
Result<std::vector<std::byte>> read_table(Runner& runner, const TableView& table, const MethodPlan& plan,
                                          TableSize size, std::uint32_t cell_bytes);

/// Uploads `rows`, a row-major table, to the positions at which the plan stores the cells.
Result<void> write_table(Runner& runner, const TableView& table, const MethodPlan& plan, TableSize size,
                         std::uint32_t cell_bytes, std::span<const std::byte> rows);

/// Plans like plan_solve(), but without kernels of batches. Can also plan one device's part of a table that several
/// devices share.
Result<SolvePlan> plan_part(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                            const std::optional<Share>& share, const DeviceProfile& profile);

/// Copies the answer from an answer record into `solution`; for a search, also the cell that holds the answer.
void take_answer(const AnswerRecord& record, const MethodPlan& plan, const RecurrenceHeader& header,
                 Solution& solution);

}  // namespace vkalgo::dp

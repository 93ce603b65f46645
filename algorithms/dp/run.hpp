#pragma once

// Internal to algorithms/dp: the buffers of a run, and what is read from them afterwards.
#include "solve.hpp"

#include <vector>

namespace vkalgo::dp {

/// Everything a run holds on the device.
struct RunBuffers {
    std::vector<Buffer> inputs;
    std::vector<BufferView> input_views;
    Buffer table, scratch, status, answer, path;
    std::vector<std::byte> params;

    /// Uploads the inputs; the others are as the plan says.
    static Result<RunBuffers> create(Runner& runner, const RecurrenceHeader& header, const Instance& instance,
                                     const MethodPlan& plan);
    /// Views of these buffers, valid as long as they stay where they are.
    RunArguments arguments() const;

    /// What the kernels raised, as an Error (see solve()).
    Result<void> check_status(Runner& runner, const CompiledRecurrence& recurrence, Pattern pattern,
                              const Method& method) const;
    /// The head of the path: whether the walk has ended, and where.
    Result<PathHead> path_head(Runner& runner) const;
    /// Fills the solution's path and path_end.
    Result<void> read_path(Runner& runner, const MethodPlan& plan, bool has_step, Solution& solution) const;
    /// The stored table, row-major in the user's orientation.
    Result<std::vector<std::byte>> read_table(Runner& runner, const MethodPlan& plan, ElementType cell) const;
};

}  // namespace vkalgo::dp

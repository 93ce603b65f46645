#include "algorithms/dp/batch/batch_device.hpp"

#include "algorithms/dp/run/solve_alone.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <variant>

namespace vkalgo::dp {
namespace {

/// Calls solve_alone() for problem p and writes its results into the solution.
Result<void> solve_single(Runner& runner, const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                          std::size_t p, BatchSolution& solution) {
    SolveOptions alone;
    alone.keep.solution = options.solution;
    alone.call.cancel = options.call.cancel;
    alone.call.memory_limit = options.call.memory_limit;
    auto solved = solve_alone(runner, recurrence, batch.instance(p), alone);
    if (!solved) {
        Error error = solved.error();
        error.message = "problem " + std::to_string(p) + ": " + error.message;
        if (error.message.ends_with("; use method " + std::string(reference_method().name))) {
            error.message += " for this problem alone";  // A batch has no such method
        }
        error.where = "problem " + std::to_string(p);
        return error;
    }
    const std::size_t bytes = size_of(solution.answer_type);
    if (solved->answer) {
        std::visit(
            [&](auto number) {
                const auto put = [&](auto value) {
                    std::memcpy(solution.answers.data() + p * bytes, &value, sizeof value);
                };
                switch (solution.answer_type) {
                    case ElementType::f64:
                        return put(static_cast<double>(number));
                    case ElementType::f32:
                        return put(static_cast<float>(number));
                    default:
                        return bytes == 8 ? put(static_cast<std::uint64_t>(number))
                                          : put(static_cast<std::uint32_t>(static_cast<std::uint64_t>(number)));
                }
            },
            *solved->answer);
    }
    solution.statuses[p] = solved->status;
    solution.cells[p] = {static_cast<std::int32_t>(solved->shape.answer.i),
                         static_cast<std::int32_t>(solved->shape.answer.j)};
    if (options.solution) {
        solution.paths.put(p, solved->path, solved->path_end);
    }
    solution.table_cells += static_cast<double>(solved->shape.size.cells().value_or(0));
    solution.call.device_bytes = std::max(solution.call.device_bytes, solved->call.device_bytes);
    solution.call.gpu_milliseconds = solved->call.gpu_milliseconds;
    solution.call.upload_milliseconds += solved->call.upload_milliseconds;
    solution.call.download_milliseconds += solved->call.download_milliseconds;
    return {};
}

}  // namespace

Result<void> BatchDevice::solve_alone(const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                                      std::size_t p, BatchSolution& solution) {
    const std::lock_guard lock(mutex_);
    auto solved = solve_single(*runner_, recurrence, batch, options, p, solution);
    if (!solved && solved.error().code == ErrorCode::out_of_memory && run_.device_bytes() > 0) {
        run_.release();  // Frees the memory that is kept for batches.
        solved = solve_single(*runner_, recurrence, batch, options, p, solution);
    }
    return solved;
}

}  // namespace vkalgo::dp

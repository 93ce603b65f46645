#include "cli/batch/worker.hpp"

#include "engine/clock.hpp"

#include <chrono>
#include <cstring>
#include <utility>

namespace vkalgo::cli {
namespace {

/// Returns the rows of a task, one element per file. For pairs, adds the rows of the second file.
RowSet all_rows(const BatchSetup& setup, const RowSet& rows) {
    RowSet all = rows;
    if (setup.second) {
        all.push_back(setup.second);
    }
    return all;
}

void take_answers(const BatchSetup& setup, std::span<const KeptProblem> kept, dp::BatchSolution& solution) {
    solution.answer_type = setup.job->recurrence->header().value_type();
    const std::size_t bytes = size_of(solution.answer_type);
    solution.answers.resize(kept.size() * bytes);
    solution.statuses.assign(kept.size(), dp::AnswerStatus::ok);
    for (std::size_t p = 0; p < kept.size(); ++p) {
        solution.cells.push_back(kept[p].cell);
        with_type(solution.answer_type, [&](auto zero) {
            using T = decltype(zero);
            if constexpr (std::is_arithmetic_v<T>) {
                const T value = std::visit([](auto number) { return static_cast<T>(number); }, kept[p].answer);
                std::memcpy(solution.answers.data() + p * bytes, &value, sizeof value);
            }
        });
    }
}

/// Makes a block of the problems, with the better strand of each, but without inputs and answers.
std::shared_ptr<SolvedBlock> unsolved_block(const BatchSetup& setup, const RowSet& rows, std::uint64_t first,
                                            std::span<const KeptProblem> kept) {
    auto block = std::make_shared<SolvedBlock>(all_rows(setup, rows));
    block->batch.count = kept.size();
    block->first = first;
    for (const KeptProblem& each : kept) {
        block->reverse_strand.push_back(each.reverse_strand ? 1 : 0);
    }
    for (std::size_t file = 0; file < block->rows.size(); ++file) {
        const bool is_second = setup.second && file == 1;
        for (const KeptProblem& each : kept) {
            block->chosen[file].push_back(is_second ? each.y : each.x);
        }
    }
    return block;
}

}  // namespace

std::shared_ptr<SolvedBlock> chosen_block(const BatchSetup& setup, const RowSet& rows, std::uint64_t first,
                                          std::span<const KeptProblem> kept) {
    auto block = unsolved_block(setup, rows, first, kept);
    take_answers(setup, kept, block->solution);
    return block;
}

Result<void> BatchDevice::open() {
    if (context_ != nullptr) {
        VKALGO_TRY(Runner runner, Runner::create(*context_));
        runner_.emplace(std::move(runner));
        solver_.emplace(*runner_, *setup_.job->recurrence);
        solve_ = [this](const dp::Batch& batch, const dp::BatchOptions& options) {
            return solver_->solve(batch, options);
        };
    }
    if (setup_.job->solve) {
        solve_ = setup_.job->solve;
    }
    return {};
}

void BatchDevice::begin_task() {
    const std::lock_guard lock(mutex_);
    if (at_work_++ == 0) {
        begin_ = std::chrono::steady_clock::now();
    }
}

void BatchDevice::end_task() {
    const std::lock_guard lock(mutex_);
    if (--at_work_ == 0) {
        busy_milliseconds_ += milliseconds_since(begin_);
    }
}

Result<void> Worker::open() {
    const BatchJob& job = *setup_.job;
    if (device_.context() != nullptr && setup_.verify) {
        VKALGO_TRY(Runner runner, Runner::create(*device_.context()));
        runner_.emplace(std::move(runner));
        verifier_.emplace(*job.recurrence, *runner_);
    }
    solver_.emplace(job, setup_.output_format, setup_.common, device_.solve());
    solver_->options.call.memory_limit = setup_.memory;
    solver_->repeat = setup_.repeat;
    return {};
}

Result<void> Worker::solve(SolvedBlock& block, bool with_solution, bool is_kept) {
    VKALGO_CHECK(solver_->solve(block, with_solution));
    if (setup_.verify) {
        VKALGO_CHECK(
            verifier_->look(setup_.output_format, block, with_solution, is_kept, solver_->options.call.cancel));
    }
    return {};
}

/// Makes a block of the problems of a task, with their inputs.
std::shared_ptr<SolvedBlock> Worker::block_of(const Task& task) const {
    auto block = std::make_shared<SolvedBlock>(all_rows(setup_, task.rows));
    block->first = task.first;
    for (std::size_t file = 0; file < task.rows.size(); ++file) {
        solver_->look_at(*block, file, task.row, task.count);
    }
    if (!setup_.second) {
        block->batch.count = task.count;
        return block;
    }
    dp::PairNumbers numbers =
        dp::PairNumbers::of(0, static_cast<std::uint32_t>(task.count), static_cast<std::uint32_t>(task.columns));
    block->batch.count = task.count * task.columns;
    block->arrays = {std::move(numbers.rows), std::move(numbers.columns)};
    solver_->look_at(*block, 1, task.column, task.columns);
    for (const auto& [name, input] : setup_.output_format.input_columns) {
        block->batch.inputs.at(name).chosen = block->arrays[input.file];
    }
    for (std::size_t file = 0; file < 2; ++file) {
        block->chosen[file] = block->arrays[file];
        for (std::uint32_t& each : block->chosen[file]) {
            each += static_cast<std::uint32_t>(file == 0 ? task.row : task.column);
        }
    }
    return block;
}

/// Returns a block of the problems that are printed. If their solutions are printed too, solves the problems again to
/// find the solutions. Does not count these problems, which were counted when they were solved first.
Result<std::shared_ptr<SolvedBlock>> Worker::solve_kept(const Task& task, std::span<const KeptProblem> kept) {
    if (!setup_.output_format.solution) {
        return chosen_block(setup_, task.rows, task.first, kept);
    }
    auto block = unsolved_block(setup_, task.rows, task.first, kept);
    if (kept.empty()) {
        return block;
    }
    for (std::size_t file = 0; file < block->rows.size(); ++file) {
        solver_->copy_chosen(*block, file);
    }
    const std::uint64_t problems = solver_->problems;
    VKALGO_CHECK(solve(*block, true, true));
    solver_->problems = problems;
    return block;
}

Result<std::shared_ptr<SolvedBlock>> Worker::run(Task& task, std::stop_token cancel,
                                                 std::function<void(double)> progress) {
    device_.begin_task();
    solver_->options.call.cancel = std::move(cancel);
    solver_->options.call.progress = std::move(progress);
    auto run = [&]() -> Result<std::shared_ptr<SolvedBlock>> {
        if (task.kind == Task::Kind::solve_kept) {
            return solve_kept(task, task.kept);
        }
        const bool chooses = setup_.job->request.chooses();
        auto block = block_of(task);
        VKALGO_CHECK(solve(*block, setup_.output_format.solution && !chooses, false));
        if (!chooses) {
            return block;
        }
        PairChooser chooser(setup_.job->request, setup_.output_format.best);
        chooser.look(*block);
        task.kept = chooser.take();
        solver_->options.call.progress = {};
        return task.kind == Task::Kind::choose ? std::shared_ptr<SolvedBlock>() : solve_kept(task, task.kept);
    };
    auto block = run();
    solver_->options.call.progress = {};
    device_.end_task();
    ++tasks_;
    last_task_ = task.number;
    return block;
}

DeviceShare Worker::share() const {
    DeviceShare share;
    share.device = name();
    share.tasks = tasks_;
    share.last_task = last_task_;
    share.busy_milliseconds = device_.busy_milliseconds();
    if (solver_) {
        share.problems = solver_->problems;
        share.cells = solver_->table_cells;
        share.gpu_milliseconds = solver_->gpu_milliseconds;
        share.upload_milliseconds = solver_->call.upload_milliseconds;
        share.download_milliseconds = solver_->call.download_milliseconds;
        share.scratch_bytes = solver_->call.scratch_bytes;
        share.spans = solver_->call.spans;
        share.method = solver_->method;
        share.plan_summary = solver_->plan_summary;
    }
    if (device_.context() != nullptr) {
        share.device_bytes = device_.context()->peak_memory();
    }
    if (verifier_) {
        share.compared = verifier_->compared();
        share.kept = verifier_->kept();
        share.compared_kept = verifier_->compared_kept();
        share.differs_at = verifier_->differs_at();
        share.difference = verifier_->difference();
    }
    return share;
}

}  // namespace vkalgo::cli

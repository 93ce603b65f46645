#pragma once

#include "cli/batch/chooser.hpp"
#include "cli/batch/feed.hpp"
#include "cli/batch/formatter.hpp"
#include "cli/batch/task.hpp"
#include "cli/batch/task_queue.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace vkalgo::cli {

/// Makes tasks of what is read, and puts together what is chosen of pairs. Output comes in the order of the tasks.
class Producer {
public:
    /// That pairs are shared among, and how many tasks are solved at the same time, of so many pairs at most.
    struct Solvers {
        std::size_t count = 1, tasks = 1, pairs = 1;
    };
    /// All outlive it.
    Producer(const BatchSetup& setup, TaskQueue& queue, Formatter& formatter, const Solvers& solvers);

    /// Puts all in the queue, of `set` and what comes after it. Errors: those of reading; the queue's failure.
    Result<void> produce(RowFeed& feed, std::optional<RowSet> set);

private:
    std::shared_ptr<Task> task(Task::Kind kind, const RowSet& rows, std::size_t row, std::size_t count);
    Result<void> submit(std::shared_ptr<Task> task);
    Result<void> submit_pairs(const RowSet& set, double weight);
    Result<void> settle(std::size_t most);
    Result<void> solve_kept(const RowSet& rows);

    const BatchSetup& setup_;
    TaskQueue& queue_;
    Formatter& formatter_;
    Solvers solvers_;
    /// The lines of a query of SAM belong together, so that all of its problems are told in one task.
    bool keeps_queries_ = setup_.output_format.kind == OutputFormat::Kind::sam;
    PairChooser chooser_;
    /// of pairs that are chosen: those whose answers are not looked at yet
    std::deque<std::shared_ptr<Task>> pending_;
    std::vector<KeptProblem> kept_;
    std::uint64_t tasks_ = 0, problems_ = 0, written_ = 0, bytes_ = 0;
};

}  // namespace vkalgo::cli

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

/// A maker of tasks from the rows read, which also merges the problems chosen among pairs. The output has the order of
/// the tasks.
class Producer {
public:
    /// `count`: the number of solvers that share the pairs. `tasks`: the number of tasks that are solved at the same
    /// time. `pairs`: the largest number of pairs per task, except for a query that must stay in one task and has more.
    struct Solvers {
        std::size_t count = 1, tasks = 1, pairs = 1;
    };
    /// `setup`, `queue` and `formatter` must outlive the Producer; `solvers` is copied.
    Producer(const BatchSetup& setup, TaskQueue& queue, Formatter& formatter, const Solvers& solvers);

    /// Queues tasks for `set` and all sets after it. Errors: those of reading; the queue's failure.
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
    /// Whether all problems of a query must be formatted by one task. SAM needs this, because the lines of a query
    /// belong together.
    bool keeps_queries_ = setup_.output_format.writer->keeps_queries;
    PairChooser chooser_;
    /// The tiles of pairs, oldest first, whose kept problems chooser_ does not have yet.
    std::deque<std::shared_ptr<Task>> pending_;
    std::vector<KeptProblem> kept_;
    std::uint64_t tasks_ = 0, problems_ = 0, written_ = 0, bytes_ = 0;
};

}  // namespace vkalgo::cli

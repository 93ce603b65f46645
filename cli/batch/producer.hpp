#pragma once

#include "cli/batch/board.hpp"
#include "cli/batch/chooser.hpp"
#include "cli/batch/feed.hpp"
#include "cli/batch/task.hpp"
#include "cli/batch/teller.hpp"

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
    Producer(const BatchSetup& setup, TaskBoard& board, Teller& teller, const Solvers& solvers);

    /// Puts all on the board, of `set` and what comes after it. Errors: those of reading; the board's failure.
    Result<void> produce(RowFeed& feed, std::optional<RowSet> set);

private:
    std::shared_ptr<Task> task(Task::Kind kind, const RowSet& rows, std::size_t row, std::size_t count);
    Result<void> submit(std::shared_ptr<Task> task);
    Result<void> submit_pairs(const RowSet& set, double weight);
    Result<void> settle(std::size_t most);
    Result<void> tell_kept(const RowSet& rows);

    const BatchSetup& setup_;
    TaskBoard& board_;
    Teller& teller_;
    Solvers solvers_;
    /// The lines of a query of SAM belong together, so that all of its problems are told in one task.
    bool keeps_queries_ = setup_.telling.format == Telling::Format::sam;
    PairChooser chooser_;
    /// of pairs that are chosen: those whose answers are not looked at yet
    std::deque<std::shared_ptr<Task>> pending_;
    std::vector<KeptProblem> kept_;
    std::uint64_t tasks_ = 0, problems_ = 0, told_ = 0, bytes_ = 0;
};

}  // namespace vkalgo::cli

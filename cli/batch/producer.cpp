#include "cli/batch/producer.hpp"

#include "cli/batch/worker.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo::cli {

Producer::Producer(const BatchSetup& setup, TaskQueue& queue, Formatter& formatter, const Solvers& solvers)
    : setup_(setup),
      queue_(queue),
      formatter_(formatter),
      solvers_(solvers),
      chooser_(setup.job->request, setup.output_format.best) {}

std::shared_ptr<Task> Producer::task(Task::Kind kind, const RowSet& rows, std::size_t row, std::size_t count) {
    auto task = std::make_shared<Task>();
    task->kind = kind;
    task->number = tasks_++;
    task->rows = rows;
    task->row = row;
    task->count = count;
    return task;
}

Result<void> Producer::submit(std::shared_ptr<Task> task) {
    if (task->kind != Task::Kind::choose) {
        task->slot = formatter_.open();
        if (!task->slot) {
            return queue_.check();
        }
    }
    return queue_.submit(std::move(task));
}

Result<void> Producer::produce(RowFeed& feed, std::optional<RowSet> set) {
    for (; set;) {
        const Rows& rows = *(*set)[0];
        const auto weight = static_cast<double>(rows.bytes_read - std::exchange(bytes_, rows.bytes_read));
        if (setup_.second) {
            VKALGO_CHECK(submit_pairs(*set, weight));
        } else {
            auto all = task(Task::Kind::solve, *set, 0, rows.count());
            all->first = std::exchange(problems_, problems_ + rows.count());
            all->weight = weight;
            VKALGO_CHECK(submit(std::move(all)));
        }
        VKALGO_CHECK(queue_.check());
        VKALGO_TRY(set, feed.next());
    }
    return settle(0);
}

/// Submits the pairs of the rows of the set with all rows of the second file, in tiles. A tile is one task: some
/// neighbouring rows of the set, each with the same neighbouring rows of the second file.
Result<void> Producer::submit_pairs(const RowSet& set, double weight) {
    const std::size_t rows = set[0]->count();
    const std::size_t columns = setup_.second->count();
    std::size_t most = solvers_.pairs;
    if (solvers_.count > 1) {
        constexpr std::size_t kTiles = 8, kLeast = 256;
        most = std::min(most, std::max(kLeast, rows * columns / (kTiles * solvers_.count)));
    }
    const bool whole_rows = keeps_queries_ && !setup_.job->request.chooses();
    const std::size_t width = whole_rows ? columns : std::min(columns, most);
    const std::size_t height = width < columns ? 1 : std::max<std::size_t>(1, most / width);
    for (std::size_t row = 0; row < rows; row += height) {
        const std::size_t count = std::min(height, rows - row);
        for (std::size_t column = 0; column < columns; column += width) {
            const bool chooses = setup_.job->request.chooses();
            auto tile = task(chooses ? Task::Kind::choose : Task::Kind::solve, set, row, count);
            tile->column = column;
            tile->columns = std::min(width, columns - column);
            const std::size_t problems = count * tile->columns;
            tile->first = std::exchange(problems_, problems_ + problems);
            tile->weight = weight * static_cast<double>(problems) / static_cast<double>(rows * columns);
            tile->ends_rows = column + width >= columns;
            if (chooses) {
                pending_.push_back(tile);
            }
            VKALGO_CHECK(submit(std::move(tile)));
            VKALGO_CHECK(settle(2 * solvers_.tasks + 2));
        }
    }
    return {};
}

/// Waits for the oldest tiles until at most `most` are left. When the last tile of some rows of the set is solved,
/// chooses among the problems that the tiles of these rows kept. Queues the chosen problems for the output when there
/// are enough for a task, or when no tile of the set is left.
Result<void> Producer::settle(std::size_t most) {
    while (pending_.size() > most) {
        const std::shared_ptr<Task> tile = std::move(pending_.front());
        pending_.pop_front();
        VKALGO_CHECK(queue_.wait(*tile));
        chooser_.add(tile->kept);
        if (!tile->ends_rows) {
            continue;
        }
        const std::vector<KeptProblem> taken = chooser_.take();
        kept_.insert(kept_.end(), taken.begin(), taken.end());
        if (kept_.size() >= solvers_.pairs || pending_.empty() || pending_.front()->rows[0] != tile->rows[0]) {
            VKALGO_CHECK(solve_kept(tile->rows));
        }
    }
    return {};
}

/// Queues the kept problems for the output. If solutions are printed, the problems are solved once more, since choosing
/// them needed only their answers.
Result<void> Producer::solve_kept(const RowSet& rows) {
    const std::vector<KeptProblem> all = std::exchange(kept_, {});
    for (std::size_t first = 0, count = 0; first < all.size(); first += count) {
        count = std::min(solvers_.pairs, all.size() - first);
        while (keeps_queries_ && first + count < all.size() && all[first + count].x == all[first + count - 1].x) {
            ++count;
        }
        auto some = task(Task::Kind::solve_kept, rows, 0, rows[0]->count());
        some->kept.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                          all.begin() + static_cast<std::ptrdiff_t>(first + count));
        some->first = std::exchange(written_, written_ + count);
        if (setup_.output_format.solution) {
            VKALGO_CHECK(submit(std::move(some)));
        } else if (const auto slot = formatter_.open()) {
            formatter_.fill(*slot, chosen_block(setup_, rows, some->first, some->kept));
        } else {
            return queue_.check();
        }
    }
    return {};
}

}  // namespace vkalgo::cli

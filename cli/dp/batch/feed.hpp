#pragma once

#include "cli/dp/batch/channel.hpp"
#include "cli/dp/batch/rows.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace vkalgo::cli {

/// Rows of each file that belong together.
using RowSet = std::vector<std::shared_ptr<const Rows>>;

/// Reads ahead by a thread of its own: row k of each file with row k of the others.
class RowFeed {
public:
    /// All outlive it.
    RowFeed(std::vector<RowReader*> readers, const BlockSize& size, ThreadTimes& times);
    RowFeed(const RowFeed&) = delete;
    RowFeed& operator=(const RowFeed&) = delete;
    ~RowFeed();

    /// The next ones; none at the end. Errors: those of reading; invalid_argument: files of different lengths.
    Result<std::optional<RowSet>> next();

private:
    Result<std::optional<RowSet>> read();
    Error unequal(std::size_t shorter, std::vector<std::uint64_t> counts);

    /// Blocks that nobody uses any more: fresh memory costs more than what is read into it.
    struct Pool {
        std::mutex mutex;
        std::vector<std::unique_ptr<Rows>> rows;
    };
    std::shared_ptr<Rows> empty_rows();

    std::vector<RowReader*> readers_;
    BlockSize size_;
    std::shared_ptr<Pool> pool_ = std::make_shared<Pool>();
    std::vector<std::uint64_t> counts_;
    Channel<Result<std::optional<RowSet>>> sets_;
    std::jthread thread_;
};

/// All rows of a file. Errors: too_large: more than `most` bytes of elements.
Result<std::shared_ptr<const Rows>> read_all_rows(RowReader& reader, std::uint64_t most);

}  // namespace vkalgo::cli

#pragma once

#include "cli/batch/channel.hpp"
#include "cli/batch/rows.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace vkalgo::cli {

/// One block of rows of each file. Rows with the same index belong together.
using RowSet = std::vector<std::shared_ptr<const Rows>>;

/// A reader that reads ahead in its own thread. It reads row k of each file together with row k of the other files.
class RowFeed {
public:
    /// The readers and `times` must outlive the RowFeed. Its destructor requests the stop of `end`, so that readers
    /// that wait for a pipe give up.
    RowFeed(std::vector<RowReader*> readers, const BlockSize& size, ThreadTimes& times, std::stop_source end);
    RowFeed(const RowFeed&) = delete;
    RowFeed& operator=(const RowFeed&) = delete;
    ~RowFeed();

    /// Returns the next rows; null at the end. Errors: those of reading; invalid_argument: files with different numbers
    /// of rows.
    Result<std::optional<RowSet>> next();

private:
    Result<std::optional<RowSet>> read();
    Error unequal(std::size_t shorter, std::vector<std::uint64_t> counts);

    /// Unused blocks, kept for reuse: to get new memory takes longer than to read rows.
    struct Pool {
        std::mutex mutex;
        std::vector<std::unique_ptr<Rows>> rows;
    };
    std::shared_ptr<Rows> empty_rows();

    std::vector<RowReader*> readers_;
    BlockSize size_;
    std::stop_source end_;
    std::shared_ptr<Pool> pool_ = std::make_shared<Pool>();
    std::vector<std::uint64_t> counts_;
    Channel<Result<std::optional<RowSet>>> sets_;
    /// The thread's own error, apart from those of reading. Valid after the last set.
    Result<void> read_;
    std::jthread thread_;
};

/// The most rows that the second file of pairs may have. Problems name its rows by 32-bit numbers. The limit is checked
/// only after each read of up to 2^16 rows. So it is below 2^32 by more than one read: by 2^17.
inline constexpr std::uint64_t kMaxRows = (std::uint64_t{1} << 32) - (std::uint64_t{1} << 17);

/// Reads all rows of the second file of pairs. Errors: those of reading; too_large: more than `most` bytes of memory or
/// more than `most_rows` rows.
Result<std::shared_ptr<const Rows>> read_all_rows(RowReader& reader, std::uint64_t most,
                                                  std::uint64_t most_rows = kMaxRows);

}  // namespace vkalgo::cli

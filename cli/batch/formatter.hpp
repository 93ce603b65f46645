#pragma once

#include "cli/batch/channel.hpp"
#include "cli/batch/solved.hpp"
#include "engine/result.hpp"
#include "support/thread_times.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace vkalgo::cli {

/// A consumer of formatted rows, in order.
class OutputSink {
public:
    virtual ~OutputSink() = default;
    virtual Result<void> take(const FormattedRows& formatted) = 0;
    /// Called when all rows of a slot were taken. The slot has `problems` problems, and `tag` is the tag that
    /// Formatter::open() got.
    virtual Result<void> end_of_slot(std::uint64_t tag, std::uint64_t problems) = 0;
};

struct FormatterPart;

/// A position in the output. It is filled when its problems are solved.
struct Slot {
    std::uint64_t tag = 0;
    /// The members below are for the Formatter only.
    bool filled = false;
    std::uint64_t problems = 0;
    std::vector<std::shared_ptr<FormatterPart>> parts;
};

/// A formatter of solved blocks. Several threads format blocks in any order, and another thread passes them to an
/// OutputSink in the order of their slots, while the next blocks are solved.
class Formatter {
public:
    /// The times of the formatter's threads. Each thread adds its times when it ends.
    struct Times {
        ThreadTimes format, write;
    };

    /// At most `most_slots` slots wait to be written. The writing thread calls `failed` once if formatting or the sink
    /// fails. Throws what start_thread() throws.
    Formatter(const OutputFormat& output_format, OutputSink& sink, std::size_t threads, std::size_t most_slots,
              std::function<void(Error)> failed, Times* times = nullptr);
    Formatter(const Formatter&) = delete;
    Formatter& operator=(const Formatter&) = delete;
    /// Drops what is not yet written.
    ~Formatter();

    /// Opens the next slot of the output. Blocks while `most_slots` slots wait. Returns null after a failure.
    std::shared_ptr<Slot> open(std::uint64_t tag = 0);
    /// Fills a slot with a solved block. Several threads then format the block, in parts of some 2,000 problems. Blocks
    /// while the queue of parts is full. May be called by any thread.
    void fill(Slot& slot, std::shared_ptr<const SolvedBlock> block);
    /// Fills a slot with rows that were formatted elsewhere.
    void fill(Slot& slot, std::vector<FormattedRows> formatted, std::uint64_t problems);
    /// Blocks until all slots are filled and written. Errors: those of formatting and of the sink.
    Result<void> finish();
    /// Drops what is not yet written. open() returns null from then on.
    void abandon();
    /// Returns the number of problems written. Valid after finish().
    std::uint64_t written() const { return problems_; }

private:
    void format_parts();
    void write_slots();
    Result<void> write(Slot& slot);

    const OutputFormat& output_format_;
    OutputSink& sink_;
    std::function<void(Error)> failed_;
    Times* times_;
    Times own_times_;
    Channel<std::shared_ptr<FormatterPart>> work_;
    Channel<std::shared_ptr<Slot>> order_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool abandoned_ = false;
    Result<void> written_;
    std::uint64_t problems_ = 0;
    std::vector<std::jthread> formatters_;
    std::jthread writer_;
};

}  // namespace vkalgo::cli

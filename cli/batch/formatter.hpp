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

/// Takes what is told, in order.
class OutputSink {
public:
    virtual ~OutputSink() = default;
    virtual Result<void> take(const FormattedRows& formatted) = 0;
    /// All of a slot was taken, which stands for so many problems.
    virtual Result<void> end_of_slot(std::uint64_t tag, std::uint64_t problems) = 0;
};

struct FormatterPart;

/// A place in the output, which is filled when its problems are solved.
struct Slot {
    std::uint64_t tag = 0;
    /// below: the Formatter's
    bool filled = false;
    std::uint64_t problems = 0;
    std::vector<std::shared_ptr<FormatterPart>> parts;
};

/// Tells solved blocks by several threads, in whatever order they come, and gives them in the order of their slots to a
/// Taker, by another thread, while the next blocks are solved.
class Formatter {
public:
    /// Of its threads, as they end.
    struct Times {
        ThreadTimes format, write;
    };

    /// At most `most_slots` wait for their turn. `failed` is called once, by the thread that writes, where something
    /// cannot be told or taken. Throws what start_thread() does.
    Formatter(const OutputFormat& output_format, OutputSink& sink, std::size_t threads, std::size_t most_slots,
              std::function<void(Error)> failed, Times* times = nullptr);
    Formatter(const Formatter&) = delete;
    Formatter& operator=(const Formatter&) = delete;
    /// Drops what is not told yet.
    ~Formatter();

    /// The next place; waits while there are many. Null: it has failed.
    std::shared_ptr<Slot> open(std::uint64_t tag = 0);
    /// Waits while there is much to do. From any thread.
    void fill(Slot& slot, std::shared_ptr<const SolvedBlock> block);
    /// By what was told elsewhere.
    void fill(Slot& slot, std::vector<FormattedRows> formatted, std::uint64_t problems);
    /// Waits until all is told, of slots that are filled or will be.
    Result<void> finish();
    /// Drops what is not told yet; open() gives none any more.
    void abandon();
    /// Problems, after finish().
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

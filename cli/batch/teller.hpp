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
class Taker {
public:
    virtual ~Taker() = default;
    virtual Result<void> take(const Told& told) = 0;
    /// All of a slot was taken, which stands for so many problems.
    virtual Result<void> end_of_slot(std::uint64_t tag, std::uint64_t problems) = 0;
};

struct TellerPart;

/// A place in the output, which is filled when its problems are solved.
struct Slot {
    std::uint64_t tag = 0;
    /// below: the Teller's
    bool filled = false;
    std::uint64_t problems = 0;
    std::vector<std::shared_ptr<TellerPart>> parts;
};

/// Tells solved blocks by several threads, in whatever order they come, and gives them in the order of their slots to a
/// Taker, by another thread, while the next blocks are solved.
class Teller {
public:
    /// Of its threads, as they end.
    struct Times {
        ThreadTimes tell, write;
    };

    /// At most `most_slots` wait for their turn. `failed` is called once, by the thread that writes, where something
    /// cannot be told or taken. Throws what start_thread() does.
    Teller(const Telling& telling, Taker& taker, std::size_t threads, std::size_t most_slots,
           std::function<void(Error)> failed, Times* times = nullptr);
    Teller(const Teller&) = delete;
    Teller& operator=(const Teller&) = delete;
    /// Drops what is not told yet.
    ~Teller();

    /// The next place; waits while there are many. Null: it has failed.
    std::shared_ptr<Slot> open(std::uint64_t tag = 0);
    /// Waits while there is much to do. From any thread.
    void fill(Slot& slot, std::shared_ptr<const SolvedBlock> block);
    /// By what was told elsewhere.
    void fill(Slot& slot, std::vector<Told> told, std::uint64_t problems);
    /// Waits until all is told, of slots that are filled or will be.
    Result<void> finish();
    /// Drops what is not told yet; open() gives none any more.
    void abandon();
    /// Problems, after finish().
    std::uint64_t told() const { return told_; }

private:
    void tell_parts();
    void write_slots();
    Result<void> write(Slot& slot);

    const Telling& telling_;
    Taker& taker_;
    std::function<void(Error)> failed_;
    Times* times_;
    Times own_times_;
    Channel<std::shared_ptr<TellerPart>> work_;
    Channel<std::shared_ptr<Slot>> order_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool abandoned_ = false;
    Result<void> written_;
    std::uint64_t told_ = 0;
    std::vector<std::jthread> tellers_;
    std::jthread writer_;
};

}  // namespace vkalgo::cli

#pragma once

// Internal to batches: chunks on the device, one computed while the next one is sent and the last one is taken in.
#include "batch_work.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// Two slots of memory, for the chunk that is computed and the one that is sent, of whatever calls; what the device
/// alone uses is there once, since it computes one after the other. Keeps the memory, which grows. Not thread-safe.
class BatchRun {
public:
    /// The runner outlives it.
    explicit BatchRun(Runner& runner) : runner_(&runner) {}

    /// Can a chunk begin without waiting? Collects those that are done on the way.
    bool has_room();
    /// Sends and submits a chunk, after it has waited for the one before the last. Errors: those of the runner and of
    /// Buffer::create.
    Result<void> begin(const BatchWork& work, const std::shared_ptr<BatchChunk>& chunk);
    /// Waits until the chunk is done.
    void finish(const BatchChunk& chunk);
    /// Is it done? Does not wait.
    bool look(const BatchChunk& chunk);
    /// Takes the memory of results, which nobody reads any more.
    void give_back(Buffer results);
    /// Waits for all that is under way, and frees the memory.
    void release();
    /// held now
    std::uint64_t device_bytes() const;
    /// that the host has spent on sending so far
    double upload_milliseconds() const { return upload_milliseconds_; }

private:
    struct Slot {
        struct Input {
            Buffer buffer;
            /// that lie there, of which call
            BatchRange::Elements elements;
            std::uint64_t number = 0;
        };
        std::vector<Input> inputs;
        Buffer upload, list, constants, results;
        std::shared_ptr<BatchChunk> chunk;
        Ticket sent, ticket;
    };
    /// What goes from the slot's upload buffer to where it belongs.
    struct Copy {
        BufferView target;
        std::span<const std::byte> bytes;
    };

    Result<void> send(const BatchWork& work, Slot& slot);
    Result<void> make_room(const BatchWork& work, Slot& slot);
    Result<void> grow(Buffer& buffer, std::uint64_t bytes, const char* name, const Slot& asks);
    BatchViews views(const BatchWork& work, const Slot& slot) const;
    Result<void> record(Recorder& recorder, const BatchWork& work, const Slot& slot) const;
    void collect(Slot& slot);
    bool is_finished(const Slot& slot);
    Result<Ticket> submit(const BatchWork& work, Slot& slot);

    Runner* runner_;
    std::array<Slot, 2> slots_;
    /// Of the submission that is computed; `parts` as its kernels ask for them.
    struct Scratch {
        std::vector<Buffer> parts;
        Buffer moves, answers, status;
    } scratch_;
    std::size_t next_slot_ = 0;
    /// of results, that nobody uses
    std::vector<Buffer> spare_;
    double upload_milliseconds_ = 0;
};

}  // namespace vkalgo::dp

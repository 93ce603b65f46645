#pragma once

// Internal to batches: chunks on the device. While a chunk is computed, the next chunk is sent and the results of the
// previous chunk are read.
#include "batch_work.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// Two slots of memory: one for the chunk that is computed, and one for the chunk that is sent. The two chunks may
/// belong to different calls. Buffers that only the device uses exist once, because the device computes one chunk after
/// the other. The memory grows and is kept. Not thread-safe.
class BatchRun {
public:
    /// The runner must outlive this object.
    explicit BatchRun(Runner& runner) : runner_(&runner) {}

    /// Returns whether a chunk can begin without waiting. If the chunk in the next slot has finished, first gives that
    /// chunk its results and empties the slot.
    bool has_room();
    /// Begins a chunk in the slot that was not used last. Waits for the chunk that is still in this slot, then sends
    /// the new chunk and submits it. Errors: those of the runner and of Buffer::create.
    Result<void> begin(const BatchWork& work, const std::shared_ptr<BatchChunk>& chunk);
    /// Waits until the chunk is done.
    void finish(const BatchChunk& chunk);
    /// Returns whether the chunk is done, without waiting. If the device has just finished it, first gives the chunk
    /// its results.
    bool look(const BatchChunk& chunk);
    /// Takes back the memory of results that have been read.
    void give_back(Buffer results);
    /// Waits for the work in flight and frees the memory.
    void release();
    /// Returns the bytes of all buffers that are held now, host-visible ones included.
    std::uint64_t device_bytes() const;
    /// Returns the time that the host has spent on sending so far.
    double upload_milliseconds() const { return upload_milliseconds_; }

private:
    struct Slot {
        struct Input {
            Buffer buffer;
            /// The elements that the buffer holds, and the number of the call to which they belong.
            BatchRange::Elements elements;
            std::uint64_t number = 0;
        };
        std::vector<Input> inputs;
        Buffer upload, list, constants, results;
        std::shared_ptr<BatchChunk> chunk;
        Ticket sent, ticket;
    };
    /// A copy from the slot's upload buffer to its target.
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
    /// Scratch memory of the submission that is computed. `parts` is in the order of BatchKernels::scratch().
    struct Scratch {
        std::vector<Buffer> parts;
        Buffer moves, answers, status;
    } scratch_;
    std::size_t next_slot_ = 0;
    /// Buffers for results that are not in use now.
    std::vector<Buffer> spare_;
    double upload_milliseconds_ = 0;
};

}  // namespace vkalgo::dp

#pragma once

// Internal to batches: chunks on the device, one computed while the next one is sent and the last one is taken in.
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/runner.hpp"
#include "batch_plan.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// What is the same for all chunks of a call, and its kernels. Nothing here touches the device's queue, so that threads
/// may each have one.
class BatchWork {
public:
    /// `plan` is not of kind single, and outlives this, as all the others do. Errors: those of compiling; of
    /// Context::kernel.
    static Result<BatchWork> create(Context& context, const Recurrence& recurrence, const Batch& batch,
                                    const CheckedBatch& checked, const BatchPlan& plan);

    /// Problems of the list with kernels of one size.
    struct Stretch {
        std::size_t size = 0;
        std::uint32_t first = 0, count = 0;
    };
    /// A chunk, from its list on the host to what came of it.
    struct Chunk {
        BatchChunk range;
        std::vector<Stretch> stretches;
        /// of each problem of the list, in its order
        std::vector<std::uint32_t> order, first_moves;
        /// what kernels are told of each problem
        std::vector<std::uint32_t> list;
        /// the device has done with it: below is what came of it
        bool done = false;
        Result<void> failure;
        RunReport report;
        Buffer results;
    };

    /// Sorts the problems of a chunk and lists them.
    std::shared_ptr<Chunk> prepare(const BatchChunk& range) const;
    /// Puts what came of a chunk that is done into the solution. Errors: what kernels raise ("problem P").
    Result<void> take_in(const Chunk& chunk, BatchSolution& solution) const;

    bool is_bits() const { return plan_->kernels == BatchPlan::Kernels::bits; }

private:
    friend class BatchRun;

    BatchWork(Context& context, const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked,
              const BatchPlan& plan);

    Result<void> make_kernels();
    std::vector<Stretch> sort_problems(Chunk& chunk) const;
    std::vector<std::uint32_t> list_of(Chunk& chunk) const;
    Result<void> check_status(const Chunk& chunk, std::span<const std::byte> status) const;
    std::uint32_t answer_words() const;

    Context* context_;
    const Recurrence* recurrence_;
    const Batch* batch_;
    const CheckedBatch* checked_;
    const BatchPlan* plan_;
    /// tells calls apart
    std::uint64_t number_;
    std::vector<std::byte> params_;
    std::shared_ptr<const Kernel> symbols_;
    /// one for each size of the plan
    std::vector<std::shared_ptr<const Kernel>> fills_, walks_;
};

/// Two slots of memory, for the chunk that is computed and the one that is sent, of whatever calls; what the device alone
/// uses is there once, since it computes one after the other. Keeps the memory, which grows. Not thread-safe.
class BatchRun {
public:
    /// The runner outlives it.
    explicit BatchRun(Runner& runner) : runner_(&runner) {}

    /// Can a chunk begin without waiting? Collects those that are done on the way.
    bool has_room();
    /// Sends and submits a chunk, after it has waited for the one before the last. Errors: those of the runner and of
    /// Buffer::create.
    Result<void> begin(const BatchWork& work, const std::shared_ptr<BatchWork::Chunk>& chunk);
    /// Waits until the chunk is done.
    void finish(const BatchWork::Chunk& chunk);
    /// Is it done? Does not wait.
    bool look(const BatchWork::Chunk& chunk);
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
            BatchChunk::Elements elements;
            std::uint64_t number = 0;
        };
        std::vector<Input> inputs;
        Buffer upload, list, results;
        std::shared_ptr<BatchWork::Chunk> chunk;
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
    std::vector<Binding> bindings(const BatchWork& work, const Slot& slot) const;
    Result<void> record(Recorder& recorder, const BatchWork& work, const Slot& slot) const;
    void collect(Slot& slot);
    bool is_finished(const Slot& slot);
    Result<Ticket> submit(const BatchWork& work, Slot& slot);

    Runner* runner_;
    std::array<Slot, 2> slots_;
    /// of the submission that is computed
    struct Scratch {
        Buffer rows, symbols, table, moves, answers, status;
    } scratch_;
    std::size_t next_slot_ = 0;
    /// of results, that nobody uses
    std::vector<Buffer> spare_;
    double upload_milliseconds_ = 0;
};

}  // namespace vkalgo::dp

#pragma once

// Internal to batches: what is on the device, and chunks one after another, sending one while another is computed.
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/runner.hpp"
#include "batch_plan.hpp"
#include "halves_run.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// The kernels of a batch, and two slots of memory, for the chunk that is computed and the one that is sent.
class BatchRun {
public:
    /// `plan` is not of kind single, and outlives this, as all the others do. Errors: those of compiling; of
    /// Context::kernel.
    static Result<BatchRun> create(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                   const CheckedBatch& checked, const BatchPlan& plan);

    /// Sends and submits a chunk, after it has taken in what came of the chunk before the last into `solution`.
    /// Errors: those of the runner, of Buffer::create, and what kernels raise ("problem P").
    Result<void> begin(const BatchChunk& chunk, BatchSolution& solution);
    /// Takes in what is still under way.
    Result<void> end(BatchSolution& solution);
    /// Waits for what is still under way and for what was staged, of a run that ends early: its buffers are in use.
    void leave();
    /// Device times of the chunks that were taken in since the last call.
    double take_milliseconds();
    /// Problems that were taken in since the last call, and whose answers may be wrong: solve them by another method.
    std::vector<std::uint32_t> take_doubtful();
    /// held now
    std::uint64_t device_bytes() const;

private:
    /// A chunk on the device.
    struct Slot {
        struct Input {
            Buffer buffer;
            /// that lie there
            BatchChunk::Elements elements;
        };
        std::vector<Input> inputs;
        Buffer list, rows, symbols, table, moves, answers, status, results;
        BatchChunk chunk;
        /// of each problem of the list, in its order
        std::vector<std::uint32_t> order, first_moves;
        Ticket ticket;
        bool under_way = false;
    };
    /// Problems of the list with kernels of one size.
    using Stretch = BatchStretch;

    BatchRun(Runner& runner, const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked,
             const BatchPlan& plan)
        : runner_(&runner), recurrence_(&recurrence), batch_(&batch), checked_(&checked), plan_(&plan) {}

    Result<void> make_kernels();
    Result<void> send_inputs(Slot& slot);
    std::vector<Stretch> sort_problems(Slot& slot) const;
    std::vector<std::uint32_t> list_of(Slot& slot, std::vector<Stretch>& stretches) const;
    Result<void> make_room(Slot& slot);
    std::vector<Binding> bindings(const Slot& slot) const;
    Result<void> record(Recorder& recorder, const Slot& slot, const std::vector<Stretch>& stretches) const;
    Result<void> take_in(Slot& slot, BatchSolution& solution);
    Result<void> check_status(const Slot& slot, std::span<const std::byte> status) const;
    std::uint32_t answer_words() const;
    HalvesRun::Views halves_views(const Slot& slot) const;
    bool is_bits() const { return plan_->kernels == BatchPlan::Kernels::bits; }
    bool is_halves() const { return plan_->kernels == BatchPlan::Kernels::halves; }

    Runner* runner_;
    const Recurrence* recurrence_;
    const Batch* batch_;
    const CheckedBatch* checked_;
    const BatchPlan* plan_;
    std::vector<std::byte> params_;
    std::shared_ptr<const Kernel> symbols_;
    /// one for each size of the plan
    std::vector<std::shared_ptr<const Kernel>> fills_, walks_;
    /// in place of these
    std::optional<HalvesRun> halves_;
    std::vector<std::uint32_t> doubtful_;
    std::array<Slot, 2> slots_;
    std::size_t next_slot_ = 0;
    double milliseconds_ = 0;
};

}  // namespace vkalgo::dp

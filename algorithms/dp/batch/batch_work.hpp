#pragma once

// Internal to batches: what the host does for a call, chunk by chunk, before the device and after it.
#include "../../../engine/buffer.hpp"
#include "../../../engine/kernel.hpp"
#include "../../../engine/runner.hpp"
#include "batch_plan.hpp"
#include "packed_f16_run.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// How long buffers of a chunk are: some multiple of 16 bytes.
constexpr std::uint64_t padded(std::uint64_t bytes) {
    const std::uint64_t whole = (bytes + 15) / 16 * 16;
    return whole == 0 ? 16 : whole;
}
/// Problems of a workgroup that follows a traceback.
inline constexpr std::uint32_t kBatchTracebackWorkgroup = 32;

/// What is the same for all chunks of a call, and its kernels. Nothing here touches the device's queue, so that threads
/// may each have one.
class BatchWork {
public:
    /// `plan` is not of kind single, and outlives this, as all the others do. Errors: those of compiling; of
    /// Context::kernel.
    static Result<BatchWork> create(Context& context, const Recurrence& recurrence, const Batch& batch,
                                    const CheckedBatch& checked, const BatchPlan& plan);

    /// A chunk, from its list on the host to what came of it.
    struct Chunk {
        BatchChunk range;
        std::vector<SizeClass> size_classes;
        /// of each problem of the list, in its order
        std::vector<std::uint32_t> order, first_moves;
        /// what kernels are told of each problem
        std::vector<std::uint32_t> list;
        /// of bits: launches that take the symbols of columns apart
        std::uint32_t symbol_launches = 1;
        /// the device has done with it: below is what came of it
        bool done = false;
        Result<void> failure;
        RunReport report;
        Buffer results;
    };

    /// Sorts the problems of a chunk and lists them.
    std::shared_ptr<Chunk> prepare(const BatchChunk& range) const;
    /// Puts what came of a chunk that is done into the solution, and the numbers of problems whose answers may be wrong
    /// into `doubtful`: they need another method. Errors: what kernels raise ("problem P").
    Result<void> take_in(const Chunk& chunk, BatchSolution& solution, std::vector<std::uint32_t>& doubtful) const;

    bool is_bits() const { return plan_->kernels == BatchPlan::Kernels::bits; }
    bool is_packed_f16() const { return plan_->kernels == BatchPlan::Kernels::packed_f16; }

private:
    friend class BatchRun;

    BatchWork(Context& context, const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked,
              const BatchPlan& plan);

    Result<void> make_kernels();
    std::vector<SizeClass> sort_problems(Chunk& chunk) const;
    std::vector<std::uint32_t> list_of(Chunk& chunk) const;
    Result<void> check_status(const Chunk& chunk, std::span<const std::byte> status) const;
    std::uint32_t answer_words() const;
    /// Bytes of a chunk's answers, and with what tracebacks over tables that are cut have behind them.
    struct Answers {
        std::uint64_t bytes = 0, with_tracebacks = 0;
    };
    Answers answers_of(const Chunk& chunk) const;

    Context* context_;
    const Recurrence* recurrence_;
    const Batch* batch_;
    const CheckedBatch* checked_;
    const BatchPlan* plan_;
    /// tells calls apart
    std::uint64_t number_;
    std::vector<std::byte> params_;
    std::shared_ptr<const Kernel> symbols_;
    struct Kernels {
        /// `keep` repeats a launch of a table that is cut, and keeps its cells
        std::shared_ptr<const Kernel> fill, keep, traceback;
    };
    const Kernels& kernels_of(const BatchFit& fit) const { return kernels_[BatchPlan::number_of(fit)]; }
    /// Those that the plan uses.
    std::vector<Kernels> kernels_;
    /// in place of these
    std::optional<PackedF16Run> packed_f16_;
};

}  // namespace vkalgo::dp

#pragma once

// Internal to algorithms/dp: the memory of runs, and what records them. solve(), the devices of solve_multi_device()
// and PreparedRecurrence stand on it.
#include "run.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// Bytes of the buffers whose sizes follow from a plan.
struct RunBytes {
    std::uint64_t table = 0, scratch = 0, path = 0;

    /// What a plan takes.
    static RunBytes of(const MethodPlan& plan) { return {plan.table_bytes, plan.scratch_bytes, plan.path_bytes}; }
    /// The larger one of each.
    RunBytes united(const RunBytes& other) const;
};

/// Memory for a plan of the largest lengths that is enough for plans of all shorter ones too: their tiles may have
/// other shapes, of which a little more is kept.
constexpr std::uint64_t room_for_shorter(std::uint64_t bytes) {
    return bytes == 0 ? 0 : bytes + bytes / 4 + (std::uint64_t{64} << 10);
}

/// What a run holds on the device besides its inputs.
struct RunBuffers {
    /// in header order
    std::vector<Buffer> outputs;
    Buffer counts;
    TableBuffers table;
    Buffer scratch, path, status, answer;

    /// As the plan and its shape say. `bytes`: of those that plans of smaller tables are to find room in as well.
    /// Errors: those of Buffer::create.
    static Result<RunBuffers> create(Context& context, const RecurrenceHeader& header, const Shape& shape,
                                     const MethodPlan& plan, const RunBytes& bytes);
    /// Whether another plan has room here.
    bool have_room(const RecurrenceHeader& header, const Shape& shape, const MethodPlan& plan) const;
    /// Bytes of all of them.
    std::uint64_t size() const;
    /// Of them, cells.
    std::uint64_t table_bytes() const;
};

/// One run over buffers, recorded in parts. It holds views: the buffers outlive it, as header and plan do.
class Recording {
public:
    /// `inputs` are in header order, whole words each; an empty one is bound nowhere. `params`: from pack_params().
    Recording(const RecurrenceHeader& header, const Shape& shape, const MethodPlan& plan, const RunBuffers& buffers,
              std::vector<BufferView> inputs, std::vector<std::byte> params);
    Recording(Recording&&) = default;
    Recording& operator=(Recording&&) = default;
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    ~Recording() = default;

    /// Views to record with, valid as long as this object.
    const RunArguments& arguments() const { return arguments_; }
    /// What arguments().counts holds while it runs; empty: nothing.
    std::span<const std::byte> counts() const { return std::as_bytes(std::span(counts_)); }
    /// Records the whole run, with its traceback.
    Result<void> record(Recorder& recorder, const MethodRun& run) const;
    /// Fills in what a run has left: the answer, what is kept, the outputs. Errors: those of the runner; what
    /// read_path() says.
    Result<void> read(Runner& runner, const Keep& keep, Solution& solution) const;

private:
    const RecurrenceHeader* header_;
    const MethodPlan* plan_;
    std::vector<BufferView> inputs_, outputs_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::byte> params_;
    RunArguments arguments_;
};

/// An instance on a device, and the memory that its run takes there.
struct LoadedRun {
    std::vector<Buffer> inputs;
    RunBuffers buffers;
    Recording recording;

    /// Takes the memory and uploads the inputs. Errors: those of Buffer::create and of Runner::upload.
    static Result<LoadedRun> create(Runner& runner, const RecurrenceHeader& header, const Instance& instance,
                                    const Shape& shape, const MethodPlan& plan);
};

}  // namespace vkalgo::dp

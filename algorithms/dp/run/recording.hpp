#pragma once

// Internal to algorithms/dp: allocates the memory of runs, and records runs. Used by solve(), by the devices of
// solve_multi_device() and by PreparedRecurrence.
#include "run.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// Bytes of the buffers whose sizes follow from a plan.
struct RunBytes {
    std::uint64_t table = 0, scratch = 0, path = 0;

    /// Returns the bytes that a plan takes.
    static RunBytes of(const MethodPlan& plan) { return {plan.table_bytes, plan.scratch_bytes, plan.path_bytes}; }
    /// Returns, for each buffer, the larger of the two sizes.
    RunBytes united(const RunBytes& other) const;
};

/// Returns `bytes` plus a reserve for plans of lengths that allocate() has not tried: a quarter of `bytes` plus 64 KiB.
/// Tiles of shorter tables may have other shapes, which keep a little more.
constexpr std::uint64_t room_for_shorter(std::uint64_t bytes) {
    return bytes == 0 ? 0 : bytes + bytes / 4 + (std::uint64_t{64} << 10);
}

/// The buffers that a run holds on the device besides its inputs.
struct RunBuffers {
    /// One buffer per output, in the order of the header.
    std::vector<Buffer> outputs;
    Buffer counts;
    TableBuffers table;
    Buffer scratch, path, status, answer;

    /// Makes buffers for the plan and its shape. `bytes`: the sizes of table, scratch and path, each at least that of
    /// the plan. Errors: those of Buffer::create.
    static Result<RunBuffers> create(Context& context, const RecurrenceHeader& header, const Shape& shape,
                                     const MethodPlan& plan, const RunBytes& bytes);
    /// Returns whether these buffers are large enough for another plan.
    bool have_room(const RecurrenceHeader& header, const Shape& shape, const MethodPlan& plan) const;
    /// Returns the bytes of all buffers.
    std::uint64_t size() const;
    /// Returns the bytes of the buffers of the table.
    std::uint64_t table_bytes() const;
};

/// A run over given buffers, which can be recorded as a whole or in parts. It holds views: the buffers, the header and
/// the plan must outlive it.
class Recording {
public:
    /// `inputs` are in header order, in whole words; an empty view is not bound. `params`: from pack_params().
    Recording(const RecurrenceHeader& header, const Shape& shape, const MethodPlan& plan, const RunBuffers& buffers,
              std::vector<BufferView> inputs, std::vector<std::byte> params);
    Recording(Recording&&) = default;
    Recording& operator=(Recording&&) = default;
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    ~Recording() = default;

    /// Returns the views to record with. They are valid as long as this object exists.
    const RunArguments& arguments() const { return arguments_; }
    /// Returns the bytes that arguments().counts must hold while the run executes. Empty: no such buffer exists.
    std::span<const std::byte> counts() const { return std::as_bytes(std::span(counts_)); }
    /// Records the whole run, with its traceback.
    Result<void> record(Recorder& recorder, const MethodRun& run) const;
    /// Fills in the results of a run: the answer, the data that `keep` asks for, and the outputs. Errors: those of the
    /// runner and of read_path().
    Result<void> read(Runner& runner, const Keep& keep, Solution& solution) const;

private:
    const RecurrenceHeader* header_;
    const MethodPlan* plan_;
    std::vector<BufferView> inputs_, outputs_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::byte> params_;
    RunArguments arguments_;
};

/// An instance on a device, and the memory of its run.
struct LoadedRun {
    std::vector<Buffer> inputs;
    RunBuffers buffers;
    Recording recording;

    /// Allocates the memory and uploads the inputs. Errors: those of Buffer::create and of Runner::upload.
    static Result<LoadedRun> create(Runner& runner, const RecurrenceHeader& header, const Instance& instance,
                                    const Shape& shape, const MethodPlan& plan);
};

}  // namespace vkalgo::dp

#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "check/check.hpp"
#include "method/method.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {
class Runner;
}

namespace vkalgo::dp {

class Recurrence;
struct Solution;

/// Element counts of inputs by name, and the values of "n" and "m" if the sizes of a recurrence use them.
using Lengths = std::map<std::string, std::int64_t, std::less<>>;

/// The options of Recurrence::prepare.
struct PrepareOptions {
    /// The largest lengths that a recording may have. An input of a declared length may be left out.
    Lengths lengths;
    /// Params by name. A param that forms a size or a `reach` must have its largest value here. The values of other
    /// params are defaults for the recordings.
    Params params;
    /// The order of the stages. If not set, the order that the recurrence declares.
    std::optional<Pattern> pattern;
    /// The name of one of single_methods(). Empty: the planner chooses. All recordings run by the same method.
    std::string method;
    Keep keep;
    /// Maximum bytes of device memory that a recording of the largest lengths may need, its inputs included. 0: all
    /// memory of the device. prepare() allocates about a quarter more, for plans of shorter lengths that need more.
    /// With a limit, this reserve takes only what the limit leaves, and record() refuses lengths that do not fit.
    std::uint64_t memory_limit = 0;
    /// Optional, and read by prepare() only: inputs that are typical of later recordings. The check of a user's file
    /// runs on these inputs too.
    const Instance* sample = nullptr;
    /// Settings that the tests force. Null everywhere else.
    const TestKnobs* knobs = nullptr;
};

/// The arguments of one recording. `answer` must not overlap an input.
struct RecurrenceArguments {
    /// One view per input, in the order of the header. Elements are packed and read in whole 32-bit words. So a view
    /// includes the whole last word; bytes after the last element are ignored. The view's offset in its buffer must be
    /// a multiple of storage_offset_alignment. Null for an input without elements.
    std::vector<BufferView> inputs = {};
    /// Optional. Receives the answer, a number of type header().value_type() in 4 or 8 bytes. The answer of an empty
    /// table is 0. The view's offset must be a multiple of 4.
    BufferView answer = {};
    /// The lengths of this recording, each at most the prepared length. A length that is left out is the prepared one.
    Lengths lengths = {};
    /// The params of this recording. A param that is left out has the prepared value.
    Params params = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct RecurrenceAccess {
    /// One access per input, in the order of the header.
    std::vector<ArgumentAccess> inputs;
    ArgumentAccess answer;
};

/// The plan of a recording with given lengths.
struct RecordingPlan {
    Shape shape;
    /// Layout of a kept table, in cells of header().cell_bytes().
    TableLayout layout;
    std::uint64_t dispatches = 0;
};

/// A recurrence that is ready for instances up to some size: its kernels and memory exist, and it has passed its check.
/// It records into any command buffer of its context. It does not submit or wait; only read() does.
///
///     auto prepared = lcs.prepare(*context, {.lengths = {{"x", 5000}, {"y", 4000}}});
///     prepared->record(recorder, {.inputs = {bx, by}, .answer = out, .lengths = {{"x", 4711}}});
///
/// The table is one buffer here. A table that is larger than the device's largest buffer is refused; solve() divides
/// such a table into several buffers.
///
/// vkalgo owns the table, scratch, status, answer, outputs and path of the solution. record() records fills, updates,
/// dispatches, the barriers between them and the copy of the answer. All recordings share the memory that vkalgo owns.
/// Recordings run one after another if they are in one command buffer, if their recorders have the same tracker, or if
/// their recorders have no tracker. Afterwards the memory holds the results of the last recording.
/// The caller does everything that Recorder requires, and creates the buffers with kInputUsage and kAnswerUsage. It
/// tells the recorder about its own accesses, or records barriers between its own accesses and those of access(). It
/// keeps the buffers and this object until the fence is signaled, and then checks the status by read() or explain(). A
/// kernel that read where it must not, or saw an overflow, reports this in the status, and the answer is then invalid.
///
/// Recording does not check the values of an instance as solve() does. So the caller ensures that inputs are in their
/// ranges, and that a `bound` that reads elements fits the type. A recording is one command buffer for a whole run,
/// which may have a dispatch for every stage (RecordingPlan::dispatches). Some devices abort a command buffer that
/// takes several seconds. solve() divides the work into several command buffers.
class PreparedRecurrence {
public:
    /// Buffer usage that inputs and the answer need.
    static constexpr VkBufferUsageFlags kInputUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    static constexpr VkBufferUsageFlags kAnswerUsage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Prepares a recurrence. See Recurrence::prepare.
    static Result<PreparedRecurrence> create(Context& context, const Recurrence& recurrence,
                                             const PrepareOptions& options);
    PreparedRecurrence(PreparedRecurrence&& other) noexcept;
    PreparedRecurrence& operator=(PreparedRecurrence&& other) noexcept;
    ~PreparedRecurrence();

    /// Returns the method that runs.
    const Method& method() const;
    /// Returns the bytes of device memory that this object owns.
    std::uint64_t device_bytes() const;

    /// Records a run. Thread-safe. Does not submit, wait or allocate on the device. Kernels for the prepared lengths
    /// exist already. Kernels for other lengths are made by the first recording with these lengths, or before by
    /// plan().
    /// Errors: invalid_argument: a view is missing, too small or badly aligned; the number of inputs is not the
    /// header's; a length exceeds the prepared one; the recorder belongs to another context. too_large ("lengths"): a
    /// table of these lengths needs more memory than was prepared. Those of shape_of, of planning and of the recorder.
    Result<void> record(Recorder& recorder, const RecurrenceArguments& arguments) const;

    /// Returns the accesses that record() would make to these arguments. Finds them by a recording without a command
    /// buffer. Errors: those of record().
    Result<RecurrenceAccess> access(const RecurrenceArguments& arguments) const;

    /// Returns the plan of a recording with these lengths and params, and makes its kernels. Ignores the views in
    /// `arguments`. Errors: those of record().
    Result<RecordingPlan> plan(const RecurrenceArguments& arguments) const;

    /// Reads the results of the last recording, as solve() returns them. The submission of that recording must have
    /// finished. `arguments`: the lengths and params of that recording. Errors: those that the kernels raised, as in
    /// solve(); those of the runner.
    Result<Solution> read(Runner& runner, const RecurrenceArguments& arguments = {}) const;

    /// Returns the Status of the last recording: the errors that its kernels raised. This view and the following views
    /// are for a caller that reads them without a Runner.
    BufferView status() const;
    /// Returns the answer of the last recording, as an AnswerRecord.
    BufferView answer() const;
    /// Returns the traceback of the last recording, a PathHead and its records. Null if the solution is not kept.
    BufferView path() const;
    /// Returns the output of that name as the last recording wrote it. The shape of that recording gives the number of
    /// elements. Null if no output has that name.
    BufferView output(std::string_view name) const;
    /// Returns the table, laid out by RecordingPlan::layout. Null if the table is not kept.
    BufferView table() const;
    /// Reports the errors that the bytes of status() contain. Errors: those that the kernels raised, as in solve();
    /// invalid_argument: too few bytes.
    Result<void> explain(std::span<const std::byte> status) const;

private:
    struct State;
    explicit PreparedRecurrence(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo::dp

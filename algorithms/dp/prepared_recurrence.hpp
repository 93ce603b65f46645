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

/// Element counts of inputs by name, and "n" and "m" if a recurrence's sizes use them.
using Lengths = std::map<std::string, std::int64_t, std::less<>>;

/// The options of Recurrence::prepare.
struct PrepareOptions {
    /// The largest lengths that a recording may have. An input of a declared length may be left out.
    Lengths lengths;
    /// Params that form sizes, at their largest; the others are the defaults of a recording.
    Params params;
    /// The order of the stages; the recurrence's own if not set.
    std::optional<Pattern> pattern;
    /// The name of one of methods(). Empty: the planner chooses. All recordings run by the same method.
    std::string method;
    Keep keep;
    /// Bytes of device memory; 0: as many as the device has.
    std::uint64_t memory_limit = 0;
    /// Optional; read during prepare only. Inputs like those to come: the check of a user's file runs on them too.
    const Instance* sample = nullptr;
    /// Settings that the tests force. Null everywhere else.
    const TestKnobs* knobs = nullptr;
};

/// The arguments of one recording. `answer` shares no byte with an input.
struct RecurrenceArguments {
    /// One view per input, in the order of the header. Elements are packed and read in whole 32-bit words: a view
    /// includes the whole last word, whose bytes after the elements mean nothing. Offset: a multiple of
    /// storage_offset_alignment. Null for an input without elements.
    std::vector<BufferView> inputs = {};
    /// Optional. Receives the answer: 4 or 8 bytes of the type header().value_type(); 0 for an empty table. Offset: a
    /// multiple of 4.
    BufferView answer = {};
    /// The lengths of this recording, none larger than prepared. A length that is left out is as prepared.
    Lengths lengths = {};
    /// The params of this recording. A param that is left out is as prepared.
    Params params = {};
};

/// The device's first and last access to each argument, for barriers of the host's own.
struct RecurrenceAccess {
    /// In the order of the header.
    std::vector<ArgumentAccess> inputs;
    ArgumentAccess answer;
};

/// The plan of a recording with some lengths.
struct RecordingPlan {
    Shape shape;
    /// Layout of a kept table, in cells of header().cell_bytes().
    TableLayout layout;
    std::uint64_t dispatches = 0;
};

/// A recurrence that is ready for instances up to some size: its kernels and memory exist, and its check is passed. It
/// records into any command buffer of its context. It does not submit or wait; only read() reads.
///
///     auto prepared = lcs.prepare(*context, {.lengths = {{"x", 5000}, {"y", 4000}}});
///     prepared->record(recorder, {.inputs = {bx, by}, .answer = out, .lengths = {{"x", 4711}}});
///
/// The table is one buffer here. A table larger than the device's largest buffer is refused; solve() divides such a
/// table.
///
/// vkalgo owns the table, scratch, status, answer, outputs and path of the solution. record() records fills, updates,
/// dispatches, the barriers between them and the copy of the answer. All recordings share that memory. Recordings in
/// one command buffer, by recorders with one tracker and by recorders without one run one after another; afterwards the
/// memory holds what the last one left.
/// The caller does everything that Recorder requires; creates the buffers with kInputUsage and kAnswerUsage; tells the
/// recorder about its own accesses, or puts its own barriers from them to access() and back; keeps the buffers and this
/// object until the fence is signaled; and looks at the status afterwards, by read() or explain(). A kernel that read
/// where it must not, or saw an overflow, reports it there, and the answer is then invalid.
///
/// The caller ensures what solve() checks in the values of an instance: ranges of inputs, and a `bound` that reads
/// elements. A whole run is one command buffer here, with up to one dispatch per stage (RecordingPlan::dispatches).
/// Some devices end a command buffer after seconds; solve() divides the work for them.
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
    /// Returns the bytes of device memory that it owns.
    std::uint64_t device_bytes() const;

    /// Records a run. Thread-safe. Does not submit, wait or allocate on the device. Kernels for lengths other than the
    /// prepared ones are compiled at their first recording; plan() does that beforehand.
    /// Errors: invalid_argument: a view is missing, too small or badly aligned; the number of inputs is not the
    /// header's; a length exceeds the prepared one; the recorder belongs to another context; those of shape_of and of
    /// planning; the recorder's.
    Result<void> record(Recorder& recorder, const RecurrenceArguments& arguments) const;

    /// Returns how record() would access these arguments, by recording without a command buffer. Errors: those of
    /// record().
    Result<RecurrenceAccess> access(const RecurrenceArguments& arguments) const;

    /// Returns the plan of a recording with these lengths and params, and makes its kernels. Its views are not looked
    /// at. Errors: those of record().
    Result<RecordingPlan> plan(const RecurrenceArguments& arguments) const;

    /// Reads what the last recording left, as solve() returns it. Its submission must have finished. `arguments`: that
    /// recording's lengths and params. Errors: what the kernels raised, as in solve(); the runner's.
    Result<Solution> read(Runner& runner, const RecurrenceArguments& arguments = {}) const;

    /// Returns what the last recording raised, a Status. This view and the following ones are for a host that reads
    /// them without a Runner.
    BufferView status() const;
    /// Returns the answer that it left, an AnswerRecord.
    BufferView answer() const;
    /// Returns the traceback, a PathHead and its records. Null unless it is kept.
    BufferView path() const;
    /// Returns what it wrote to the output of that name: as many elements as that recording's shape says. Null for any
    /// other name.
    BufferView output(std::string_view name) const;
    /// Returns the cells, laid out by RecordingPlan::layout. Null unless they are kept.
    BufferView table() const;
    /// Reports what the bytes of status() say. Errors: what the kernels raised, as in solve(); invalid_argument: too
    /// few bytes.
    Result<void> explain(std::span<const std::byte> status) const;

private:
    struct State;
    explicit PreparedRecurrence(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo::dp

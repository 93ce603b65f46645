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

/// Elements of inputs by their name, and "n" and "m" where a recurrence's sizes use them.
using Lengths = std::map<std::string, std::int64_t, std::less<>>;

/// What Recurrence::prepare makes ready.
struct PrepareOptions {
    /// The most that a recording may have. An input of a declared length may be left out.
    Lengths lengths;
    /// Those that form sizes at their most; the others are what a recording has if it says nothing else.
    Params params;
    /// none: the recurrence's own
    std::optional<Pattern> pattern;
    /// one of methods(), by name; empty: the planner's choice. All recordings run by the same.
    std::string method;
    Keep keep;
    /// bytes of device memory; 0: as many as the device has
    std::uint64_t memory_limit = 0;
    /// Optional, read during prepare only: inputs like those to come, which the check of a user's file then runs on
    /// too.
    const Instance* sample = nullptr;
    /// what the tests force; null everywhere else
    const TestKnobs* knobs = nullptr;
};

/// What one recording takes. `answer` shares no byte with an input.
struct RecurrenceArguments {
    /// In the order of the header, elements packed, read in whole 32-bit words: a view has room for the last one, whose
    /// bytes behind the elements mean nothing. Offset: a multiple of storage_offset_alignment. Null for an input
    /// without elements.
    std::vector<BufferView> inputs = {};
    /// Optional. The answer's 4 or 8 bytes, of the type that header().value_type() says; 0 for an empty table. Offset:
    /// a multiple of 4.
    BufferView answer = {};
    /// Of this recording, none more than prepared; what is left out is as prepared.
    Lengths lengths = {};
    /// Of this recording; what is left out is as prepared.
    Params params = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct RecurrenceAccess {
    /// in the order of the header
    std::vector<ArgumentAccess> inputs;
    ArgumentAccess answer;
};

/// What a recording of some lengths is like.
struct RecordingPlan {
    Shape shape;
    /// of a kept table, in cells of header().cell_bytes()
    TableLayout layout;
    std::uint64_t dispatches = 0;
};

/// A recurrence made ready for instances up to some size: kernels and memory are there, its check is passed. It records
/// into any command buffer of its context, and submits, waits for and reads nothing.
///
///     auto prepared = lcs.prepare(*context, {.lengths = {{"x", 5000}, {"y", 4000}}});
///     prepared->record(recorder, {.inputs = {bx, by}, .answer = out, .lengths = {{"x", 4711}}});
///
/// A table is one buffer here, and one that is larger than the device's largest buffer is refused; solve() divides it.
///
/// vkalgo does: own the table, scratch, status, answer, outputs and path of the solution; record fills, updates,
/// dispatches, the barriers between them and the copy of the answer. Recordings share that memory: those of one command
/// buffer, of recorders with one tracker and of recorders without one follow each other, and the memory then is the
/// last one's.
/// The caller does: everything that Recorder asks of him; create the buffers with kInputUsage and kAnswerUsage; tell
/// the recorder about his own accesses, or put his own barriers from them to access() and back; keep buffers and this
/// object until the fence; look at the status afterwards, by read() or explain(): a kernel that read where it may not,
/// or saw an overflow, says so there, and the answer then is none.
///
/// What solve() asks of the values of an instance the caller answers for: ranges of inputs, and a `bound` that reads
/// elements. A whole run is one command buffer here: up to a dispatch for each stage (RecordingPlan::dispatches). Where
/// devices end a command buffer after seconds, solve() divides the work.
class PreparedRecurrence {
public:
    /// Buffer usage that inputs and the answer need.
    static constexpr VkBufferUsageFlags kInputUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    static constexpr VkBufferUsageFlags kAnswerUsage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// See Recurrence::prepare.
    static Result<PreparedRecurrence> create(Context& context, const Recurrence& recurrence,
                                             const PrepareOptions& options);
    PreparedRecurrence(PreparedRecurrence&& other) noexcept;
    PreparedRecurrence& operator=(PreparedRecurrence&& other) noexcept;
    ~PreparedRecurrence();

    /// The method that runs.
    const Method& method() const;
    /// Of device memory that it owns.
    std::uint64_t device_bytes() const;

    /// Records a run. Thread-safe; submits, waits for and allocates nothing on the device. Kernels that lengths other
    /// than the prepared ones need are compiled at their first recording; plan() does that beforehand.
    /// Errors: invalid_argument: a view that is missing, too small or badly aligned, a number of inputs other than the
    /// header's, a length beyond the prepared one, a recorder of another context; those of shape_of and of planning;
    /// the recorder's.
    Result<void> record(Recorder& recorder, const RecurrenceArguments& arguments) const;

    /// How record() would touch these arguments, found out by recording without a command buffer. Errors: those of
    /// record().
    Result<RecurrenceAccess> access(const RecurrenceArguments& arguments) const;

    /// What a recording of these lengths and params would be (its views are not looked at); makes its kernels.
    /// Errors: those of record().
    Result<RecordingPlan> plan(const RecurrenceArguments& arguments) const;

    /// After the submission of the last recording has finished: what it left, as solve() gives it. `arguments`: that
    /// recording's lengths and params. Errors: what the kernels raised, as solve() says it; the runner's.
    Result<Solution> read(Runner& runner, const RecurrenceArguments& arguments = {}) const;

    /// What the last recording raised, a Status: for a host that reads it without a Runner, as the following are.
    BufferView status() const;
    /// The answer that it left, an AnswerRecord.
    BufferView answer() const;
    /// The traceback, a PathHead and its records; null unless it is kept.
    BufferView path() const;
    /// What it wrote to the output of that name: as many elements as that recording's shape says; null: there is no
    /// such output.
    BufferView output(std::string_view name) const;
    /// The cells, as RecordingPlan::layout says; null unless they are kept.
    BufferView table() const;
    /// What the bytes of status() say. Errors: what the kernels raised, as solve() says it; invalid_argument: fewer
    /// bytes.
    Result<void> explain(std::span<const std::byte> status) const;

private:
    struct State;
    explicit PreparedRecurrence(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo::dp

#pragma once

#include "../../../engine/buffer.hpp"
#include "../../../engine/device_profile.hpp"
#include "../../../engine/recorder.hpp"
#include "../../../engine/result.hpp"
#include "../instance/instance.hpp"
#include "../recurrence/compiled.hpp"
#include "bands.hpp"
#include "layout.hpp"
#include "table_view.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace vkalgo {
class Context;
}

namespace vkalgo::dp {

struct TestKnobs;
struct BatchMethod;

/// What a run produces besides the answer.
struct Keep {
    /// Whether the whole table is kept.
    bool table = false;
    /// Whether the traceback from the answer to the base is made.
    bool solution = false;
    /// Layout of the table on the device. A Solution always stores the table row by row.
    Layout layout = Layout::rows;
};

/// Stages [from, to), counted from the order's first stage. The table already contains the stages before `from`.
struct StageRange {
    std::uint64_t from = 0, to = 0;
};

/// Everything that a method makes its plan from, besides the device profile. Pure data: the same request and the same
/// profile always give the same plan.
struct PlanRequest {
    const RecurrenceHeader* header = nullptr;
    /// The order in which the stages run.
    StageFunction stage = StageFunction::of(Pattern::NOSE);
    Shape shape;
    Keep keep;
    /// Choices that the tests force. Null otherwise.
    const TestKnobs* knobs = nullptr;
    /// How often the plan will run. Its kernels are made once.
    double runs = 1;
    /// Maximum bytes of device memory for the run, for methods that can use less. 0: no limit. Set by make_plan.
    std::uint64_t memory_limit = 0;
    /// The stages to run. Empty: all of them, from an empty table.
    std::optional<StageRange> stages;
    /// The value of the header's `bound`: no cell's value, and no sum that the text computes in the cells' type, is
    /// greater. Empty: no bound is known.
    std::optional<std::int64_t> bound = std::nullopt;
    /// Params of the instance; a missing param has its fallback value. Null: unknown. Must outlive the request.
    const std::map<std::string, Number, std::less<>>* params = nullptr;
    /// Whether the table must be one buffer, since other code reads it.
    bool one_buffer = false;
    /// The share of this device, if several devices share the table (multi_device.hpp). Empty: the device computes the
    /// whole table.
    std::optional<Share> share = std::nullopt;
};

struct Method;

/// How a method would run a request: its memory and its work. Methods derive their own plan from it.
struct MethodPlan {
    /// A part of the memory, for reports.
    struct Part {
        std::string name;
        std::uint64_t bytes = 0;
    };
    virtual ~MethodPlan() = default;

    /// The method of the plan. Set by make_plan.
    const Method* method = nullptr;
    /// Modules of the CompiledRecurrence that create() needs.
    std::vector<std::string> modules;
    /// Bytes of the table, or of the stages of it that are kept. 0 if neither is kept.
    std::uint64_t table_bytes = 0;
    /// Whether the run computes with 32-bit cells instead of the u64 that the file declares. Set by make_plan.
    bool narrow = false;
    /// Whether kernels reach the table by device address.
    bool table_by_address = false;
    /// For a table in several buffers: the bytes of each buffer except the last. Each such buffer holds 2^part_shift
    /// cells. 0: the table is one buffer.
    std::uint64_t part_bytes = 0;
    std::uint32_t part_shift = 0;
    std::uint64_t scratch_bytes = 0;
    /// Capacity of the traceback in records. 0 unless keep.solution.
    std::uint64_t path_records = 0;
    /// Bytes of the path buffer. Set by add_transfer_bytes.
    std::uint64_t path_bytes = 0;
    /// Whether only some stages run. AnswerRecord::found then says whether these stages reach the answer cell.
    bool cut = false;
    /// If true, the traceback begins at the cell where a search has found the answer, otherwise at the cell that the
    /// shape names.
    bool traces_from_found = false;
    /// Host-visible bytes for uploads and downloads by a Runner. Set by add_transfer_bytes.
    std::uint64_t staging_bytes = 0;
    /// Number of steps of the run. record() records them range by range. A step is a stage, a diagonal of tiles or
    /// another unit of the method. At least 1.
    std::uint64_t steps = 0;
    /// Number of steps of the traceback. record_traceback() records them range by range. The traceback may end before
    /// the last step.
    std::uint64_t traceback_steps = 0;
    /// The division into bands if several devices share the table. Step 0 then prepares the run, and step 1 + s is slot
    /// s (see Bands).
    std::optional<Bands> bands;
    /// Approximate number of dispatches of the run and its traceback.
    std::uint64_t dispatches = 0;
    /// Predicted seconds to make the kernels, and for a run without its traceback.
    double make_seconds = 0, run_seconds = 0;
    /// Layout of the table, if it is kept.
    TableLayout layout;
    /// What table, scratch and path consist of, for `--verbose`.
    std::vector<Part> parts;
    /// One line for reports, for example about tiles, lanes and schedule.
    std::string summary;

    /// Returns the bytes of the list of the buffers' addresses. 0 if the table is one buffer.
    std::uint64_t part_list_bytes() const {
        return part_bytes == 0 ? 0 : (table_bytes + part_bytes - 1) / part_bytes * sizeof(std::uint64_t);
    }
};

/// Status words that every kernel may set. They are cleared before a run.
struct Status {
    /// Bits VKALGO_STATUS_* of shaders/dp/dp.h.
    std::uint32_t flags = 0;
    /// Indices of the cell that raised the first flag.
    std::int32_t i = 0, j = 0, k = 0, l = 0;
    /// For a read that breaks a rule: indices of the cell that was read. For other flags: other numbers, such as the
    /// index of an element and the number of its input (see status_error()).
    std::int32_t a = 0, b = 0, c = 0, d = 0;
    /// The flags that were raised together with the indices above. 0: no kernel has reported a cell, but `flags` may
    /// still be set.
    std::uint32_t first = 0;
    std::uint32_t unused[2] = {0, 0};
};
static_assert(sizeof(Status) == 48);

/// One step of a traceback: the decision at a cell (a split's k, or the decision of step()).
struct PathRecord {
    std::int32_t i = 0, j = 0;
    std::uint32_t decision = 0;
    /// 0 if the table has no such index.
    std::int32_t k = 0, l = 0;
    bool operator==(const PathRecord&) const = default;
};
/// The path buffer: this head, then path_records records of path_record_bytes() each.
struct PathHead {
    /// Number of records written.
    std::uint32_t count = 0;
    /// 1 when the traceback has ended.
    std::uint32_t done = 0;
    /// The current cell of the traceback. At the end, the base cell that it reached.
    std::int32_t i = 0, j = 0, k = 0, l = 0;
    /// State of a step() that has states.
    std::uint32_t state = 0;
    std::uint32_t unused = 0;
};
/// Returns the bytes of a record on the device: one word per index of the cell, and one for the decision.
inline std::uint64_t path_record_bytes(const RecurrenceHeader& header) {
    return 4 * (header.index_count() + 1);
}

/// The answer buffer: the value, its cell, and whether there is an answer.
struct AnswerRecord {
    /// The value of the answer, little-endian, in the first bytes.
    std::array<std::byte, 8> value{};
    std::int32_t i = 0, j = 0, k = 0, l = 0;
    std::uint32_t found = 0, unused = 0;
};
static_assert(sizeof(AnswerRecord) == 32);

/// The buffers that a run uses, as views. Their sizes are those of the plan. The caller keeps the buffers alive.
struct RunArguments {
    /// Inputs in the order of the header. Elements are packed into whole 32-bit words, padded with zeros.
    std::span<const BufferView> inputs;
    /// Outputs in the order of the header, of output_buffer_bytes() each.
    std::span<const BufferView> outputs;
    /// One uint32 per input, then per output, in header order: its number of elements. Empty without inputs and
    /// outputs.
    BufferView counts;
    /// Params from pack_params.
    std::span<const std::byte> params;
    /// A table of plan.table_bytes, or empty. If the request's stages begin after the first, it contains the earlier
    /// stages.
    TableView table;
    /// Scratch of plan.scratch_bytes.
    BufferView scratch;
    /// Status of sizeof(Status) bytes.
    BufferView status;
    /// Answer of sizeof(AnswerRecord) bytes.
    BufferView answer;
    /// Path of sizeof(PathHead) + path_records * path_record_bytes(header) bytes, or empty.
    BufferView path;
};

/// The kernels of a method, ready for one plan.
class MethodRun {
public:
    virtual ~MethodRun() = default;
    /// Records steps [first, first + count) of the plan, in order. The ranges of a run must follow each other without
    /// gaps. The first range clears status and answer, and prepares the other buffers. The last range writes the answer
    /// to `arguments.answer`.
    virtual Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                std::uint64_t count) const = 0;
    /// Records steps [first, first + count) of the traceback. Must follow the last step of the plan.
    virtual Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                          std::uint64_t count) const = 0;
};

/// A way to run a class of recurrences, for one problem at a time, for many, or both. Each methods/NAME.cpp defines
/// `const Method& method_NAME()`. The templates in shaders/dp/ that the method needs name their own modules. This
/// struct holds everything that the planner, the check and a command must know of a method. No other code knows a
/// method's name.
struct Method {
    const char* name = "";
    /// The method's name in the previous release; find_method() accepts it too. Null: the name has not changed.
    const char* former_name = nullptr;
    const char* about = "";
    /// Whether the method runs every class, pattern, region, kind of answer, range of stages and layout of the table,
    /// if the device has room. Errors of other methods recommend this method.
    bool runs_everything = false;
    /// Whether the method raises a status flag for every read that breaks a rule.
    bool checks_reads = false;
    /// Whether one invocation computes many cells. A driver that stops an invocation's loops after a fixed total of
    /// iterations would stop the recurrence's own loops. On such a device a recurrence with loops uses the method only
    /// if a caller names it.
    bool many_cells_per_invocation = false;
    /// Whether the method also has modules for 32-bit cells. If so, and if text and bound allow such cells and the
    /// table is not kept, the method plans from a header with 32-bit cells.
    bool narrows = false;
    /// Whether the method can plan and run one device's part of a table that several devices share.
    bool shares = false;
    /// Whether the method exists only for comparison. Such a method runs only if a caller names it: the planner never
    /// chooses it, and no message recommends it. Lists of all methods contain it.
    bool only_by_name = false;
    /// Makes a plan. Null if the method solves only batches. Errors: unsupported (this class, pattern or region; the
    /// message says why), too_large (a limit of the device; the message says which), invalid_argument ("solution": the
    /// recurrence does not say how to find a solution).
    Result<std::unique_ptr<MethodPlan>> (*plan)(const PlanRequest& request, const DeviceProfile& profile) = nullptr;
    /// Makes the kernels. `plan` must be this method's own and outlive the run.
    Result<std::unique_ptr<MethodRun>> (*create)(Context& context, const CompiledRecurrence& recurrence,
                                                 const MethodPlan& plan) = nullptr;
    /// Changes the plan to suit the values of an instance, for a method that must read them on the host. Null for most
    /// methods. Called before create(), for each instance; `recurrence` has the plan's modules. The plan's steps,
    /// dispatches and summary are then those of the run. Errors: too_large, those of the interpreter, cancelled.
    Result<void> (*analyze)(MethodPlan& plan, const CompiledRecurrence& recurrence, const Instance& instance,
                            std::stop_token cancel) = nullptr;
    /// How the method solves many problems at once (batch/batch_plan.hpp). Null: it cannot.
    const BatchMethod* batch = nullptr;
};

/// Returns all methods, ordered by name.
std::span<const Method* const> methods();
/// Returns the methods that solve single problems.
std::vector<const Method*> single_methods();

/// Returns the method that has this name or had it in the previous release, or null.
const Method* find_method(std::string_view name);

/// Returns the method that errors recommend if another method cannot run. The recommended method has runs_everything
/// and checks_reads.
const Method& reference_method();

/// Returns the error "unsupported" for a request that the method of that name does not run.
Error refused_by(const std::string& method, const std::string& why);
/// Returns the methods that run the request on an imaginary GPU with high limits and with every feature that methods
/// need. Methods with only_by_name are left out.
std::vector<const Method*> methods_for(const PlanRequest& request);

/// Sets the plan's path_bytes and staging_bytes, which follow from its other fields.
void add_transfer_bytes(MethodPlan& plan, const PlanRequest& request);

/// Makes the plan of the named method. Without a name, takes the method with the least predicted time for making its
/// kernels and for all runs. Then checks the plan against `memory_limit` (0: none) and the device's memory. Errors,
/// with the field in `where`: invalid_argument ("method": unknown name; "solution": the recurrence does not say how to
/// find a solution), unsupported, too_large ("memory_limit": bytes wanted and available; other fields: a limit of the
/// device).
Result<std::unique_ptr<MethodPlan>> make_plan(const PlanRequest& request, const DeviceProfile& profile,
                                              std::string_view method = {}, std::uint64_t memory_limit = 0);

/// Returns the bytes of device memory of a run of this plan: inputs, outputs and their counts, table, scratch, path,
/// status, answer and staging.
std::uint64_t device_bytes(const MethodPlan& plan, const Shape& shape);

}  // namespace vkalgo::dp

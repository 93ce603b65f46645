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

/// What a run leaves behind besides the answer.
struct Keep {
    /// the whole table
    bool table = false;
    /// the traceback from the answer to the base
    bool solution = false;
    /// of the table on the device; a Solution has its rows one after another
    Layout layout = Layout::rows;
};

/// Stages [from, to), counted from the order's first: those before `from` are in the table already.
struct StageRange {
    std::uint64_t from = 0, to = 0;
};

/// Everything a method plans from. Pure data: the same request always gets the same plan.
struct PlanRequest {
    const RecurrenceHeader* header = nullptr;
    /// the order of the stages to run in
    StageFunction stage = StageFunction::of(Pattern::NOSE);
    Shape shape;
    Keep keep;
    /// what the tests force; null everywhere else
    const TestKnobs* knobs = nullptr;
    /// how often the plan will run: its kernels are made once
    double runs = 1;
    /// bytes of device memory that the run may hold, for methods that can do with less; 0: none was set. Set by
    /// make_plan.
    std::uint64_t memory_limit = 0;
    /// the stages to run; none: all of them, from an empty table
    std::optional<StageRange> stages;
    /// of all values, by the header's `bound` of the instance at hand; none: not known
    std::optional<std::int64_t> bound = std::nullopt;
    /// of the instance at hand; those that are missing have their fallbacks; null: not known. Outlives the request.
    const std::map<std::string, Number, std::less<>>* params = nullptr;
    /// somebody else reads the table's buffer: it may not lie in several
    bool one_buffer = false;
    /// the part of one of several devices that share the table (across/solve_multi_device.hpp); none: all of it
    std::optional<Share> share = std::nullopt;
};

struct Method;

/// How a method would run a request: what it holds and what it does. Methods derive their own from it.
struct MethodPlan {
    /// A part of the memory, for reports.
    struct Part {
        std::string name;
        std::uint64_t bytes = 0;
    };
    virtual ~MethodPlan() = default;

    /// whose plan it is; set by make_plan
    const Method* method = nullptr;
    /// of the CompiledRecurrence, that create() needs
    std::vector<std::string> modules;
    /// 0 unless the method keeps the table
    std::uint64_t table_bytes = 0;
    /// computes with 32-bit cells in place of the u64 that the file declares; set by make_plan
    bool narrow = false;
    /// kernels reach the table by device address
    bool table_by_address = false;
    /// of a table that lies in several buffers: the bytes of each but the last, which hold 2^part_shift cells; 0: it
    /// lies in one
    std::uint64_t part_bytes = 0;
    std::uint32_t part_shift = 0;
    std::uint64_t scratch_bytes = 0;
    /// room for the traceback; 0 unless keep.solution
    std::uint64_t path_records = 0;
    /// of the path buffer; set by add_transfer_bytes
    std::uint64_t path_bytes = 0;
    /// some stages alone are run: `found` of the answer says whether they reach it
    bool cut = false;
    /// the traceback begins where a search has found the answer; else at the cell that the shape names
    bool traces_from_found = false;
    /// host-visible, for uploads and downloads by a Runner; set by add_transfer_bytes
    std::uint64_t staging_bytes = 0;
    /// record() takes ranges of these: stages, tile diagonals, ... at least 1
    std::uint64_t steps = 0;
    /// record_traceback() likewise; the traceback may be done before the last
    std::uint64_t traceback_steps = 0;
    /// Of one of several devices that share the table, how: step 0 then prepares, and step 1 + s is slot s.
    std::optional<Bands> bands;
    /// all together, about
    std::uint64_t dispatches = 0;
    /// predicted: making the kernels, and a run without its traceback
    double make_seconds = 0, run_seconds = 0;
    /// of the table, if kept
    TableLayout layout;
    /// what scratch and table are made of, for `--verbose`
    std::vector<Part> parts;
    /// one line: tiles, lanes, schedule
    std::string summary;

    /// Of the list of its buffers' addresses, where the table lies in several.
    std::uint64_t part_list_bytes() const {
        return part_bytes == 0 ? 0 : (table_bytes + part_bytes - 1) / part_bytes * sizeof(std::uint64_t);
    }
};

/// Status words that every kernel may raise; cleared before a run.
struct Status {
    /// kStatus* bits of shaders/dp/dp.h
    std::uint32_t flags = 0;
    /// the cell that raised the first one
    std::int32_t i = 0, j = 0, k = 0, l = 0;
    /// the read that broke a rule
    std::int32_t a = 0, b = 0, c = 0, d = 0;
    /// of the flags, those that this cell and this read belong to; 0: there is none
    std::uint32_t first = 0;
    std::uint32_t unused[2] = {0, 0};
};
static_assert(sizeof(Status) == 48);

/// One step of a traceback: cell (i, j) was explained by `decision` (a split's k, or what step() said).
struct PathRecord {
    std::int32_t i = 0, j = 0;
    std::uint32_t decision = 0;
    /// 0 where a table has no such index
    std::int32_t k = 0, l = 0;
    bool operator==(const PathRecord&) const = default;
};
/// The path buffer: this head, then path_records records of path_record_bytes() each.
struct PathHead {
    /// records written
    std::uint32_t count = 0;
    /// 1 when the base was reached
    std::uint32_t done = 0;
    /// where the traceback is; at the end, the base cell it reached
    std::int32_t i = 0, j = 0, k = 0, l = 0;
    /// of a step() that has states
    std::uint32_t state = 0;
    std::uint32_t unused = 0;
};
/// Of a record on the device: a cell's indices and the decision, a word each.
inline std::uint64_t path_record_bytes(const RecurrenceHeader& header) {
    return 4 * (header.index_count() + 1);
}

/// The answer buffer: the value, the cell that has it, and whether there is one.
struct AnswerRecord {
    /// little-endian, in the first bytes
    std::array<std::byte, 8> value{};
    std::int32_t i = 0, j = 0, k = 0, l = 0;
    std::uint32_t found = 0, unused = 0;
};
static_assert(sizeof(AnswerRecord) == 32);

/// Views a run records with. Sizes as in the plan; kept alive by the caller.
struct RunArguments {
    /// in header order, elements packed, whole 32-bit words (pad with zeros)
    std::span<const BufferView> inputs;
    /// in header order: output_buffer_bytes() each
    std::span<const BufferView> outputs;
    /// uint32 per input and then per output: its elements, in header order; empty without inputs and outputs
    BufferView counts;
    /// from pack_params
    std::span<const std::byte> params;
    /// plan.table_bytes, or empty; where the request's stages begin later than the first, it holds those before
    TableView table;
    /// plan.scratch_bytes
    BufferView scratch;
    /// sizeof(Status)
    BufferView status;
    /// sizeof(AnswerRecord)
    BufferView answer;
    /// sizeof(PathHead) + path_records * path_record_bytes(header), or empty
    BufferView path;
};

/// A method made ready for one plan: its kernels.
class MethodRun {
public:
    virtual ~MethodRun() = default;
    /// Records steps [first, first + count) of the plan, in order; the ranges of one run follow each other without gap.
    /// The first range clears status and scratch; the last one leaves the answer in `arguments.answer`.
    virtual Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                std::uint64_t count) const = 0;
    /// After the last step: records steps of the traceback [first, first + count).
    virtual Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                          std::uint64_t count) const = 0;
};

/// A way to run a class of recurrences, one problem at a time, or many, or both. Each methods/NAME.cpp defines
/// `const Method& method_NAME()`; the templates in shaders/dp/ that it needs name their modules themselves. Nothing
/// else knows a method's name: what the planner, the check and a command must know of it stands here.
struct Method {
    const char* name = "";
    /// The name that it had in the release before, which still finds it; null: the same.
    const char* former_name = nullptr;
    const char* about = "";
    /// Runs every class in every pattern, region and answer, some stages alone, and tables of any layout, as far as the
    /// device has room: the advice where others refuse.
    bool runs_everything = false;
    /// Raises the status on every read that breaks a rule.
    bool checks_reads = false;
    /// One invocation computes many cells. A driver that stops an invocation's loops after a fixed total of iterations
    /// would stop a recurrence's own there: for recurrences with loops the method is then taken only if it is named.
    bool many_cells_per_invocation = false;
    /// Has modules for 32-bit cells too: where text and bound allow these, it plans from a header that has them.
    bool narrows = false;
    /// Plans and runs the part of one of several devices.
    bool shares = false;
    /// There to be compared with: neither the planner nor advice takes it, only who names it.
    bool only_by_name = false;
    /// Null: the method solves batches alone. Errors: unsupported (not this class, pattern or region: says why),
    /// too_large (a limit of the device: says which).
    Result<std::unique_ptr<MethodPlan>> (*plan)(const PlanRequest& request, const DeviceProfile& profile) = nullptr;
    /// `plan` is this method's own and outlives the run.
    Result<std::unique_ptr<MethodRun>> (*create)(Context& context, const CompiledRecurrence& recurrence,
                                                 const MethodPlan& plan) = nullptr;
    /// Null for most. Of a method that has to look at an instance's values on the host: called before create(), for
    /// each instance; `recurrence` has the plan's modules. Changes the plan: its steps, dispatches and summary are then
    /// those of the run. Errors: too_large, those of the interpreter, cancelled.
    Result<void> (*analyze)(MethodPlan& plan, const CompiledRecurrence& recurrence, const Instance& instance,
                            std::stop_token cancel) = nullptr;
    /// How it solves many problems at once (batch/batch_plan.hpp); null: it does not.
    const BatchMethod* batch = nullptr;
};

/// All of them, by name.
std::span<const Method* const> methods();
/// Those that solve single problems.
std::vector<const Method*> single_methods();

/// The method that has, or had, that name, or null.
const Method* find_method(std::string_view name);

/// The method to advise where another could not: it runs everything and checks every read.
const Method& reference_method();

/// The error "unsupported" of a request that the method of that name does not run.
Error refused_by(const std::string& method, const std::string& why);

/// The methods that run the request on a device with everything that methods ask for, but for those that are taken
/// only by name.
std::vector<const Method*> methods_for(const PlanRequest& request);

/// Sets the plan's path_bytes and staging_bytes, which follow from the rest of it.
void add_transfer_bytes(MethodPlan& plan, const PlanRequest& request);

/// The method named, or of those that can run the request the one that takes the least time by prediction, its kernels
/// and all runs counted; then checked against `memory_limit` (0: none) and
/// the device's memory. Errors, with the field in `where`: invalid_argument ("method": there is none of that name),
/// unsupported, too_large ("memory_limit": bytes wanted and available).
Result<std::unique_ptr<MethodPlan>> make_plan(const PlanRequest& request, const DeviceProfile& profile,
                                              std::string_view method = {}, std::uint64_t memory_limit = 0);

/// Bytes of device memory that a run of this plan holds: inputs, table, scratch, path, status, answer and staging.
std::uint64_t device_bytes(const MethodPlan& plan, const Shape& shape);

}  // namespace vkalgo::dp

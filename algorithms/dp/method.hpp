#pragma once

#include "../../engine/buffer.hpp"
#include "../../engine/device_profile.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "instance.hpp"
#include "recurrence/compiled.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {
class Context;
}

namespace vkalgo::dp {

/// What a run shall leave behind besides the answer.
struct Keep {
    /// the whole table, in the method's storage order
    bool table = false;
    /// the walk from the answer to the base
    bool solution = false;
};

/// Everything a method plans from. Pure data: the same question always gets the same plan.
struct Question {
    const RecurrenceHeader* header = nullptr;
    /// the pattern to run in
    Pattern pattern = Pattern::NOSE;
    Shape shape;
    Keep keep;
    /// tests: force the width of the lane exchange (through shared memory where it is not a subgroup); 0: the method's
    /// choice
    std::uint32_t lanes = 0;
    /// tests: 0 the method's choice, 1 one dispatch a tile diagonal, 2 workgroups that wait on each other
    int schedule = 0;
};

/// A place of the table in a method's own storage order.
struct TableLayout {
    Frame frame;
    /// as Frame::index_of; else canonical rows, one after another, `pitch` cells apart
    bool wavefront_contiguous = true;
    std::int64_t pitch = 0;
    /// storage size, padding included
    std::int64_t cells = 0;
    /// cells before column 0 of each such row
    std::int64_t lead = 0;
    /// Place of a cell in the table, in cells.
    std::int64_t index_of(Cell user) const;
};

/// How a method would run a question: what it holds and what it does. Methods derive their own from it.
struct MethodPlan {
    /// A part of the memory, for reports.
    struct Part {
        std::string name;
        std::uint64_t bytes = 0;
    };
    virtual ~MethodPlan() = default;

    /// name
    std::string method;
    /// of the CompiledRecurrence, that create() needs
    std::vector<std::string> modules;
    /// 0 unless the method keeps the table
    std::uint64_t table_bytes = 0;
    /// the table's buffer needs a device address
    bool table_by_address = false;
    std::uint64_t scratch_bytes = 0;
    /// room for the walk; 0 unless keep.solution
    std::uint64_t path_records = 0;
    /// host-visible, for uploads and downloads by a Runner; set by make_plan
    std::uint64_t staging_bytes = 0;
    /// record() takes ranges of these: stages, tile diagonals, ... at least 1
    std::uint64_t steps = 0;
    /// record_walk() likewise; the walk may be done before the last
    std::uint64_t walk_steps = 0;
    /// all together, about
    std::uint64_t dispatches = 0;
    /// of the table, if kept
    TableLayout layout;
    /// what scratch and table are made of, for `--verbose`
    std::vector<Part> parts;
    /// one line: tiles, lanes, schedule
    std::string summary;
};

/// Status words that every kernel may raise; cleared before a run.
struct Status {
    /// kStatus* bits of shaders/dp/dp.h
    std::uint32_t flags = 0;
    /// the cell that raised the first one
    std::int32_t i = 0, j = 0;
    /// the read that broke a rule
    std::int32_t a = 0, b = 0;
    std::uint32_t unused[3] = {0, 0, 0};
};
static_assert(sizeof(Status) == 32);

/// One step of a walk: cell (i, j) was explained by `decision` (a split's k, or what step() said).
struct PathRecord {
    std::int32_t i = 0, j = 0;
    std::uint32_t decision = 0;
    bool operator==(const PathRecord&) const = default;
};
/// The path buffer: this head, then path_records PathRecords.
struct PathHead {
    /// records written
    std::uint32_t count = 0;
    /// 1 when the base was reached
    std::uint32_t done = 0;
    /// where the walk is; at the end, the base cell it reached
    std::int32_t i = 0, j = 0;
};

/// Views a run records with. Sizes as in the plan; kept alive by the caller.
struct RunArguments {
    /// in header order, elements packed, whole 32-bit words (pad with zeros)
    std::span<const BufferView> inputs;
    /// from pack_params
    std::span<const std::byte> params;
    /// plan.table_bytes, or empty
    BufferView table;
    /// device address of `table` where plan.table_by_address
    std::uint64_t table_address = 0;
    /// plan.scratch_bytes
    BufferView scratch;
    /// sizeof(Status)
    BufferView status;
    /// 16 bytes: the answer cell's value, little-endian, in the first bytes
    BufferView answer;
    /// sizeof(PathHead) + path_records * sizeof(PathRecord), or empty
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
    /// After the last step: records walk steps [first, first + count).
    virtual Result<void> record_walk(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                     std::uint64_t count) const = 0;
};

/// A method is a way to run a class of recurrences. Each methods/NAME.cpp defines `const Method& method_NAME()`.
struct Method {
    const char* name;
    const char* about;
    /// among the methods that can run a question, the highest is taken
    int preference;
    /// Invocations compute many cells each: a driver that stops loops after so many turns in all stops a recurrence's own
    /// there, so the method is taken for one with loops only if it is named.
    bool many_cells_an_invocation;
    /// Errors: unsupported (not this class, pattern or region: says why), too_large (a limit of the device: says which).
    Result<std::unique_ptr<MethodPlan>> (*plan)(const Question& question, const DeviceProfile& profile);
    /// `plan` is this method's own and outlives the run.
    Result<std::unique_ptr<MethodRun>> (*create)(Context& context, const CompiledRecurrence& recurrence,
                                                 const MethodPlan& plan);
};

/// All of them, by name. CMake generates it.
std::span<const Method* const> methods();

/// The method named, or the preferred one that can run the question; then checked against `memory_limit` (0: none) and
/// the device's memory. Errors: invalid_argument (no such method), unsupported, too_large (bytes wanted and available).
Result<std::unique_ptr<MethodPlan>> make_plan(const Question& question, const DeviceProfile& profile,
                                              std::string_view method = {}, std::uint64_t memory_limit = 0);

/// Bytes of device memory that a run of this plan holds: inputs, table, scratch, path, status, answer and staging.
std::uint64_t device_bytes(const MethodPlan& plan, const Shape& shape);

}  // namespace vkalgo::dp

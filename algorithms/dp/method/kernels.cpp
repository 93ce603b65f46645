#include "algorithms/dp/method/kernels.hpp"

#include "algorithms/dp/method/testing.hpp"
#include "engine/context.hpp"
#include "shaders/dp/dp.h"
#include "shaders/dp/frame.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>

namespace vkalgo::dp {
namespace {

static_assert(VKALGO_PARAMS_OFFSET == kParamsOffset);
static_assert(VKALGO_PATH_HEAD_WORDS * 4 == sizeof(PathHead) && VKALGO_ANSWER_WORDS * 4 == sizeof(AnswerRecord));

/// Maximum number of cells that one dispatch of AnswerKernel searches. Keeps an invocation's loop far below the
/// iteration limit of every device.
constexpr std::int64_t kCellsPerDispatch = std::int64_t{1} << 22;

/// Limits of a table in several buffers: the maximum number of buffers, since a device may allow only 4096 allocations
/// in total, and the minimum number of cells of a buffer, since kernels store four cells at once.
constexpr std::uint64_t kMaxParts = 1024;
constexpr std::uint64_t kLeastPartCells = 4;

/// Minimum number of records for which a traceback in sequential rows has room. If the table has fewer cells, there is
/// room for one record per cell and one more.
constexpr std::uint64_t kWindingSteps = std::uint64_t{1} << 20;

struct BorderCells {
    Cell first, step;
    std::int64_t count;
};

/// Returns the cells of a border that lie in the domain.
BorderCells cells_of(Border border, Domain domain, TableSize size) {
    const bool is_row = border.index == 0;
    const std::int64_t fixed = !border.last ? 0 : (is_row ? size.rows : size.columns) - 1;
    const std::int64_t count = is_row ? size.columns : size.rows;
    // Row i has the domain's cells from column i on (upper) or up to column i (lower). Column j has the domain's cells
    // up to row j (upper) or from row j on (lower).
    const bool from_diagonal = domain == (is_row ? Domain::upper : Domain::lower);
    const std::int64_t first = from_diagonal ? fixed : 0;
    const std::int64_t end = domain == Domain::full || from_diagonal ? count : std::min(count, fixed + 1);
    if (is_row) {
        return {{fixed, first}, {0, 1}, end - first};
    }
    return {{first, fixed}, {1, 0}, end - first};
}

std::string form_name(std::string_view name, bool narrow, bool wide) {
    return std::string(name) + (narrow ? "-narrow" : "") + (wide ? "-wide" : "");
}

}  // namespace

std::string module_name(std::string_view name, const RecurrenceHeader& header, const MethodPlan& plan) {
    return form_name(name, header.is_narrow, plan.table_by_address);
}

std::vector<SpecializationConstant> frame_constants(const Frame& frame, std::uint32_t workgroup) {
    return {{VKALGO_FRAME_CONSTANT_WORKGROUP, workgroup},
            {VKALGO_FRAME_CONSTANT_REFLECT_ROWS, frame.reflect_rows},
            {VKALGO_FRAME_CONSTANT_REFLECT_COLUMNS, frame.reflect_columns},
            {VKALGO_FRAME_CONSTANT_TRANSPOSE, frame.transpose},
            {VKALGO_FRAME_CONSTANT_DIAGONAL, frame.diagonal}};
}

std::vector<SpecializationConstant> order_constants(const Order& order, std::uint32_t workgroup) {
    std::vector<SpecializationConstant> constants{
        {VKALGO_ORDER_CONSTANT_WORKGROUP, workgroup},
        {VKALGO_ORDER_CONSTANT_SOLVED, static_cast<std::uint32_t>(order.solved)}};
    for (std::uint32_t d = 0; d < kMaxIndices; ++d) {
        constants.push_back(
            {VKALGO_ORDER_CONSTANT_COEFFICIENTS + d, static_cast<std::uint32_t>(order.function.coefficients[d])});
    }
    return constants;
}

SpecializationConstant part_constant(const MethodPlan& plan) {
    return {VKALGO_TABLE_CONSTANT_PART_SHIFT, plan.part_shift};
}

std::vector<SpecializationConstant> table_constants(const MethodPlan& plan, const Order& order,
                                                    std::uint32_t workgroup) {
    std::vector<SpecializationConstant> constants = order_constants(order, workgroup);
    constants.push_back(part_constant(plan));
    return constants;
}

void add_arrays(std::vector<Binding>& views, const RunArguments& arguments) {
    if (arguments.counts) {
        views.emplace_back(arguments.counts);
        views.insert(views.end(), arguments.inputs.begin(), arguments.inputs.end());
        views.insert(views.end(), arguments.outputs.begin(), arguments.outputs.end());
    }
}

Result<std::shared_ptr<const Kernel>> make_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                  const std::string& module,
                                                  std::vector<SpecializationConstant> constants,
                                                  std::uint32_t required_subgroup_size) {
    const auto spirv = recurrence.module(module);
    if (spirv.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + recurrence.header.problem + "' was assembled without the module '" + module + "'",
                     module};
    }
    return context.kernel({.name = module.c_str(),
                           .spirv = spirv,
                           .constants = std::move(constants),
                           .required_subgroup_size = required_subgroup_size});
}

shader::VkalgoTableLayout description_of(const Order& order, const TableLayout& layout, Cell answer,
                                         const TableView& table) {
    shader::VkalgoTableLayout description{};
    const auto extents = order.size.extents();
    const auto target = answer.indices();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        description.extents[d] = static_cast<std::int32_t>(extents[d]);
        description.strides[d] = static_cast<std::int32_t>(layout.strides[d]);
        description.answer[d] = static_cast<std::int32_t>(target[d]);
    }
    description.first_stage = static_cast<std::int32_t>(order.first);
    const auto origin = static_cast<std::uint64_t>(layout.origin);
    description.origin_low = static_cast<std::uint32_t>(origin);
    description.origin_high = static_cast<std::uint32_t>(origin >> 32);
    description.address_low = static_cast<std::uint32_t>(table.address);
    description.address_high = static_cast<std::uint32_t>(table.address >> 32);
    return description;
}

void record_description(Recorder& recorder, const BufferView& target, const shader::VkalgoTableLayout& description,
                        const TableView& table) {
    recorder.update(target.slice(0, sizeof description), std::as_bytes(std::span(&description, 1)));
    if (table.list) {
        const auto addresses = std::as_bytes(std::span(table.addresses));
        recorder.update(table.list.slice(0, addresses.size()), addresses);
    }
}

std::uint32_t traceback_steps_per_dispatch(const RecurrenceHeader& header, const DeviceProfile& profile) {
    return header.has_loops && profile.max_loop_iterations != 0 ? 256 : 16384;
}

std::uint64_t step_records(const RecurrenceHeader& header, const Order& order) {
    const std::uint64_t stages = static_cast<std::uint64_t>(order.stages()) + 1;
    if (!header.sequential) {
        return stages;
    }
    const auto cells = static_cast<std::uint64_t>(order.size.cells().value_or(0)) + 1;
    return std::min(cells, std::max(stages + static_cast<std::uint64_t>(order.size.columns), kWindingSteps));
}

std::uint64_t split_records(TableSize size) {
    constexpr std::uint64_t kOverlappingNodes = 64;
    return 4 * static_cast<std::uint64_t>(std::max(size.rows, size.columns)) + kOverlappingNodes;
}

Result<AnswerKernel> AnswerKernel::create(Context& context, const CompiledRecurrence& recurrence,
                                          const MethodPlan& plan, const Order& order) {
    AnswerKernel made;
    VKALGO_TRY(made.kernel_, make_kernel(context, recurrence, form_name("answer", plan.narrow, plan.table_by_address),
                                         table_constants(plan, order, VKALGO_ANSWER_WORKGROUP)));
    return made;
}

void AnswerKernel::record(Recorder& recorder, const RecurrenceHeader& header, const Shape& shape,
                          const BufferView& description, const TableView& table, const RunArguments& arguments) const {
    BorderCells cells{shape.answer, {0, 0}, 1};
    if (header.answer.searches()) {
        cells = cells_of(header.answer.borders.front(), header.domain, shape.size);
    }
    shader::VkalgoAnswerPush push{};
    push.step[0] = static_cast<std::int32_t>(cells.step.i);
    push.step[1] = static_cast<std::int32_t>(cells.step.j);
    std::vector<Binding> bindings{table.bound(), BufferView{}, arguments.status, arguments.answer, description};
    add_arrays(bindings, arguments);
    for (std::int64_t done = 0; done < cells.count; done += kCellsPerDispatch) {
        push.cell[0] = static_cast<std::int32_t>(cells.first.i + done * cells.step.i);
        push.cell[1] = static_cast<std::int32_t>(cells.first.j + done * cells.step.j);
        push.cell[2] = static_cast<std::int32_t>(cells.first.k);
        push.cell[3] = static_cast<std::int32_t>(cells.first.l);
        push.count = static_cast<std::uint32_t>(std::min(kCellsPerDispatch, cells.count - done));
        push.begin = done == 0 ? 1 : 0;
        table.use(recorder, Access::read);
        recorder.dispatch(*kernel_, bindings_of(*kernel_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }
}

Result<void> check_numbers(const RecurrenceHeader& header, const DeviceProfile& profile) {
    for (const ElementType type : {ElementType::i64, ElementType::u64, ElementType::f64}) {
        if (header.computes_with(type) && !(is_float(type) ? profile.float64 : profile.int64)) {
            return Error{
                ErrorCode::unsupported,
                "this device does not support " + std::string(to_string(type)) + ", which this recurrence needs",
                "cell"};
        }
    }
    return {};
}

bool has_gaps(const RecurrenceHeader& header) {
    std::uint32_t bytes = 0;
    for (const CellField& number : header.numbers()) {
        bytes += size_of(number.type);
    }
    return bytes != header.cell_bytes();
}

bool inputs_suffice(const RecurrenceHeader& header, const Shape& shape, Cell first, Cell last) {
    const auto within = [](std::int64_t a, std::int64_t b, const std::vector<long>& offsets, std::int64_t count) {
        return std::all_of(offsets.begin(), offsets.end(), [&](std::int64_t offset) {
            return std::min(a, b) + offset >= 0 && std::max(a, b) + offset < count;
        });
    };
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const InputReads& reads = header.inputs[k].reads;
        const std::int64_t count = shape.input_counts.at(k);
        if (!within(first.i, last.i, reads.rows, count) || !within(first.j, last.j, reads.columns, count)) {
            return false;
        }
    }
    return true;
}

std::optional<Cell> first_interior_cell(const RecurrenceHeader& header, const Frame& frame) {
    if (header.domain != Domain::full) {
        return std::nullopt;
    }
    Cell first;
    for (const BaseRegion& region : header.base) {
        if (!region.border || region.border->index > 1) {
            return std::nullopt;
        }
        const bool is_row = region.border->index == 0;
        if (region.border->last != (is_row ? frame.reflect_rows : frame.reflect_columns)) {
            return std::nullopt;
        }
        std::int64_t& amount = is_row ? first.i : first.j;
        amount = std::max(amount, region.amount);
    }
    return first;
}

Result<void> reach_table(MethodPlan& plan, const PlanRequest& request, const DeviceProfile& profile,
                         const TableNeed& need) {
    const auto cells = static_cast<std::uint64_t>(plan.layout.cells);
    if (cells > std::numeric_limits<std::uint64_t>::max() / need.cell_bytes) {
        return Error{ErrorCode::too_large, need.text + " would have more than 2^64 bytes", need.where};
    }
    plan.table_bytes = std::max<std::uint64_t>(16, cells * need.cell_bytes);
    const auto refuse = [&](const std::string& why) {
        return Error{ErrorCode::too_large, need.text + " takes " + std::to_string(plan.table_bytes) + " bytes, " + why,
                     need.where};
    };
    const std::uint64_t forced = request.knobs != nullptr ? request.knobs->part_cells * need.cell_bytes : 0;
    const std::uint64_t most = forced != 0 ? forced : profile.largest_buffer();
    plan.table_by_address = plan.table_bytes > std::min(most, profile.max_storage_range);
    if (plan.table_by_address && !(profile.buffer_device_address && profile.int64)) {
        return refuse("but one storage buffer of this device holds at most " +
                      std::to_string(std::min(most, profile.max_storage_range)) +
                      " bytes, and the device has no 64-bit buffer addresses");
    }
    const auto extents = request.shape.size.extents();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {  // VkalgoTableLayout has 32 bits per stride
        if (extents[d] > 1 && std::abs(plan.layout.strides[d]) > std::numeric_limits<std::int32_t>::max()) {
            return refuse(
                "and neighbours along one of its indices are at least 2^31 cells apart; make the table smaller");
        }
    }
    if (plan.table_bytes <= most) {
        plan.parts.push_back({need.name, plan.table_bytes});
        return {};
    }
    const std::string largest = "but one buffer of this device has at most " + std::to_string(most) + " bytes";
    if (request.one_buffer) {
        return refuse(largest + "; a recording keeps its table in one buffer, so use solve(), which divides the table");
    }
    const bool limited =
        request.memory_limit != 0 && (profile.device_memory == 0 || request.memory_limit < profile.device_memory);
    const std::uint64_t memory = limited ? request.memory_limit : profile.device_memory;
    if (memory != 0 && plan.table_bytes > memory) {
        return refuse(largest + (limited ? ", and the memory limit is " : ", and the device has ") +
                      std::to_string(memory) + " bytes");
    }
    const std::uint64_t cells_each = std::bit_floor(most / need.cell_bytes);
    const std::uint64_t buffers = cells_each < kLeastPartCells ? 0 : (cells + cells_each - 1) / cells_each;
    if (buffers == 0 || buffers > kMaxParts) {
        return refuse(largest + ", and a table is divided among at most " + std::to_string(kMaxParts) + " buffers");
    }
    plan.part_shift = static_cast<std::uint32_t>(std::countr_zero(cells_each));
    plan.part_bytes = cells_each * need.cell_bytes;
    plan.parts.push_back({need.name + " in " + std::to_string(buffers) + " buffers", plan.table_bytes});
    return {};
}

Result<void> check_scratch(std::string_view method, std::uint64_t scratch_bytes, std::initializer_list<NamedPart> parts,
                           const DeviceProfile& profile, const char* where) {
    const auto refuse = [&](std::uint64_t bytes, const std::string& what, std::uint64_t limit) {
        return Error{ErrorCode::too_large,
                     "method " + std::string(method) + " needs " + std::to_string(bytes) + " bytes " + what +
                         " of this device holds at most " + std::to_string(limit),
                     where};
    };
    for (const auto& [part, name] : parts) {
        if (part.size > profile.max_storage_range) {
            return refuse(part.size, "for its " + std::string(name) + ", but one storage buffer",
                          profile.max_storage_range);
        }
    }
    if (scratch_bytes > profile.largest_buffer()) {
        return refuse(scratch_bytes, "of scratch memory in all, but one buffer", profile.largest_buffer());
    }
    return {};
}

bool answer_on_one_border(const RecurrenceHeader& header) {
    return !header.answer.searches() || header.answer.borders.size() == 1;
}

std::string input_name(const RecurrenceHeader& header, std::int32_t number) {
    const auto index = static_cast<std::size_t>(number);
    return index < header.inputs.size() ? "'" + header.inputs[index].name + "'" : "number " + std::to_string(number);
}

}  // namespace vkalgo::dp

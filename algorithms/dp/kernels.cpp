#include "algorithms/dp/kernels.hpp"

#include "engine/context.hpp"
#include "shaders/dp/dp.h"
#include "shaders/dp/frame.h"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

static_assert(VKALGO_PARAMS_OFFSET == kParamsOffset);
static_assert(VKALGO_PATH_HEAD_WORDS * 4 == sizeof(PathHead) && VKALGO_ANSWER_WORDS * 4 == sizeof(AnswerRecord));

/// Cells that one dispatch of `answer` combines: keeps an invocation's loop far below every device's limit.
constexpr std::int64_t kCellsPerDispatch = std::int64_t{1} << 22;

struct BorderWalk {
    Cell first, step;
    std::int64_t count;
};

/// The cells of a border that the domain holds.
BorderWalk walk_of(Border border, Domain domain, TableSize size) {
    const bool is_row = border.index == 0;
    const std::int64_t fixed = !border.last ? 0 : (is_row ? size.rows : size.columns) - 1;
    const std::int64_t count = is_row ? size.columns : size.rows;
    // Row i holds the domain's cells from column i on (upper) or up to it (lower); columns the other way round.
    const bool from_diagonal = domain == (is_row ? Domain::upper : Domain::lower);
    const std::int64_t first = from_diagonal ? fixed : 0;
    const std::int64_t end = domain == Domain::full || from_diagonal ? count : std::min(count, fixed + 1);
    if (is_row) {
        return {{fixed, first}, {0, 1}, end - first};
    }
    return {{first, fixed}, {1, 0}, end - first};
}

}  // namespace

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
    for (std::uint32_t d = 0; d < kMostIndices; ++d) {
        constants.push_back(
            {VKALGO_ORDER_CONSTANT_COEFFICIENTS + d, static_cast<std::uint32_t>(order.function.coefficients[d])});
    }
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
                     "recurrence '" + recurrence.header.problem + "' was not assembled for '" + module + "'", module};
    }
    return context.kernel({.name = module.c_str(),
                           .spirv = spirv,
                           .constants = std::move(constants),
                           .required_subgroup_size = required_subgroup_size});
}

shader::VkalgoTablePlace place_of(const Order& order, const TableLayout& layout, const RecurrenceHeader& header,
                                  Cell answer, std::uint64_t address) {
    shader::VkalgoTablePlace place{};
    const auto extents = order.size.extents();
    const auto target = answer.indices();
    for (std::size_t d = 0; d < kMostIndices; ++d) {
        place.extents[d] = static_cast<std::int32_t>(extents[d]);
        place.strides[d] = static_cast<std::int32_t>(layout.strides[d]);
        place.answer[d] = static_cast<std::int32_t>(target[d]);
    }
    place.first_stage = static_cast<std::int32_t>(order.first);
    // By address the origin is part of it; else all places are below 2^32.
    const auto from = static_cast<std::uint64_t>(layout.origin);
    const std::uint64_t begin = address == 0 ? 0 : address + from * header.cell_bytes();
    place.origin = address == 0 ? static_cast<std::uint32_t>(from) : 0;
    place.address_low = static_cast<std::uint32_t>(begin);
    place.address_high = static_cast<std::uint32_t>(begin >> 32);
    return place;
}

void record_place(Recorder& recorder, const BufferView& target, const shader::VkalgoTablePlace& place) {
    recorder.update(target.slice(0, sizeof place), std::as_bytes(std::span(&place, 1)));
}

std::uint32_t walk_steps_per_dispatch(const RecurrenceHeader& header, const DeviceProfile& profile) {
    return header.has_loops && profile.max_loop_iterations != 0 ? 256 : 16384;
}

std::uint64_t split_records(TableSize size) {
    constexpr std::uint64_t kOverlappingNodes = 64;
    return 4 * static_cast<std::uint64_t>(std::max(size.rows, size.columns)) + kOverlappingNodes;
}

Result<AnswerKernel> AnswerKernel::create(Context& context, const CompiledRecurrence& recurrence, const Order& order,
                                          bool by_address, bool narrow) {
    AnswerKernel made;
    made.by_address_ = by_address;
    VKALGO_TRY(made.kernel_,
               make_kernel(context, recurrence,
                           std::string("answer") + (narrow ? "-narrow" : "") + (by_address ? "-wide" : ""),
                           order_constants(order, VKALGO_ANSWER_WORKGROUP)));
    return made;
}

void AnswerKernel::record(Recorder& recorder, const RecurrenceHeader& header, const Shape& shape,
                          const BufferView& place, const BufferView& table, const RunArguments& arguments) const {
    BorderWalk walk{shape.answer, {0, 0}, 1};
    if (header.answer.searches()) {
        walk = walk_of(header.answer.borders.front(), header.domain, shape.size);
    }
    shader::VkalgoAnswerPush push{};
    push.step[0] = static_cast<std::int32_t>(walk.step.i);
    push.step[1] = static_cast<std::int32_t>(walk.step.j);
    const BufferView bound = by_address_ ? BufferView{} : table;
    std::vector<Binding> bindings{bound, BufferView{}, arguments.status, arguments.answer, place};
    add_arrays(bindings, arguments);
    for (std::int64_t done = 0; done < walk.count; done += kCellsPerDispatch) {
        push.cell[0] = static_cast<std::int32_t>(walk.first.i + done * walk.step.i);
        push.cell[1] = static_cast<std::int32_t>(walk.first.j + done * walk.step.j);
        push.count = static_cast<std::uint32_t>(std::min(kCellsPerDispatch, walk.count - done));
        push.begin = done == 0 ? 1 : 0;
        if (by_address_) {
            recorder.use_by_address(table, Access::read);
        }
        recorder.dispatch(*kernel_, bindings_of(*kernel_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }
}

Result<void> check_numbers(const RecurrenceHeader& header, const DeviceProfile& profile) {
    for (const ElementType type : {ElementType::i64, ElementType::u64, ElementType::f64}) {
        if (header.computes_with(type) && !(is_float(type) ? profile.float64 : profile.int64)) {
            return Error{ErrorCode::unsupported, "this device has no " + std::string(to_string(type)), "cell"};
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

Result<void> reach_table(MethodPlan& plan, const DeviceProfile& profile, const char* where, const std::string& table) {
    const std::string takes = table + " takes " + std::to_string(plan.table_bytes) + " bytes, one ";
    plan.table_by_address = plan.table_bytes > profile.max_storage_range;
    if (plan.table_by_address && !(profile.buffer_device_address && profile.int64)) {
        return Error{ErrorCode::too_large,
                     takes + "storage buffer of this device holds " + std::to_string(profile.max_storage_range) +
                         ", and it has no 64-bit buffer addresses",
                     where};
    }
    if (plan.table_bytes > profile.largest_buffer()) {
        return Error{ErrorCode::too_large,
                     takes + "buffer of this device at most " + std::to_string(profile.largest_buffer()), where};
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

#include "algorithms/dp/kernels.hpp"

#include "engine/context.hpp"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

static_assert(VKALGO_PARAMS_OFFSET == kParamsOffset);
static_assert(VKALGO_PATH_HEAD_WORDS * 4 == sizeof(PathHead) && VKALGO_PATH_RECORD_WORDS * 4 == sizeof(PathRecord));

/// Cells that one dispatch of `answer` combines: keeps an invocation's loop far below every device's limit.
constexpr std::int64_t kCellsPerDispatch = std::int64_t{1} << 22;

struct BorderWalk {
    Cell first, step;
    std::int64_t count;
};

/// The cells of a border that the domain holds.
BorderWalk walk_of(Border border, Domain domain, TableSize size) {
    const bool is_row = border == Border::first_row || border == Border::last_row;
    const bool is_last = border == Border::last_row || border == Border::last_column;
    const std::int64_t fixed = !is_last ? 0 : (is_row ? size.rows : size.columns) - 1;
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

Result<std::shared_ptr<const Kernel>> make_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                  const std::string& module, std::uint32_t workgroup,
                                                  const Frame& frame,
                                                  std::span<const SpecializationConstant> own_constants,
                                                  std::uint32_t required_subgroup_size) {
    const auto spirv = recurrence.module(module);
    if (spirv.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + recurrence.header.problem + "' was not assembled for '" + module + "'", module};
    }
    KernelInfo info{
        .name = module.c_str(), .spirv = spirv, .constants = {}, .required_subgroup_size = required_subgroup_size};
    info.constants = {{VKALGO_FRAME_CONSTANT_WORKGROUP, workgroup},
                      {VKALGO_FRAME_CONSTANT_REFLECT_ROWS, frame.reflect_rows},
                      {VKALGO_FRAME_CONSTANT_REFLECT_COLUMNS, frame.reflect_columns},
                      {VKALGO_FRAME_CONSTANT_TRANSPOSE, frame.transpose},
                      {VKALGO_FRAME_CONSTANT_DIAGONAL, frame.diagonal}};
    info.constants.insert(info.constants.end(), own_constants.begin(), own_constants.end());
    return context.kernel(info);
}

std::uint32_t walk_steps_per_dispatch(const RecurrenceHeader& header, const DeviceProfile& profile) {
    return header.has_loops && profile.max_loop_iterations != 0 ? 256 : 16384;
}

Result<AnswerKernel> AnswerKernel::create(Context& context, const CompiledRecurrence& recurrence, const Frame& frame,
                                          bool by_address) {
    AnswerKernel made;
    made.by_address_ = by_address;
    VKALGO_TRY(made.kernel_,
               make_kernel(context, recurrence, by_address ? "answer-wide" : "answer", VKALGO_ANSWER_WORKGROUP, frame));
    return made;
}

void AnswerKernel::record(Recorder& recorder, const RecurrenceHeader& header, const Shape& shape,
                          const shader::VkalgoTablePlace& place, const BufferView& table,
                          const RunArguments& arguments) const {
    BorderWalk walk{shape.answer, {0, 0}, 1};
    shader::VkalgoAnswerPush push{};
    push.place = place;
    push.operation = VKALGO_ANSWER_COPY;
    if (takes_border(header)) {
        walk = walk_of(header.answer.border, header.domain, shape.size);
        push.operation = header.answer.kind == AnswerDeclaration::Kind::min ? VKALGO_ANSWER_MIN : VKALGO_ANSWER_MAX;
    }
    push.step_i = static_cast<std::int32_t>(walk.step.i);
    push.step_j = static_cast<std::int32_t>(walk.step.j);
    const BufferView bound = by_address_ ? BufferView{} : table;
    const std::array<Binding, 4> bindings{bound, BufferView{}, BufferView{}, arguments.answer};
    for (std::int64_t done = 0; done < walk.count; done += kCellsPerDispatch) {
        push.i = static_cast<std::int32_t>(walk.first.i + done * walk.step.i);
        push.j = static_cast<std::int32_t>(walk.first.j + done * walk.step.j);
        push.count = static_cast<std::uint32_t>(std::min(kCellsPerDispatch, walk.count - done));
        push.first = static_cast<std::uint32_t>(done);
        if (by_address_) {
            recorder.use_by_address(table, Access::read);
        }
        recorder.dispatch(*kernel_, bindings_of(*kernel_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }
}

bool AnswerKernel::takes_border(const RecurrenceHeader& header) {
    return header.answer.kind == AnswerDeclaration::Kind::min || header.answer.kind == AnswerDeclaration::Kind::max;
}

std::optional<Cell> AnswerKernel::found_at(const RecurrenceHeader& header, const Shape& shape,
                                           std::span<const std::byte, 16> answer) {
    if (!takes_border(header)) {
        return std::nullopt;
    }
    std::uint32_t number = 0;
    std::memcpy(&number, answer.data() + size_of(header.cell), sizeof number);
    const BorderWalk walk = walk_of(header.answer.border, header.domain, shape.size);
    return Cell{walk.first.i + number * walk.step.i, walk.first.j + number * walk.step.j};
}

std::string input_name(const RecurrenceHeader& header, std::int32_t number) {
    const auto index = static_cast<std::size_t>(number);
    return index < header.inputs.size() ? "'" + header.inputs[index].name + "'" : "number " + std::to_string(number);
}

}  // namespace vkalgo::dp

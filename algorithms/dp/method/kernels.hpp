#pragma once

#include "../../../engine/kernel.hpp"
#include "../../../shaders/dp/stage.h"
#include "method.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// The binding of the status in every template (shaders/dp/status.glsl).
inline constexpr std::size_t kStatusBinding = 2;

/// The input of that number, quoted, for a message.
std::string input_name(const RecurrenceHeader& header, std::int32_t number);

/// Specialization constants of templates that see the table through a Frame (shaders/dp/frame.h).
std::vector<SpecializationConstant> frame_constants(const Frame& frame, std::uint32_t workgroup);
/// Those of templates that work on a stored table (shaders/dp/stage.h), bound whole.
std::vector<SpecializationConstant> order_constants(const Order& order, std::uint32_t workgroup);
/// Those of templates that have "-wide" modules too; `plan`: what reach_table() made of it.
std::vector<SpecializationConstant> table_constants(const MethodPlan& plan, const Order& order,
                                                    std::uint32_t workgroup);
/// The one that tells them about the buffers of the table.
SpecializationConstant part_constant(const MethodPlan& plan);

/// The name of a module in the form that a plan takes, whose table's place is known: "-narrow" where `header`, which it
/// is made from, has 32-bit cells in place of 64-bit ones, "-wide" where the table is reached by address.
std::string module_name(std::string_view name, const RecurrenceHeader& header, const MethodPlan& plan);

/// A kernel from one of the recurrence's modules. Errors: invalid_argument if the module is not there; those of
/// Context::kernel.
Result<std::shared_ptr<const Kernel>> make_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                  const std::string& module,
                                                  std::vector<SpecializationConstant> constants,
                                                  std::uint32_t required_subgroup_size = 0);

/// What the kernels of a stored table read: its place. `layout` says where its cells are.
shader::VkalgoTablePlace place_of(const Order& order, const TableLayout& layout, Cell answer, const TableView& table);
/// Writes it to `target`, of at least sizeof(VkalgoTablePlace) bytes, and the addresses of the table's parts to their
/// list.
void record_place(Recorder& recorder, const BufferView& target, const shader::VkalgoTablePlace& place,
                  const TableView& table);

/// The views that `kernel` binds: the compiler may have dropped its last inputs, if the recurrence does not read them
/// there.
inline std::span<const Binding> bindings_of(const Kernel& kernel, std::span<const Binding> views) {
    return views.first(std::min(views.size(), kernel.module().bindings.size()));
}

/// Adds what every template binds last: the counts of elements, then the inputs and outputs.
void add_arrays(std::vector<Binding>& views, const RunArguments& arguments);

/// A method's push struct (at most kParamsOffset bytes) and the recurrence's params behind it.
template <class Push>
std::vector<std::byte> push_with_params(const Push& push, std::span<const std::byte> params) {
    static_assert(sizeof(Push) <= kParamsOffset);
    std::vector<std::byte> block(params.empty() ? sizeof(Push) : kParamsOffset + params.size());
    std::memcpy(block.data(), &push, sizeof push);
    if (!params.empty()) {
        std::memcpy(block.data() + kParamsOffset, params.data(), params.size());
    }
    return block;
}

/// Steps of a traceback over a stored table in one dispatch: long enough to hide a dispatch, short enough for drivers
/// that end a dispatch after seconds, and shorter where step() may loop and the device limits the iterations.
std::uint32_t traceback_steps_per_dispatch(const RecurrenceHeader& header, const DeviceProfile& profile);

/// Records of a traceback by step(): it goes to an earlier stage with each step, but in sequential rows to and fro.
std::uint64_t step_records(const RecurrenceHeader& header, const Order& order);

/// Nodes of a tree of splits in one dispatch of its traceback.
inline constexpr std::uint32_t kSplitNodes = 64;
/// Records of such a traceback: parts of a whole that do not overlap have fewer nodes than it has elements, and others
/// have some room.
std::uint64_t split_records(TableSize size);

/// Takes the answer that a header declares out of a stored table, or the rows of one that hold it: a cell, or the best
/// of one border.
class AnswerKernel {
public:
    /// Errors: those of Context::kernel.
    static Result<AnswerKernel> create(Context& context, const CompiledRecurrence& recurrence, const MethodPlan& plan,
                                       const Order& order);
    /// `place` is what record_place() wrote. Of the arguments: where the answer goes, and the params, which stand in
    /// every module's push constants.
    void record(Recorder& recorder, const RecurrenceHeader& header, const Shape& shape, const BufferView& place,
                const TableView& table, const RunArguments& arguments) const;

private:
    std::shared_ptr<const Kernel> kernel_;
};

/// Does the device compute with the numbers of cells and their value? Errors: unsupported.
Result<void> check_numbers(const RecurrenceHeader& header, const DeviceProfile& profile);

/// Do fields leave bytes of a cell that no kernel writes?
bool has_gaps(const RecurrenceHeader& header);

/// Whether each element at an offset from the row or column of a cell in the box between `first` and `last`, as
/// templates keep them that ask for it (compiler/modules.hpp), lies in its input.
bool inputs_suffice(const RecurrenceHeader& header, const Shape& shape, Cell first, Cell last);

/// Where the base region is the canonical first rows and columns and the domain is full: how many rows and columns, as
/// the canonical cell behind them, which a small table may not have. None: it is anything else.
std::optional<Cell> first_interior_cell(const RecurrenceHeader& header, const Frame& frame);

/// A table to plan for.
struct TableNeed {
    std::uint64_t cell_bytes = 0;
    /// field of the errors
    const char* where = "table";
    /// among the parts of the memory
    std::string name = "table";
    /// begins the messages of errors
    std::string text = "the table";
};
/// Of a plan whose layout is known: the bytes of the table, whether it is reached by address, and its buffers. Errors:
/// too_large: the device has no room for it, or no way to reach it.
Result<void> reach_table(MethodPlan& plan, const PlanRequest& request, const DeviceProfile& profile,
                         const TableNeed& need);

/// Does the answer lie on one border at most: can AnswerKernel take it?
bool answer_on_one_border(const RecurrenceHeader& header);

}  // namespace vkalgo::dp

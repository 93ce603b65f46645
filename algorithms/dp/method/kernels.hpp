#pragma once

#include "../../../engine/kernel.hpp"
#include "../../../engine/scratch.hpp"
#include "../../../shaders/dp/stage.h"
#include "method.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vkalgo::dp {

/// The binding of the status in every template (shaders/dp/status.glsl).
inline constexpr std::size_t kStatusBinding = 2;

/// Returns the name of input `number` in quotes, for a message; without such an input, text such as "number 7".
std::string input_name(const RecurrenceHeader& header, std::int32_t number);

/// Returns the specialization constants of templates that see the table through a Frame (shaders/dp/frame.h).
std::vector<SpecializationConstant> frame_constants(const Frame& frame, std::uint32_t workgroup);
/// Returns the specialization constants of templates that work on a stored table bound as one buffer
/// (shaders/dp/stage.h).
std::vector<SpecializationConstant> order_constants(const Order& order, std::uint32_t workgroup);
/// Returns the specialization constants of templates that also have "-wide" modules. reach_table() must have set
/// `plan`.
std::vector<SpecializationConstant> table_constants(const MethodPlan& plan, const Order& order,
                                                    std::uint32_t workgroup);
/// Returns the specialization constant that describes the table's buffers to templates with "-wide" modules.
SpecializationConstant part_constant(const MethodPlan& plan);

/// Returns the name of the form of a module that a plan uses: `name`, then "-narrow" if `header` has 32-bit cells
/// instead of 64-bit cells, then "-wide" if the table is reached by address. The plan is made from `header`, and
/// reach_table() must have set it.
std::string module_name(std::string_view name, const RecurrenceHeader& header, const MethodPlan& plan);

/// Makes a kernel from one of the recurrence's modules. Errors: invalid_argument if the module is missing; those of
/// Context::kernel.
Result<std::shared_ptr<const Kernel>> make_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                  const std::string& module,
                                                  std::vector<SpecializationConstant> constants,
                                                  std::uint32_t required_subgroup_size = 0);

/// Returns the description of a stored table that its kernels read. `layout` gives the positions of the cells.
shader::VkalgoTableLayout description_of(const Order& order, const TableLayout& layout, Cell answer,
                                         const TableView& table);
/// Records a write of `description` to `target`, which has at least as many bytes. If the table has a list of
/// addresses, also records a write of the addresses of its parts to `table.list`.
void record_description(Recorder& recorder, const BufferView& target, const shader::VkalgoTableLayout& description,
                        const TableView& table);

/// Returns the views that `kernel` binds. The compiler may have dropped the last bindings if the recurrence does not
/// read those inputs in this kernel.
inline std::span<const Binding> bindings_of(const Kernel& kernel, std::span<const Binding> views) {
    return views.first(std::min(views.size(), kernel.module().bindings.size()));
}

/// Adds the bindings that come last in every template: the counts of elements, then the inputs and outputs.
void add_arrays(std::vector<Binding>& views, const RunArguments& arguments);

/// Returns a method's push struct (at most kParamsOffset bytes) followed by the recurrence's params.
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

/// Returns the steps per dispatch of a traceback over a stored table: enough to hide the cost of a dispatch, and few
/// enough for drivers that end a dispatch after seconds. They are fewer if the text has loops and the device limits the
/// iterations.
std::uint32_t traceback_steps_per_dispatch(const RecurrenceHeader& header, const DeviceProfile& profile);

/// Returns the records for which a traceback by step() has room. Each step goes to an earlier stage, so there are at
/// most as many steps as stages. In sequential rows a step may also go to the left within its row; a traceback may then
/// have more steps than there is room for.
std::uint64_t step_records(const RecurrenceHeader& header, const Order& order);

/// Nodes of a tree of splits that one dispatch of its traceback handles.
inline constexpr std::uint32_t kSplitNodes = 64;
/// Returns the records for which a traceback by splits has room, one per node of the tree. If the parts of a split do
/// not overlap, the tree has fewer nodes than the longer side of the table has cells. There is room for about four
/// times as many nodes as that side has cells, since parts may overlap.
std::uint64_t split_records(TableSize size);

/// The kernel that takes the answer of a run: one cell, or the best cell of one border, as the header declares. It
/// reads a stored table, or stored rows that contain the answer.
class AnswerKernel {
public:
    /// Errors: those of Context::kernel.
    static Result<AnswerKernel> create(Context& context, const CompiledRecurrence& recurrence, const MethodPlan& plan,
                                       const Order& order);
    /// Records the dispatches that take the answer. record_description() must have been recorded for `description`.
    /// Takes the status, the answer, the arrays and the params from `arguments`; every module's push constants contain
    /// the params.
    void record(Recorder& recorder, const RecurrenceHeader& header, const Shape& shape, const BufferView& description,
                const TableView& table, const RunArguments& arguments) const;

private:
    std::shared_ptr<const Kernel> kernel_;
};

/// Checks that the device supports the number types of the cells and of their value. Errors: unsupported.
Result<void> check_numbers(const RecurrenceHeader& header, const DeviceProfile& profile);

/// Returns whether the fields of a cell leave bytes that no kernel writes.
bool has_gaps(const RecurrenceHeader& header);

/// Returns whether the inputs have all elements that a template with kept inputs reads, for every cell in the box from
/// `first` to `last`, both included. Such a template reads elements at declared offsets from the row or column of a
/// cell (compiler/modules.hpp).
bool inputs_suffice(const RecurrenceHeader& header, const Shape& shape, Cell first, Cell last);

/// Returns the first interior cell, in canonical indices, of a frame of diagonals. A small table may not have that
/// cell. Returns nullopt if the base region is not the first rows and columns of the canonical table, or if the domain
/// is not full.
std::optional<Cell> first_interior_cell(const RecurrenceHeader& header, const Frame& frame);

/// A table to plan for.
struct TableNeed {
    std::uint64_t cell_bytes = 0;
    /// Value of `where` in the errors.
    const char* where = "table";
    /// Name of the table in MethodPlan::parts.
    std::string name = "table";
    /// The text with which messages of errors begin.
    std::string text = "the table";
};
/// Sets how a plan reaches its table: the bytes of the table, whether it is reached by address, and its buffers. The
/// plan's layout must be known. Errors: too_large if the device has no room for the table or cannot address it.
Result<void> reach_table(MethodPlan& plan, const PlanRequest& request, const DeviceProfile& profile,
                         const TableNeed& need);

/// A part of the scratch memory, and its name for messages.
using NamedPart = std::pair<ScratchLayout::Part, const char*>;
/// Checks that one storage buffer holds each of the parts, and that one buffer holds all scratch memory of the method.
/// Errors: too_large at `where`; the message has the bytes and the limit that they exceed.
Result<void> check_scratch(std::string_view method, std::uint64_t scratch_bytes, std::initializer_list<NamedPart> parts,
                           const DeviceProfile& profile, const char* where = "size");

/// Returns whether the answer is one given cell or is searched for on only one border. AnswerKernel needs this.
bool answer_on_one_border(const RecurrenceHeader& header);

}  // namespace vkalgo::dp

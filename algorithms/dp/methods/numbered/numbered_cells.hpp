#pragma once

// Internal to the methods `explicit-dag` and `poll`, which identify cells by their number, counted row by row.

#include "../../../../engine/scratch.hpp"
#include "../../method/kernels.hpp"
#include "../../method/method.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// A plan that stores the whole table row by row, and in its scratch memory data for each cell.
struct NumberedPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    bool clear_table = false;
    ScratchLayout::Part description, cells;
    /// Number of cells of the whole table, and of its domain.
    std::uint64_t numbers = 0, domain_cells = 0;
};

/// Sets the parts of a plan that methods `explicit-dag` and `poll` share: the table, its description, the answer and
/// the scratch memory. The part `cells` of the scratch memory, named `cells_name`, has cells_bytes_before bytes, then
/// cells_bytes_each bytes per cell. Errors: unsupported: a solution, an answer that is searched for in all cells, on
/// several borders or in a table of more than two indices, or a number type that the device lacks; too_large: more than
/// 2^22 cells, or more than a device's limit.
Result<void> plan_numbered(NumberedPlan& plan, const PlanRequest& request, const DeviceProfile& profile,
                           const std::string& module, std::uint64_t cells_bytes_each, std::uint64_t cells_bytes_before,
                           const std::string& cells_name);

/// A run of method `explicit-dag` or `poll`. It does all work except that of the stages.
class NumberedRun : public MethodRun {
public:
    /// Records nothing: the plan has refused solutions.
    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const override;

protected:
    NumberedRun(Context& context, const NumberedPlan& plan) : context_(context), numbered_(plan) {}
    Result<void> make_kernels(const CompiledRecurrence& recurrence);

    BufferView cells(const RunArguments& arguments) const {
        return ScratchLayout::view(arguments.scratch, numbered_.cells);
    }
    /// Records the beginning of a run: clears buffers, and writes the description of the table.
    void begin(Recorder& recorder, const RunArguments& arguments) const;
    /// Returns the views of kernel() in the order of the bindings: the counts, the inputs and the outputs come last.
    std::vector<Binding> bind(const RunArguments& arguments) const;
    /// Records the end of a run: takes the answer.
    void answer(Recorder& recorder, const RunArguments& arguments) const;
    const Kernel& kernel() const { return *kernel_; }
    Context& context() const { return context_; }

private:
    Context& context_;
    const NumberedPlan& numbered_;
    std::shared_ptr<const Kernel> kernel_;
    AnswerKernel answer_;
};

/// Returns the invocations per workgroup of methods `explicit-dag` and `poll`.
std::uint32_t numbered_workgroup(const DeviceProfile& profile);

}  // namespace vkalgo::dp

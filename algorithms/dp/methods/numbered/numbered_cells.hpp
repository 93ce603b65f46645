#pragma once

// Internal to the methods `explicit-dag` and `poll`, which name cells by their number, row after row.

#include "../../../../engine/scratch.hpp"
#include "../../method/kernels.hpp"
#include "../../method/method.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// A whole table in memory, rows one after another, the buffer of cells that each of the two has, and the answer.
struct NumberedPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    bool clear_table = false;
    ScratchLayout::Part place, cells;
    /// of the whole table, and of its domain
    std::uint64_t numbers = 0, domain_cells = 0;
};

/// Fills in what both have: the table, the place, the answer and scratch, of which `cells_bytes` belong to `cells`,
/// called `cells_name`. Errors: unsupported: a solution or an answer sought beyond one border; too_large: more than
/// 2^22 cells or than a device's limit.
Result<void> plan_numbered(NumberedPlan& plan, const PlanRequest& request, const DeviceProfile& profile,
                           const std::string& module, std::uint64_t cells_bytes_each, std::uint64_t cells_bytes_before,
                           const std::string& cells_name);

/// What the runs of both do beside their stages.
class NumberedRun : public MethodRun {
public:
    /// Finds no solution: the plan has refused it.
    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const override;

protected:
    NumberedRun(Context& context, const NumberedPlan& plan) : context_(context), numbered_(plan) {}
    Result<void> make_kernels(const CompiledRecurrence& recurrence);

    BufferView cells(const RunArguments& arguments) const {
        return ScratchLayout::view(arguments.scratch, numbered_.cells);
    }
    /// The head of a recording: clears, and writes the table's place.
    void begin(Recorder& recorder, const RunArguments& arguments) const;
    /// The views of kernel(), the inputs last.
    std::vector<Binding> bind(const RunArguments& arguments) const;
    /// The end of a recording.
    void answer(Recorder& recorder, const RunArguments& arguments) const;
    const Kernel& kernel() const { return *kernel_; }
    Context& context() const { return context_; }

private:
    Context& context_;
    const NumberedPlan& numbered_;
    std::shared_ptr<const Kernel> kernel_;
    AnswerKernel answer_;
};

/// Invocations per workgroup of both.
std::uint32_t numbered_workgroup(const DeviceProfile& profile);

}  // namespace vkalgo::dp

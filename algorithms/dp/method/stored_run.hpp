#pragma once

// Internal to the methods: runs that go step by step over cells in memory, which are the table or its last rows.

#include "../../../engine/scratch.hpp"
#include "kernels.hpp"
#include "method.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// The plan of a StoredRun.
struct StoredPlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    Frame frame;
    /// Scratch for what record_description() writes.
    ScratchLayout::Part description;
    /// Whether AnswerKernel takes the answer after all steps. If false, a step writes the answer.
    bool answer_at_end = false;
    /// Module of the traceback. Empty: no solution is wanted.
    std::string traceback_module;
    /// Number of steps, or of nodes of the tree of splits, that one dispatch of the traceback handles.
    std::uint32_t trace_each = 0;

    /// Sets header, shape, order and frame.
    void take(const PlanRequest& request);
    /// Sets the names of the modules, `method_module` first. If the request keeps the solution, adds the traceback over
    /// the table, by step() or by the splits of a `reduce`. reach_table() must have set the plan. Errors: unsupported
    /// (the recurrence finds its solution by solution()), invalid_argument (it does not say how to find one).
    Result<void> add_modules(std::string_view method_module, const PlanRequest& request, const DeviceProfile& profile);
};

/// A run that records the steps that a method dispatches, then the kernel that takes the answer (if no step writes it),
/// and the traceback.
class StoredRun : public MethodRun {
public:
    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const final;
    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const final;

protected:
    /// The context and the plan must outlive the run.
    StoredRun(Context& context, const StoredPlan& plan) : context_(context), stored_(plan) {}
    /// Makes the kernels of the answer and of the traceback. Errors: those of Context::kernel.
    Result<void> prepare_ends(const CompiledRecurrence& recurrence);

    /// Clears the buffers that the method needs cleared, except status and answer.
    virtual void clear(Recorder& recorder, const RunArguments& arguments) const;
    virtual void dispatch_step(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const = 0;
    /// Returns the cells from which AnswerKernel takes the answer.
    virtual TableView searched_cells(const RunArguments& arguments) const = 0;

    /// Returns the bindings: `table` for reading and for writing, `others`, then the counts, the inputs and the
    /// outputs.
    static std::vector<Binding> bind(const RunArguments& arguments, const BufferView& table,
                                     std::initializer_list<BufferView> others);
    static BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) {
        return ScratchLayout::view(arguments.scratch, which);
    }

    Context& context_;

private:
    const StoredPlan& stored_;
    AnswerKernel answer_;
    std::shared_ptr<const Kernel> traceback_;
};

}  // namespace vkalgo::dp
